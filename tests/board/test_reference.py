"""Random games on the core's board and on a slow, obvious one, compared after each move."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from keima import _core

EMPTY, BLACK, WHITE, WALL = range(4)


class Reference:
    """Everything by flood fill, nothing kept but the stones and the ko."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height, self.area = width, height, width * height
        self.stones = [EMPTY] * self.area
        self.ko: tuple[int, int] | None = None  # point, colour to whom it is forbidden

    def at(self, column: int, row: int) -> int:
        inside = 0 <= column < self.width and 0 <= row < self.height
        return self.stones[row * self.width + column] if inside else WALL

    def neighbours(self, point: int) -> Iterator[int]:
        row, column = divmod(point, self.width)
        for x, y in ((column, row - 1), (column - 1, row), (column + 1, row), (column, row + 1)):
            if self.at(x, y) != WALL:
                yield y * self.width + x

    def group(self, point: int) -> tuple[set[int], set[int]]:
        """The stones and the liberties of a group."""
        stones, liberties, todo = {point}, set(), [point]
        while todo:
            for n in self.neighbours(todo.pop()):
                if self.stones[n] == EMPTY:
                    liberties.add(n)
                elif self.stones[n] == self.stones[point] and n not in stones:
                    stones.add(n)
                    todo.append(n)
        return stones, liberties

    def play(self, point: int, color: int) -> int:
        """Stones captured, or minus the stones of a suicide. Minds no rule."""
        self.ko = None
        if point == self.area:
            return 0
        self.stones[point] = color
        captured: set[int] = set()
        for n in self.neighbours(point):
            if self.stones[n] == 3 - color:
                stones, liberties = self.group(n)
                if not liberties:
                    captured |= stones
        for p in captured:
            self.stones[p] = EMPTY
        own, liberties = self.group(point)
        if not liberties:
            for p in own:
                self.stones[p] = EMPTY
            return -len(own)
        if len(captured) == 1 and len(own) == 1 and liberties == captured:
            self.ko = (next(iter(captured)), 3 - color)
        return len(captured)

    def is_legal(self, point: int, color: int, allow_suicide: bool) -> bool:
        if self.stones[point] != EMPTY or self.ko == (point, color):
            return False
        trial = Reference(self.width, self.height)
        trial.stones = self.stones[:]
        result = trial.play(point, color)
        return result >= 0 or (allow_suicide and result <= -2)

    def code(self, point: int) -> int:
        row, column = divmod(point, self.width)
        around = ((0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1))
        return sum(self.at(column + x, row + y) << 2 * i for i, (x, y) in enumerate(around))

    def is_eye(self, point: int, color: int, strict: bool) -> bool:
        if self.stones[point] != EMPTY:
            return False
        if any(self.stones[n] != color for n in self.neighbours(point)):
            return False
        row, column = divmod(point, self.width)
        corners = [self.at(column + x, row + y) for x in (-1, 1) for y in (-1, 1)]
        allowed = 0 if strict or WALL in corners else 1
        return corners.count(3 - color) <= allowed


def compare_stones(board: _core.Board, reference: Reference) -> None:
    assert board.stones == reference.stones
    ko = reference.ko or (board.area, EMPTY)
    assert (board.ko, board.ko_color) == ko
    assert board.hash == _core.Board.from_stones(board.width, board.height, board.stones).hash


def compare_groups(board: _core.Board, reference: Reference) -> None:
    for point, stone in enumerate(reference.stones):
        assert board.at(point) == stone
        assert board.code(point) == reference.code(point)
        if stone:
            stones, liberties = reference.group(point)
            assert sorted(board.group(point)) == sorted(stones)
            assert sorted(board.liberties(point)) == sorted(liberties)


def compare_moves(board: _core.Board, reference: Reference) -> None:
    for point in range(reference.area):
        for color in (BLACK, WHITE):
            for allow_suicide in (False, True):
                assert board.is_legal(point, color, allow_suicide) == reference.is_legal(
                    point, color, allow_suicide
                )
            assert board.is_eye(point, color) == reference.is_eye(point, color, strict=False)
            assert board.is_strict_eye(point, color) == reference.is_eye(point, color, strict=True)


# Width, height, games, and after how many moves the slow comparisons are made.
SIZES = [
    (1, 1, 5, 1),
    (1, 2, 20, 1),
    (2, 1, 20, 1),
    (1, 9, 20, 1),
    (25, 1, 5, 1),
    (1, 25, 5, 1),
    (2, 2, 40, 1),
    (2, 3, 40, 1),
    (3, 3, 40, 1),
    (4, 3, 40, 1),
    (3, 7, 8, 1),
    (5, 5, 8, 1),
    (7, 6, 4, 2),
    (9, 9, 2, 5),
    (2, 25, 2, 10),
    (11, 11, 1, 20),
    (13, 13, 1, 40),
    (12, 17, 1, 60),
    (19, 19, 1, 150),
    (25, 25, 1, 400),
]


@pytest.mark.parametrize(("width", "height", "games", "every"), SIZES)
@pytest.mark.parametrize("allow_suicide", [False, True], ids=["no-suicide", "suicide"])
def test_random_games(width: int, height: int, games: int, every: int, allow_suicide: bool) -> None:
    for seed in range(games):
        rng = random.Random(seed)
        board, reference = _core.Board(width, height), Reference(width, height)
        moves: list[tuple[int, int]] = []
        color = BLACK
        try:
            for number in range(10 + (2 if board.area < 200 else 1) * board.area):
                legal = [p for p in range(board.area) if board.is_legal(p, color, allow_suicide)]
                # Mostly moves that are no eyes, or nothing would live long enough to be big.
                good = [p for p in legal if not board.is_eye(p, color)]
                choice = good if good and rng.random() < 0.9 else legal
                move = rng.choice(choice) if choice and rng.random() < 0.98 else board.area
                moves.append((color, move))
                assert board.play(move, color, allow_suicide) == reference.play(move, color)
                compare_stones(board, reference)
                if number % every == 0:
                    compare_groups(board, reference)
                    compare_moves(board, reference)
                # Sometimes the same player twice: positions that no alternation would reach.
                color = 3 - color if rng.random() < 0.95 else color
        except AssertionError:
            print(f"{width}x{height}, seed {seed}, suicide {allow_suicide}: {moves}")
            raise


def test_set_up_positions_are_like_played_ones() -> None:
    rng = random.Random(3)
    for _ in range(200):
        width, height = rng.randint(1, 8), rng.randint(1, 8)
        reference = Reference(width, height)
        reference.stones = rng.choices((EMPTY, BLACK, WHITE), (2, 1, 1), k=width * height)
        alive = all(reference.group(p)[1] for p, s in enumerate(reference.stones) if s)
        if not alive:
            with pytest.raises(ValueError, match="no liberties"):
                _core.Board.from_stones(width, height, reference.stones)
            continue
        board = _core.Board.from_stones(width, height, reference.stones)
        compare_stones(board, reference)
        compare_groups(board, reference)
        compare_moves(board, reference)
