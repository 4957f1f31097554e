"""What the small networks see of a point."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from keima import _core

BLACK, WHITE = 1, 2
OWN, OTHER, FORBIDDEN = 0, 1, 2


def test_stones_and_liberties(board: Callable[..., _core.Board]) -> None:
    position = board("X . O .", ". . O O", "O O O .", ". O . O")
    black = _core.point_states(position, BLACK)
    white = _core.point_states(position, WHITE)
    assert black[0] == OWN and white[0] == OTHER
    assert black[2] == OTHER and white[2] == OWN
    assert black[1] == FORBIDDEN + 2  # beside its stone: two liberties
    assert black[3] == FORBIDDEN  # suicide
    assert black[11] == FORBIDDEN and white[11] == FORBIDDEN + 5  # one group, many liberties
    assert black[4] == FORBIDDEN + 2


def test_one_to_five_liberties_after_the_move() -> None:
    position = _core.Board(7, 7)
    corner, side, middle = 0, 3, 24
    states = _core.point_states(position, BLACK)
    assert [states[p] - FORBIDDEN for p in (corner, side, middle)] == [2, 3, 4]
    position.play(middle, BLACK)
    assert _core.point_states(position, BLACK)[middle + 1] - FORBIDDEN == 5
    assert _core.point_states(position, WHITE)[middle + 1] - FORBIDDEN == 3


def test_the_ko_is_forbidden_to_who_may_not_take_it(board: Callable[..., _core.Board]) -> None:
    position = board(". X O . .", "X . X O .", ". X O . .", ". . . . .", ". . . . .")
    position.play(6, WHITE)  # takes 7
    assert _core.point_states(position, BLACK)[7] == FORBIDDEN
    assert _core.point_states(position, WHITE)[7] > FORBIDDEN


def test_three_bits_tell_eight_states_and_neighbours_differ_in_one() -> None:
    bits = _core.state_bits()
    assert sorted(bits) == list(range(8))
    assert all((a ^ b).bit_count() == 1 for a, b in pairwise(bits))
