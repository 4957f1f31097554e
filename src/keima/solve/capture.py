"""The capture game: starts by name, the proof of a shortest win, and its line.

>>> from keima import _core
>>> solver = _core.CaptureSolver(3, 3, megabytes=1)
>>> proof = prove(solver)
>>> proof.wins, proof.plies
(True, 7)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from keima._core import SOLVE_FINAL, CaptureSolver

#: Four stones in the centre (figures 4.5 and 4.6 of van der Werf 2004).
CENTRES = ("stable", "crosscut")

#: How one iteration is run: `CaptureSolver.search`, or something that watches it.
Search = Callable[[int, int, int], tuple[int, int, bool, bool]]


def centre(width: int, height: int, name: str) -> tuple[int, int]:
    """The stones of Black and White in the middle of a board with even sides, two each: side by
    side (`stable`, Black above) or crosswise (`crosscut`). Points are counted along the rows from
    the top left one.

    >>> black, white = centre(6, 6, "crosscut")
    >>> [p for p in range(36) if black >> p & 1], [p for p in range(36) if white >> p & 1]
    ([14, 21], [15, 20])
    """
    if name not in CENTRES:
        raise ValueError(f"no centre {name!r}: expected one of {', '.join(CENTRES)}")
    if width % 2 or height % 2 or width < 4 or height < 4:
        raise ValueError(f"a board of {width}x{height} has no middle of four points")
    first = (height // 2 - 1) * width + width // 2 - 1
    one, two, three, four = (1 << first + step for step in (0, 1, width, width + 1))
    return (one | two, three | four) if name == "stable" else (one | four, two | three)


@dataclass(frozen=True)
class CaptureProof:
    """Who wins, and in how many moves with best play of both sides."""

    #: Does the player to move win?
    wins: bool
    #: Moves up to and including the capture.
    plies: int
    #: The value as the solver has it.
    value: int
    #: The depth of the last iteration; tactics see up to two plies farther.
    depth: int
    best: int


def prove(
    solver: CaptureSolver, *, shortest: bool = True, most: int = 190, search: Search | None = None
) -> CaptureProof | None:
    """Searches deeper and deeper until the winner is proved, and unless `shortest` is false until
    no shorter win is possible; None if a search was stopped or `most` plies were not enough."""
    search = search or solver.search
    value = best = 0
    for depth in range(1, most + 1):
        if value == 0:
            alpha, beta = -SOLVE_FINAL - 1, SOLVE_FINAL + 1
        elif value > 0:
            alpha, beta = value, value + 1
        else:
            alpha, beta = value - 1, value
        found, move, complete, _ = search(depth, alpha, beta)
        if not complete:
            return None
        if abs(found) > SOLVE_FINAL and (value == 0 or found * value > value * value):
            value, best = found, move
        # A search of `depth` plies sees every win that is as short, and no other search of its
        # own sees more than two plies farther; what another thread or a ladder has found may be.
        if value != 0 and (not shortest or solver.plies(value) <= depth + 2):
            return CaptureProof(value > 0, solver.plies(value), value, depth, best)
    return None


def best_line(solver: CaptureSolver, proof: CaptureProof) -> list[int]:
    """The moves of a proved win to its end: the winner takes a shortest way, the other holds out
    as long as he can. Needs the solver with which it was proved, whose table makes it quick."""
    line: list[int] = []
    wins = proof.wins
    try:
        for plies in range(proof.plies, 0, -1):
            solver.move_to(line)
            value = solver.win(plies)
            alpha, beta = (value - 1, value) if wins else (-solver.win(plies - 2), -value)
            _, move, complete, _ = solver.search(max(1, plies), alpha, beta)
            if not complete or move < 0 or not solver.legal() >> move & 1:
                break
            line.append(move)
            wins = not wins
    finally:
        solver.move_to([])
    return line
