import numpy as np
import pytest

from keima.nets.description import Multipliers
from keima.nets.outputs import interpret

RAW = {
    "policy": np.array([[0, 1, 2, 3, 50], [0, 1, 4, 3, 1]], np.float32),
    "value": np.log(np.array([6, 3, 1], np.float32)),
    "score": np.array([0.5, 0, -0.25, 0, 0, 0], np.float32),
    "ownership": np.zeros((2, 2), np.float32),
}
LEGAL = np.array([True, True, True, True, False])


def softplus(x: float) -> float:
    return float(np.log(1 + np.exp(x)))


def test_illegal_moves_have_no_probability():
    policy = interpret(RAW, LEGAL, 14, Multipliers()).policy
    powers = np.exp([0, 1, 2, 3])
    np.testing.assert_allclose(policy, [*(powers / powers.sum()), 0])


def test_optimism_goes_to_the_second_policy():
    half = interpret(RAW, LEGAL, 14, Multipliers(), optimism=0.5).policy
    assert half[2] == pytest.approx(half[3])
    hot = interpret(RAW, LEGAL, 14, Multipliers(), temperature=1e9).policy
    np.testing.assert_allclose(hot[:4], 0.25)


def test_values_and_scores():
    found = interpret(RAW, LEGAL, 8, Multipliers())
    assert (found.win, found.loss, found.no_result) == pytest.approx((0.6, 0.3, 0.1))
    assert found.winrate == pytest.approx(0.65)
    assert found.score_mean == pytest.approx(10 * 0.9)
    stdev = 20 * softplus(0)
    square = 0.9 * (100 + stdev**2)
    assert found.score_stdev == pytest.approx(np.sqrt(square - 81))
    assert found.lead == pytest.approx(-5 * 0.9)
    assert found.value_error is None and found.score_error is None


def test_some_rules_always_have_a_result():
    found = interpret(RAW, LEGAL, 8, Multipliers(), no_result=False)
    assert (found.win, found.loss, found.no_result) == pytest.approx((2 / 3, 1 / 3, 0))
    assert found.score_mean == pytest.approx(10)


@pytest.mark.parametrize(
    ("version", "errors"),
    [
        (9, (softplus(0), 10 * softplus(0))),
        (10, (np.sqrt(softplus(0) * 0.25), np.sqrt(softplus(0) * 30))),
        (14, (softplus(0) * 0.5, softplus(0) * np.sqrt(30))),
    ],
)
def test_short_term_errors_depend_on_the_version(version, errors):
    found = interpret(RAW, LEGAL, version, Multipliers())
    assert (found.value_error, found.score_error) == pytest.approx(errors)
