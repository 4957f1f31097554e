"""Learned judgement of finished positions."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from keima import Color, Game, _core
from keima.score.csa import find_dead_by_csa, judge, open_points
from keima.score.distance import distance_owners

Draw = Callable[..., _core.Board]

#: White's stone at B8 is dead, and so are Black's at H2; E5 is nobody's.
GAME = (
    ". . . X O . . . .",
    ". O . X O . O . .",
    ". . X X O . . . .",
    "X X X O O O O O .",
    ". . X X . O . . .",
    "X X . X O O O O O",
    ". . X X O . . . .",
    ". . . X O O . X .",
    ". . . X X O . . .",
)


def test_dead_stones_and_dame() -> None:
    game = Game.from_drawing(*GAME)
    stones = game.board.stones
    found = judge(game.board)
    assert {game.name(p) for p in found.dead} == {"B8", "H2"}
    assert {game.name(p) for p in found.dame} == {"E5"}
    assert not found.open
    assert found.area == game.score(sorted(found.dead)).margin + game.komi
    assert found.owners[0] == Color.BLACK
    assert all((value is None) == (not s) for value, s in zip(found.alive, stones, strict=True))


def test_under_rules_by_which_all_counts_nothing_is_dead() -> None:
    assert find_dead_by_csa(Game.from_drawing(*GAME, rules="tromp-taylor")) == frozenset()
    assert len(find_dead_by_csa(Game.from_drawing(*GAME, rules="japanese"))) == 2


@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 5), (3, 2), (9, 9), (25, 25)])
def test_any_board(width: int, height: int) -> None:
    rng = random.Random(width)
    board = _core.Board(width, height)
    assert judge(board).dead == frozenset()
    color = 1
    for _ in range(width * height):
        legal = [p for p in range(board.area) if board.is_legal(p, color)]
        board.play(rng.choice(legal) if legal else board.area, color)
        color = 3 - color
    found = judge(board)
    for p in found.dead:
        assert found.owners[p] == 3 - board.at(p)
        assert found.dead.issuperset(board.group(p))


def test_points_are_open_far_from_both(board: Draw) -> None:
    wide = board("X . . . . O .", "X . . . . O .")
    assert open_points(wide, []) == frozenset({2, 3, 9, 10})
    assert open_points(board("X . . O .", "X . . O ."), []) == frozenset()


def test_distance(board: Draw) -> None:
    owners = distance_owners(board("X . .", ". . .", ". . O"))
    assert "".join(".XO"[c] for c in owners) == "XX.X.O.OO"
    assert set(distance_owners(_core.Board(3, 3))) == {Color.EMPTY}
