"""Games on the cores of this machine, in processes that live as long as the run."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection, wait

from keima.arena.records import Fault, GameRecord
from keima.arena.settings import PlannedGame
from keima.arena.worker import Hung, WorkerError

AHEAD = 2
"""Plans that a worker holds: one to play, one so that it never waits for the next."""
ATTEMPTS = 2
"""How often a game is begun whose worker dies: it may have been an accident."""


def cores() -> int:
    """How many processes can run at once."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on this system
        return os.cpu_count() or 1


def play_in_pool(
    plans: Iterable[PlannedGame | None], workers: int, keep: int | None = None
) -> Iterator[GameRecord]:
    """Plays the games in so many processes and yields their records as they end.

    Plans are drawn when a worker is ready for one, so that their source may stop at any time; it
    may also give None if it has no plan until another game has ended. `keep` is that of `Table`.
    A worker that dies is replaced; the game that it does twice is recorded as void. So is one
    whose player does not answer any more, which loses the game. Raises ValueError for a plan that
    can never be played. Nothing is left when the iterator is closed.
    """
    if workers < 1:
        raise ValueError(f"workers must be 1 or more, got {workers}")
    source = iter(plans)
    again: deque[PlannedGame] = deque()
    deaths: dict[int, int] = {}

    def draw() -> PlannedGame | None:
        return again.popleft() if again else next(source, None)

    def fill(worker: _Worker, most: int = AHEAD) -> None:
        while len(worker.plans) < most and (plan := draw()) is not None:
            worker.give(plan)

    def busy_workers() -> dict[Connection, _Worker]:
        for most in range(1, AHEAD + 1):
            for worker in pool:
                fill(worker, most)
        return {worker.connection: worker for worker in pool if worker.plans}

    pool: list[_Worker] = []
    try:
        for _ in range(workers):
            # Few games need few workers.
            if (plan := draw()) is None:
                break
            pool.append(_Worker(keep))
            pool[-1].give(plan)
        while busy := busy_workers():
            for connection in wait(list(busy)):
                worker = busy[connection]  # type: ignore[index]
                answer = worker.take()
                if worker.has_ended:
                    if answer is None:
                        lost = worker.plans.popleft()
                        deaths[lost.index] = deaths.get(lost.index, 0) + 1
                        if deaths[lost.index] < ATTEMPTS:
                            again.append(lost)
                        else:
                            answer = void_record(lost, "the process that played it died twice")
                    again.extend(worker.plans)
                    worker.close()
                    pool[pool.index(worker)] = worker = _Worker(keep)
                fill(worker)
                if answer is not None:
                    yield answer
    finally:
        for worker in pool:
            worker.close()


def void_record(plan: PlannedGame, message: str) -> GameRecord:
    """The record of a game that could not be brought to an end."""
    return GameRecord(plan, "Void", "void", (), faults=(Fault("", "worker", message),))


class _Worker:
    """A process and the plans that it has been given."""

    def __init__(self, keep: int | None) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "keima.arena.worker", str(theirs.fileno())),
                    *([] if keep is None else [str(keep)]),
                ],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
            )
        self.connection: Connection = Connection(ours.detach())
        self.plans: deque[PlannedGame] = deque()
        #: Has it died, or given up?
        self.has_ended = False

    def give(self, plan: PlannedGame) -> None:
        self.plans.append(plan)
        with contextlib.suppress(OSError):  # it died: `take` will tell
            self.connection.send(plan)

    def take(self) -> GameRecord | None:
        """The record of its first plan, or None if it has died."""
        try:
            answer = self.connection.recv()
        except (EOFError, OSError):
            self.has_ended = True
            return None
        if isinstance(answer, WorkerError):
            raise ValueError(f"{answer}\n{answer.details}")
        if isinstance(answer, Hung):
            self.has_ended = True
            answer = answer.record
        assert isinstance(answer, GameRecord)
        self.plans.popleft()
        return answer

    def close(self) -> None:
        self.connection.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
