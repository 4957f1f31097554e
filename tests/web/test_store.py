"""Games are kept: over a restart, and over the sudden end of the server."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from keima import sgf
from keima.colors import Color
from keima.web import limits
from keima.web.games import OpenGame, from_sgf, new_game
from keima.web.players import Seat
from keima.web.state import state_of, tree_text
from keima.web.store import Store
from keima.web.values import Refused


def same(game: OpenGame, other: OpenGame | None) -> bool:
    assert other is not None
    told = [state_of(each) | {"version": 0, "analysis": None} for each in (game, other)]
    return told[0] == told[1] and asyncio.run(tree_text(game)) == asyncio.run(tree_text(other))


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
    store.save_values(games[1])
    assert [row["id"] for row in store.listed()] == ["a", "c", "b"]
    assert store.oldest(2) == ["b"]
    assert store.delete("b") and not store.delete("b")


@pytest.mark.parametrize(
    ("column", "value"),
    [
        *(("settings", value) for value in ("{", "[]", '{"players": 3}', "[" * 100_000)),
        *(("sgf", value) for value in ("(;", "(;GM[2])", b"(;\xff")),
        *(("ids", "4"), ("title", b"\xff")),
        *(
            ("settings", f"json_set(settings, '$.{key}', json('{value}'))")
            for key, value in (("node", 99), ("dead", [999]), ("clock", 5), ("players.B", "null"))
        ),
    ],
    ids=lambda value: str(value)[:45],
)
def test_a_damaged_game_does_not_hide_the_others(
    tmp_path: Path, run_server: Any, column: str, value: str | bytes
) -> None:
    with run_server(tmp_path) as visitor:
        games = [visitor.new(width=5)["id"] for _ in range(2)]
    with contextlib.closing(sqlite3.connect(tmp_path / "games.sqlite")) as db, db:
        made = isinstance(value, str) and value.startswith("json_set")
        new = value if made else "CAST(:value AS TEXT)"
        there = {"id": games[0]} if made else {"id": games[0], "value": value}
        assert db.execute(f"UPDATE games SET {column} = {new} WHERE id = :id", there).rowcount
    with run_server(tmp_path) as visitor:
        assert {row["id"] for row in visitor.get("games")["games"]} == set(games)
        assert visitor.play(games[1], "C3")["number"] == 1
        answer = visitor.client.get(f"/api/games/{games[0]}")
        if column != "title" and "players.B" not in str(value):  # these can be shown
            assert answer.status_code == 500 and "damaged" in answer.json()["error"]
        visitor.client.request("DELETE", f"/api/games/{games[0]}", json={})
        assert [row["id"] for row in visitor.get("games")["games"]] == [games[1]]


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
        changing = {"version": 0, "clock": None, "tree_changes": []}
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


def large(moves: int = 1100) -> OpenGame:
    """A record of so many moves."""
    return from_sgf("x", "(;SZ[9]" + ";B[];W[]" * (moves // 2) + ")")


def test_moves_of_a_large_record_are_written_alone(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.sqlite")
    game = large()
    store.save(game)
    whole = record_of(store)
    for color, point in ((Color.BLACK, 40), (Color.WHITE, 41)):
        game.go(game.add_move(color, point))
        game.current.comment = f"at {point}"
        store.save_nodes(game, [0, game.node])
    game.set_result("B+R")
    store.save_nodes(game, [0, game.node])
    assert record_of(store) == whole and game.edits == 6
    again = store.load("x")
    assert again is not None and again.edits == 6
    assert sgf.write(again.tree) == sgf.write(game.tree)
    assert again.ids == game.ids and again.node == game.node
    assert again.current.comment == "at 41" and again.result == "B+R"
    # What comes then has new numbers, and the record is whole again.
    assert again.add_move(Color.BLACK, 3) == game.node + 1
    store.save(again)
    assert record_of(store) != whole
    kept = store.load("x")
    assert kept is not None and kept.edits == 0
    assert sgf.write(kept.tree) == sgf.write(again.tree) and kept.ids == again.ids
    assert store.delete("x") and store.load("x") is None


def record_of(store: Store) -> str:
    [(text,)] = store._run("SELECT sgf FROM games").fetchall()
    assert isinstance(text, str)
    return text


def test_many_changes_make_the_record_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keima.web.store._MOST_EDITS", 4)
    store = Store(tmp_path / "games.sqlite")
    game = large()
    store.save(game)
    for point in range(10):
        game.go(game.add_move(game.game.to_play, point))
        store.save_nodes(game, [game.node])
        loaded = store.load("x")
        assert loaded is not None and sgf.write(loaded.tree) == sgf.write(game.tree)
        assert game.edits is not None and game.edits <= 4


def test_files_that_have_numbers_in_their_settings(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.sqlite")
    game = from_sgf("x", "(;SZ[9];B[ee](;W[cc])(;W[gg]))")
    game.remove(2)
    game.go(3)
    store.save(game)
    settings = game.settings() | {"ids": [0, 1, 3]}
    store._run("UPDATE games SET ids = NULL, settings = ?", (json.dumps(settings),))
    old = store.load("x")
    assert old is not None and old.ids == [0, 1, 3] and old.node == 3
    store.save_settings(old)
    again = store.load("x")
    assert again is not None and again.ids == [0, 1, 3]
