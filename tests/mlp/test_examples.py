"""Which positions the small networks learn from."""

from __future__ import annotations

import pytest

from keima import _core

PASS = 25


def examples(*games: list[int], last: int = 0, most_stones: int = 25) -> _core.Examples:
    found = _core.Examples(5)
    for moves in games:
        found.add_game(_core.Board(5, 5), 1, moves, last=last, most_stones=most_stones)
    return found


def test_passes_the_last_moves_and_full_boards_are_left_out() -> None:
    game = [12, PASS, 7, 8, 17]
    assert len(examples(game)) == 4
    assert len(examples(game, last=2)) == 2
    assert len(examples(game, most_stones=1)) == 1
    assert len(examples(game, last=9)) == 0


def test_a_position_comes_once_with_the_most_popular_move() -> None:
    found = examples([12, 6], [12, 7], [12, 7])
    assert len(found) == 2
    states, move = found.get(1)
    assert states[12] == 1  # the opponent's stone
    assert move in (7, 11, 13, 17)  # 6 was played less often


def test_turned_positions_and_exchanged_colours_are_the_same() -> None:
    found = examples([0, 6], [4, 8], [20, 16], [24, 18])
    assert len(found) == 2
    board = _core.Board(5, 5)
    board.play(0, 2)
    found.add_game(board, 1, [6], last=0, most_stones=25)
    assert len(found) == 2


def test_all_eight_symmetries() -> None:
    found = examples([1, 8])
    seen = {(tuple(states), move) for states, move in (found.get(1, s) for s in range(8))}
    assert len(seen) == 8
    for states, move in seen:
        stone = states.index(1)
        rows = [divmod(p, 5) for p in (stone, move)]
        # As (0, 1) and (1, 3): the same distance from each other, whatever way they are turned.
        assert sorted(abs(a - b) for a, b in zip(*rows, strict=True)) == [1, 2]


def test_what_is_learnt_from_is_not_for_the_test() -> None:
    train, test = examples([12, 6, 8]), _core.Examples(5)
    test.add_game(_core.Board(5, 5), 1, [12, 6, 9], last=0, most_stones=25, without=train)
    assert len(test) == 0
    test.add_game(_core.Board(5, 5), 1, [12, 7, 9], last=0, most_stones=25, without=train)
    assert len(test) == 1


def test_a_move_that_cannot_be_played_is_an_error_and_what_came_before_is_kept() -> None:
    found = _core.Examples(5)
    with pytest.raises(ValueError, match="move 2 cannot"):
        found.add_game(_core.Board(5, 5), 1, [12, 12], last=0, most_stones=25)
    assert len(found) == 1
    with pytest.raises(ValueError, match="another size"):
        found.add_game(_core.Board(6, 6), 1, [12], last=0, most_stones=25)
