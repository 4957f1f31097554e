"""Every small rectangular board, and the table of them in the documentation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from keima.solve.backward import fits_backward
from keima.solve.go import solve_go
from keima.solve.solution import Solution, Watcher, signed
from keima.solve.start import MOST_POINTS, Start

#: The longest side that games have names for.
LONGEST = 25


def boards_up_to(points: int) -> list[tuple[int, int]]:
    """Width and height of all boards of so many points at most, the longer side second.

    >>> boards_up_to(4)
    [(1, 1), (1, 2), (1, 3), (1, 4), (2, 2)]
    """
    if not 1 <= points <= MOST_POINTS:
        raise ValueError(f"boards of {points} points: expected 1 to {MOST_POINTS}")
    return [
        (short, long)
        for short in range(1, points + 1)
        for long in range(short, min(points // short, LONGEST) + 1)
    ]


def solve_boards(
    points: int,
    *,
    rules: Sequence[str] = ("basic",),
    megabytes: int | None = None,
    threads: int = 1,
    seconds: float | None = None,
    ends: bool = False,
    folder: Path | None = None,
    progress: Watcher | None = None,
) -> Iterator[Solution]:
    """Solves them one after the other, smallest first, each by the first of the rules of repetition
    under which so many seconds are enough; if they are for none, what is known by the first. With
    `ends` it is also asked how far each side can go by endless play. In a folder what is found is
    kept, and taken up again.

    >>> [(s.text, s.ko) for s in solve_boards(2, rules=("basic", "ssk"), megabytes=1)]
    [('0', 'basic'), ('0', 'basic')]
    """
    if not rules:
        raise ValueError("no rule of repetition was given")
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    for width, height in sorted(boards_up_to(points), key=lambda side: (side[0] * side[1], side)):
        tried: list[Solution] = []
        for ko in rules:
            # What goes backwards has no file, and needs none: it is done before it would be worth
            # saving.
            kept = folder is not None and not fits_backward(Start(width, height), ko)
            solution = solve_go(
                width,
                height,
                ko=ko,
                megabytes=megabytes,
                threads=threads,
                seconds=seconds,
                ends=ends,
                save=folder / f"{width}x{height}-{ko}" if folder and kept else None,
                progress=progress,
            )
            tried.append(solution)
            if solution.proved or solution.stopped == "interrupted":
                break
        else:
            tried.append(tried[0])
        yield tried[-1]


def markdown(solutions: Iterable[Solution]) -> str:
    """Solved boards as a table.

    >>> print(markdown(solve_boards(2, megabytes=1)).splitlines()[0])
    | board | ko | result | Black forces | White holds | best | depth | nodes |
    """
    head = "| board | ko | result | Black forces | White holds | best | depth | nodes |"
    lines = [head, "|---|---|---|---|---|---|---|---|"]
    for s in solutions:
        points = s.width * s.height
        known = s.complete or s.lower == s.upper
        lower = signed(s.lower) if known or s.lower > -points else "?"
        upper = signed(s.upper) if known or s.upper < points else "?"
        least = "" if s.proved or s.value is None else " at least"
        lines.append(
            f"| {s.width}x{s.height} | {s.ko} | {s.text}{least} | {lower} "
            f"| {upper} | {s.best or '-'} | {s.depth} | {s.nodes:,} |"
        )
    return "\n".join(lines)
