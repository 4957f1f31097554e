"""Positions after a pass as analyses look at them."""

import pytest

from keima import Game
from keima.colors import Color
from keima.engine import Engine, Limit
from keima.engine.counting import area_komi
from keima.engine.unpassed import unpassed

#: White's C3 is dead, but what stands on the board is White's by 2 points with a komi of 8.
FINISHED = (
    ". X . X O .",
    "X X X X O O",
    ". . O X O .",
    "X X X X O O",
    ". X . X O .",
)


def finished(rules: str) -> Game:
    game = Game.from_drawing(*FINISHED, rules=rules, komi=8)
    game.play("pass")
    return game


@pytest.mark.parametrize("rules", ["chinese", "aga", "japanese"])
def test_the_next_pass_does_not_end_the_game(rules: str) -> None:
    game = finished(rules)
    position = unpassed(game)
    assert position.board.stones == game.board.stones and position.to_play == Color.WHITE
    assert (position.komi, position.rules, position.captures("B")) == (8, game.rules, 0)
    position.play("pass")
    assert not position.is_over and not game.is_over
    assert len(game.moves) == 1


@pytest.mark.parametrize("rules", ["tromp-taylor", "aga-button"])
def test_where_a_pass_counts_it_stays(rules: str) -> None:
    game = finished(rules)
    assert unpassed(game) is game


def test_without_a_pass_nothing_changes() -> None:
    game = Game(5)
    assert unpassed(game) is game
    game.play("C3")
    assert unpassed(game) is game


def test_prisoners_and_stones_that_were_played_still_count() -> None:
    game = Game(5, rules="japanese")
    for move in ("A2", "A1", "B1", "pass"):  # Black takes A1
        game.play(move)
    position = unpassed(game)
    assert position.captures("B") == 1 and area_komi(position) == area_komi(game)


def test_dead_stones_do_not_win_by_a_pass() -> None:
    game = finished("chinese")
    engine = Engine("classic", threads=1, seed=1, solve_points=0)
    limit = Limit(playouts=300)
    assert engine.search(game, limit, analysis=True).winrate > 0.9
    engine.new_game()  # its tree knows the position, with a pass that wins
    assert engine.search(unpassed(game), limit, analysis=True).winrate < 0.3
