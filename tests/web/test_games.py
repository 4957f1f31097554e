"""Records from outside, whatever is in them."""

from __future__ import annotations

from typing import Any

import pytest

from keima import sgf
from keima.colors import Color
from keima.web import limits
from keima.web.games import SIDES, from_sgf, load, new_game
from keima.web.players import Seat
from keima.web.state import state_of
from keima.web.values import Refused

RECORD = (
    "(;GM[1]FF[4]SZ[9]KM[5.5]RU[Japanese]PB[Ann]BR[3d]PW[Bob]RE[B+3.5]"
    ";B[ee]C[a < b & c](;W[gc]TR[aa:bb]LB[cc:1][dd:<b>x])(;W[cg];B[gg]AW[aa]))"
)


def test_a_record_keeps_what_it_says(server: Any) -> None:
    state = server.new(sgf=RECORD)
    assert (state["width"], state["komi"], state["rules"]) == (9, 5.5, "japanese")
    assert state["names"] == {"B": "Ann 3d", "W": "Bob"} and state["title"] == "Ann - Bob"
    assert (state["result"], state["over"], state["node"]) == ("B+3.5", False, 0)
    assert state["players"] == {"B": {"kind": "human"}, "W": {"kind": "human"}}
    game = state["id"]
    assert server.get(f"games/{game}/tree")["nodes"] == [
        [0, -1, "", "", 0],
        [1, 0, "B", "E5", 1],
        [2, 1, "W", "G7", 2],
        [3, 1, "W", "C3", 0],
        [4, 3, "B", "G3", 4],
    ]
    assert server.do(game, "go", node=1)["comment"] == "a < b & c"
    marks = server.do(game, "go", node=2)["marks"]
    assert {"point": "B8", "kind": "triangle", "text": ""} in marks
    assert {"point": "D6", "kind": "label", "text": "<b>x"} in marks
    assert server.do(game, "go", node=4)["board"][0] == 2
    again = sgf.parse(server.client.get(f"/api/games/{game}/sgf").text)[0]
    first = sgf.parse(RECORD)[0]
    assert [node.raw("C") for node in again.walk()] == [node.raw("C") for node in first.walk()]


def test_the_record_is_a_download(server: Any) -> None:
    game = server.new(sgf='(;SZ[9]GN[../"<x>\r\ny/ü])')["id"]
    answer = server.client.get(f"/api/games/{game}/sgf")
    assert answer.headers["content-type"].startswith("application/x-go-sgf")
    name = answer.headers["content-disposition"]
    assert name.startswith('attachment; filename="') and name.endswith('.sgf"')
    assert not set(name[22:-5]) & set('/\\"<>\r\n')


def test_players_may_take_over_a_record(server: Any) -> None:
    engine = {"kind": "engine", "profile": "brugmann", "playouts": 20}
    game = server.new(sgf="(;SZ[5];B[cc];W[bb])", players={"W": engine})["id"]
    with server.page(game) as page:
        server.do(game, "go", node=2)
        server.play(game, "D2")
        page.state(number=4)


def test_moves_that_cannot_be_played_are_told(server: Any) -> None:
    game = server.new(sgf="(;SZ[5];B[cc];W[cc];B[bb])")["id"]
    assert server.do(game, "go", node=1)["fault"] is None
    state = server.do(game, "go", node=3)
    assert "occupied" in state["fault"] and state["board"].count(1) == 1
    assert state["error"] is None
    assert server.do(game, "go", node=0)["fault"] is None


SCRIPT = "<script>alert(1)</script>"


