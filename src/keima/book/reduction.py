"""Positions up to symmetry and colour (Ferreira 2016, section 4.2).

A position is a list of stones, each a number: twice its point, plus one if it is of the side that
is not to move. Of the lists that the symmetries of the board give, the least is its reduced form.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

#: Where a symmetry takes every point; a pass stays.
Mapping = tuple[int, ...]


@lru_cache(maxsize=64)
def symmetries(width: int, height: int) -> tuple[Mapping, ...]:
    """The eight symmetries of a square board, the four of another one; the identity first.

    >>> symmetries(2, 2)[1]
    (1, 0, 3, 2, 4)
    >>> len(symmetries(9, 9)), len(symmetries(9, 13))
    (8, 4)
    """
    found = []
    for turned in (False, True) if width == height else (False,):
        for down in (False, True):
            for across in (False, True):
                found.append(_mapping(width, height, across, down, turned))
    return tuple(found)


def _mapping(width: int, height: int, across: bool, down: bool, turned: bool) -> Mapping:
    points = []
    for row in range(height):
        for column in range(width):
            x = width - 1 - column if across else column
            y = height - 1 - row if down else row
            points.append(x * width + y if turned else y * width + x)
    return (*points, width * height)


def inverse(mapping: Mapping) -> Mapping:
    """The symmetry that takes everything back."""
    back = [0] * len(mapping)
    for point, image in enumerate(mapping):
        back[image] = point
    return tuple(back)


@dataclass(frozen=True)
class Reduced:
    """A reduced position, and the symmetries that lead to it: several if it is symmetric."""

    stones: bytes
    ways: tuple[Mapping, ...]

    @property
    def code(self) -> int:
        """What tables are indexed by; a comparison of `stones` decides."""
        return zlib.crc32(self.stones)

    def move(self, point: int) -> int:
        """A move in the reduced position: the least of those that are the same there."""
        return min(way[point] for way in self.ways)


def reduce(stones: Sequence[int], to_play: int, width: int, height: int) -> Reduced:
    """The reduced form of a board.

    >>> a = reduce([0, 1, 0, 0], 2, 2, 2)
    >>> b = reduce([0, 0, 2, 0], 1, 2, 2)
    >>> a.stones == b.stones, a.move(2), b.move(1)
    (True, 3, 3)
    """
    placed = [(point, int(color != to_play)) for point, color in enumerate(stones) if color]
    least: list[int] | None = None
    ways: list[Mapping] = []
    for way in symmetries(width, height):
        image = sorted([2 * way[point] + other for point, other in placed])
        if least is None or image < least:
            least, ways = image, [way]
        elif image == least:
            ways.append(way)
    packed = least or []
    return Reduced(struct.pack(f">{len(packed)}H", *packed), tuple(ways))
