"""The first moves of a board, proved one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from keima.points import point_name
from keima.solve.boards import bounds_cells
from keima.solve.go import solve_go
from keima.solve.mirroring import turns
from keima.solve.solution import Solution, Watcher
from keima.solve.start import check_size


class Opening(NamedTuple):
    """A first move, and what is known of the board after it."""

    move: str
    solution: Solution


def opening_classes(width: int, height: int) -> list[str]:
    """The first moves that differ when the board is turned, each by its point nearest to A1; those
    in the middle come first.

    >>> opening_classes(5, 5)
    ['C3', 'C2', 'B2', 'C1', 'B1', 'A1']
    """
    check_size(width, height)
    ways = turns(width, height)
    classes = {frozenset(way[point] for way in ways) for point in range(width * height)}

    def place(point: int) -> tuple[int, int]:
        name = point_name(point, width, height)
        return int(name[1:]), point % width

    def distance(point: int) -> int:
        row, column = divmod(point, width)
        return (2 * row - height + 1) ** 2 + (2 * column - width + 1) ** 2

    nearest = [min(points, key=place) for points in classes]
    ordered = sorted(nearest, key=lambda point: (distance(point), place(point)))
    return [point_name(point, width, height) for point in ordered]


def solve_openings(
    width: int,
    height: int,
    folder: Path,
    *,
    ko: str = "basic",
    megabytes: int | None = None,
    threads: int = 1,
    seconds: float | None = None,
    ends: bool = False,
    progress: Watcher | None = None,
) -> Iterator[Opening]:
    """Proves what Black gets after each first move. So many seconds are for each that is not
    proved; what was found is kept in the folder, and the same call goes on with it. One that was
    interrupted is the last.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as name:
    ...     found = list(solve_openings(3, 3, Path(name), megabytes=4))
    >>> [(move, solution.text) for move, solution in found]
    [('B2', 'B+9'), ('B1', 'B+3'), ('A1', 'W+9')]
    """
    folder.mkdir(parents=True, exist_ok=True)
    for move in opening_classes(width, height):
        solution = solve_go(
            width,
            height,
            opening=[move],
            ko=ko,
            megabytes=megabytes,
            threads=threads,
            seconds=seconds,
            ends=ends,
            save=folder / f"{width}x{height}-{ko}-{move}",
            progress=progress,
            method="search",
        )
        yield Opening(move, solution)
        if solution.stopped == "interrupted":
            return


def openings_table(openings: Iterable[Opening]) -> str:
    """Openings as a table in Markdown.

    >>> print(openings_table([]).splitlines()[0])
    | opening | ko | result | Black forces | White holds | reply | depth | nodes | seconds |
    """
    head = (
        "| opening | ko | result | Black forces | White holds | reply | depth | nodes | seconds |"
    )
    lines = [head, "|---|---|---|---|---|---|---|---|---|"]
    for move, s in openings:
        result, lower, upper = bounds_cells(s)
        lines.append(
            f"| {move} | {s.ko} | {result} | {lower} | {upper} | {s.best or '-'} | {s.depth} "
            f"| {s.nodes:,} | {s.seconds:,.0f} |"
        )
    return "\n".join(lines)
