"""The WebSocket: what pages are told, and what they may ask for."""

from __future__ import annotations

from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus


def test_pages_of_a_game_see_each_others_moves(server: Any) -> None:
    game = server.new(width=5)["id"]
    with server.page(game) as one, server.page(game) as other:
        server.play(game, "C3")
        for page in (one, other):
            assert page.state(number=1)["last"] == "C3"


def test_states_have_rising_versions(server: Any) -> None:
    game = server.new(width=5)["id"]
    with server.page(game) as page:
        server.play(game, "C3")
        first = page.state(number=1)
        server.do(game, "go", node=0)
        assert page.state(number=0)["version"] > first["version"]


def test_analysis_grows_follows_and_stays_when_it_is_stopped(server: Any) -> None:
    game = server.new(width=5)["id"]
    with server.page(game) as page:
        views = ["ownership", "policy", "priors", "rave", "visits"]
        page.send(type="analyse", profile="classic", views=views)
        begun = page.next("analysing")
        assert begun["on"] and begun["node"] == 0
        first = page.next("analysis")["analysis"]
        second = page.next("analysis")["analysis"]
        assert second["visits"] > first["visits"]
        assert (first["node"], first["profile"], first["to_play"]) == (0, "classic", "B")
        assert first["running"] and len(first["ownership"]) == 25
        best = first["moves"][0]
        assert best["pv"][0] == best["move"] and best["lcb"] <= best["winrate"]
        assert set(views) - {"ownership"} <= set(first["views"])
        for view in first["views"].values():
            assert len(view) == 25 and any(value is not None for value in view)
        assert sum(filter(None, first["views"]["policy"])) == pytest.approx(1, abs=0.05)

        server.play(game, "C3")
        while (message := page.next("analysis")["analysis"])["node"] != 1:
            pass
        assert message["to_play"] == "W"
        page.send(type="stop")
        assert page.ended()["why"] == "asked"
        page.send(type="ping")
        page.next("pong")
        kept = server.get(f"games/{game}")["analysis"]
        assert kept["node"] == 1 and not kept["running"]
        values = server.get(f"games/{game}/tree")["values"]
        assert set(values) == {"0", "1"}
        assert values["1"] == [kept["winrate"], kept["score"]]
        assert server.do(game, "go", node=0)["analysis"]["node"] == 0


def test_values_are_blacks_whoever_is_to_move(server: Any) -> None:
    # Black has all of the board, and White is to move.
    stones = "(;SZ[5]KM[0]AB[ba][bb][bc][bd][be][da][db][dc][dd][de]PL[W])"
    game = server.new(sgf=stones)["id"]
    with server.page(game) as page:
        page.send(type="analyse", profile="brugmann", views=[])
        analysis = page.next("analysis")["analysis"]
        assert analysis["to_play"] == "W"
        assert analysis["winrate"] > 0.9 and analysis["score"] > 10
        assert analysis["ownership"][0] > 0.9
        assert analysis["moves"][0]["lcb"] >= analysis["moves"][0]["winrate"]


def test_another_komi_is_another_game(server: Any) -> None:
    game = server.new(width=3, komi=0)["id"]
    with server.page(game) as page:
        page.send(type="analyse", profile="classic", views=[])
        while page.next("analysis")["analysis"]["winrate"] < 0.6:
            pass
        server.do(game, "settings", komi=50)
        page.state(komi=50)
        while page.next("analysis")["analysis"]["winrate"] > 0.1:
            pass
        page.send(type="stop")
        page.ended()
        server.do(game, "settings", komi=1)
        assert server.get(f"games/{game}")["analysis"] is None
        assert server.get(f"games/{game}/tree")["values"] == {}


def test_players_without_a_tree_are_sure_at_some_time(server: Any) -> None:
    game = server.new(width=3)["id"]
    with server.page(game) as page:
        page.send(type="analyse", profile="brugmann", follow=False, views=["rave", "priors"])
        message = page.next("analysis")["analysis"]
        assert message["views"] == {}
        server.play(game, "B2")
        assert page.next("analysis")["analysis"]["node"] == 0  # it does not follow
        page.send(type="stop")
        page.ended()


def test_a_whole_line_is_analysed(server: Any) -> None:
    game = server.new(sgf="(;SZ[5];B[cc];W[bb](;B[dd])(;B[aa]))")["id"]
    with server.page(game) as page:
        page.send(type="analyse_all", profile="brugmann", playouts=30)
        found: dict[str, Any] = {}
        while not found.keys() >= {"0", "1", "2", "3"}:
            found |= page.next("values")["values"]
        assert page.ended()["why"] == "done"
        assert all(0 <= rate <= 1 for rate, _ in found.values())
        assert server.get(f"games/{game}/tree")["values"] == found


