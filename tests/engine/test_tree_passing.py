"""The end of the game as the tree search plays it: pass when it is over, and not before; resign
when it is lost, and not early."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from keima import Color, Engine, Game, Limit
from keima.engine.player import Task
from keima.engine.weighing import _clean_up, choose_move

from .drawings import (
    DEAD_STONE,
    DEAD_STONES_DECIDE,
    DEAD_STONES_STAY,
    KILLED_AT_B5,
    NEEDED_EYE,
    OPEN_TERRITORY,
    SEKI,
    SETTLED,
)

Draw = Callable[..., Game]


@pytest.fixture(params=["classic:playouts=400", "matilda:playouts=400", "pachi:playouts=400"])
def engine(request: pytest.FixtureRequest) -> Engine:
    return Engine(request.param, seed=1, threads=1, resign_threshold=0)


@pytest.mark.parametrize("color", ["black", "white"])
def test_nobody_moves_first_in_a_seki(engine: Engine, color: str, position: Draw) -> None:
    assert engine.search(position(*SEKI, to_play=color)).move == "pass"


def test_a_needed_eye_is_not_filled(engine: Engine, position: Draw) -> None:
    assert engine.search(position(*NEEDED_EYE, to_play="white")).move == "pass"


def test_passes_when_nothing_is_playable(engine: Engine) -> None:
    assert engine.search(Game(1)).move == "pass"


def test_a_won_game_ends_with_a_pass(engine: Engine, position: Draw) -> None:
    game = position(*DEAD_STONE, to_play="white", komi=-5.5)
    game.play("pass")
    assert engine.search(game).move == "pass"


def test_a_game_is_not_ended_while_dead_stones_decide_it(engine: Engine, position: Draw) -> None:
    game = position(*DEAD_STONE, to_play="white", komi=2.5)
    game.play("pass")
    assert game.score().text == "W+1.5"
    assert game.score(dead=["A3"]).text == "B+2.5"
    assert engine.search(game).move != "pass"


def test_a_pass_is_not_offered_while_dead_stones_decide_the_game(
    engine: Engine, position: Draw
) -> None:
    """Where all stones stand at the end, White would pass, too."""
    game = position(*DEAD_STONES_DECIDE, komi=2.5, rules="tromp-taylor")
    assert game.score().text == "W+8.5"
    assert engine.search(game).move != "pass"


def test_the_first_corner_is_cleaned_up_as_any_other_point() -> None:
    """Its number is 0."""

    def report(move: int, visits: int) -> Any:
        return {"move": move, "visits": visits, "wins": float(visits), "real_winrate": None}

    assert _clean_up([report(9, 50), report(0, 40)], {9}, 81) == 0
    assert _clean_up([report(9, 50)], {9}, 81) is None


def test_dead_stones_are_left_alone_where_stones_cost_points(
    engine: Engine, position: Draw
) -> None:
    game = position(*DEAD_STONES_STAY, komi=2.5, rules="japanese")
    assert game.score(dead=["C5", "C6"]).text == "B+0.5"
    assert engine.search(game).move == "pass"


@pytest.mark.parametrize(("color", "komi"), [("black", -2.5), ("white", -1.5)])
def test_a_game_of_territory_is_over_while_much_is_empty(
    engine: Engine, color: str, komi: float, position: Draw
) -> None:
    """Half a point ahead: a stone anywhere would lose it."""
    game = position(*OPEN_TERRITORY, to_play=color, komi=komi, rules="japanese")
    assert game.score().text == f"{color[0].upper()}+0.5"
    assert engine.search(game).move == "pass"


def test_where_stones_cost_points_the_tree_weighs_a_pass_at_any_time(position: Draw) -> None:
    engine = Engine("pachi:playouts=400", seed=1, threads=1)
    game = position(*[". . . . X O . . ."] * 9, komi=8.5, rules="japanese")
    result = engine.search(game)
    assert result.move == result.candidates[0].move == "pass"
    game.rules = "chinese"
    assert all(c.move != "pass" for c in engine.search(game).candidates)


def told(move: int, visits: int, rate: float, score: float) -> Any:
    """Of a move by the tree."""
    wins = rate * visits
    return {"move": move, "visits": visits, "wins": wins, "score": score, "real_winrate": None}


@pytest.mark.parametrize(("playable", "passes"), [(40, False), (20, True)])
def test_a_small_search_of_a_pass_decides_only_when_little_is_open(
    playable: int, passes: bool
) -> None:
    """The best move, in dispute, seems to be worse than a pass that the tree has not tried."""

    game = Game(9, komi=0, rules="japanese")
    tried = [told(move, 100 - move, 0.5, 0) for move in range(playable)]
    found: Any = {"moves": [*tried, told(game.area, 0, 0, 0)], "owner": [0.0] * game.area}
    task = Task(game, Color.BLACK, Limit(playouts=4000), seed=1, threads=1)
    answer = told(80, 200, 0.4, 8)
    point = choose_move(task, 0, found, lambda after: answer, False)
    assert point == (game.area if passes else 0)


@pytest.mark.parametrize(
    ("playable", "score", "played"), [(40, 30, 1), (40, 28, 81), (20, 30, 81)], ids=str
)
def test_who_is_far_ahead_does_not_pass_while_a_point_is_open(
    playable: int, score: float, played: int
) -> None:
    """The best move is in Black's own territory, the second one is open, and nothing costs a game;
    unless that one costs points, or little is left."""
    game = Game(9, komi=0, rules="japanese")
    rest = [told(move, 10, 0.99, 30) for move in range(2, playable)]
    moves = [told(0, 100, 0.99, 30), told(1, 50, 0.98, score), *rest]
    owner = [1.0] * game.area
    owner[1] = 0.0
    task = Task(game, Color.BLACK, Limit(playouts=4000), seed=1, threads=1)
    answer = told(80, 200, 0.01, 30)
    found: Any = {"moves": moves, "owner": owner}
    assert choose_move(task, 0, found, lambda after: answer, False) == played


@pytest.mark.parametrize("rules", ["chinese", "japanese", "aga"])
@pytest.mark.parametrize("color", ["black", "white"])
def test_settled_territory_is_not_filled(
    engine: Engine, position: Draw, color: str, rules: str
) -> None:
    game = position(*SETTLED, to_play=color, rules=rules)
    assert engine.search(game).move == "pass"


def test_a_group_that_can_still_be_killed_is_killed(engine: Engine, position: Draw) -> None:
    game = position(*KILLED_AT_B5, komi=20.5)
    assert engine.search(game).move == "B5"


@pytest.mark.parametrize("passes", ["settled", "cleanup"])
def test_dead_stones_are_captured_first_if_that_is_wanted(passes: str, position: Draw) -> None:
    game = position(*DEAD_STONE, to_play="white", komi=-5.5)
    game.play("pass")
    engine = Engine("classic:playouts=400", seed=1, threads=1, passes=passes)
    assert (engine.search(game).move == "pass") == (passes == "settled")
    assert engine.search(game, cleanup=True).move in ("B3", "A2")


def test_a_lost_game_is_resigned_but_not_early(position: Draw) -> None:
    """Far behind, on an empty board and on one that is a quarter full."""
    engine = Engine("classic:playouts=300", threads=1, seed=1)
    early = Game(9, komi=60.5)
    for move in ("E5", "E4"):
        early.play(move)
    assert engine.search(early).move != "resign"
    late = position(*SETTLED, komi=20.5)
    late.setup(empty=["A1", "A2", "B1", "B2", "C1", "C2"])
    assert engine.search(late).move == "resign"
    never = Engine("classic:playouts=300,resign_threshold=0", threads=1, seed=1)
    assert never.search(late).move != "resign"
