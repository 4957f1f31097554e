"""The rule to stop by learned scoring: searches of decided games are short."""

from __future__ import annotations

import pytest

from keima import Color, Engine, Game, Limit
from keima.engine.decided import Decided, leader

#: Nothing is open: Black has 45 points on the left, White 36.
OVER = ["X . X X X O O . O"] * 4 + ["X X . X X O O O ."] + ["X . X X X O O . O"] * 4
LIMIT = Limit(playouts=1000, seconds=10.0)


def over() -> Game:
    return Game.from_drawing(*OVER, komi=7.5)


def after_two(rate: float | None, part: float = 0.1, color: Color = Color.BLACK) -> Limit:
    """What a search gets whose side thought so two moves before."""
    rule, game = Decided(part), over()
    rule.said(game, color, rate)
    game.play("pass", Color.BLACK)
    game.play("pass", Color.WHITE)
    return rule.limit(game, color, game.komi, LIMIT)


def test_who_leads_where_nothing_is_open() -> None:
    assert leader(over().board, 7.5) == Color.BLACK
    assert leader(over().board, 9.5) == Color.WHITE
    assert leader(over().board, 9) is None
    assert leader(Game(9).board, 7.5) is None
    assert leader(Game.from_drawing(*["X . . . . . . . O"] * 9).board, 7.5) is None


def test_a_decided_game_gets_a_part() -> None:
    part = Limit(playouts=100, seconds=1.0)
    assert after_two(0.97) == part
    assert after_two(0.02, color=Color.WHITE) == part


@pytest.mark.parametrize("rate", [None, 0.5, 0.94, 0.03])
def test_unless_the_search_before_was_sure_of_the_same_winner(rate: float | None) -> None:
    assert after_two(rate) == LIMIT


def test_what_was_said_of_another_position_does_not_count() -> None:
    rule, game = Decided(0.1), over()
    rule.said(game, Color.BLACK, 0.99)
    assert rule.limit(game, Color.BLACK, 7.5, LIMIT) == LIMIT
    game.play("pass", Color.BLACK)
    game.play("pass", Color.WHITE)
    assert rule.limit(game, Color.BLACK, 7.5, LIMIT) != LIMIT
    rule.said(game, Color.BLACK, 0.99)
    game.undo()
    game.undo()
    for move in ("B9", "pass", "B8", "pass"):
        game.play(move)
    assert len(game.moves) == 4 and rule.limit(game, Color.BLACK, 7.5, LIMIT) == LIMIT
    rule.new_game()
    assert rule.limit(game, Color.BLACK, 7.5, LIMIT) == LIMIT


def test_it_is_off_unless_it_is_wanted() -> None:
    assert after_two(0.99, part=1.0) == LIMIT
    playouts = []
    for part in (1, 0.1):
        engine = Engine(
            "classic", threads=1, seed=1, book="none", early_stop=0, solve_points=0,
            decided_part=part,
        )  # fmt: skip
        game = Game.from_drawing(*OVER[:-1], ". . . X X O O . .", komi=7.5)
        for _ in range(2):
            result = engine.search(game, Limit(playouts=400))
            game.play("A1" if not game.moves else "J1")
            game.play("pass")
        playouts.append(result.playouts)
    assert playouts[0] == 400
    assert playouts[1] == 40
