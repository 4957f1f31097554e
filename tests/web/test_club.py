"""The house: what is kept and what is taken back."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from keima.colors import Color
from keima.engine import SearchResult
from keima.web import club as rooms
from keima.web import engines
from keima.web.actions import perform
from keima.web.clocks import read_settings
from keima.web.club import Club
from keima.web.games import new_game
from keima.web.players import Seat
from keima.web.state import state_of
from keima.web.store import Store
from keima.web.thinking import Thinker
from keima.web.values import Refused


class Watcher:
    """Somebody who waits for states."""

    def __init__(self) -> None:
        self.states: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def send(self, message: str, slot: str | None = None) -> None:
        told = json.loads(message)
        if told["type"] == "state":
            self.states.put_nowait(told["state"])

    async def until(self, **wanted: object) -> dict[str, Any]:
        while True:
            state = await asyncio.wait_for(self.states.get(), 30)
            if all(state[key] == value for key, value in wanted.items()):
                return state


def run(folder: Path, story: Callable[[Club], Awaitable[None]]) -> None:
    async def open_and_close() -> None:
        club = Club(Store(folder / "games.sqlite"), Thinker(1), "brugmann")
        try:
            await story(club)
        finally:
            club.close()

    asyncio.run(open_and_close())


def test_what_cannot_be_saved_has_not_happened(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        club.add(new_game("x", (5, 5), "chinese", None, 0))
        before = await perform(club, "x", {"do": "play", "move": "C3"})
        club.store._db.execute("PRAGMA query_only = 1")
        with pytest.raises(Refused) as refused:
            await perform(club, "x", {"do": "play", "move": "B2"})
        assert refused.value.status == 503
        # Pages that have heard of the last change need not be told again.
        new = {"version": 0, "tree_changes": []}
        assert state_of(club.game("x")) | new == before | new
        club.store._db.execute("PRAGMA query_only = 0")
        after = await perform(club, "x", {"do": "play", "move": "B2"})
        assert after["number"] == 2 and after["version"] > before["version"]

    run(tmp_path, story)


def test_an_engines_move_that_cannot_be_saved_is_an_error(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        club.add(new_game("x", (5, 5), "chinese", None, 0))
        watcher = Watcher()
        club.watch("x", watcher)
        game = club.game("x")
        club.store._db.execute("PRAGMA query_only = 1")
        club.think(game, Seat("brugmann", playouts=5))
        state = await watcher.until(thinking=False)
        assert state["number"] == 0 and "readonly" in state["error"]

    run(tmp_path, story)


def test_a_fault_of_ours_leaves_the_game_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("of ours")

    async def story(club: Club) -> None:
        club.add(new_game("x", (5, 5), "chinese", None, 0))
        monkeypatch.setattr(club.store, "save", fail)
        with pytest.raises(RuntimeError):
            await perform(club, "x", {"do": "play", "move": "C3"})
        assert state_of(club.game("x"))["number"] == 0

    run(tmp_path, story)


def test_a_game_goes_on_after_something_that_could_not_be_saved(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        game = new_game("x", (5, 5), "chinese", None, 0)
        game.set_seat(Color.BLACK, Seat("brugmann", seconds=60.0, playouts=100_000))
        game.set_clock(read_settings({"main": 600}))
        club.add(game)
        watcher = Watcher()
        club.watch("x", watcher)
        club.store._db.execute("PRAGMA query_only = 1")
        with pytest.raises(Refused):
            await perform(club, "x", {"do": "comment", "node": 0, "text": "x"})
        state = await watcher.until(comment="")
        assert state["thinking"] and state["clock"]["running"] == "B"
        assert club.game("x") is not game and "x" in club._flags

    run(tmp_path, story)


def test_a_clock_runs_for_a_move_that_is_asked_for(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        game = new_game("x", (5, 5), "chinese", None, 0)
        game.set_seat(Color.BLACK, Seat("brugmann", seconds=60.0, playouts=100_000))
        game.set_clock(read_settings({"main": 600}))
        club.add(game)
        assert (await perform(club, "x", {"do": "stop"}))["clock"]["running"] is None
        state = await perform(club, "x", {"do": "move"})
        assert state["thinking"] and state["clock"]["running"] == "B"

    run(tmp_path, story)


def test_a_title_neither_stops_nor_starts_an_engine(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        game = new_game("x", (5, 5), "chinese", None, 0)
        game.set_seat(Color.BLACK, Seat("brugmann", seconds=60.0, playouts=100_000))
        club.add(game)
        job = game.thinking
        await perform(club, "x", {"do": "settings", "title": "one"})
        assert job is not None and game.thinking is job
        await perform(club, "x", {"do": "stop"})
        state = await perform(club, "x", {"do": "settings", "title": "two"})
        assert not state["thinking"] and state["title"] == "two"
        # Nor does a restart.
        club.reload("x")
        assert club.game("x").thinking is None
        assert (await perform(club, "x", {"do": "go", "node": 0}))["thinking"]

    run(tmp_path, story)


def test_a_hint_of_an_engine_that_cannot_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise FileNotFoundError("no network")

    monkeypatch.setattr(engines, "make_engine", fail)

    async def story(club: Club) -> None:
        club.add(new_game("x", (5, 5), "chinese", None, 0))
        game = club.game("x")
        with pytest.raises(Refused, match="brugmann: no network") as refused:
            await perform(club, "x", {"do": "hint"})
        assert refused.value.status == 503 and club.game("x") is game

    run(tmp_path, story)


def test_going_elsewhere_writes_no_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a record is written")

    async def story(club: Club) -> None:
        club.add(new_game("x", (5, 5), "chinese", None, 0))
        await perform(club, "x", {"do": "play", "move": "C3"})
        monkeypatch.setattr(club.store, "save", fail)
        before = await perform(club, "x", {"do": "go", "node": 0})
        await perform(club, "x", {"do": "stop"})
        club.reload("x")
        game = club.game("x")
        assert (game.node, game.paused, len(game)) == (0, True, 2)
        assert game.version > before["version"]

    run(tmp_path, story)


def test_games_that_nobody_needs_leave_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "_LOADED", 2)

    async def story(club: Club) -> None:
        club.add(new_game("a", (5, 5), "chinese", None, 0))
        club.watch("a", Watcher())
        games = {"a": club.game("a")}
        for name in "bcd":
            club.add(new_game(name, (5, 5), "chinese", None, 0))
            games[name] = club.game(name)
        assert club.game("a") is games["a"]  # somebody watches it
        assert club.game("b") is not games["b"]
        assert club.game("b").id == "b"

    run(tmp_path, story)


def test_no_engine_resigns_for_a_human(tmp_path: Path) -> None:
    gives_up = SearchResult("resign", 0.0, None, [], [], 1, 0.1, (5, 5), None)

    async def story(club: Club) -> None:
        club.add(new_game("x", (5, 5), "chinese", None, 0))
        game, seat = club.game("x"), Seat("classic")
        club.think(game, seat)
        job = game.thinking
        assert job is not None
        job.interrupt()
        club._moved("x", job, gives_up)
        assert game.result is None and game.error == "classic would resign here"
        # At its own seat it may.
        game.set_seat(Color.BLACK, seat)
        game.thinking = job
        club._moved("x", job, gives_up)
        assert game.result == "W+R"

    run(tmp_path, story)


def test_values_of_analyses_are_saved_in_the_end(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        club.add(new_game("x", (5, 5), "chinese", None, 0))
        club.game("x").values[0] = [0.5, 1.0]
        club.keep_values("x")

    run(tmp_path, story)
    kept = Store(tmp_path / "games.sqlite").load("x")
    assert kept is not None and kept.values == {0: [0.5, 1.0]}
