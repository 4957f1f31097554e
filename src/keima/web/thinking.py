"""Threads that search, in fair turns: moves to be played first, then analyses one after another."""

from __future__ import annotations

import atexit
import contextlib
import os
import threading
import traceback
from collections import deque
from typing import Protocol

#: Moves that are searched at the same time, at least.
_MOVES_AT_ONCE = 4
#: So far searching threads step back behind the server's own: `nice`.
_NICENESS = 5


class Job(Protocol):
    """Work for a thread. `turn` does a part of it and says whether there is more; it must not
    raise. `interrupt` is called from other threads and ends the turn under way soon."""

    #: Does somebody wait for it? Then it goes before the others.
    urgent: bool
    #: Are its turns long? Of such jobs one runs at a time.
    slow: bool

    def turn(self) -> bool: ...
    def interrupt(self) -> None: ...


class Thinker:
    """A few threads that work through jobs. All methods may be called from any thread."""

    def __init__(self, cores: int | None = None) -> None:
        self.cores = cores or _cores()
        self._condition = threading.Condition()
        self._urgent: deque[Job] = deque()
        self._others: deque[Job] = deque()
        self._running: list[Job] = []
        self._left: set[int] = set()
        self._closed = False
        self._threads = [
            threading.Thread(target=self._work, name=f"thinker-{i}", daemon=True)
            for i in range(max(_MOVES_AT_ONCE, self.cores))
        ]
        for thread in self._threads:
            thread.start()
        # A search that is still under way when the interpreter ends would end it with a crash.
        atexit.register(self.close)

    def submit(self, job: Job) -> None:
        """Does a job when its turn comes. An urgent one takes the place of another, if it must."""
        with self._condition:
            (self._urgent if job.urgent else self._others).append(job)
            if job.urgent and len(self._running) >= self.cores:
                for other in self._running:
                    if not other.urgent:
                        other.interrupt()
                        break
            self._condition.notify()

    def withdraw(self, job: Job) -> None:
        """A job that waits is not done, one that runs is interrupted and gets no other turn."""
        with self._condition:
            for queue in (self._urgent, self._others):
                with contextlib.suppress(ValueError):
                    queue.remove(job)
            if any(job is other for other in self._running):
                self._left.add(id(job))
                job.interrupt()

    def share(self) -> int:
        """How many threads a search may use: all cores if there is no other, else its part."""
        with self._condition:
            jobs = len(self._running) + len(self._urgent) + len(self._others)
            return max(1, self.cores // max(1, jobs))

    def close(self) -> None:
        """Ends all jobs and threads."""
        atexit.unregister(self.close)
        with self._condition:
            self._closed = True
            self._urgent.clear()
            self._others.clear()
            running = list(self._running)
            self._condition.notify_all()
        for job in running:
            job.interrupt()
        for thread in self._threads:
            thread.join(timeout=5)

    def _next(self) -> Job | None:
        """The next job, taken; None at the end."""
        with self._condition:
            while not self._closed:
                if self._urgent:
                    job = self._urgent.popleft()
                elif (found := self._next_other()) is not None:
                    job = found
                else:
                    self._condition.wait()
                    continue
                self._running.append(job)
                return job
            return None

    def _next_other(self) -> Job | None:
        """The next of those that nobody waits for, taken; None if none may run now."""
        if len(self._running) >= self.cores:
            return None
        slow = any(job.slow for job in self._running)
        for job in self._others:
            if not (slow and job.slow):
                self._others.remove(job)
                return job
        return None

    def _work(self) -> None:
        _step_back()
        while (job := self._next()) is not None:
            try:
                more = job.turn()
            except Exception:  # a fault of ours: it must not end the thread
                traceback.print_exc()
                more = False
            with self._condition:
                self._running = [other for other in self._running if other is not job]
                if more and not self._closed and id(job) not in self._left:
                    (self._urgent if job.urgent else self._others).append(job)
                self._left.discard(id(job))
                self._condition.notify_all()


def _step_back() -> None:
    """Lowers the priority of this thread, where that can be done for one thread alone."""
    if hasattr(os, "setpriority") and os.uname().sysname == "Linux":
        thread = threading.get_native_id()
        with contextlib.suppress(OSError):
            os.setpriority(
                os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + _NICENESS
            )


def _cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on this system
        return os.cpu_count() or 1
