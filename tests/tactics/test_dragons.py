"""Dragons: drawn, and that no single move cuts one."""

import random
from collections.abc import Callable
from typing import Any

from keima import _core


def same(board: _core.Board, a: int, b: int) -> bool:
    all_points = _core.dragons(board)
    return all_points[a][0] == all_points[b][0]


FUNCTIONS = {
    "same": same,
    "eyes": lambda board, stone: str(_core.dragons(board)[stone][1]),
}


def test_drawn(case: Any, check: Callable[..., None]) -> None:
    check(case, FUNCTIONS)


def test_groups_are_whole_and_dragons_have_one_colour() -> None:
    rng = random.Random(1)
    for _ in range(300):
        width, height = rng.randint(1, 9), rng.randint(1, 9)
        stones = rng.choices((0, 1, 2), (3, 1, 1), k=width * height)
        try:
            board = _core.Board.from_stones(width, height, stones)
        except ValueError:
            continue
        found = _core.dragons(board)
        for p in range(board.area):
            name, eyes = found[p]
            if not stones[p]:
                assert (name, eyes) == (board.area, 0)
                continue
            assert stones[name] == stones[p]
            assert found[name] == found[p]
            assert {found[q] for q in board.group(p)} == {found[p]}


def test_no_single_move_cuts_a_dragon() -> None:
    """Two groups in a dragon: whatever the opponent plays, they are still joined, or one answer
    joins them, unless the opponent took stones or the answer is suicide."""
    rng = random.Random(2)
    pairs = 0
    for _ in range(3000):
        width, height = rng.randint(2, 6), rng.randint(2, 6)
        stones = rng.choices((0, 1, 2), (4, 1, 1), k=width * height)
        try:
            board = _core.Board.from_stones(width, height, stones)
        except ValueError:
            continue
        found = _core.dragons(board)
        for name in {n for n, _ in found if n != board.area}:
            heads = {min(board.group(p)) for p in range(board.area) if found[p][0] == name}
            if len(heads) != 2:
                continue
            one, other = heads
            pairs += 1
            for cut in range(board.area):
                now = board.copy()
                if not board.is_legal(cut, 3 - stones[one]) or now.play(cut, 3 - stones[one]):
                    continue
                assert same(now, one, other) or can_join(now, one, other), (stones, cut)
    assert pairs > 300


def can_join(board: _core.Board, one: int, other: int) -> bool:
    color = board.at(one)
    for p in set(board.liberties(one)) & set(board.liberties(other)):
        if not board.is_legal(p, color):
            return True
        now = board.copy()
        now.play(p, color)
        if other in now.group(one):
            return True
    return False