@pytest.mark.parametrize(
    "record",
    [
        f"(;SZ[5]GN[{SCRIPT}]PB[{SCRIPT}]C[{SCRIPT}]RE[{SCRIPT}])",
        "(;SZ[5];B[cc",
        "(;SZ[5];B[zz];W[a];B[];W[tt];B[!!])",
        "(;SZ[5]KM[x]HA[99]RU[nonsense]AB[zz]TR[zz]LB[aa])",
        "junk (;SZ[5];B[cc])) (;SZ[9]) more junk",
        "(" * 5000 + ";SZ[5]" + ")" * 5000,
        "(;SZ[5]" + "(;B[cc]" * 5000 + ")" * 5001,
        "(;SZ[5]" + ";B[cc]" * 15_000 + ")",
        "(;SZ[5]" + "(;B[cc])" * 15_000 + ")",
        "(;SZ[5]C[" + "x" * 1_000_000 + "])",
        "(;SZ[5]XX" + "[a]" * 100_000 + ")",
        "(;SZ[5]AB[aa:ee]AE[aa])",
        "(;SZ[5]AB[aa][ba][ab]AW[bb]PL[W];W[aa])",
        "(;SZ[5]PB[\0\ud800])",
        "(;SZ[25:1]KM[1e308])",
        "(;SZ[5]KM[nan])",
        "(;SZ[5]BL[x]WL[-1];B[cc]BL[1e300])",
    ],
)
def test_hostile_records_are_games_or_refused(server: Any, record: str) -> None:
    answer = server.post("games", {"sgf": record})
    assert answer.status_code in (200, 413, 422), answer.text
    if answer.status_code != 200:
        assert len(answer.json()["error"]) > 10
        return
    game = answer.json()["id"]
    nodes = server.get(f"games/{game}/tree")["nodes"]
    state = server.do(game, "go", node=nodes[-1][0])
    assert state["node"] == nodes[-1][0]
    assert server.client.get(f"/api/games/{game}/sgf").status_code == 200
    server.do(game, "settings", clock={"main": 60})
    server.client.delete(f"/api/games/{game}")


@pytest.mark.parametrize(
    ("record", "part"),
    [
        ("", "no SGF"),
        ("hello", "no SGF"),
        (5, "text"),
        (None, "text"),
        (["(;)"], "text"),
        ("(;SZ[99])", "SZ"),
        ("(;SZ[x])", "SZ"),
        ("(;GM[2]SZ[8])", "GM"),
        ("(;SZ[5]" + ";B[cc]" * 20_000 + ")", "20"),
        ("/etc/passwd", "no SGF"),
    ],
)
def test_what_is_no_game_of_go_is_refused(server: Any, record: object, part: str) -> None:
    answer = server.post("games", {"sgf": record})
    assert answer.status_code == 422 and part in answer.json()["error"]


def test_a_long_comment_is_told_in_part_and_kept_whole(server: Any) -> None:
    comment = "x" * (limits.COMMENT + 5)
    state = server.new(sgf=f"(;SZ[5]C[{comment}])")
    assert state["comment"] == comment[: limits.COMMENT]
    assert state["comment_cut"]
    # What was told must not take the place of the whole.
    status, said = server.refused(state["id"], "comment", node=0, text=state["comment"])
    assert status == 409 and "50,005 characters" in said
    assert comment in server.client.get(f"/api/games/{state['id']}/sgf").text


def test_a_player_that_is_gone_leaves_the_seat_to_a_human() -> None:
    game = new_game("x", (5, 5), "chinese", None, 0)
    game.set_seat(Color.WHITE, Seat("classic"))
    settings = game.settings()
    settings["players"]["W"]["profile"] = "gone"
    again = load("x", sgf.write(game.tree), settings, {})
    assert again.seats == dict.fromkeys(SIDES, Seat())
    assert again.error is not None and again.error.startswith("nobody plays white: ")
    assert "gone" in again.error


def test_a_game_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "NODES", 3)
    game = from_sgf("x", "(;SZ[5];B[cc];W[bb])")
    game.go(2)
    with pytest.raises(Refused, match="3 nodes"):
        game.add_move(game.game.to_play, 0)
    assert (len(game), game.node) == (3, 2)
    assert len(game) == 3 and state_of(game)["number"] == 2
