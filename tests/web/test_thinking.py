"""Turns of jobs: who goes first, who makes room, and what ends."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator

import pytest

from keima.web.thinking import Thinker

PATIENCE = 30


class Work:
    """A job of so many turns. While it is `held` its turn ends only by an interruption."""

    def __init__(
        self, name: str, log: list[str], turns: int = 1, *, urgent: bool = False, slow: bool = False
    ) -> None:
        self.name, self.log, self.turns = name, log, turns
        self.urgent, self.slow = urgent, slow
        self.held = False
        self.began, self.done = threading.Event(), threading.Event()
        self.interrupted = threading.Event()
        self.during: Callable[[], object] = lambda: None

    def turn(self) -> bool:
        self.log.append(self.name)
        self.began.set()
        self.during()
        if self.held:
            assert self.interrupted.wait(PATIENCE)
            self.held = False
        self.turns -= 1
        if not self.turns:
            self.done.set()
        return self.turns > 0

    def interrupt(self) -> None:
        self.interrupted.set()


@pytest.fixture
def thinker() -> Iterator[Thinker]:
    made = Thinker(cores=1)
    yield made
    made.close()


def test_jobs_take_turns(thinker: Thinker) -> None:
    log: list[str] = []
    gate = Work("gate", log)
    gate.held = True
    thinker.submit(gate)
    assert gate.began.wait(PATIENCE)
    jobs = [Work(name, log, 3) for name in "abc"]
    for job in jobs:
        thinker.submit(job)
    gate.interrupt()
    for job in jobs:
        assert job.done.wait(PATIENCE)
    assert "".join(log[1:]) == "abcabcabc"


def test_an_urgent_job_takes_the_place_of_another(thinker: Thinker) -> None:
    log: list[str] = []
    long = Work("long", log, 2)
    long.held = True
    thinker.submit(long)
    assert long.began.wait(PATIENCE)
    waiting = Work("waiting", log)
    thinker.submit(waiting)
    urgent = Work("urgent", log, urgent=True)
    thinker.submit(urgent)
    assert long.interrupted.is_set()
    for job in (urgent, waiting, long):
        assert job.done.wait(PATIENCE)
    assert log.index("urgent") < log.index("waiting")


def test_a_job_that_is_withdrawn_gets_no_other_turn(thinker: Thinker) -> None:
    log: list[str] = []
    running, waiting, last = Work("running", log, 9), Work("waiting", log), Work("last", log)
    running.held = True
    thinker.submit(running)
    assert running.began.wait(PATIENCE)
    thinker.submit(waiting)
    thinker.submit(last)
    thinker.withdraw(waiting)
    thinker.withdraw(running)
    assert last.done.wait(PATIENCE)
    assert log == ["running", "last"]


def test_a_fault_ends_the_job_alone(thinker: Thinker, capfd: pytest.CaptureFixture[str]) -> None:
    log: list[str] = []
    bad, good = Work("bad", log, 5), Work("good", log)

    def fail() -> None:
        raise RuntimeError("of ours")

    bad.during = fail
    thinker.submit(bad)
    thinker.submit(good)
    assert good.done.wait(PATIENCE)
    assert log == ["bad", "good"]
    assert "of ours" in capfd.readouterr().err


def test_of_slow_jobs_one_runs_at_a_time() -> None:
    thinker, log = Thinker(cores=2), list[str]()
    slow, second = Work("slow", log, slow=True), Work("second", log, slow=True)
    quick = Work("quick", log)
    slow.held = True
    thinker.submit(slow)
    assert slow.began.wait(PATIENCE)
    thinker.submit(second)
    thinker.submit(quick)
    assert quick.done.wait(PATIENCE) and not second.began.is_set()
    slow.interrupt()
    assert second.done.wait(PATIENCE)
    thinker.close()


def test_searches_share_the_cores() -> None:
    thinker, log = Thinker(cores=8), list[str]()
    jobs = [Work(str(i), log) for i in range(4)]
    shares = []
    for job in jobs:
        job.held = True
        thinker.submit(job)
        assert job.began.wait(PATIENCE)
        shares.append(thinker.share())
    assert shares == [8, 4, 2, 2]
    thinker.close()  # interrupts them
    assert all(job.done.is_set() for job in jobs)


def test_a_search_under_way_ends_before_the_interpreter() -> None:
    program = """
import threading
from keima import Engine, Game, Limit
from keima.web.thinking import Thinker

class Searching:
    urgent = slow = False
    began = threading.Event()
    engine = Engine("classic", threads=2)

    def turn(self):
        began = self.began.set
        self.engine.search(
            Game(9), Limit(seconds=60), progress=lambda done: began(), analysis=True
        )
        return True

    def interrupt(self):
        self.engine.stop()

Thinker(cores=1).submit(Searching())
assert Searching.began.wait(60), "no search has begun"
"""
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=4 * PATIENCE
    )
    assert (ended.returncode, ended.stderr) == (0, "")
