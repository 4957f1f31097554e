"""SGF's names of points, against Keima's row-major indices."""

from __future__ import annotations

import re
from collections.abc import Iterable

from keima.points import parse_point

#: Columns and rows.
Size = tuple[int, int]

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
MAX_SIDE = len(LETTERS)
# A pass is `[]`; FF[3] also wrote this one, which is no point of boards up to 19x19.
_OLD_PASS, _OLD_PASS_SIDE = "tt", 19

_SIZE = re.compile(r"([0-9]{1,3})(?:\s*:\s*([0-9]{1,3}))?")
_INDEX = {letter: i for i, letter in enumerate(LETTERS)}


def read_size(value: str) -> Size:
    """Reads SZ, as `19` or `columns:rows`; raises ValueError.

    >>> read_size("19"), read_size("13:9")
    ((19, 19), (13, 9))
    """
    match = _SIZE.fullmatch(value.strip())
    if match:
        width, height = int(match[1]), int(match[2] or match[1])
        if 1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE:
            return width, height
    raise ValueError(f"expected a board size of 1 to {MAX_SIDE}, or columns:rows")


def write_size(size: int | Size) -> str:
    width, height = (size, size) if isinstance(size, int) else size
    text = f"{width}" if width == height else f"{width}:{height}"
    read_size(text)
    return text


def read_point(value: str, size: Size) -> int:
    """The index of a point such as `pd`; raises ValueError.

    >>> read_point("pd", (19, 19))
    72
    """
    width, height = size
    if len(value) != 2:
        value = value.strip()
    if len(value) == 2 and value[0] in _INDEX and value[1] in _INDEX:
        column, row = _INDEX[value[0]], _INDEX[value[1]]
        if column < width and row < height:
            return row * width + column
        raise ValueError(
            f"not on a {width}x{height} board: expected a point from aa to "
            f"{LETTERS[width - 1]}{LETTERS[height - 1]}"
        )
    raise ValueError("expected a point of two letters, as in pd")


def write_point(point: int | str, size: Size) -> str:
    """The letters of an index or, on boards up to 25x25, of a name such as `Q16`."""
    width, height = size
    index = parse_point(point, width, height) if isinstance(point, str) else point
    if not 0 <= index < width * height:
        raise ValueError(f"point {point} is not on a {width}x{height} board")
    row, column = divmod(index, width)
    return LETTERS[column] + LETTERS[row]


def read_move(value: str, size: Size) -> int:
    """The index of a move; width*height for a pass, written `[]` or on small boards `[tt]`."""
    width, height = size
    value = value.strip()
    if not value or (value == _OLD_PASS and max(width, height) <= _OLD_PASS_SIDE):
        return width * height
    return read_point(value, size)


def write_move(move: int | str | None, size: Size) -> str:
    """The letters of a move; None, width*height and `pass` are a pass."""
    area = size[0] * size[1]
    if move is None or move == area or (isinstance(move, str) and move.lower() == "pass"):
        return ""
    return write_point(move, size)


def read_points(values: Iterable[str], size: Size) -> list[int]:
    """A list of points in which `aa:cc` stands for a rectangle; each point is given once.

    >>> read_points(["aa:bb", "aa", "dd"], (4, 4))
    [0, 1, 4, 5, 15]
    """
    width = size[0]
    points: dict[int, None] = {}
    for value in values:
        first, colon, second = value.partition(":")
        if not colon:
            if value.strip():
                points[read_point(value, size)] = None
            continue
        (top, left), (bottom, right) = (
            divmod(read_point(corner, size), width) for corner in (first, second)
        )
        for row in range(min(top, bottom), max(top, bottom) + 1):
            for column in range(min(left, right), max(left, right) + 1):
                points[row * width + column] = None
    return list(points)
