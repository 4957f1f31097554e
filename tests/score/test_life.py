"""How likely stones live."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from keima import _core
from keima.score.life import alive_by_owners, alive_by_playouts, all_alive, all_but

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
