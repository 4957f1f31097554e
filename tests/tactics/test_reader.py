"""The two group readers: drawn, and against all moves of both players on small boards."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from keima import _core

FUNCTIONS = {
    "killed": lambda board, group: _core.can_be_killed(board, group)[0],
    "killers": lambda board, group: _core.can_be_killed(board, group)[1],
    "saved": lambda board, group: _core.can_be_saved(board, group)[0],
    "savers": lambda board, group: _core.can_be_saved(board, group)[1],
}


def test_drawn(case: Any, check: Callable[..., None]) -> None:
    check(case, FUNCTIONS)


class TooMany(Exception):
    """The slow reader gives up."""


class SlowReader:
    """All legal moves of both: the attacker captures within some moves of his own, or fails."""

    def __init__(self, group: int, most: int = 30000) -> None:
        self.group, self.left = group, most
        self.known: dict[tuple[Any, ...], bool] = {}

    def killers(self, board: _core.Board, moves: int) -> list[int]:
        attacker = 3 - board.at(self.group)
        return [p for p in range(board.area) if self._kills(board, p, attacker, moves)]

    def _kills(self, board: _core.Board, p: int, attacker: int, moves: int) -> bool:
        if not board.is_legal(p, attacker):
            return False
        self.left -= 1
        if self.left < 0:
            raise TooMany
        now = board.copy()
        now.play(p, attacker)
        return now.at(self.group) != 3 - attacker or self.is_lost(now, moves - 1)

    def is_killed(self, board: _core.Board, moves: int) -> bool:
        if len(board.liberties(self.group)) > min(2, moves):
            return False
        key = (*board.stones, board.ko, moves)
        if key not in self.known:
            attacker = 3 - board.at(self.group)
            near = sorted(range(board.area), key=lambda p: p not in board.liberties(self.group))
            self.known[key] = any(self._kills(board, p, attacker, moves) for p in near)
        return self.known[key]

    def is_lost(self, board: _core.Board, moves: int) -> bool:
        """The defender to move."""
        liberties = board.liberties(self.group)
        if len(liberties) > moves + 1:
            return False
        defender = board.at(self.group)
        order = [*liberties, *(p for p in range(board.area) if p not in liberties), board.area]
        for p in order:
            if not board.is_legal(p, defender):
                continue
            now = board.copy()
            now.play(p, defender)
            if not self.is_killed(now, moves):
                return False
        return True

    def savers(self, board: _core.Board, moves: int) -> list[int]:
        defender = board.at(self.group)
        found = []
        for p in range(board.area):
            if board.is_legal(p, defender):
                now = board.copy()
                now.play(p, defender)
                if not self.is_killed(now, moves):
                    found.append(p)
        return found


MOVES = 4  # of the attacker


@pytest.mark.parametrize(
    ("width", "height", "boards", "weights"),
    [(5, 5, 250, (1, 1, 1)), (4, 4, 250, (1, 1, 1)), (6, 5, 150, (2, 3, 3)), (3, 6, 200, (2, 1, 1))],
)
def test_random_positions_against_all_moves(
    width: int, height: int, boards: int, weights: tuple[int, int, int]
) -> None:
    rng = random.Random(width * 10 + height)
    asked = killed = missed = deeper = unsaved = 0
    for _ in range(boards):
        stones = rng.choices((0, 1, 2), weights, k=width * height)
        try:
            board = _core.Board.from_stones(width, height, stones)
        except ValueError:
            continue
        for p in range(board.area):
            if not board.at(p) or min(board.group(p)) != p or len(board.liberties(p)) > 2:
                continue
            slow = SlowReader(p)
            try:
                truth = slow.killers(board, MOVES)
                saving = slow.savers(board, MOVES)
            except TooMany:
                continue
            asked += 1
            result, moves, complete, _ = _core.can_be_killed(board, p, 5000)
            assert result == bool(moves)
            killed += bool(truth)
            if truth and not result:
                missed += 1
                print("missed", board.stones, p, truth, complete)
            for move in set(moves) - set(truth):
                deeper += 1
                print("deeper", board.stones, p, truth, moves)
            result, moves, complete, _ = _core.can_be_saved(board, p, 5000)
            assert result == bool(moves)
            # A move that saves is one after which no short line captures.
            for move in set(moves) - set(saving):
                unsaved += 1
                print("unsaved", board.stones, p, saving, moves, complete)
    print(asked, killed, missed, deeper, unsaved)
    assert asked > 50
