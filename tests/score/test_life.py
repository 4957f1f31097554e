"""How likely stones live."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from keima import _core
from keima.score.life import (
    alive_by_both,
    alive_by_learning,
    alive_by_owners,
    alive_by_playouts,
    all_alive,
    all_but,
    life_judge,
    owners_by_playouts,
)

DEAD_INSIDE = (
    ". X . . X . O .",
    "X X . O X O O O",
    ". X . . X . O .",
    "X X X X X O O O",
    "O O O O O O . O",
)


def test_a_stone_among_living_ones_dies(board: Callable[..., _core.Board]) -> None:
    position = board(*DEAD_INSIDE)
    alive = alive_by_playouts(position, 1)
    assert alive[11] < 0.2  # the white one inside
    assert alive[1] > 0.8 and alive[6] > 0.8
    assert (alive == alive_by_playouts(position, 1)).all()


@pytest.mark.parametrize("to_play", [1, 2])
def test_the_same_by_learning(board: Callable[..., _core.Board], to_play: int) -> None:
    alive = alive_by_learning(board(*DEAD_INSIDE), to_play)
    assert alive[11] < 0.3
    assert alive[1] > 0.8 and alive[6] > 0.8
    assert alive[0] == 1  # nothing stands there


def test_who_is_to_move_matters(board: Callable[..., _core.Board]) -> None:
    """The white stone in the middle is in atari."""
    position = board(
        ". . . . . . .",
        ". . X . O . .",
        ". X O . . . .",
        ". . X . O . .",
        ". . X O . . .",
        ". . . . . . .",
        ". . . . . . .",
    )
    mine, theirs = (alive_by_learning(position, color)[16] for color in (2, 1))
    assert mine > theirs + 0.2


def test_the_mean_of_both(board: Callable[..., _core.Board]) -> None:
    position = board(*DEAD_INSIDE)
    played, learned = alive_by_playouts(position, 2), alive_by_learning(position, 2)
    assert np.allclose(alive_by_both(position, 2), (played + learned) / 2)


def test_judges_by_name() -> None:
    assert life_judge("learned") is alive_by_learning
    assert life_judge("playouts") is alive_by_playouts
    with pytest.raises(
        ValueError, match="unknown judge of life 'gnugo': expected one of both, learned"
    ):
        life_judge("gnugo")


def test_a_group_lives_or_dies_as_one(board: Callable[..., _core.Board]) -> None:
    position = board("X X . O")
    owners = np.array([1, 0, 0.5, -0.5], np.float32)
    assert alive_by_owners(position, owners).tolist() == [0.75, 0.75, 1, 0.75]


def test_told_by_hand(board: Callable[..., _core.Board]) -> None:
    position = board("X X . O")
    assert all_alive(position, 1).tolist() == [1, 1, 1, 1]
    assert all_but([0])(position, 1).tolist() == [0, 0, 1, 1]
    with pytest.raises(ValueError, match="no stone at C1"):
        all_but([2])(position, 1)


def test_threads_do_not_share_a_game() -> None:
    boards = [_core.Board(9, 9), _core.Board(13, 13)]
    alone = [owners_by_playouts(board, 1, playouts=200) for board in boards]
    with ThreadPoolExecutor(4) as pool:
        found = pool.map(lambda n: owners_by_playouts(boards[n % 2], 1, playouts=200), range(16))
    for number, owners in enumerate(found):
        assert np.array_equal(owners, alone[number % 2])
