"""The end of the game: pass when it is over, and not before."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from keima import Color, Engine, Game
from keima.score import find_dead

from .drawings import DEAD_STONE, KILLED_AT_B5, NEEDED_EYE, SEKI, SETTLED

Draw = Callable[..., Game]


@pytest.fixture(params=["abramson:playouts=200", "brugmann:playouts=1000"])
def engine(request: pytest.FixtureRequest) -> Engine:
    return Engine(request.param, seed=1, threads=1)


def variant(engine: Engine, passes: str) -> Engine:
    return Engine(engine.name, passes=passes)


@pytest.mark.parametrize("color", ["black", "white"])
def test_nobody_moves_first_in_a_seki(engine: Engine, color: str, position: Draw) -> None:
    game = position(*SEKI, to_play=color)
    assert engine.search(game).move == "pass"
    assert variant(engine, "last").search(game).move in ("D5", "D6")


def test_a_needed_eye_is_not_filled(engine: Engine, position: Draw) -> None:
    game = position(*NEEDED_EYE, to_play="white")
    assert engine.search(game).move == "pass"
    assert variant(engine, "last").search(game).move == "B4"


def test_passes_when_nothing_is_playable(engine: Engine) -> None:
    assert engine.search(Game(1)).move == "pass"


def test_a_won_game_ends_with_a_pass(engine: Engine, position: Draw) -> None:
    game = position(*DEAD_STONE, to_play="white", komi=-5.5)
    game.play("pass")
    assert engine.search(game).move == "pass"
    # Capturing first wins as well, if that is wanted.
    assert variant(engine, "cleanup").search(game).move in ("B3", "A2", "A5", "B5")


def test_a_game_is_not_ended_while_dead_stones_decide_it(engine: Engine, position: Draw) -> None:
    game = position(*DEAD_STONE, to_play="white", komi=2.5)
    game.play("pass")
    assert game.score().text == "W+1.5"
    assert game.score(dead=["A3"]).text == "B+2.5"
    assert engine.search(game).move != "pass"


def test_settled_territory_is_not_filled(engine: Engine, position: Draw) -> None:
    game = position(*SETTLED)
    assert engine.search(game).move == "pass"
    assert variant(engine, "last").search(game).move != "pass"


def test_a_group_that_can_still_be_killed_is_killed(engine: Engine, position: Draw) -> None:
    """Inside the opponent's territory, yet worth playing."""
    game = position(*KILLED_AT_B5)
    assert engine.search(game).move == "B5"


@pytest.mark.parametrize("spec", ["abramson:playouts=20", "brugmann:playouts=300"])
@pytest.mark.parametrize("passes", ["settled", "cleanup"])
def test_games_between_flat_players_end_settled(spec: str, passes: str) -> None:
    """Nothing is left in dispute: dead stones may stand, but the winner is the same whether they
    are taken off or not. After a clean-up there are none, and so the score is the same, too."""
    for seed in range(12):
        player, game = Engine(spec, passes=passes, seed=seed, threads=1), Game(7, komi=0.5)
        while not game.is_over:
            assert game.move_number < 300
            game.play(player.search(game).move)
        dead = find_dead(game)
        assert game.score(dead).winner == game.score().winner != Color.EMPTY
        if passes == "cleanup":
            assert not dead
