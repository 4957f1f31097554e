"""Groups with few liberties: what a move leaves them, and what saves them."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from keima import _core

BLACK, WHITE = 1, 2
Draw = Callable[..., _core.Board]


def random_boards(seed: int, sizes: tuple[int, ...] = (2, 3, 5, 7, 9)) -> list[_core.Board]:
    chance = random.Random(seed)
    found = []
    for size in sizes:
        board = _core.Board(size, size)
        color = BLACK
        for i in range(40 * size):
            point = chance.randrange(board.area)
            if board.is_legal(point, color):
                board.play(point, color)
            color = 3 - color
            if i % 5 == 0:
                found.append(board.copy())
    return found


def test_liberties_after_a_move() -> None:
    counts = set()
    for board in random_boards(1):
        for point in range(board.area):
            if board.at(point):
                continue
            for color in (BLACK, WHITE):
                after = board.copy()
                real = 0
                if point != board.ko or color != board.ko_color:
                    if board.is_legal(point, color):
                        after.play(point, color)
                        real = len(after.liberties(point))
                    for limit in (1, 2, 3, 5, 20):
                        found = _core.count_liberties_after(board, point, color, limit)
                        assert found == min(real, limit)
                    counts.add(real)
    assert set(range(10)) <= counts


def test_rescues() -> None:
    kinds = set()
    for board in random_boards(2):
        for stone in range(board.area):
            color = board.at(stone)
            if not color or len(board.liberties(stone)) != 1:
                continue
            found = dict(_core.rescues(board, stone))
            expected = set()
            for point in range(board.area):
                if board.is_legal(point, color):
                    after = board.copy()
                    taken = after.play(point, color)
                    near = taken and any(
                        not after.at(p) and p in set(after.liberties(stone))
                        for p in range(board.area)
                        if board.at(p) == 3 - color
                    )
                    if len(after.liberties(stone)) >= 2 and (
                        near or point == board.liberties(stone)[0]
                    ):
                        expected.add(point)
            assert set(found) == expected
            for point, by_capture in found.items():
                after = board.copy()
                assert (after.play(point, color) > 0) == by_capture
                kinds.add((by_capture, point == board.liberties(stone)[0]))
    assert kinds == {(True, True), (True, False), (False, True)}


def test_a_ko_is_no_rescue(board: Draw) -> None:
    b = board(". X O .", "X O . O", ". X O .")
    b.play(6, BLACK)
    assert b.ko == 5
    # White's stone above could be saved by taking the ko, but not at once.
    assert 5 not in dict(_core.rescues(b, 2))
    b.play(b.area, WHITE)
    assert 5 in dict(_core.rescues(b, 2))


def test_gives_atari() -> None:
    seen = set()
    for board in random_boards(3):
        for point in range(board.area):
            for color in (BLACK, WHITE):
                if not board.is_legal(point, color):
                    continue
                after = board.copy()
                after.play(point, color)
                y, x = divmod(point, board.width)
                around = [
                    b * board.width + a
                    for a, b in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
                    if 0 <= a < board.width and 0 <= b < board.height
                ]
                real = any(
                    board.at(n) == 3 - color
                    and after.at(n) == 3 - color
                    and len(board.liberties(n)) == 2
                    for n in around
                )
                assert _core.gives_atari(board, point, color) == real
                seen.add(real)
    assert seen == {True, False}


def test_vital_points_as_of_nakade() -> None:
    found = long = 0
    for board in random_boards(4, (3, 4, 5, 6, 7, 8, 9)):
        for point in range(board.area):
            if board.at(point):
                continue
            for wall in (BLACK, WHITE):
                vital = _core.vital_point(board, point, wall)
                expected = _core.nakade_point(board, point, 3 - wall)
                if vital != expected:
                    # A region that goes on more than two points from here.
                    assert vital == board.area
                    assert expected != board.area
                    long += 1
                else:
                    found += vital != board.area
    assert long < found / 10
    assert found > 100


def test_bad_input(board: Draw) -> None:
    b = board(". X", ". .")
    with pytest.raises(ValueError, match="not empty"):
        _core.count_liberties_after(b, 1, BLACK, 2)
    with pytest.raises(ValueError, match="no stone in atari at 0"):
        _core.rescues(b, 0)
