"""From trees to files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator

from keima.files import write_file
from keima.sgf.errors import SgfError
from keima.sgf.grammar import VALUE
from keima.sgf.node import Node
from keima.sgf.tree import GameTree

# A node that is written as it was read: one property with an FF[4] name.
_CLEAN = re.compile(rf"([A-Z][A-Z0-9]*+{VALUE})[ \t\n\v\f\r]*+", re.DOTALL)
_LINE = 72


def write(games: GameTree | Iterable[GameTree]) -> str:
    r"""The text of one game or several, as FF[4] in UTF-8.

    Every property, known or not, keeps its raw values. Names lose their lower-case letters,
    properties that were repeated in a node are one, and the root says FF[4] and CA[UTF-8].

    >>> from keima.sgf import parse
    >>> write(parse("Hello (;GaMe[1]SiZe[9];B[ee](;W[cc]C[a\\]b])(;W[gg])) bye"))
    '(;FF[4]CA[UTF-8]GM[1]SZ[9];B[ee]\n(;W[cc]C[a\\]b])\n(;W[gg]))\n'
    """
    trees = [games] if isinstance(games, GameTree) else games
    return "".join(f"{_layout(_pieces(tree, _root(tree.root)))}\n" for tree in trees)


def save(games: GameTree | Iterable[GameTree], path: str | os.PathLike[str]) -> None:
    """Writes a file as a whole or, with an OSError, not at all; raises SgfError for a pipe or a
    device. What UTF-8 cannot say, halves of surrogate pairs, becomes a `?`."""
    data = write(games).encode("utf-8", "replace")
    try:
        write_file(path, data)
    except ValueError as error:
        raise SgfError(str(error)) from None


def write_raw(tree: GameTree) -> str:
    """The text of a game with its root as it is."""
    return _layout(_pieces(tree, _content(tree.root)))


def _root(root: Node) -> str:
    properties = {"FF": ["4"], "CA": ["UTF-8"]}
    properties.update((ident, root.raw(ident)) for ident in root if ident not in properties)
    return _properties(properties)


def _properties(properties: dict[str, list[str]]) -> str:
    return "".join(
        ident + "".join(f"[{value}]" for value in values) for ident, values in properties.items()
    )


def _content(node: Node) -> str:
    data = node.tree._data[node._number]
    if isinstance(data, str) and (match := _CLEAN.fullmatch(data)):
        return match[1]
    return _properties(node._properties)


def _pieces(tree: GameTree, root: str) -> Iterator[str]:
    """The nodes and parentheses of a tree, in order."""
    yield "("
    yield f";{root}"
    stack: list[Node | str] = [")", *reversed(_below(tree.root))]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            yield item
            continue
        yield f";{_content(item)}"
        stack.extend(reversed(_below(item)))


def _below(node: Node) -> list[Node | str]:
    children = node.children
    if len(children) < 2:
        return list(children)
    return [item for child in children for item in ("(", child, ")")]


def _layout(pieces: Iterable[str]) -> str:
    """Joins pieces, with line breaks before variations and, between nodes, in long lines."""
    out: list[str] = []
    column = 0
    for piece in pieces:
        if column > 1 and (piece == "(" or (piece[0] == ";" and column + len(piece) > _LINE)):
            out.append("\n")
            column = 0
        out.append(piece)
        column += len(piece)
    return "".join(out)
