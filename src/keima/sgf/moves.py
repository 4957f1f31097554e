"""The moves of nodes, found without reading the rest of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from keima.colors import Color
from keima.sgf.grammar import SPACE, read_properties
from keima.sgf.points import Size, read_move

#: A colour and a row-major index, or the board's area for a pass.
NodeMove = tuple[Color, int]

# What a node with a move cannot be without.
_MOVE_NAME = re.compile(rf"(?<![A-Za-z0-9])(?:[a-z]*+[BW][a-z]*+|[bw]){SPACE}\[")


def move_of(properties: Mapping[str, list[str]], size: Size) -> NodeMove | None:
    """The first move among the properties; raises ValueError if it is not on the board."""
    for ident, values in properties.items():
        if ident == "B":
            return Color.BLACK, read_move(values[0], size)
        if ident == "W":
            return Color.WHITE, read_move(values[0], size)
    return None


class MoveTable(dict[str, NodeMove | None]):
    """The moves of nodes by their text; raises ValueError for one that is not on the board.

    Short texts are kept: there are few of them, in all files together.
    """

    _LONGEST, _MOST = 8, 20_000

    def __init__(self, size: Size) -> None:
        self._size = size

    def __missing__(self, raw: str) -> NodeMove | None:
        if len(raw) > self._LONGEST:
            if raw[1] == "[" and raw[4] == "]" and raw[0] in "BW" and raw[2:4].isalpha():
                return self[raw[:5]]
            return self._read(raw)
        move = self._read(raw)
        if len(self) < self._MOST:
            self[raw] = move
        return move

    def _read(self, raw: str) -> NodeMove | None:
        return move_of(read_properties(raw), self._size) if _MOVE_NAME.search(raw) else None


@lru_cache(maxsize=64)
def move_table(size: Size) -> MoveTable:
    return MoveTable(size)


class UnsizedMoves(MoveTable):
    """Stands for the table of a board whose size cannot be read: raises that error."""

    def __init__(self, fail: Callable[[], Size]) -> None:
        self._fail = fail

    def __missing__(self, raw: str) -> NodeMove | None:
        self._fail()
        raise AssertionError("the size can be read")
