"""One node of a game tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from keima.colors import Color
from keima.sgf.errors import SgfError
from keima.sgf.grammar import IS_IDENT, IS_VALUE, PART, standard_ident
from keima.sgf.moves import NodeMove, move_of
from keima.sgf.points import Size
from keima.sgf.properties import Property, property_of
from keima.sgf.properties import color as color_property
from keima.sgf.properties import number as number_property
from keima.sgf.properties import points as points_property
from keima.sgf.properties import real as real_property
from keima.sgf.text import read_text

if TYPE_CHECKING:
    from keima.sgf.tree import GameTree

#: Raw values, as they stand between the brackets, by name.
Properties = dict[str, list[str]]


class Node:
    """A node of a tree: its properties, its parent and its children.

    `node["AB"]` and its like are read as the standard says (see `docs/sgf.md`): points are
    row-major indices, texts are unescaped. What the standard does not know is a list of texts.
    `node.raw("AB")` is what stands in the file. Reading a value that is not well-formed raises
    SgfError with its line and column.

    A Node is made whenever one is asked for, so compare with `==`: it says whether two are the
    same node of the same tree. `is_same` compares what they contain.

    >>> from keima.sgf import parse
    >>> root = parse("(;SZ[9]C[hello];B[ee]LB[aa:x])")[0].root
    >>> root["C"], root.children[0].move, root.children[0]["LB"]
    ('hello', (<Color.BLACK: 1>, 40), [(0, 'x')])
    """

    __slots__ = ("_number", "_tree")

    def __init__(self, tree: GameTree, number: int) -> None:
        self._tree, self._number = tree, number

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        return self._tree is other._tree and self._number == other._number

    def __hash__(self) -> int:
        return hash((id(self._tree), self._number))

    # Where it stands

    @property
    def tree(self) -> GameTree:
        return self._tree

    @property
    def parent(self) -> Node | None:
        """None for the root and for a node that was removed."""
        number = self._tree._parent(self._number)
        return None if number < 0 else Node(self._tree, number)

    @property
    def children(self) -> tuple[Node, ...]:
        tree = self._tree
        return tuple([Node(tree, number) for number in tree._children(self._number)])

    @property
    def is_root(self) -> bool:
        return self._number == 0

    def main_line(self) -> Iterator[Node]:
        """This node, its first child, that one's first child and so on."""
        tree, number, new = self._tree, self._number, Node.__new__
        kids = tree._kids
        while True:
            node = new(Node)
            node._tree, node._number = tree, number
            yield node
            if number in kids:
                if not kids[number]:
                    return
                number = kids[number][0]
            else:
                number += 1

    def walk(self) -> Iterator[Node]:
        """This node and all below it, each before its children, in the order of the file."""
        tree = self._tree
        stack = [self._number]
        while stack:
            number = stack.pop()
            yield Node(tree, number)
            stack.extend(reversed(tree._children(number)))

    def line(self) -> list[Node]:
        """The nodes from the root to this one."""
        tree, number = self._tree, self._number
        nodes: list[Node] = []
        while number >= 0:
            nodes.append(Node(tree, number))
            number = tree._parent(number)
        return nodes[::-1]

    @property
    def path(self) -> tuple[int, ...]:
        """Which child to take at each step from the root; see `GameTree.at`."""
        children = self._tree._children
        return tuple(
            children(parent._number).index(child._number) for parent, child in pairwise(self.line())
        )

    def place(self, ident: str | None = None, index: int = 0) -> tuple[int, int] | None:
        """Line and column of the node, or of a property's value, in the text that was read;
        None if it was changed or made since."""
        text = self._tree._text(self._number)
        if text is None:
            return None
        raw, start = text
        return self._tree._source.place(start + _value_offset(raw, ident, index))

    # Changing the tree

    def add_child(self, index: int | None = None) -> Node:
        """Adds an empty node as the last child, or before the child with an index."""
        return Node(self._tree, self._tree._add(self._number, {}, index))

    def add_move(self, color: str | Color, point: int | str | None) -> Node:
        """Adds a last child with a move, given as for `set_move`."""
        node = Node(self._tree, self._tree._add(self._number, {}))
        try:
            node.set_move(color, point)
        except ValueError:
            node.remove()
            raise
        return node

    def graft(self, node: Node, index: int | None = None) -> Node:
        """Adds a copy of a node, of any tree, with all below it; returns the copy."""
        source, target = node._tree, self._tree
        # Listed first, because the node may be above this one.
        numbers = [each._number for each in node.walk()]
        parents = {number: source._parent(number) for number in numbers}
        copies: dict[int, int] = {}
        for number in numbers:
            data = source._data[number]
            if not isinstance(data, str):
                data = {ident: list(values) for ident, values in data.items()}
            if copies:
                copies[number] = target._add(copies[parents[number]], data)
            else:
                copies[number] = target._add(self._number, data, index)
        return Node(target, copies[node._number])

    def remove(self) -> None:
        """Takes the node, with all below it, out of the tree; raises ValueError for the root."""
        if self.is_root:
            raise ValueError("the root cannot be removed: expected a node below it")
        tree, number = self._tree, self._number
        if (parent := tree._parent(number)) >= 0:
            tree._own_children(parent).remove(number)
            tree._parents[number] = -1

    def promote(self) -> None:
        """Makes the node the first of its parent's children."""
        tree, number = self._tree, self._number
        if (parent := tree._parent(number)) >= 0:
            siblings = tree._own_children(parent)
            siblings.remove(number)
            siblings.insert(0, number)

    def is_same(self, other: Node) -> bool:
        """Has the other node the same properties and, below it, the same nodes?"""
        a, b = self._tree, other._tree
        stack = [(self._number, other._number)]
        while stack:
            mine, theirs = stack.pop()
            if a._data[mine] != b._data[theirs] and a._properties(mine) != b._properties(theirs):
                return False
            kids, others = a._children(mine), b._children(theirs)
            if len(kids) != len(others):
                return False
            stack.extend(zip(kids, others, strict=True))
        return True

    def __reduce__(self) -> tuple[Any, ...]:
        if not self.line()[0].is_root:
            raise TypeError("a node that was removed cannot be pickled")
        return _at, (self._tree, self.path)

    # Raw properties

    @property
    def _properties(self) -> Properties:
        return self._tree._properties(self._number)

    def __contains__(self, ident: object) -> bool:
        return ident in self._properties

    def __iter__(self) -> Iterator[str]:
        """The names of the properties, in the order of the file."""
        return iter(self._properties)

    def __len__(self) -> int:
        return len(self._properties)

    def __bool__(self) -> bool:
        return True

    def raw(self, ident: str) -> list[str]:
        """The values as they stand between the brackets; an empty list if there are none."""
        return list(self._properties.get(ident, ()))

    def set_raw(self, ident: str, values: Iterable[str]) -> None:
        """Sets values as they will stand between the brackets; raises ValueError for a name or
        a value that is not well-formed."""
        new = list(values)
        if not IS_IDENT.fullmatch(ident):
            raise ValueError(f"{ident!r} is not a property name: expected capitals, as in AB")
        if not new:
            raise ValueError(f"{ident} has no value: expected at least one")
        for value in new:
            if not IS_VALUE.fullmatch(value):
                raise ValueError(f"{value!r} is not a value: expected ']' and '\\' after a '\\'")
        self._properties[ident] = new
        self._tree._change(self._number, ident)

    def __delitem__(self, ident: str) -> None:
        del self._properties[ident]
        self._tree._change(self._number, ident)

    # Properties with their meaning

    def __getitem__(self, ident: str) -> Any:
        """The value as the standard defines it; raises KeyError if there is none."""
        if ident not in self._properties:
            raise KeyError(ident)
        return self._read(ident, property_of(ident))

    def get(self, ident: str, default: Any = None) -> Any:
        return self[ident] if ident in self._properties else default

    def __setitem__(self, ident: str, value: Any) -> None:
        try:
            raw = property_of(ident).write(value, self._size(ident))
        except (ValueError, TypeError) as error:
            raise ValueError(f"{ident} cannot be {value!r}: {error}") from None
        self.set_raw(ident, raw)

    def text(self, ident: str, default: str = "") -> str:
        """The first value as text, whatever the standard takes it for."""
        values = self._properties.get(ident)
        return read_text(values[0]) if values else default

    def points(self, ident: str) -> list[int]:
        """The points of a property, compressed or not; an empty list if there are none."""
        return self._read(ident, points_property) if ident in self._properties else []

    def number(self, ident: str, default: int | None = None) -> int | None:
        return self._read(ident, number_property) if ident in self._properties else default

    def real(self, ident: str, default: float | None = None) -> float | None:
        return self._read(ident, real_property) if ident in self._properties else default

    def color(self, ident: str, default: Color | None = None) -> Color | None:
        return self._read(ident, color_property) if ident in self._properties else default

    def find(self, ident: str) -> Node | None:
        """The nearest node that has a property, from this one up to the root."""
        tree, number = self._tree, self._number
        while number >= 0:
            if ident in tree._properties(number):
                return Node(tree, number)
            number = tree._parent(number)
        return None

    @property
    def move(self) -> NodeMove | None:
        """The colour and the point that is played here (the board's area for a pass), or None
        for a node without a move; the first if a faulty file has two."""
        tree = self._tree
        data = tree._data[self._number]
        try:
            return tree._moves[data] if type(data) is str else move_of(self._properties, tree.size)
        except SgfError:
            raise
        except ValueError as error:
            ident = next(ident for ident in self._properties if ident in ("B", "W"))
            raise self.error(ident, str(error)) from None

    def set_move(self, color: str | Color, point: int | str | None) -> None:
        """Sets the move: an index, a name such as `E5`, or None, `pass` or the area for a pass."""
        side = Color.parse(color)
        self[side.letter] = point
        if side.opponent.letter in self._properties:
            del self[side.opponent.letter]

    @property
    def comment(self) -> str:
        """The comment, or an empty text."""
        return str(self.get("C", ""))

    @comment.setter
    def comment(self, text: str) -> None:
        if text:
            self["C"] = text
        elif "C" in self:
            del self["C"]

    def _size(self, ident: str) -> Size:
        # The size itself must be settable when it is wrong.
        return (1, 1) if ident == "SZ" else self._tree.size

    def _read(self, ident: str, kind: Property) -> Any:
        values, size = self._properties[ident], self._size(ident)
        try:
            return kind.read(values, size)
        except ValueError as error:
            wrong = (i for i, value in enumerate(values) if _fails(kind, value, size))
            raise self.error(ident, str(error), next(wrong, 0)) from None

    def error(self, ident: str, message: str, index: int = 0) -> SgfError:
        """An error about a value of this node, with its place."""
        value = self._properties[ident][index]
        shown = value if len(value) <= 40 else value[:37] + "..."
        return SgfError(f"{ident}[{shown}]: {message}", *(self.place(ident, index) or (None, None)))

    def __repr__(self) -> str:
        raw = "".join(
            ident + "".join(f"[{value}]" for value in values)
            for ident, values in self._properties.items()
        )
        shown = raw if len(raw) <= 60 else raw[:57] + "..."
        return f"<Node {shown!r}, {len(self.children)} children>"


def _at(tree: GameTree, path: tuple[int, ...]) -> Node:
    return tree.at(path)


def _fails(kind: Property, value: str, size: Size) -> bool:
    try:
        kind.read([value], size)
    except ValueError:
        return True
    return False


def _value_offset(raw: str, ident: str | None, index: int) -> int:
    """Where a value's bracket, or the node's first property, is in a node's text."""
    current, count = None, 0
    for match in PART.finditer(raw):
        if ident is None:
            return match.start()
        if match[1]:
            current = standard_ident(match[1])
        elif current == ident:
            if count == index:
                return match.start()
            count += 1
    return 0