def test_what_was_looked_at_longer_stays(server: Any) -> None:
    game = server.new(width=5)["id"]
    with server.page(game) as page:
        page.send(type="analyse", profile="classic")
        while page.next("analysis")["analysis"]["visits"] < 1000:
            pass
        page.send(type="stop")
        page.ended()
        kept = server.get(f"games/{game}")["analysis"]
        page.send(type="analyse_all", profile="classic", playouts=20)
        assert page.next("values")["values"] == {"0": [kept["winrate"], kept["score"]]}
        assert page.ended()["why"] == "done"
        assert server.get(f"games/{game}")["analysis"] == kept
        # What was not asked for before is new, and so is the word of another.
        page.send(type="analyse", profile="classic", views=["rave"])
        assert page.next("analysis")["analysis"]["views"].keys() == {"rave"}
        page.send(type="stop")
        page.ended()
        page.send(type="analyse_all", profile="brugmann", playouts=20)
        page.ended()
        assert server.get(f"games/{game}")["analysis"]["profile"] == "brugmann"


def test_where_the_game_has_ended_nothing_is_analysed(server: Any) -> None:
    """White's dead stones would count as alive, and the last pass as a blunder."""
    game = server.new(sgf="(;SZ[5];B[cc];W[bb];B[];W[])")["id"]
    with server.page(game) as page:
        page.send(type="analyse_all", profile="brugmann", playouts=10)
        assert page.next("progress")["of"] == 4
        assert page.ended()["why"] == "done"
        assert set(server.get(f"games/{game}/tree")["values"]) == {"0", "1", "2", "3"}
        server.do(game, "go", node=4)
        page.send(type="analyse", profile="brugmann", views=[])
        assert page.next("analysing")["on"]
        ended = page.ended()
        assert (ended["why"], ended["node"]) == ("over", 4)
        # It follows the game to where there is something to look for.
        server.do(game, "go", node=3)
        assert page.next("analysis")["analysis"]["node"] == 3
        server.do(game, "go", node=4)
        assert page.ended()["why"] == "over"
        server.do(game, "resume")
        assert page.next("analysis")["analysis"]["node"] == 4


def test_a_pass_while_dead_stones_stand_is_no_mistake(server: Any) -> None:
    """C3 is dead, but White would win if the next pass ended the game with all that stands."""
    board = (
        ". X . X O .",
        "X X X X O O",
        ". . O X O .",
        "X X X X O O",
        ". X . X O .",
    )
    stones: dict[str, str] = {"X": "AB", "O": "AW"}
    for y, row in enumerate(board):
        for x, stone in enumerate(row.split()):
            if stone != ".":
                stones[stone] += f"[{'abcdef'[x]}{'abcde'[y]}]"
    record = f"(;SZ[6:5]KM[8]RU[Chinese]{stones['X']}{stones['O']};B[];W[])"
    game = server.new(sgf=record)["id"]
    with server.page(game) as page:
        page.send(type="analyse_all", profile="classic", playouts=300)
        assert page.ended()["why"] == "done"
        values = server.get(f"games/{game}/tree")["values"]
        assert values["0"][0] > 0.7 and values["1"][0] > 0.7
        server.do(game, "go", node=0)
        page.send(type="analyse", profile="classic", views=[])
        page.next("analysis")
        server.do(game, "go", node=1)
        while (seen := page.next("analysis")["analysis"])["node"] != 1 or seen["visits"] < 300:
            pass
        assert seen["to_play"] == "W" and seen["winrate"] > 0.7
        page.send(type="stop")
        page.ended()
    hint = server.do(game, "hint", profile="classic")["hint"]
    assert hint["winrate"] > 0.7


def test_two_who_analyse_one_game_each_have_their_own_count(server: Any) -> None:
    game = server.new(sgf="(;SZ[5];B[cc];W[bb];B[dd])")["id"]
    with server.page(game) as first, server.page(game) as second:
        for page in (first, second):
            page.send(type="analyse_all", profile="brugmann", playouts=30)
        for page in (first, second):
            counts = [(0, 4)]
            assert page.next("progress") == {"type": "progress", "done": 0, "of": 4}
            while counts[-1] != (4, 4):
                told = page.next("progress")
                counts.append((told["done"], told["of"]))
            # Some may be left out, none counts what the other has asked for.
            assert counts == sorted(set(counts))
            assert page.ended()["why"] == "done"


