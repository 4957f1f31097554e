"""Solving runs as parts of an experiment: each is a search to the end, measured, and a line of a
file that keeps what has been measured."""

from __future__ import annotations

import json
import math
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from keima import _core

FORMAT = 1
MEGABYTES = 1024
"""Of a table, unless told."""
_DEEPEST = 100


@dataclass(frozen=True)
class Measured:
    """A run: what it proved and what it took."""

    solved: bool
    #: Points of the player who moves first, or moves to the end of a capture game.
    value: int
    best: str
    depth: int
    nodes: int
    #: Of the processor.
    seconds: float

    @property
    def branching(self) -> float:
        """The effective branching factor: nodes = factor ** depth.

        >>> round(Measured(True, 1, "b2", 21, 10**6, 3.3).branching, 2)
        1.93
        """
        return float(self.nodes ** (1 / self.depth)) if self.depth and self.nodes else 0.0


@dataclass(frozen=True)
class Run:
    """A search that an experiment measures."""

    name: str
    solve: Callable[[Limits], Measured]
    #: Takes so long that it is run only by name.
    long: bool = False


@dataclass(frozen=True)
class Limits:
    seconds: float | None = None
    megabytes: int = MEGABYTES

    def table(self, size: tuple[int, int]) -> int:
        """Megabytes for a board: to clear a large table takes longer than to solve a small one."""
        points = size[0] * size[1]
        return min(self.megabytes, 16 if points < 10 else 256 if points < 17 else self.megabytes)


class Solver(Protocol):
    @property
    def nodes(self) -> int: ...
    def search(
        self, depth: int, alpha: int = ..., beta: int = ...
    ) -> tuple[int, int, bool, bool]: ...
    def stop(self) -> None: ...


def deepen(
    solver: Solver, done: Callable[[int], bool], limits: Limits, size: tuple[int, int]
) -> tuple[Measured, int]:
    """Searches deeper and deeper until a value is as wanted; also gives that value."""
    timer = threading.Timer(limits.seconds, solver.stop) if limits.seconds else None
    if timer:
        timer.daemon = True
        timer.start()
    start = time.process_time()  # of the processor: other programs do not count
    value, best, reached, solved = 0, -1, 0, False
    try:
        for depth in range(1, _DEEPEST):
            found, move, complete, exhausted = solver.search(depth)
            if not complete:
                break
            value, best, reached, solved = found, move, depth, done(found)
            if solved or exhausted:
                break
    finally:
        if timer:
            timer.cancel()
    seconds = time.process_time() - start
    return Measured(solved, 0, point_class(best, *size), reached, solver.nodes, seconds), value


def point_class(move: int, width: int, height: int) -> str:
    """The name of a point nearest to a1 among its mirror images.

    >>> point_class(5, 4, 4), point_class(10, 4, 4), point_class(12, 5, 5), point_class(16, 4, 4)
    ('b2', 'b2', 'c3', 'pass')
    """
    if not 0 <= move < width * height:
        return "pass"
    x, y = move % width, move // width
    x, y = min(x, width - 1 - x), min(y, height - 1 - y)
    if width == height:
        x, y = sorted((x, y))
    return f"{'abcdefgh'[x]}{y + 1}"


def solve_go(
    size: tuple[int, int], ko: str, points: int, without: Sequence[str] = ()
) -> Callable[[Limits], Measured]:
    """A run that ends when the first player has at least so many points for sure; for none, when
    neither side can have more than a draw."""

    def run(limits: Limits) -> Measured:
        def solver(komi: int) -> Any:
            return _core.GoSolver(
                *size, ko=ko, komi=komi, megabytes=limits.table(size), without=list(without)
            )

        final = _core.SOLVE_FINAL
        if points:
            found, value = deepen(
                solver(0), lambda v: v >= final + 2 * points or v < -final, limits, size
            )
            return _with_value(found, (value - final) // 2 if value > final else 0)
        # A draw: the first player has it with half a point, the other as well.
        low, _ = deepen(solver(-1), lambda v: v > final, limits, size)
        high, _ = deepen(solver(1), lambda v: v < -final, limits, size)
        return Measured(
            low.solved and high.solved,
            0,
            low.best,
            max(low.depth, high.depth),
            low.nodes + high.nodes,
            low.seconds + high.seconds,
        )

    return run


def solve_capture(
    size: tuple[int, int],
    black: Sequence[tuple[int, int]] = (),
    white: Sequence[tuple[int, int]] = (),
    white_to_move: bool = False,
    without: Sequence[str] = (),
) -> Callable[[Limits], Measured]:
    """A run that ends when the capture game is won: its value is the number of moves to the end,
    negative where White wins."""

    def run(limits: Limits) -> Measured:
        bits = [sum(1 << (y * size[0] + x) for x, y in side) for side in (black, white)]
        solver = _core.CaptureSolver(
            *size,
            *bits,
            white_to_move=white_to_move,
            megabytes=limits.table(size),
            without=list(without),
        )
        final = _core.SOLVE_FINAL
        found, value = deepen(solver, lambda v: abs(v) > final, limits, size)
        if not found.solved:
            return found
        sign = 1 if (value > 0) != white_to_move else -1
        return _with_value(found, sign * solver.plies(value))

    return run


def _with_value(found: Measured, value: int) -> Measured:
    return Measured(found.solved, value, found.best, found.depth, found.nodes, found.seconds)


def measured(path: Path, experiment: str) -> dict[str, Measured]:
    """What a file has; raises ValueError if it is something else."""
    try:
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        if not lines or lines[0] != {"experiment": experiment, "format": FORMAT}:
            raise ValueError(f"expected the solving runs of {experiment}")
        return {line.pop("run"): Measured(**line) for line in lines[1:]}
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise ValueError(f"cannot read {path}: {error}") from None


def keep(path: Path, experiment: str, found: Mapping[str, Measured]) -> None:
    """Writes all of them, whole or not at all."""
    lines: list[dict[str, Any]] = [{"experiment": experiment, "format": FORMAT}]
    for name, run in found.items():
        lines.append({"run": name, **vars(run), "seconds": round(run.seconds, 3)})
    unfinished = path.with_name(path.name + ".part")
    unfinished.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    unfinished.replace(path)


def missing(
    runs: Sequence[Run], found: Mapping[str, Measured], limits: Limits, named: bool
) -> list[Run]:
    """Those that are to be run: not yet solved, nor tried for as long; long ones by name only."""

    def tried(run: Run) -> bool:
        old = found.get(run.name)
        if old is None:
            return False
        return old.solved or (limits.seconds is not None and old.seconds >= 0.5 * limits.seconds)

    return [run for run in runs if (named or not run.long) and not tried(run)]


def log10(run: Measured | None) -> str:
    """The nodes of a run as the documents print them.

    >>> log10(Measured(True, 1, "b2", 21, 648840, 2.0)), log10(None)
    ('5.8', '-')
    """
    if run is None or not run.nodes:
        return "-"
    return ("" if run.solved else ">") + f"{math.log10(run.nodes):.1f}"
