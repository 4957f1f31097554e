"""Seki: drawn, and on random positions, that whoever moves first loses his stones."""

import random
from collections.abc import Callable
from typing import Any

from keima import _core

FUNCTIONS = {
    "liberty": _core.is_seki_liberty,
    "seki": lambda board, stone: _core.seki_partner(board, stone) != board.area,
}


def test_drawn(case: Any, check: Callable[..., None]) -> None:
    check(case, FUNCTIONS)


def test_whoever_moves_first_is_taken() -> None:
    rng = random.Random(1)
    found = 0
    for _ in range(40000):
        width, height = rng.randint(2, 6), rng.randint(2, 6)
        stones = rng.choices((0, 1, 2), (1, 3, 3), k=width * height)
        try:
            board = _core.Board.from_stones(width, height, stones)
        except ValueError:
            continue
        for p in range(board.area):
            if stones[p]:
                continue
            near = [
                s
                for s in range(board.area)
                if stones[s]
                and p in board.liberties(s)
                and _core.seki_partner(board, s) != board.area
            ]
            if not _core.is_seki_liberty(board, p):
                continue
            found += 1
            assert {stones[s] for s in near} == {1, 2}
            for color in (1, 2):
                if not board.is_legal(p, color):
                    continue
                now = board.copy()
                assert now.play(p, color) == 0
                last = now.liberties(p)
                assert len(last) == 1
                assert now.play(last[0], 3 - color) >= 1
        for s in range(board.area):
            if not stones[s]:
                continue
            partner = _core.seki_partner(board, s)
            if partner != board.area:
                assert stones[partner] == 3 - stones[s]
                assert len(board.liberties(s)) == len(board.liberties(partner)) == 2
                assert set(board.liberties(s)) & set(board.liberties(partner))
                assert _core.seki_partner(board, partner) != board.area
                assert not _core.can_be_killed(board, s)[0]
    assert found > 20
