"""Games as trees of nodes, and files as lists of games."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Any

from keima.sgf.errors import SgfError, SgfWarning, Source
from keima.sgf.grammar import NODE, first_value, read_properties, split_nodes
from keima.sgf.moves import NodeMove, UnsizedMoves, move_table
from keima.sgf.node import Node, Properties
from keima.sgf.points import Size, read_size, write_size

#: A run of nodes in a text, from one offset to another, and how many trees end after it.
Branch = tuple[int, int, int]

# They describe how a file is written, not what it says.
_FORMAT = ("FF", "CA")


class GameTree:
    """A game with its variations.

    Two trees are equal if they have the same nodes with the same raw values; the root's FF and
    CA, which describe the file, do not count.

    >>> tree = GameTree(9)
    >>> tree.root["KM"] = 7
    >>> node = tree.root.add_move("B", "E5")
    >>> node.comment = "The centre"
    >>> tree.moves()
    [(<Color.BLACK: 1>, 40)]
    """

    # Nodes are numbers, in the order of the file; a `Node` is a number and its tree. Objects
    # that know both their parent and their children would be cycles, and Python's collector of
    # cycles takes longer than reading the file.

    def __init__(self, size: int | Size = 19) -> None:
        text = f"(;GM[1]FF[4]CA[UTF-8]SZ[{write_size(size)}])"
        self._start(Source(text), [(1, len(text) - 1, 1)])
        self._grow()
        self._read = 0

    @classmethod
    def _of(cls, source: Source, branches: list[Branch]) -> GameTree:
        """A tree whose nodes are made when they are wanted, from a text known to be
        well-formed."""
        tree = cls.__new__(cls)
        tree._start(source, branches)
        return tree

    def _start(self, source: Source, branches: list[Branch]) -> None:
        self._source = source
        self._branches = branches
        # The number of the first node of each branch.
        self._firsts: list[int] = []
        # For each node its text, until its properties are wanted.
        self._data: list[str | Properties] = []
        # Most nodes follow their parent and have one child, which follows them. Here are the
        # parents of the others (-1 for the root and for what was removed) and the children.
        self._parents: dict[int, int] = {}
        self._kids: dict[int, list[int]] = {}
        # How many nodes were read from the source, and which of them are not as they were.
        self._read = 0
        self._changed: set[int] = set()
        self._size: Size | None = None
        self._offsets: tuple[int, array[int]] | None = None

    def _grow(self) -> None:
        """Makes the nodes."""
        text, data, parents, kids = self._source.text, self._data, self._parents, self._kids
        # The last nodes of the branches that are still open.
        ends = [-1]
        for start, end, closings in self._branches:
            fork, first = ends[-1], len(data)
            nodes = split_nodes(text[start:end])
            del nodes[0]
            data += nodes
            if fork != first - 1:
                parents[first] = fork
                kids.setdefault(fork, [fork + 1]).append(first)
            self._firsts.append(first)
            ends.append(len(data) - 1)
            if closings:
                kids[ends[-1]] = []
                del ends[-closings:]
        parents[0] = -1
        self._read = len(data)
        self._resize()

    # What the game is played on

    @property
    def size(self) -> Size:
        """Columns and rows; raises SgfError if SZ is not well-formed."""
        if self._size is None:
            value = self._size_value()
            try:
                self._size = (19, 19) if value is None else read_size(value)
            except ValueError as error:
                raise self.root.error("SZ", str(error)) from None
        return self._size

    @property
    def width(self) -> int:
        return self.size[0]

    @property
    def height(self) -> int:
        return self.size[1]

    def _size_value(self) -> str | None:
        if self._data and not isinstance(self._data[0], str):
            return self._data[0].get("SZ", [None])[0]
        start, end, _ = self._branches[0]
        root = NODE.match(self._source.text, start, end)
        assert root
        return first_value(root[1], "SZ")

    def _resize(self) -> None:
        self._size = None
        try:
            self._moves = move_table(self.size)
        except SgfError:
            self._moves = UnsizedMoves(lambda: self.size)

    # Its nodes

    @property
    def root(self) -> Node:
        if not self._data:
            self._grow()
        return Node(self, 0)

    def main_line(self) -> Iterator[Node]:
        """The root, its first child, that one's first child and so on."""
        return self.root.main_line()

    def walk(self) -> Iterator[Node]:
        """All nodes, each before its children, in the order of the file."""
        return self.root.walk()

    def moves(self) -> list[NodeMove]:
        """The moves of the main line, found without making its nodes."""
        if not self._data and (moves := self._moves_of_text()) is not None:
            return moves
        return [move for node in self.main_line() if (move := node.move) is not None]

    def _moves_of_text(self) -> list[NodeMove] | None:
        """The moves of a game that was not looked at yet; None if one cannot be read."""
        text = self._source.text
        moves: list[NodeMove] = []
        try:
            table = move_table(self.size)
            for start, end, closings in self._branches:
                moves += filter(None, map(table.__getitem__, split_nodes(text[start:end])))
                if closings:
                    break
        except ValueError:
            return None
        return moves

    # For nodes, by number

    def _properties(self, number: int) -> Properties:
        found = self._data[number]
        if isinstance(found, str):
            found = self._data[number] = read_properties(found)
        return found

    def _parent(self, number: int) -> int:
        """The number of a node's parent, or -1."""
        return self._parents.get(number, number - 1)

    def _children(self, number: int) -> list[int]:
        """The numbers of a node's children; not to be changed."""
        if number in self._kids:
            return self._kids[number]
        return [number + 1]

    def _own_children(self, number: int) -> list[int]:
        """The numbers of a node's children, to be changed."""
        return self._kids.setdefault(number, self._children(number))

    def _add(self, parent: int, data: str | Properties, index: int | None = None) -> int:
        """Adds a node and returns its number."""
        number = len(self._data)
        siblings = self._own_children(parent)
        self._data.append(data)
        self._parents[number], self._kids[number] = parent, []
        siblings.insert(len(siblings) if index is None else index, number)
        return number

    def _change(self, number: int, ident: str) -> None:
        """Takes note that a property is not what was read."""
        self._changed.add(number)
        if number == 0 and ident == "SZ":
            self._resize()

    def _text(self, number: int) -> tuple[str, int] | None:
        """The text of a node and its offset in the source; None if it was not read so."""
        if number >= self._read or number in self._changed:
            return None
        branch = bisect_right(self._firsts, number) - 1
        start, end, _ = self._branches[branch]
        if self._offsets is None or self._offsets[0] != branch:
            starts = (match.start() for match in NODE.finditer(self._source.text, start, end))
            self._offsets = branch, array("q", starts)
        node = NODE.match(self._source.text, self._offsets[1][number - self._firsts[branch]], end)
        assert node
        return node[1], node.start(1)

    def at(self, path: Iterable[int]) -> Node:
        """The node at the end of a path of children from the root; raises IndexError."""
        number = self.root._number
        for index in path:
            number = self._children(number)[index]
        return Node(self, number)

    # Copies and comparisons

    def copy(self) -> GameTree:
        new = GameTree._of(self._source, self._branches)
        if self._data:
            new._firsts, new._read = self._firsts, self._read
            new._data = [
                data if isinstance(data, str) else {k: list(v) for k, v in data.items()}
                for data in self._data
            ]
            new._parents = dict(self._parents)
            new._kids = {number: list(kids) for number, kids in self._kids.items()}
            new._changed = set(self._changed)
            new._resize()
        return new

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> GameTree:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameTree):
            return NotImplemented
        mine, theirs = self.root, other.root
        if _content(mine) != _content(theirs):
            return False
        pairs = zip(mine.children, theirs.children, strict=False)
        return len(mine.children) == len(theirs.children) and all(a.is_same(b) for a, b in pairs)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        from keima.sgf.writer import write_raw

        return _restore, (write_raw(self),)

    def __repr__(self) -> str:
        size, black, white = (self.root.text(ident, "?") for ident in ("SZ", "PB", "PW"))
        return f"<GameTree of size {size}, {black} against {white}>"


def _content(root: Node) -> Properties:
    return {ident: root.raw(ident) for ident in root if ident not in _FORMAT}


def _restore(text: str) -> GameTree:
    from keima.sgf.reader import parse

    return parse(text)[0]


class Collection(list[GameTree]):
    """The games of a file, what was wrong with it, and the charset it was in.

    >>> collection = Collection([GameTree(9)])
    >>> collection.warnings
    []
    """

    def __init__(
        self,
        trees: Iterable[GameTree] = (),
        warnings: Iterable[SgfWarning] = (),
        charset: str = "utf-8",
    ) -> None:
        super().__init__(trees)
        self.warnings = list(warnings)
        self.charset = charset
