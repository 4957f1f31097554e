"""Trained policies: their files, and how playouts choose by them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from keima import _core
from keima.gammas import SHAPES
from keima.trained_policy import FACTORS, OFFERS, RATES, TrainedPolicy, load, parse

AREA = 81
DRAWS = 6000
NEAR, ELSEWHERE = OFFERS.index("near"), OFFERS.index("elsewhere")


def firsts(
    policy: TrainedPolicy,
    board: _core.Board,
    last: int,
    before: int = -1,
    **parameters: float,
) -> Counter[int]:
    """How often each point is the first move of Black's playouts."""
    table = _core.PatternTable("", None, policy.native())
    playout = _core.Playout("classic", parameters, table)
    found: Counter[int] = Counter()
    for seed in range(DRAWS):
        _, moves, _ = playout.run(board, 1, last=last, before=before, seed=seed)
        found[moves[0][0]] += 1
    return found


def quiet(**factors: float) -> TrainedPolicy:
    """Rules are hardly ever asked, and points around the last moves have these factors."""
    return TrainedPolicy(
        rates=[1e-6] * len(RATES), factors=[factors.get(name, 1e-6) for name in FACTORS]
    )


def board_with(*stones: int) -> _core.Board:
    board = _core.Board(9, 9)
    for i, stone in enumerate(stones):
        board.play(stone, 2 - i % 2)
    return board


def test_a_file_is_read_back(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    policy = TrainedPolicy(
        rng.uniform(0.001, 50, (len(OFFERS), len(SHAPES))).tolist(),
        rng.uniform(0.01, 1, len(RATES)).tolist(),
        rng.uniform(0.01, 5, len(FACTORS)).tolist(),
    )
    path = tmp_path / "my.policy"
    path.write_text(policy.to_text("made\nby chance"))
    again = load(str(path))
    for mine, read in (
        (policy.shapes, again.shapes),
        (policy.rates, again.rates),
        (policy.factors, again.factors),
    ):
        np.testing.assert_allclose(read, mine, rtol=1e-3)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("ko_rate", "line 1: expected a positive number after 'ko_rate'"),
        ("\nko_rate x", "line 2: expected a positive number"),
        ("ko_rate 0.5 0.5", "expected a positive number"),
        ("ko_rate 1.5", "'ko_rate' must be at most 1"),
        ("ko_rate 0.5\nko_rate 0.5", "line 2: 'ko_rate' comes twice"),
        ("ko 1", "there is no 'ko'"),
        ("... .*. ... 1 2 3", "expected 4 positive numbers after '... .*. ...'"),
        ("... .*. ... 1 2 3 -4", "expected 4 positive numbers"),
        ("... .*. ... 1 2 3 inf", "expected 4 positive numbers"),
        ("XXX XXX XXX 1 2 3 4", "there is no 'XXX XXX XXX'"),
    ],
)
def test_faults_are_told(text: str, told: str) -> None:
    with pytest.raises(ValueError) as error:
        parse(text)
    assert told in str(error.value)


def test_a_missing_file_is_named() -> None:
    with pytest.raises(ValueError, match=r"nowhere\.policy"):
        load("nowhere.policy")


def test_what_the_core_refuses() -> None:
    policy = TrainedPolicy()
    policy.shapes[0][0] = 0
    with pytest.raises(ValueError, match="positive"):
        policy.native()
    policy = TrainedPolicy()
    policy.rates[0] = 1.5
    with pytest.raises(ValueError, match="at most 1"):
        policy.native()
    with pytest.raises(ValueError, match="numbers"):
        _core.TrainedPolicy([1.0] * 7)
    with pytest.raises(ValueError, match="no trained policy"):
        _core.Playout("classic", {}, _core.PatternTable(""))
    _core.Playout("classic", {"weighted": 0}, _core.PatternTable(""))


def test_points_around_the_last_move() -> None:
    # Beside the last move 3 each, across 1 each, none of them 1: 12 + 4 + 1.
    found = firsts(quiet(beside_last=3, across_last=1), board_with(40), 40)
    beside, across = (31, 39, 41, 49), (30, 32, 48, 50)
    for points, share in ((beside, 3 / 17), (across, 1 / 17)):
        for point in points:
            assert found[point] / DRAWS == pytest.approx(share, abs=0.02)
    rest = sum(count for point, count in found.items() if point not in beside + across)
    assert rest / DRAWS == pytest.approx(1 / 17, abs=0.015)


def test_a_point_near_both_moves_is_offered_once() -> None:
    # Around 40 and 42: 32, 41 and 50 are shared, so that the move before has five of its own.
    found = firsts(
        quiet(beside_last=1, across_last=1, beside_before=1, across_before=1),
        board_with(42, 40),
        40,
        42,
    )
    around = {30, 31, 32, 39, 41, 48, 49, 50, 33, 34, 43, 51, 52}
    assert {point for point, count in found.items() if count > DRAWS / 30} == around
    for point in around:
        assert found[point] / DRAWS == pytest.approx(1 / 14, abs=0.016)


def test_shapes_weigh_near_and_elsewhere() -> None:
    policy = quiet(beside_last=1)
    empty, corner = SHAPES.index("....*...."), SHAPES.index("----*.-..")
    beside = SHAPES.index(".O..*....")
    policy.shapes[NEAR][beside] = 9
    found = firsts(policy, board_with(40), 40)
    assert sum(found[p] for p in (31, 39, 41, 49)) / DRAWS == pytest.approx(36 / 37, abs=0.01)

    policy = quiet()
    policy.shapes[ELSEWHERE][corner] = 1e5
    policy.shapes[ELSEWHERE][empty] = 1e-3
    corners = sum(firsts(policy, board_with(40), 40, choices=3)[p] for p in (0, 8, 72, 80))
    # One of three draws of 80 points is a corner.
    assert corners / DRAWS == pytest.approx(1 - (76 / 80) ** 3, abs=0.02)
    corners = sum(firsts(policy, board_with(40), 40, choices=1)[p] for p in (0, 8, 72, 80))
    assert corners / DRAWS == pytest.approx(4 / 80, abs=0.012)


def test_what_is_brought() -> None:
    policy = load("balanced")
    assert policy != TrainedPolicy() and all(rate < 1 for rate in policy.rates)
    assert np.std(policy.shapes) > 1


@pytest.mark.parametrize("weight", [1e-300, 1e-6, 1e6, 1e300])
def test_absurd_numbers_do_no_harm(weight: float) -> None:
    policy = TrainedPolicy(
        [[weight if i % 2 else 1 / weight for i in range(len(SHAPES))] for _ in OFFERS],
        factors=[weight] * len(FACTORS),
    )
    table = _core.PatternTable("", None, policy.native())
    for choices in (1, 8):
        playout = _core.Playout("classic", {"choices": choices}, table)
        for width, height in ((9, 9), (1, 5), (2, 2), (19, 3)):
            board = _core.Board(width, height)
            for seed in range(20):
                score, moves, _ = playout.run(board, 1, seed=seed)
                assert abs(score) <= board.area and len(moves) <= 3 * board.area
