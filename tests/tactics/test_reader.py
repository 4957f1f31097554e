"""The two group readers: drawn, and against all moves of both players on small boards."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
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

BOARDS = [(5, 5, (1, 1, 1)), (4, 4, (1, 1, 1)), (6, 5, (2, 3, 3)), (3, 6, (2, 1, 1))]


def weak_groups(
    width: int, height: int, weights: tuple[int, int, int], boards: int, seed: int
) -> Iterator[tuple[_core.Board, int]]:
    """Groups with one or two liberties on random boards."""
    rng = random.Random(seed)
    for _ in range(boards):
        stones = rng.choices((0, 1, 2), weights, k=width * height)
        try:
            board = _core.Board.from_stones(width, height, stones)
        except ValueError:
            continue
        for p in range(board.area):
            if board.at(p) and min(board.group(p)) == p and len(board.liberties(p)) < 3:
                yield board, p


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height", "weights"), BOARDS)
def test_random_positions_against_all_moves(
    width: int, height: int, weights: tuple[int, int, int]
) -> None:
    """Nearly every kill in four moves is found. The rest need a move far from the group, of which
    random stones have more than games."""
    asked = killed = missed = saved = unsaved = 0
    for board, p in weak_groups(width, height, weights, 80, 1):
        slow = SlowReader(p)
        try:
            truth = slow.is_killed(board, MOVES)
            saving = slow.savers(board, MOVES)
        except TooMany:
            continue
        asked += 1
        result, moves, complete, _ = _core.can_be_killed(board, p, 5000)
        assert result == bool(moves)
        assert complete or not result
        killed += truth
        missed += truth and not result
        result, moves, _, _ = _core.can_be_saved(board, p, 5000)
        assert result or not moves
        saved += len(moves)
        unsaved += len(set(moves) - set(saving))
    assert asked > 40
    assert missed <= 0.03 * killed
    assert unsaved <= 0.06 * saved


@pytest.mark.parametrize(("width", "height", "weights"), [*BOARDS, (7, 7, (3, 1, 1))])
def test_a_kill_holds_against_every_defence(
    width: int, height: int, weights: tuple[int, int, int]
) -> None:
    """After the move that kills and any move of the defender, the group can still be killed."""
    rng = random.Random(1)
    kills = replies = refuted = 0
    for board, p in weak_groups(width, height, weights, 400, 2):
        for first in _core.can_be_killed(board, p, 2000)[1]:
            kills += 1
            now, move = board.copy(), first
            for _ in range(40):
                now.play(move, 3 - now.at(p))
                if now.at(p) != board.at(p):
                    break
                going_on = []
                for reply in range(board.area + 1):
                    if now.is_legal(reply, board.at(p)):
                        after = now.copy()
                        after.play(reply, board.at(p))
                        replies += 1
                        found = _core.can_be_killed(after, p, 20000)[1]
                        refuted += not found
                        if found:
                            going_on.append((after, found[0]))
                if not going_on:
                    break
                now, move = rng.choice(going_on)
    assert kills > 50
    assert refuted <= 0.002 * replies


def test_limits() -> None:
    board = _core.Board(9, 9)
    board.play(40, 1)
    assert _core.can_be_killed(board, 40) == (False, [], True, 0)
    assert _core.can_be_saved(board, 40) == (True, [], True, 0)
    for p in (31, 39):
        board.play(p, 2)
    for nodes in (0, -5, 1, 2, 10, 100):
        result, moves, complete, played = _core.can_be_killed(board, 40, nodes)
        assert played <= max(nodes, 0)
        assert result == bool(moves)
        assert result or not complete or nodes > 2
    with pytest.raises(ValueError, match="no stone"):
        _core.can_be_killed(board, 0)
