"""Boards solved backwards from the ends of games, under basic ko: where play mostly goes in
circles a search forwards does not come to an end, and this does."""

from __future__ import annotations

from typing import NamedTuple

from keima import _core
from keima.points import point_name
from keima.solve.bounds import Bounds
from keima.solve.memory import free_megabytes
from keima.solve.running import Runner, Stopped
from keima.solve.solution import Progress, Solution, Watcher, signed
from keima.solve.start import Situation, Start

#: The largest board that the core can hold.
MOST_POINTS = 31
#: Memory for the positions, if none is given.
MEGABYTES = 4096
#: The part of the free memory that it takes at most.
SHARE = 0.8


class Told(NamedTuple):
    """How far the core is."""

    #: None while the ends of games are looked for.
    rounds: int
    #: The part of this round that is done.
    share: float
    #: Positions of which anything is known.
    states: int
    #: Memory for them.
    size: int
    #: What the player to move at the root forces, and to what he can be held.
    lower: int
    upper: int
    #: Is all known?
    done: bool
    #: Is more memory needed?
    full: bool


def fits_backward(start: Start, ko: str) -> bool:
    """Is a position one that is better solved backwards: one of a board of one line, under basic
    ko?

    >>> fits_backward(Start(9, 1), "basic"), fits_backward(Start(3, 3), "basic")
    (True, False)
    """
    return ko == "basic" and min(start.width, start.height) == 1 and start.points <= MOST_POINTS


def usual_backward_megabytes() -> int:
    """What the positions may take, if nothing is said."""
    free = free_megabytes()
    return MEGABYTES if free is None else max(1, min(MEGABYTES, int(SHARE * free)))


class Backward:
    """All positions of a board, and what is known of one of them; see `keima.solve.go.solve_go`.

    Raises ValueError for a board of too many points.
    """

    def __init__(self, start: Start, megabytes: int) -> None:
        if start.points > MOST_POINTS:
            raise ValueError(
                f"a board of {start.points} points cannot be solved backwards: "
                f"at most {MOST_POINTS}"
            )
        self.start, self.megabytes = start, megabytes
        root = Situation(
            start.black, start.white, start.sign < 0, start.ko_point, start.fresh, start.passes
        )
        self.core = _core.GoRetrograde(start.width, start.height, root, megabytes)

    def run(self, runner: Runner, progress: Watcher | None) -> Solution:
        """Works until all is known, or the runner ends it."""
        if progress is not None:
            watch = progress
            runner.tick = lambda: watch(self._progress(runner))
        stopped = None
        try:
            if not runner.wait(self.core.run, self.core.stop):
                stopped = f"it needs more memory than {self.megabytes} MB"
        except MemoryError:
            stopped = f"there are no {self.megabytes} MB of memory"
        except Stopped as why:
            stopped = str(why)
        except KeyboardInterrupt:
            stopped = "interrupted"
        return self._solution(runner, stopped)

    def _told(self) -> Told:
        return Told(*self.core.progress())

    def _bounds(self, told: Told) -> tuple[int, int]:
        """What Black forces and White holds."""
        worth = (told.lower, told.upper)
        return worth if self.start.sign > 0 else (-told.upper, -told.lower)

    def _progress(self, runner: Runner) -> Progress:
        told, spent = self._told(), runner.spent
        lower, upper = self._bounds(told)
        low = signed(lower) if lower > -self.start.points else "?"
        high = signed(upper) if upper < self.start.points else "?"
        done = (
            f"{told.share:.0%} of a round," if told.rounds else f"{told.share:.0%} of them found,"
        )
        return Progress(
            question=f"backwards from the ends, {done}",
            depth=told.rounds,
            known=f"[{low}, {high}]",
            line=(),
            nodes=told.states,
            seconds=spent,
            nodes_per_second=told.states / spent if spent > 0 else 0.0,
            fill=min(1.0, told.size / (self.megabytes << 20)),
        )

    def _solution(self, runner: Runner, stopped: str | None) -> Solution:
        start, told = self.start, self._told()
        bounds = Bounds(start.points)
        bounds.know(*self._bounds(told), all_of_it=told.done)
        line = tuple(point_name(m, start.width, start.height) for m in self.core.line())
        return Solution(
            width=start.width,
            height=start.height,
            ko="basic",
            value=bounds.value,
            lower=bounds.lower,
            upper=bounds.upper,
            proved=bounds.proved,
            complete=bounds.complete,
            best=line[0] if line else None,
            line=line,
            nodes=told.states,
            depth=told.rounds,
            seconds=runner.spent,
            stopped=stopped,
        )
