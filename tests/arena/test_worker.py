"""Players inside a worker that never answer."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from keima.arena import worker
from keima.arena.clock import Clock
from keima.arena.play import Table, patience
from keima.arena.players import EnginePlayer
from keima.arena.pool import play_in_pool
from keima.arena.settings import GameSettings, PlannedGame, parse_time
from keima.arena.worker import _await_hang
from keima.colors import Color
from keima.game import Game

Plan = Callable[..., PlannedGame]


class Sleeper(EnginePlayer):
    """Sleeps at its second move until it is woken."""

    def __init__(self) -> None:
        super().__init__("brugmann:playouts=5")
        self.moves = 0
        self.asleep, self.awake = threading.Event(), threading.Event()

    def genmove(self, game: Game, color: Color, clock: Clock) -> str:
        self.moves += 1
        if self.moves == 2:
            self.asleep.set()
            self.awake.wait()
        return super().genmove(game, color, clock)


class Watchmans:
    """The time of a watcher, in place of the module: it passes only while a player sleeps, and
    then in no time. After so many looks the player is woken, and time stands still."""

    def __init__(self, sleeper: Sleeper, looks: int | None) -> None:
        self.sleeper, self.looks = sleeper, looks
        self.looked = 0
        #: Ends the watcher.
        self.over = threading.Event()

    def sleep(self, seconds: float) -> None:
        self.sleeper.asleep.wait()
        self.looked += 1
        if self.looked == self.looks:
            self.sleeper.awake.set()
            self.over.wait()
            raise SystemExit


@contextmanager
def playing(plan: PlannedGame, sleeper: Sleeper) -> Iterator[tuple[Table, threading.Thread]]:
    """A table where the game is played in another thread, with a sleeper as White."""
    table = Table()
    table._players[plan.white.spec, 0] = sleeper
    thread = threading.Thread(target=table.play, args=(plan,))
    thread.start()
    yield table, thread
    sleeper.awake.set()
    thread.join()
    table.close()


@pytest.mark.parametrize(
    ("clock", "result", "reason"),
    [("none", "B+F", "forfeit"), ("absolute 30", "B+T", "time")],
)
def test_a_player_that_sleeps_for_ever_loses(
    plan: Plan, clock: str, result: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned = plan("brugmann:playouts=5", "sleeper", timeout=20, time=parse_time(clock))
    lock, sleeper = threading.Lock(), Sleeper()
    monkeypatch.setattr(worker, "time", Watchmans(sleeper, None))
    with playing(planned, sleeper) as (table, _):
        record = _await_hang(table, lock)
    assert lock.locked()
    assert (record.plan, record.result, record.reason) == (planned, result, reason)
    assert len(record.moves) == len(record.times) == 3
    [fault] = record.faults
    assert (fault.color, fault.kind) == ("W", "hang")
    assert "no move within" in fault.message
    assert fault.transcript


def test_a_player_that_wakes_up_in_time_goes_on(
    plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned = plan("brugmann:playouts=5", "sleeper", timeout=5.0)
    sleeper = Sleeper()
    # It may think for 6.5 seconds, and does so for 6.
    watchmans = Watchmans(sleeper, int(6 / worker.LOOK_EVERY))
    monkeypatch.setattr(worker, "time", watchmans)
    with playing(planned, sleeper) as (table, game):

        def watch() -> None:
            with suppress(SystemExit):
                _await_hang(table, threading.Lock())

        watcher = threading.Thread(target=watch)
        watcher.start()
        game.join(60)
        assert table.playing is None
        assert watcher.is_alive()
        watchmans.over.set()
        watcher.join()


def test_patience_is_beyond_what_a_clock_allows() -> None:
    settings = GameSettings(timeout=10)
    assert patience(settings, Clock(parse_time("none"))) == pytest.approx(12)
    assert patience(settings, Clock(parse_time("byoyomi 60 10 3"))) == pytest.approx(102)


def test_the_pool_replaces_a_worker_that_hangs(
    plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hybrid inside the worker waits for a GNU Go that says nothing."""
    program = tmp_path / "gnugo"
    program.write_text(f"#!/bin/sh\necho $$ >> {tmp_path}/pids\nexec sleep 1000\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    hybrid, other = "gnugo-range:playouts=10", "brugmann:playouts=5"
    plans = [
        plan(other, other, index=0),
        plan(hybrid, other, index=1, timeout=0.5),
        plan(other, hybrid, index=2, timeout=0.5),
        plan(other, other, index=3),
    ]
    records = {record.plan.index: record for record in play_in_pool(plans, 1)}
    assert sorted(records) == [0, 1, 2, 3]
    assert records[1].result == "W+F"
    assert records[2].result == "B+F"
    assert len(records[2].moves) == 1
    for number in (1, 2):
        [fault] = records[number].faults
        assert fault.kind == "hang"
        assert "in value_moves" in fault.transcript
    assert not records[0].faults
    assert not records[3].faults
    pids = (tmp_path / "pids").read_text().split()
    assert len(pids) == 2
    assert not any(map(command_of, pids))


def command_of(pid: str) -> bytes:
    """Empty if the process has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def test_the_processor_time_of_a_hybrid_includes_gnu_go(gnugo: str) -> None:
    player = EnginePlayer("gnugo-best:best=1,playouts=10,gnugo_level=10")
    game = Game(9, komi=6.5)
    player.new_game(game, GameSettings((9, 9)), 1)
    before = time.process_time()
    for move in ("E5", "E3", "C3", "G4", "G5", "C6"):
        game.play(move)
    player.genmove(game, Color.BLACK, Clock(parse_time("none")))
    assert player.cpu_seconds() > time.process_time() - before
    player.abandon()
