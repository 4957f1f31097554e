"""Running a solver's searches: in a thread of their own, with a time limit, a watcher and saves."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from keima._core import SOLVE_INFINITE, CaptureSolver, GoSolver
from keima.closing import ended_in_time

#: Seconds between two looks at a search.
TICK = 0.1
#: Why a search has ended whose nodes are counted.
NODES_SPENT = "so many nodes were wanted"
T = TypeVar("T")
#: The solver of a game.
Searcher = GoSolver | CaptureSolver


class Iteration(NamedTuple):
    """What a search to one depth has found, for the player to move."""

    value: int
    best: int
    #: Did it run to its end?
    complete: bool
    #: Can no deeper search change the value?
    exhausted: bool


class Stopped(Exception):
    """The time is up, or somebody has had enough; the message says which."""


@dataclass
class Runner:
    """Runs searches until a moment, with somebody who watches.

    `tick` is called about ten times a second while a search runs, and after it. A search that is
    interrupted (Ctrl-C) or out of time has ended when that is raised.
    """

    seconds: float | None = None
    tick: Callable[[], object] = lambda: None
    #: Set by another thread to end it all.
    stop: threading.Event = field(default_factory=threading.Event)
    began: float = field(default_factory=time.monotonic)

    @property
    def spent(self) -> float:
        return time.monotonic() - self.began

    def run(
        self,
        solver: Searcher,
        depth: int,
        alpha: int = -SOLVE_INFINITE,
        beta: int = SOLVE_INFINITE,
        nodes: int | None = None,
    ) -> Iteration:
        """One iteration, with a window of values or with all. Raises Stopped if it cannot be
        finished, or not with so many nodes."""
        before = solver.nodes
        result = self.wait(
            lambda: Iteration(*solver.search(depth, alpha, beta, nodes)), solver.stop
        )
        if not result.complete:
            spent = nodes is not None and solver.nodes - before >= nodes
            raise Stopped(NODES_SPENT if spent else "stopped")
        self.tick()
        return result

    def wait(self, work: Callable[[], T], end: Callable[[], object]) -> T:
        """What `work` returns, done in a thread; `end` lets it return early. Raises Stopped, when
        it has returned, if the time is up or somebody has had enough."""
        self._check()
        found: list[T] = []
        failed: list[BaseException] = []
        done = threading.Event()

        def run() -> None:
            try:
                with ended_in_time(end):
                    found.append(work())
            except BaseException as error:  # told by the thread that waits
                failed.append(error)
            finally:
                done.set()

        thread = threading.Thread(target=run, name="keima solve", daemon=True)
        thread.start()
        try:
            while not done.wait(self._patience()):
                self._check()
                self.tick()
        except BaseException:
            while thread.is_alive():  # it may not have begun, and would not hear the first
                end()
                thread.join(TICK)
            raise
        if failed:
            raise failed[0]
        [result] = found
        return result

    def _patience(self) -> float:
        left = TICK if self.seconds is None else self.seconds - self.spent
        return max(0.0, min(TICK, left))

    def _check(self) -> None:
        if self.stop.is_set():
            raise Stopped("stopped")
        if self.seconds is not None and self.spent >= self.seconds:
            raise Stopped("the time is up")
