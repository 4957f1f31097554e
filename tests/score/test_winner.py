"""Who will win, told from an estimate of the territory."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from keima import _core
from keima.score.life import PlayedOut, alive_by_both, all_alive
from keima.score.territory import signs_of
from keima.score.winner import INPUTS, chance_of_black, is_told, look, winner_inputs

Draw = Callable[..., _core.Board]

#: Of playouts.
NOTHING = PlayedOut(0.5, 0, np.zeros(0, np.float32))

#: Black has four columns of nine, or five.
FOUR = (". . . X O . . . .",) * 9
FIVE = (". . . . X O . . .",) * 9


def test_what_the_network_sees(board: Draw) -> None:
    position = board(". X . O .", ". X . O .")
    owners = np.array([1, 1, 0.6, -0.8, -0.01] * 2, np.float32)
    played = PlayedOut(0.75, 3.5, owners)
    found = winner_inputs(owners, signs_of(position), 2, 2.5, played)
    assert found.shape == (INPUTS,)
    lead, spread, *points = found[:5].tolist()
    assert lead == pytest.approx(2 * 1.79 - 2.5)
    variance = 2 * (0.64 + 0.36 + 0.9999)
    assert spread == pytest.approx(lead / (1 + variance) ** 0.5)
    # Beyond 0.05: three points a row for Black and one for White; beyond 0.9 two and none.
    assert points == [4 - 2.5, 4 - 2.5, 4 - 2.5]
    stones, more, black, white = found[5:9].tolist()
    assert stones == pytest.approx(0.4) and more == 0
    assert black == 0 and white == pytest.approx(0.4)
    assert found[9:13].tolist() == pytest.approx([variance / 10, 0.682, 0.4, 0.4 * lead])
    assert found[13] == -1
    assert found[14:].tolist() == pytest.approx([0.5, 1, 0.4])


def test_life_is_judged_by_both_if_nothing_else_is_said(board: Draw) -> None:
    """From playouts without komi it is just `alive_by_both`."""
    position = board(*FIVE)
    seen, lead = look(position, 1, 0)
    assert lead == pytest.approx(seen[0])
    assert (seen == look(position, 1, 0, alive=alive_by_both)[0]).all()
    assert (seen != look(position, 1, 0, alive=all_alive)[0]).any()


def test_points_beyond_each_window(board: Draw) -> None:
    position = board(". X . O .")
    owners = np.array([0.95, 0.8, 0.3, -0.8, -0.1], np.float32)
    assert winner_inputs(owners, signs_of(position), 1, 0, NOTHING)[2:5].tolist() == [1, 1, 1]
    owners = np.array([0.95, 0.95, 0.6, -0.1, -0.01], np.float32)
    assert winner_inputs(owners, signs_of(position), 1, 0, NOTHING)[2:5].tolist() == [2, 3, 2]


def test_more_columns_win(board: Draw) -> None:
    few, many = (chance_of_black(board(*rows), 1, 5.5, alive=all_alive) for rows in (FOUR, FIVE))
    assert few < 0.1 and many > 0.6


def test_komi_is_worth_something(board: Draw) -> None:
    """Black has seven points more."""
    seven = (*FIVE[1:], FOUR[0])
    before, after = (chance_of_black(board(*seven), 1, k, alive=all_alive) for k in (5.5, 7.5))
    assert before > 0.6 and after < 0.5


@pytest.mark.parametrize("width, height, komi", [(9, 9, 4), (9, 9, 8), (9, 8, 5.5), (19, 19, 5.5)])
def test_where_nothing_was_learnt_nothing_is_told(width: int, height: int, komi: float) -> None:
    empty = _core.Board(width, height)
    assert not is_told(empty, komi)
    with pytest.raises(ValueError, match=f"{width}x{height} with komi {komi}: expected 9x9"):
        chance_of_black(empty, 1, komi)


@pytest.mark.parametrize("komi", [4.5, 7.5])
def test_ordinary_komi_is_known(komi: float) -> None:
    assert is_told(_core.Board(9, 9), komi)
