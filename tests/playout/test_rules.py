"""What all playouts with rules have in common."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from keima import _core
from keima.playouts import POLICIES, make_playout, playout_parameters

BLACK, WHITE = 1, 2
Heavy = SimpleNamespace
HEAVY = POLICIES[1:]
SIZES = [(1, 1), (1, 2), (1, 8), (2, 2), (3, 3), (6, 4), (9, 9), (13, 13), (19, 19), (25, 25)]
#: As they are, and otherwise.
PARAMETERS: list[tuple[str, dict[str, float]]] = [
    ("mogo", {}),
    ("mogo", {"mercy": 0.0, "length": 0.0, "self_atari": 1.0, "pattern_first": 1.0}),
    ("pachi", {}),
    ("pachi", {"mercy": 0.3, "length": 0.5, "self_atari": 0.0}),
    ("classic", {}),
]


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize(("policy", "parameters"), PARAMETERS)
def test_games(
    policy: str, parameters: dict[str, float], width: int, height: int, heavy: Heavy
) -> None:
    full = heavy.check_games(policy, parameters, width, height)
    assert full or min(width, height) < 9


@pytest.mark.parametrize("policy", HEAVY)
@pytest.mark.parametrize("size", [5, 9, 19])
def test_colours_are_treated_alike(policy: str, size: int, heavy: Heavy) -> None:
    playout = make_playout(policy)
    board = _core.Board(size, size)
    for seed in range(30):
        board = heavy.swapped(heavy.swapped(board))  # forgets the order of the moves
        score, moves, owners = playout.run(board, BLACK, seed=seed, komi=0.5)
        other, others, theirs = playout.run(heavy.swapped(board), WHITE, seed=seed, komi=-0.5)
        assert other == -score
        assert others == [(p, 3 - c) for p, c in moves]
        assert theirs == [(0, 2, 1)[o] for o in owners]
        for p, c in moves[: 3 + seed]:
            if board.is_legal(p, c):
                board.play(p, c)


@pytest.mark.parametrize("policy", HEAVY)
def test_the_seed_decides(policy: str) -> None:
    b = _core.Board(9, 9)
    playout = make_playout(policy)
    assert playout.run(b, 1, seed=7) == playout.run(b, 1, seed=7)
    assert playout.run(b, 1, seed=7) != playout.run(b, 1, seed=8)
    assert b.stones == [0] * 81


@pytest.mark.parametrize("policy", HEAVY)
def test_better_than_uniform(policy: str, heavy: Heavy) -> None:
    assert heavy.match(policy, 100) > 0.9


@pytest.mark.parametrize("policy", POLICIES)
def test_parameters_are_described(policy: str) -> None:
    for p in playout_parameters(policy):
        assert p.doc.endswith(".")
        assert p.default is None or p.low <= p.default <= p.high
