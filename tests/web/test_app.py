"""What the server tells of itself."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.requests import Request

import keima
from keima.rules import PRESETS
from keima.web.app import body
from keima.web.values import Refused


def test_info_lists_what_can_be_chosen(server: Any) -> None:
    info = server.get("info")
    assert info["version"] == keima.__version__ and info["solver_points"] == 25
    assert info["rules"] == list(PRESETS)
    assert info["most"]["side"] == 25 and info["most"]["nodes"] == 20_000
    players = {profile["name"]: profile for profile in info["profiles"]}
    assert len(players["keima"]["levels"]) == 16 and players["classic"]["about"]


def test_the_page_is_at_the_root(server: Any) -> None:
    answer = server.client.get("/")
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/html")


def test_games_are_listed_with_what_they_are(server: Any) -> None:
    game = server.new(width=7, height=5, title="First")["id"]
    server.play(game, "A1", "B1")
    server.do(game, "resign")
    [row] = [each for each in server.get("games")["games"] if each["id"] == game]
    assert (row["title"], row["size"], row["moves"], row["result"]) == ("First", "7x5", 2, "W+R")
    assert row["changed"] > 1e9
    assert row["players"] == {"B": {"kind": "human"}, "W": {"kind": "human"}}


def test_new_games_that_cannot_be_are_refused(server: Any) -> None:
    before = len(server.get("games")["games"])
    for bad in (
        {"width": 0},
        {"width": 26},
        {"width": "9"},
        {"width": 9.0},
        {"height": None},
        {"handicap": 1},
        {"handicap": 26},
        {"width": 2, "handicap": 9},
        {"komi": float("inf")},
        {"rules": "go"},
        {"colour": "B"},
        {"sgf": "(;)", "width": 5},
    ):
        answer = server.post("games", bad)
        assert answer.status_code in (400, 422), bad
        assert len(answer.json()["error"]) > 10
    assert len(server.get("games")["games"]) == before


def test_a_request_that_is_cut_off_is_no_fault_of_ours() -> None:
    """It would be told on the terminal with a traceback."""

    async def leave() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    headers = [(b"content-type", b"application/json"), (b"content-length", b"99")]
    request = Request({"type": "http", "method": "POST", "headers": headers}, leave)
    with pytest.raises(Refused, match="cut off"):
        asyncio.run(body(request, 100, "sgf"))
