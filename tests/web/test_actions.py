"""Every action, over HTTP."""

from __future__ import annotations

from typing import Any

import pytest

ENGINE = {"kind": "engine", "profile": "brugmann", "playouts": 20}
HUMAN = {"kind": "human"}


def nodes(server: Any, game: str) -> list[list[Any]]:
    tree: dict[str, Any] = server.get(f"games/{game}/tree")
    found: list[list[Any]] = tree["nodes"]
    return found


def test_a_new_game_is_as_it_was_asked_for(server: Any) -> None:
    state = server.new(width=7, height=5, rules="japanese", komi=5.5)
    assert (state["width"], state["height"]) == (7, 5)
    assert (state["rules"], state["komi"], state["handicap"]) == ("japanese", 5.5, 0)
    assert state["board"] == [0] * 35 and state["legal"] == [1] * 35
    assert (state["to_play"], state["number"], state["last"]) == ("B", 0, None)
    assert state["players"] == {"B": HUMAN, "W": HUMAN}
    assert not state["over"] and not state["thinking"]
    usual = server.new()
    assert (usual["width"], usual["height"], usual["rules"]) == (19, 19, "chinese")


@pytest.mark.parametrize(("size", "stones"), [(9, 4), (5, 3)])
def test_handicap_stones_stand_and_white_begins(server: Any, size: int, stones: int) -> None:
    state = server.new(width=size, handicap=stones)
    assert state["board"].count(1) == stones == state["handicap"]
    assert (state["to_play"], state["komi"]) == ("W", 0.5)


def test_moves_make_nodes_and_variations(server: Any) -> None:
    game = server.new(width=5)["id"]
    state = server.play(game, "C3", "b2")
    assert (state["node"], state["number"], state["last"]) == (2, 2, "B2")
    assert state["board"][12] == 1 and state["board"][16] == 2
    server.do(game, "go", node=1)
    other = server.do(game, "play", move="D4", node=1)
    assert other["node"] == 3
    server.do(game, "go", node=1)
    same = server.do(game, "play", move="B2")
    assert same["node"] == 2 and same["tree_version"] == other["tree_version"]
    assert nodes(server, game) == [
        [0, -1, "", "", 0],
        [1, 0, "B", "C3", 0],
        [2, 1, "W", "B2", 0],
        [3, 1, "W", "D4", 0],
    ]


def test_captures_and_the_ko_are_told(server: Any) -> None:
    game = server.new(width=5)["id"]
    state = server.play(game, "B3", "C3", "C4", "D4", "C2", "D2", "A1", "E3", "D3")
    assert (state["captures"], state["ko"]) == ({"B": 1, "W": 0}, "C3")
    assert state["legal"][12] == 0
    status, error = server.refused(game, "play", move="C3")
    assert status == 422 and "ko" in error


@pytest.mark.parametrize(
    ("move", "part"),
    [
        ("C3", "occupied"),
        ("Z9", "not on"),
        ("", "not a point"),
        ("A1 " * 9, "characters"),
        (5, "text"),
    ],
)
def test_bad_moves_are_refused(server: Any, move: object, part: str) -> None:
    game = server.new(width=5)["id"]
    server.play(game, "C3")
    status, error = server.refused(game, "play", move=move)
    assert status in (413, 422) and part in error


def test_a_move_meant_for_another_node_is_refused(server: Any) -> None:
    game = server.new(width=5)["id"]
    server.play(game, "C3")
    assert server.refused(game, "play", move="B2", node=0)[0] == 409


def test_promote_and_remove(server: Any) -> None:
    game = server.new(width=5)["id"]
    server.play(game, "C3", "B2")
    server.do(game, "go", node=0)
    server.play(game, "D4", "D3")
    server.do(game, "promote", node=4)
    assert [node[0] for node in nodes(server, game)] == [0, 3, 4, 1, 2]
    state = server.do(game, "remove", node=3)
    assert state["node"] == 0
    assert [node[0] for node in nodes(server, game)] == [0, 1, 2]
    assert server.refused(game, "remove", node=0)[0] == 422
    assert server.refused(game, "go", node=3)[0] == 404


