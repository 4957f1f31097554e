"""Self-atari: which are bad, and the count of liberties against playing the move."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from keima import _core

FUNCTIONS = {
    "bad": _core.is_bad_self_atari,
    "bad_but_for_ko": lambda board, p, color: _core.is_bad_self_atari(board, p, color, False),
}


def test_drawn(case: Any, check: Callable[..., None]) -> None:
    check(case, FUNCTIONS)


def random_board(rng: random.Random, most: int) -> _core.Board:
    while True:
        width, height = rng.randint(1, most), rng.randint(1, most)
        weights = rng.choice([(1, 1, 1), (2, 1, 1), (1, 2, 2), (1, 3, 3), (1, 1, 3)])
        stones = rng.choices((0, 1, 2), weights, k=width * height)
        try:
            return _core.Board.from_stones(width, height, stones)
        except ValueError:
            continue


def test_liberties_are_those_after_playing() -> None:
    rng = random.Random(1)
    moves = 0
    for _ in range(4000):
        board = random_board(rng, 7)
        for p in range(board.area):
            for color in (1, 2):
                if board.at(p):
                    continue
                count, only = _core.liberties_after(board, p, color)
                if not board.is_legal(p, color):
                    assert (count, only) == (0, board.area)
                    assert _core.is_bad_self_atari(board, p, color)
                    continue
                moves += 1
                after = board.copy()
                captured = after.play(p, color)
                liberties = after.liberties(p)
                assert count == min(2, len(liberties))
                assert only == (liberties[0] if len(liberties) == 1 else board.area)
                if captured or len(liberties) > 1:
                    assert not _core.is_bad_self_atari(board, p, color)
    assert moves > 10000


def test_a_self_atari_that_is_not_bad_gains_something() -> None:
    """Whoever takes the stones is in atari, loses an eye or has one eye where they stood."""
    rng = random.Random(2)
    allowed = bad = 0
    for _ in range(6000):
        board = random_board(rng, 6)
        for p in range(board.area):
            for color in (1, 2):
                if board.at(p) or not board.is_legal(p, color):
                    continue
                after = board.copy()
                if after.play(p, color) or len(after.liberties(p)) != 1:
                    continue
                if _core.is_bad_self_atari(board, p, color):
                    bad += 1
                    continue
                allowed += 1
                stones = after.group(p)
                assert len(stones) <= 6
                taker = after.liberties(p)[0]
                after.play(taker, 3 - color)
                snapback = len(after.liberties(taker)) == 1 and len(after.group(taker)) > len(
                    stones
                )
                eye = all(
                    after.at(n) in (0, 3 - color)
                    for s in stones
                    for n in near(s, board.width, board.height)
                )
                assert snapback or eye
                if len(stones) > 1 and not snapback:
                    # The space left is one of the shapes with at most one eye.
                    inside = [s for s in stones if s != taker]
                    assert is_dead(inside, board.width, board.height)
    assert allowed > 300
    assert bad > 3000


def near(point: int, width: int, height: int) -> list[int]:
    row, column = divmod(point, width)
    points = ((column, row - 1), (column - 1, row), (column + 1, row), (column, row + 1))
    return [y * width + x for x, y in points if 0 <= x < width and 0 <= y < height]


def is_dead(points: list[int], width: int, height: int) -> bool:
    degrees = sorted(sum(n in points for n in near(p, width, height)) for p in points)
    return degrees in (
        [1, 1],
        [1, 1, 2],
        [1, 1, 1, 3],
        [2, 2, 2, 2],
        [1, 1, 1, 1, 4],
        [1, 2, 2, 2, 3],
        [1, 1, 2, 2, 2, 4],
    )


def test_only_empty_points_can_be_asked_about() -> None:
    board = _core.Board(3, 3)
    board.play(4, 1)
    with pytest.raises(ValueError, match="not empty"):
        _core.is_bad_self_atari(board, 4, 2)
    with pytest.raises(IndexError, match="not on the board"):
        _core.is_bad_self_atari(board, 9, 2)
    with pytest.raises(ValueError, match="colour"):
        _core.is_bad_self_atari(board, 0, 3)
