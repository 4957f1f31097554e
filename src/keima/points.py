"""Names and neighbours of points. Inside Keima a point is its row-major index from the top left
corner and a pass is the number of points; people and GTP call it `E5`, counting rows from the
bottom and leaving out the letter I."""

from collections.abc import Callable, Iterable
from functools import lru_cache

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
MAX_SIDE = 25
#: The shorter side from which on a board is large: profiles and networks may be others there.
LARGE_SIDE = 12


def point_name(point: int, width: int, height: int) -> str:
    """The name of a point or of a pass.

    >>> point_name(40, 9, 9), point_name(81, 9, 9)
    ('E5', 'pass')
    """
    if point == width * height:
        return "pass"
    if not 0 <= point < width * height:
        raise ValueError(f"point {point} is not on a {width}x{height} board")
    row, column = divmod(point, width)
    return f"{COLUMNS[column]}{height - row}"


def parse_point(name: str, width: int, height: int) -> int:
    """The point that a name means, or width*height for `pass`, in any case.

    >>> parse_point("e5", 9, 9), parse_point("PASS", 9, 9)
    (40, 81)
    >>> parse_point("J10", 9, 9)
    Traceback (most recent call last):
    ...
    ValueError: 'J10' is not on a 9x9 board
    """
    if name.lower() == "pass":
        return width * height
    digits = name[1:]
    if not (
        2 <= len(name) <= 3
        and name.isascii()
        and name[0].upper() in COLUMNS
        and digits.isdigit()
        and digits[0] != "0"
    ):
        raise ValueError(f"{name!r} is not a point: expected a letter and a number, as in E5")
    column, row = COLUMNS.index(name[0].upper()), height - int(digits)
    if column >= width or not 0 <= row < height:
        raise ValueError(f"{name!r} is not on a {width}x{height} board")
    return row * width + column


@lru_cache(maxsize=64)
def neighbours(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """For each point the points next to it.

    >>> neighbours(3, 2)[1]
    (4, 0, 2)
    """
    table = []
    for point in range(width * height):
        row, column = divmod(point, width)
        near = []
        if row > 0:
            near.append(point - width)
        if row < height - 1:
            near.append(point + width)
        if column > 0:
            near.append(point - 1)
        if column < width - 1:
            near.append(point + 1)
        table.append(tuple(near))
    return tuple(table)


def connected(
    points: Iterable[int], joins: Callable[[int, int], bool], width: int, height: int
) -> list[set[int]]:
    """Divides points into connected sets; neighbours p and q hang together if joins(p, q).

    >>> connected([0, 1, 3], lambda p, q: True, 2, 2)
    [{0, 1, 3}]
    """
    table = neighbours(width, height)
    left = dict.fromkeys(points)  # keeps the order, so that the result does too
    parts = []
    while left:
        start = next(iter(left))
        del left[start]
        part, queue = {start}, [start]
        for p in queue:
            for q in table[p]:
                if q in left and joins(p, q):
                    del left[q]
                    part.add(q)
                    queue.append(q)
        parts.append(part)
    return parts
