"""Games are kept: over a restart, and over the sudden end of the server."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from keima.colors import Color
from keima.web import limits
from keima.web.games import OpenGame, from_sgf, new_game
from keima.web.players import Seat
from keima.web.state import state_of, tree_of
from keima.web.store import Store
from keima.web.values import Refused


def same(game: OpenGame, other: OpenGame | None) -> bool:
    assert other is not None
    told = [state_of(each) | {"version": 0, "analysis": None} for each in (game, other)]
    return told[0] == told[1] and tree_of(game) == tree_of(other)


def test_a_game_comes_back_as_it_was(tmp_path: Path) -> None:
    game = from_sgf("x", "(;SZ[5]KM[3.5]RU[Japanese]GN[Über];B[cc]C[ok](;W[bb])(;W[dd];B[ab]))")
    game.go(1)
    game.go(game.add_move(Color.WHITE, 3))
    game.remove(2)  # numbers with a gap
    game.set_seat(Color.WHITE, Seat("classic", seconds=1.5))
    game.values[1] = [0.5, -1.25]
    store = Store(tmp_path / "games.sqlite")
    store.save(game)
    again = store.load("x")
    assert same(game, again)
    assert again is not None and again.version > game.version
    assert again.add_move(Color.BLACK, 4) == game.add_move(Color.BLACK, 4)
    assert (again.own_from, again.values) == (game.own_from, {1: [0.5, -1.25]})
    assert store.load("y") is None


def test_what_cannot_be_saved_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.sqlite")
    game = new_game("x", (5, 5), "chinese", None, 0)
    store.save(game)
    store._db.execute("PRAGMA query_only = 1")
    game.go(game.add_move(Color.BLACK, 4))
    with pytest.raises(Refused, match="readonly"):
        store.save(game)
    kept = store.load("x")
    assert kept is not None and len(kept) == 1


def test_a_file_that_is_no_database_is_said(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    path.write_text("no database, but long enough to be looked at " * 100)
    with pytest.raises(ValueError, match="cannot keep games"):
        Store(path)


def test_the_games_changed_last_come_first(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.sqlite")
    games = [new_game(name, (5, 5), "chinese", None, 0) for name in "abc"]
    for game in [*games, games[0]]:
        store.save(game)
    store.save(games[1], touched=False)
    assert [row["id"] for row in store.listed()] == ["a", "c", "b"]
    assert store.oldest(2) == ["b"]
    assert store.delete("b") and not store.delete("b")


def test_the_oldest_games_make_room(tmp_path: Path, run_server: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(limits, "GAMES", 3)
    with run_server(tmp_path) as visitor:
        games = [visitor.new(width=5)["id"] for _ in range(3)]
        with visitor.page(games[0]):  # somebody looks at it
            games += [visitor.new(width=5)["id"] for _ in range(2)]
            assert visitor.client.get(f"/api/games/{games[0]}").status_code == 200
            assert visitor.client.get(f"/api/games/{games[1]}").status_code == 404


def test_a_restart_keeps_games(tmp_path: Path, run_server: Any) -> None:
    with run_server(tmp_path) as visitor:
        game = visitor.new(width=5, title="Kept", clock={"main": 600})["id"]
        visitor.play(game, "C3", "B2")
        visitor.do(game, "go", node=1)
        visitor.play(game, "D4")
        visitor.do(game, "comment", node=1, text="ü")
        before = visitor.get(f"games/{game}")
        tree = visitor.get(f"games/{game}/tree")
    with run_server(tmp_path) as visitor:
        after = visitor.get(f"games/{game}")
        assert after["version"] > before["version"]
        changing = {"version": 0, "clock": None}
        assert after | changing == before | changing
        assert after["clock"]["W"] == before["clock"]["W"]
        assert before["clock"]["B"]["main"] <= after["clock"]["B"]["main"] <= 600
        assert visitor.get(f"games/{game}/tree") == tree
        assert visitor.play(game, "A1")["number"] == 3
        listed = visitor.get("games")["games"]
        assert [(row["id"], row["title"], row["size"]) for row in listed] == [(game, "Kept", "5x5")]


def start(folder: Path) -> tuple[subprocess.Popen[str], httpx.Client]:
    command = [sys.executable, "-m", "keima", "serve", "--data", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    address = process.stdout.readline().split()[-1]
    return process, httpx.Client(base_url=address, timeout=30)


def test_a_server_that_is_killed_has_lost_nothing(tmp_path: Path) -> None:
    process, client = start(tmp_path)
    try:
        game = client.post("/api/games", json={"width": 9}).json()["id"]
        for move in ("E5", "C3", "G7"):
            last = client.post(f"/api/games/{game}/do", json={"do": "play", "move": move}).json()
        os.kill(process.pid, signal.SIGKILL)
        process.wait(30)
        process, client = start(tmp_path)
        state = client.get(f"/api/games/{game}").json()
        assert state["board"] == last["board"] and state["number"] == 3
    finally:
        process.kill()
        process.wait(30)