def test_undo_takes_a_move_out_and_leaves_what_has_other_branches(server: Any) -> None:
    game = server.new(width=5)["id"]
    server.play(game, "C3", "B2")
    assert server.do(game, "undo")["node"] == 1
    assert len(nodes(server, game)) == 2
    server.play(game, "B2")
    server.do(game, "go", node=1)
    assert server.do(game, "undo")["node"] == 0
    assert len(nodes(server, game)) == 3  # C3 has a move after it
    assert server.refused(game, "undo")[0] == 409


def test_undo_of_a_record_deletes_nothing(server: Any) -> None:
    game = server.new(sgf="(;SZ[5];B[cc];W[bb])")["id"]
    server.do(game, "go", node=2)
    assert server.do(game, "undo")["node"] == 1
    assert len(nodes(server, game)) == 3


def test_an_engine_answers_and_undo_takes_both_moves_back(server: Any) -> None:
    game = server.new(width=5, players={"W": ENGINE})["id"]
    with server.page(game) as page:
        answer = server.do(game, "play", move="C3")
        assert (answer["last"], answer["number"]) == ("C3", 1)
        state = page.state(number=2, thinking=False)
        assert state["to_play"] == "B" and state["board"].count(2) == 1
        assert state["names"]["W"] == "brugmann"
        assert server.do(game, "undo")["number"] == 0
        assert len(nodes(server, game)) == 1


def test_an_engine_begins_by_itself(server: Any) -> None:
    game = server.new(width=5, players={"B": ENGINE})["id"]
    with server.page(game) as page:
        if server.get(f"games/{game}")["number"] == 0:
            page.state(number=1)


def test_stop_ends_thinking_until_the_next_action(server: Any) -> None:
    slow = ENGINE | {"playouts": 100_000, "seconds": 60}
    game = server.new(width=19, players={"W": slow})["id"]
    assert server.do(game, "play", move="C3")["thinking"]
    assert server.refused(game, "play", move="D4")[0] == 409
    state = server.do(game, "stop")
    assert not state["thinking"] and state["number"] == 1
    assert server.do(game, "go", node=1)["thinking"]
    # Somebody else may take the seat.
    assert not server.do(game, "settings", players={"W": HUMAN})["thinking"]
    assert server.play(game, "D4")["number"] == 2


def test_an_engine_moves_for_a_human(server: Any) -> None:
    game = server.new(width=5)["id"]
    with server.page(game) as page:
        assert server.do(game, "move", profile="brugmann")["thinking"]
        assert page.state(number=1)["players"]["B"] == HUMAN


def test_a_hint_is_no_move(server: Any) -> None:
    game = server.new(width=3)["id"]
    state = server.do(game, "hint")
    assert state["number"] == 0
    assert state["hint"]["move"] == state["hint"]["pv"][0]
    assert 0 <= state["hint"]["winrate"] <= 1
    assert state["analysis"]["moves"][0]["move"] == state["hint"]["move"]


def test_an_engine_that_cannot_play_is_told(server: Any) -> None:
    # Its small networks are for 9x9, 13x13 and 19x19.
    game = server.new(width=5, players={"W": {"kind": "engine", "profile": "matilda-mlp"}})["id"]
    with server.page(game) as page:
        assert server.play(game, "C3")["error"] is None
        state = page.state(thinking=False)
        assert "matilda-mlp" in state["error"] and state["number"] == 1
    # The game goes on with somebody else.
    assert server.do(game, "settings", players={"W": HUMAN})["error"] is None
    assert server.play(game, "B2")["number"] == 2


def test_resigning_ends_the_game(server: Any) -> None:
    game = server.new(width=5)["id"]
    server.play(game, "C3")
    state = server.do(game, "resign")
    assert (state["over"], state["result"]) == (True, "B+R")
    assert server.refused(game, "play", move="B2")[0] == 409
    assert server.refused(game, "resign")[0] == 409
    assert server.do(game, "undo")["result"] is None


def test_who_resigns_while_an_engine_thinks_is_the_human(server: Any) -> None:
    slow = ENGINE | {"playouts": 100_000, "seconds": 60}
    game = server.new(width=19, players={"W": slow})["id"]
    server.play(game, "C3")
    state = server.do(game, "resign")
    assert (state["result"], state["thinking"]) == ("W+R", False)


