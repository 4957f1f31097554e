"""Komi moved for the games of a search (Ferreira 2016, 3.3.10)."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from keima import Engine, Game, _core

BLACK, WHITE = 1, 2
BY_VALUE, BY_HANDICAP = 1, 2
#: Black has most of the board.
AHEAD = (
    ". . . X O",
    ". . . X O",
    ". . . X O",
    ". X . X O",
    ". . . X O",
    ". . . X O",
    ". . . X .",
)


@pytest.fixture
def ahead(board: Callable[..., _core.Board]) -> _core.Board:
    return board(*AHEAD)


def run(trees: SimpleNamespace, position: _core.Board, color: int = BLACK, **given: Any) -> Any:
    names = {"handicap", "playouts", "komi", "threads"}
    options = {k: v for k, v in given.items() if k in names}
    parameters = {"dynamic_komi": BY_VALUE, "komi_period": 50, "komi_until": 1}
    parameters |= {k: v for k, v in given.items() if k not in names}
    tree = trees.make(**parameters)
    return trees.search(tree, position, color, **{"komi": 0.5, "playouts": 1000, **options})


@pytest.mark.parametrize("threads", [1, 2])
def test_the_leader_gives_points_until_games_are_even(
    trees: SimpleNamespace, ahead: _core.Board, threads: int
) -> None:
    found = run(trees, ahead, BLACK, playouts=3000, threads=threads)
    assert 10 <= found["komi_shift"] <= 30
    best = found["moves"][0]
    # With the komi of the game all is won, and the score is what it is.
    assert best["real_winrate"] > 0.95 > best["wins"] / best["visits"]
    assert found["score"] > 10


def test_who_is_behind_is_given_points(trees: SimpleNamespace, ahead: _core.Board) -> None:
    found = run(trees, ahead, WHITE, playouts=3000)
    assert 10 <= found["komi_shift"] <= 30
    best = found["moves"][0]
    assert best["real_winrate"] < 0.05 < best["wins"] / best["visits"]


def test_one_step_at_a_time_and_not_more_than_the_most(
    trees: SimpleNamespace, ahead: _core.Board
) -> None:
    assert run(trees, ahead, playouts=49)["komi_shift"] == 0
    assert run(trees, ahead, playouts=50)["komi_shift"] == 1
    assert run(trees, ahead, playouts=199)["komi_shift"] == 3
    assert run(trees, ahead, playouts=100, komi_step=2.5)["komi_shift"] == 5
    assert run(trees, ahead, komi_most=4)["komi_shift"] == 4
    assert run(trees, ahead, WHITE, komi_most=4)["komi_shift"] == 4


def test_it_is_not_moved_among_even_players_too_early_or_too_late(
    trees: SimpleNamespace, ahead: _core.Board
) -> None:
    assert run(trees, ahead, dynamic_komi=0)["komi_shift"] == 0
    assert run(trees, _core.Board(5, 5), komi=-24.5)["komi_shift"] == 0
    assert run(trees, ahead, komi_from=0.5)["komi_shift"] == 0
    # Near the end nothing is given any more; who is behind still has hope.
    assert run(trees, ahead, komi_until=0.3)["komi_shift"] == 0
    assert run(trees, ahead, WHITE, komi_until=0.3)["komi_shift"] > 0
    stable = run(trees, ahead, komi_low=0, komi_high=1)
    assert stable["komi_shift"] == 0 and stable["moves"][0]["real_winrate"] is not None


def test_what_was_too_much_is_not_given_again(trees: SimpleNamespace, ahead: _core.Board) -> None:
    """Komi rises by ten to a value that is lost, falls back, and stays there."""
    shifts = [
        run(trees, ahead, playouts=50 * n, komi_step=10, komi_high=0.55)["komi_shift"]
        for n in range(1, 12)
    ]
    assert max(shifts) == 30
    assert shifts.count(30) == 1 and shifts[-4:] == [20] * 4


def test_points_for_handicap_stones_fade(trees: SimpleNamespace) -> None:
    board = _core.Board(9, 9)
    for point in (20, 24, 56, 60):
        board.play(point, BLACK)
    given: dict[str, Any] = {"dynamic_komi": BY_HANDICAP, "handicap": 4, "playouts": 10}
    assert run(trees, board, BLACK, **given)["komi_shift"] == 32
    assert run(trees, board, WHITE, **given)["komi_shift"] == 4
    board.play(40, WHITE)
    board.play(41, BLACK)
    shift = run(trees, board, BLACK, **given, komi_fades=0.1)["komi_shift"]
    assert shift == pytest.approx(32 * (1 - 2 / 8.1))
    assert run(trees, board, BLACK, **given, komi_fades=0.02)["komi_shift"] == 0
    assert run(trees, board, BLACK, **{**given, "handicap": 0})["komi_shift"] == 0


def test_the_engine_tells_the_true_win_rate() -> None:
    game = Game(9, komi=0.5)
    game.place_fixed_handicap(4)
    options = "classic:playouts=300,dynamic_komi=2"
    engine = Engine(options, threads=1, seed=1)
    shifted = engine.search(game, color="black")
    plain = Engine("classic:playouts=300", threads=1, seed=1).search(game, color="black")
    assert shifted.winrate > 0.8 and abs(shifted.winrate - plain.winrate) < 0.15
    assert shifted.candidates != plain.candidates
