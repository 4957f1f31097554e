"""The count: what it is made of, and dead stones marked by hand."""

from __future__ import annotations

import random
from typing import Any

import pytest

from keima.game import Game
from keima.rules import PRESETS
from keima.web.counting import explain, toggled

SETTLED = (
    ". . X O . . .",
    ". . X O . . .",
    "O . X O . . .",
    ". . X O . . .",
    ". . X O . . .",
)


def settled(rules: str) -> Game:
    """Black has ten points and White fifteen; the stone at A3 is dead."""
    return Game.from_drawing(*SETTLED, rules=rules, komi=0.5)


def parts(state: dict[str, Any]) -> dict[str, tuple[float, float]]:
    score = state["score"]
    found = {row["label"]: (row["black"], row["white"]) for row in score["explain"]}
    assert sum(black for black, _ in found.values()) == score["black"]
    assert sum(white for _, white in found.values()) == score["white"]
    return found


@pytest.mark.parametrize("rules", PRESETS)
def test_the_parts_are_the_whole(rules: str) -> None:
    chance = random.Random(1)
    for handicap in (0, 3):
        for _ in range(5):
            game = Game((7, 6), rules=rules)
            if handicap:
                game.place_free_handicap(handicap)
            for _ in range(60):
                game.play(chance.choice([*game.native.legal_points(game.to_play), game.area]))
                if game.is_over:
                    break
            stones = [p for p, stone in enumerate(game.board.stones) if stone]
            dead = chance.sample(stones, min(2, len(stones)))
            score = game.score(dead)
            if score.margin in (float("inf"), float("-inf")):
                continue
            told = explain(game, score)
            assert sum(row["black"] for row in told) == score.black
            assert sum(row["white"] for row in told) == pytest.approx(score.white)


def test_area_counts_stones_and_territory(server: Any) -> None:
    game = server.new(sgf=settled("chinese").to_sgf())["id"]
    state = server.do(game, "score")
    assert state["score"]["dead"] == ["A3"]
    assert parts(state) == {"stones": (5, 5), "territory": (10, 15), "komi": (0, 0.5)}
    assert state["score"]["text"] == "W+5.5"
    assert state["score"]["owners"] == [1, 1, 1, 2, 2, 2, 2] * 5
    assert state["legal"] == [0] * 35
    # The stone is alive after all: what it touches is nobody's.
    state = server.do(game, "dead", point="A3")
    assert state["score"]["dead"] == []
    assert parts(state) == {"stones": (5, 6), "territory": (0, 15), "komi": (0, 0.5)}
    state = server.do(game, "dead", point="a3")
    assert parts(state)["territory"] == (10, 15)


def test_territory_counts_prisoners_and_dead_stones(server: Any) -> None:
    game = server.new(sgf=settled("japanese").to_sgf())["id"]
    state = server.do(game, "score")
    assert parts(state) == {
        "territory": (10, 15),
        "prisoners": (0, 0),
        "dead": (1, 0),
        "komi": (0, 0.5),
    }
    # All of Black is dead: the whole board is White's.
    state = server.do(game, "dead", point="C1")
    server_parts = parts(state)
    assert server_parts["dead"] == (1, 5)
    state = server.do(game, "dead", point="A3")
    assert parts(state)["territory"] == (0, 29)
    assert parts(state)["dead"] == (0, 5)


def test_accept_keeps_the_result_in_the_record(server: Any) -> None:
    game = server.new(sgf=settled("chinese").to_sgf())["id"]
    server.do(game, "score")
    assert server.refused(game, "play", move="A1")[0] == 409
    assert server.refused(game, "score")[0] == 409
    state = server.do(game, "accept")
    assert (state["over"], state["result"], state["score"]) == (True, "W+5.5", None)
    assert "RE[W+5.5]" in server.client.get(f"/api/games/{game}/sgf").text
    assert server.refused(game, "accept")[0] == 409
    assert server.refused(game, "dead", point="A3")[0] == 409
    state = server.do(game, "resume")
    assert (state["over"], state["result"]) == (False, None)


def test_two_passes_begin_the_count_and_resume_ends_it(server: Any) -> None:
    game = server.new(sgf=settled("chinese").to_sgf())["id"]
    with server.page(game) as page:
        state = server.play(game, "pass", "pass")
        assert state["over"] and state["score"] is not None
        while (state := page.state(number=2))["score"]["dead"] != ["A3"]:
            pass
    state = server.do(game, "resume")
    assert not state["over"] and state["score"] is None
    assert server.play(game, "A1")["number"] == 3
    assert server.refused(game, "resume")[0] == 409


def test_going_elsewhere_ends_the_count(server: Any) -> None:
    game = server.new(width=5)["id"]
    server.play(game, "C3")
    server.do(game, "score")
    assert server.do(game, "go", node=0)["score"] is None
    assert server.refused(game, "dead", point="C3")[0] == 409


@pytest.mark.parametrize("point", ["A1", "pass", "Z9", 7])
def test_only_stones_can_be_dead(server: Any, point: object) -> None:
    game = server.new(width=5)["id"]
    server.play(game, "C3")
    server.do(game, "score")
    assert server.refused(game, "dead", point=point)[0] == 422


def test_where_all_that_stands_counts_no_stone_is_marked(server: Any) -> None:
    game = server.new(sgf=settled("tromp-taylor").to_sgf())["id"]
    assert server.do(game, "score")["score"]["dead"] == []


def test_toggled_takes_whole_groups() -> None:
    game = settled("chinese")
    black = frozenset(range(2, 35, 7))
    assert toggled(game, frozenset(), 2) == black
    assert toggled(game, black | {14}, 9) == {14}