def test_a_variation_leaves_the_result_of_a_record_alone(server: Any) -> None:
    game = server.new(sgf="(;SZ[5]RE[B+R];B[cc];W[bb])")["id"]
    server.do(game, "go", node=1)
    assert server.play(game, "D4")["result"] == "B+R"


def test_comments_are_kept_as_text(server: Any) -> None:
    game = server.new(width=5)["id"]
    words = "<script>alert(1)</script> ] \\ ; ü"
    assert server.do(game, "comment", node=0, text=words)["comment"] == words
    assert nodes(server, game)[0][4] == 1
    assert server.get(f"games/{game}")["comment"] == words
    assert server.do(game, "comment", node=0, text="")["comment"] == ""
    assert server.refused(game, "comment", node=7, text="x")[0] == 404
    assert server.refused(game, "comment", node=0, text="x" * 50_001)[0] == 413
    long = "語" * 50_000
    assert server.do(game, "comment", node=0, text=long)["comment"] == long


def test_settings_change_what_is_given(server: Any) -> None:
    game = server.new(width=5)["id"]
    state = server.do(game, "settings", komi=3.5, rules="japanese", title="A lesson")
    assert (state["komi"], state["rules"], state["title"]) == (3.5, "japanese", "A lesson")
    state = server.do(game, "settings", players={"B": ENGINE | {"profile": "classic"}})
    assert state["names"]["B"] == "classic" and state["komi"] == 3.5
    server.do(game, "settings", players={"B": HUMAN})


@pytest.mark.parametrize(
    "bad",
    [
        {"komi": "7"},
        {"komi": 1e9},
        {"komi": 0.1},
        {"rules": "chess"},
        {"rules": '{"ko": "SIMPLE"}'},
        {"title": "x" * 300},
        {"players": {"B": {"kind": "engine", "profile": "/etc/passwd"}}},
        {"players": {"B": {"kind": "engine", "profile": "keima:net=/etc/passwd"}}},
        {"players": {"B": {"kind": "engine", "profile": "classic.toml"}}},
        {"players": {"B": {"kind": "engine", "profile": "keima", "level": "30k"}}},
        {"players": {"B": {"kind": "engine", "profile": "classic", "level": "8k"}}},
        {"players": {"B": {"kind": "engine", "profile": "classic", "net": "x"}}},
        {"players": {"B": {"kind": "engine", "seconds": 1e6}}},
        {"players": {"B": {"kind": "engine", "playouts": True}}},
        {"players": {"X": HUMAN}},
        {"players": []},
        {"clock": {"main": -1}},
        {"clock": {"main": 0}},
        {"clock": {"main": 10, "byoyomi": 5, "periods": 10_000}},
        {"clock": {"main": 10, "byoyomi": 5, "increment": 5}},
        {"komi": 5.5, "title": None},
    ],
)
def test_bad_settings_change_nothing(server: Any, bad: dict[str, object]) -> None:
    game = server.new(width=5)["id"]
    status, error = server.refused(game, "settings", **bad)
    assert status in (413, 422) and len(error) > 10


def test_rules_that_forbid_what_was_played_are_refused(server: Any) -> None:
    game = server.new(width=3, rules="tromp-taylor")["id"]
    # White's last stone fills her last liberty.
    state = server.play(game, "A2", "A1", "B2", "pass", "C1", "B1")
    assert state["board"][6:8] == [0, 0]
    assert server.refused(game, "settings", rules="chinese")[0] == 422


def test_unknown_actions_and_keys_are_refused(server: Any) -> None:
    game = server.new(width=5)["id"]
    assert "one of play, resign" in server.refused(game, "dance")[1]
    assert server.refused(game, "resign", file="/etc/passwd")[0] == 422


def test_deleting_a_game(server: Any) -> None:
    game = server.new(width=5)["id"]
    with server.page(game) as page:
        assert server.client.delete(f"/api/games/{game}").json() == {}
        assert page.next()["type"] == "deleted"
    assert server.client.get(f"/api/games/{game}").status_code == 404
    assert server.client.delete(f"/api/games/{game}").status_code == 404
    assert game not in [each["id"] for each in server.get("games")["games"]]
