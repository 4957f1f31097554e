"""Ladders: drawn, and against a slow reader of the same game."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from keima import _core


def ladder(board: _core.Board, group: int) -> bool:
    return _core.ladder_move(board, group) != board.area


FUNCTIONS = {
    "captured": _core.is_captured_in_ladder,
    "ladder": ladder,
    "ladder_move": _core.ladder_move,
}


def test_drawn(case: Any, check: Callable[..., None]) -> None:
    check(case, FUNCTIONS)


class TooDeep(Exception):
    """The slow reader gives up."""


def is_lost(board: _core.Board, group: int, depth: int = 60) -> bool:
    """The runner, in atari and to move, cannot get away."""
    if depth == 0:
        raise TooDeep
    runner = board.at(group)
    tries = set(board.liberties(group))
    for p in range(board.area):
        if board.at(p) == 3 - runner and len(board.liberties(p)) == 1:
            touches = any(
                board.at(q) == runner and q in board.group(group)
                for s in board.group(p)
                for q in near(board, s)
            )
            if touches:
                tries.add(board.liberties(p)[0])
    for p in tries:
        if board.is_legal(p, runner):
            now = board.copy()
            now.play(p, runner)
            if not catching_moves(now, group, depth - 1):
                return False
    return True


def catching_moves(board: _core.Board, group: int, depth: int = 60) -> list[int]:
    """The attacker, to move, captures with these."""
    if depth == 0:
        raise TooDeep
    attacker = 3 - board.at(group)
    liberties = board.liberties(group)
    legal = [p for p in liberties if board.is_legal(p, attacker)]
    if len(liberties) == 1:
        return legal
    found = []
    for p in legal if len(liberties) == 2 else []:
        now = board.copy()
        now.play(p, attacker)
        if is_lost(now, group, depth - 1):
            found.append(p)
    return found


def near(board: _core.Board, point: int) -> list[int]:
    row, column = divmod(point, board.width)
    points = ((column, row - 1), (column - 1, row), (column + 1, row), (column, row + 1))
    return [
        y * board.width + x for x, y in points if 0 <= x < board.width and 0 <= y < board.height
    ]


@pytest.mark.parametrize(
    ("width", "height", "boards", "weights"),
    [
        (5, 5, 400, (3, 1, 1)),
        (6, 6, 300, (3, 1, 1)),
        (7, 7, 300, (4, 1, 1)),
        (4, 9, 200, (3, 1, 2)),
        (1, 9, 100, (2, 1, 1)),
        (2, 8, 200, (3, 1, 1)),
        (9, 9, 100, (6, 1, 1)),
    ],
)
def test_random_positions_against_the_slow_reader(
    width: int, height: int, boards: int, weights: tuple[int, int, int]
) -> None:
    rng = random.Random(width * 100 + height)
    asked = answered_yes = 0
    for _ in range(boards):
        stones = rng.choices((0, 1, 2), weights, k=width * height)
        try:
            board = _core.Board.from_stones(width, height, stones)
        except ValueError:
            continue
        # A few moves, for a ko now and then.
        for color in (1, 2, 1):
            legal = [p for p in range(board.area) if board.is_legal(p, color)]
            if legal and rng.random() < 0.5:
                board.play(rng.choice(legal), color)
        for p in range(board.area):
            if not board.at(p) or min(board.group(p)) != p or len(board.liberties(p)) > 2:
                continue
            try:
                moves = catching_moves(board, p)
                lost = len(board.liberties(p)) == 1 and is_lost(board, p)
            except TooDeep:
                continue
            asked += 1
            answered_yes += bool(moves)
            found = _core.ladder_move(board, p)
            assert (found in moves) if moves else (found == board.area), (board.stones, p)
            assert _core.is_captured_in_ladder(board, p) == lost, (board.stones, p)
    assert asked > boards / 10
    assert answered_yes > asked / 20


def test_a_ladder_across_the_largest_board_and_a_breaker() -> None:
    for breaker in (None, 22 * 25 + 22, 21 * 25 + 22, 0):
        board = _core.Board(25, 25)
        for column, row, color in ((2, 2, 2), (1, 2, 1), (2, 1, 1), (3, 1, 1), (1, 3, 1)):
            board.play(row * 25 + column, color)
        if breaker is not None:
            board.play(breaker, 2)
        works = breaker in (None, 0)
        assert (_core.ladder_move(board, 2 * 25 + 2) != board.area) == works


def test_only_stones_can_be_asked_about() -> None:
    board = _core.Board(3, 3)
    with pytest.raises(ValueError, match="no stone"):
        _core.is_captured_in_ladder(board, 0)
    with pytest.raises(IndexError):
        _core.ladder_move(board, 9)