def test_stopping_a_whole_line_ends_it(server: Any) -> None:
    moves = "".join(f";{'BW'[i % 2]}[{chr(97 + i % 19)}{chr(97 + i // 19)}]" for i in range(100))
    game = server.new(sgf=f"(;SZ[19]{moves})")["id"]
    with server.page(game) as page:
        page.send(type="analyse_all", profile="brugmann", playouts=200)
        page.next("values")
        page.send(type="stop")
        assert page.ended()["why"] == "asked"
        server.do(game, "comment", node=0, text="and the game goes on")


def test_every_move_of_a_small_board_is_solved(server: Any) -> None:
    game = server.new(width=3, komi=2.5)["id"]
    with server.page(game) as page:
        page.send(type="solve")
        while not (message := page.next("solved"))["done"]:
            pass
        assert message["node"] == 0 and len(message["moves"]) == 10
        assert message["moves"]["B2"] == {"value": 6.5, "text": "B+6.5", "best": True}
        assert message["moves"]["A1"] == {"value": -11.5, "text": "W+11.5", "best": False}
        assert message["value"] == 6.5
        assert page.ended()["why"] == "enough"
        server.do(game, "play", move="B2")
        begun = page.next("analysing")
        assert begun["on"] and (begun["what"], begun["why"]) == ("solve", "followed")
        while not (message := page.next("solved"))["done"]:
            pass
        assert message["node"] == begun["node"] and message["value"] == 6.5
        page.send(type="stop")
        while page.ended()["why"] != "asked":
            pass


@pytest.mark.parametrize(
    ("settings", "part"), [({"width": 9}, "25"), ({"width": 3, "rules": "japanese"}, "area")]
)
def test_what_cannot_be_solved_is_said(server: Any, settings: dict[str, Any], part: str) -> None:
    game = server.new(**settings)["id"]
    with server.page(game) as page:
        page.send(type="solve")
        assert part in page.next("error")["error"]


BAD = [
    "",
    "x",
    "[]",
    "null",
    "{}",
    '{"type": 5}',
    '{"type": "dance"}',
    '{"type": ["analyse"]}',
    '{"type": "analyse", "profile": "../keima"}',
    '{"type": "analyse", "profile": "keima:net=/etc/passwd"}',
    '{"type": "analyse", "profile": null}',
    '{"type": "analyse", "views": "ownership"}',
    '{"type": "analyse", "views": ["x"]}',
    '{"type": "analyse", "views": [[]]}',
    '{"type": "analyse", "follow": 1}',
    '{"type": "analyse", "file": "x"}',
    '{"type": "analyse_all", "playouts": 0}',
    '{"type": "analyse_all", "playouts": 1e400}',
    '{"type": "analyse_all", "playouts": NaN}',
    '{"type": "ping", "x": ' + "[" * 5000 + "]" * 5000 + "}",
    '{"type": "' + "x" * 20_000 + '"}',
]


def test_messages_without_sense_get_an_error_and_the_socket_stays(server: Any) -> None:
    game = server.new(width=5)["id"]
    with server.page(game) as page:
        for message in BAD:
            page.connection.send(message)
            assert len(page.next("error")["error"]) > 10
        page.connection.send(b'{"type": "ping"}')
        assert "text" in page.next("error")["error"]
        page.send(type="ping")
        assert page.next() == {"type": "pong"}


def test_a_huge_message_ends_its_socket_alone(server: Any) -> None:
    game = server.new(width=5)["id"]
    with server.page(game) as one, server.page(game) as other:
        with pytest.raises(ConnectionClosed):
            one.connection.send("x" * 1_000_000)
            one.next("pong")
        other.send(type="ping")
        other.next("pong")


def test_too_many_messages_are_refused(server: Any) -> None:
    game = server.new(width=5)["id"]
    with server.page(game) as page:
        for _ in range(150):
            page.send(type="ping")
        answers = [page.next() for _ in range(150)]
        assert answers[0] == {"type": "pong"}
        assert any("too many" in answer.get("error", "") for answer in answers)


def test_there_is_no_socket_without_a_game(server: Any) -> None:
    for ident in ("", "nothing", "../x", "x" * 500):
        with pytest.raises(InvalidStatus) as refused, server.page(ident):
            pass
        assert refused.value.response.status_code == 404


def test_a_game_that_is_deleted_ends_its_analyses(server: Any) -> None:
    game = server.new(width=9)["id"]
    with server.page(game) as page:
        page.send(type="analyse", profile="classic")
        page.next("analysis")
        server.client.delete(f"/api/games/{game}")
        assert page.next("deleted")
        page.send(type="analyse", profile="classic")
        assert "no such game" in page.next("error")["error"]
