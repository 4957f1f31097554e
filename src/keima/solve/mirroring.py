"""Positions that are the same when they are turned or mirrored."""

from __future__ import annotations

from functools import cache

from keima.solve.start import Start


@cache
def turns(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """For every way to turn or mirror a board onto itself, where each point goes.

    >>> turns(2, 1)
    ((0, 1), (1, 0), (0, 1), (1, 0))
    """
    found = []
    for square in (False, True) if width == height else (False,):
        for rows_back in (False, True):
            for columns_back in (False, True):
                way = []
                for point in range(width * height):
                    row, column = divmod(point, width)
                    row = height - 1 - row if rows_back else row
                    column = width - 1 - column if columns_back else column
                    way.append(column * width + row if square else row * width + column)
                found.append(tuple(way))
    return tuple(found)


def reduced(start: Start) -> tuple[int, int, int]:
    """Stones of Black and White and the ko point, turned so that the same positions look the same.

    >>> reduced(Start(3, 3, black=1)) == reduced(Start(3, 3, black=256))
    True
    """
    return min(
        (
            _moved(start.black, way),
            _moved(start.white, way),
            way[start.ko_point] if start.ko_point >= 0 else -1,
        )
        for way in turns(start.width, start.height)
    )


def _moved(points: int, way: tuple[int, ...]) -> int:
    return sum(1 << to for point, to in enumerate(way) if points >> point & 1)
