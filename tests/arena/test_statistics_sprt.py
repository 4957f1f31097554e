"""Sequential tests: Wald's own numbers, a general optimiser, and simulated error rates."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize

from keima.arena.statistics import PAIR_SCORES, Sprt, Tally, rate_from_elo
from keima.arena.statistics.sprt import constrained

GAME_SCORES = (0.0, 0.5, 1.0)


@given(st.integers(0, 500), st.integers(0, 500))
def test_without_draws_it_is_walds_test(wins: int, losses: int) -> None:
    test = Sprt(-5, 30)
    s0, s1 = rate_from_elo(-5), rate_from_elo(30)
    wald = wins * math.log(s1 / s0) + losses * math.log((1 - s1) / (1 - s0))
    assert test.games(Tally(wins, losses)).llr == pytest.approx(wald, abs=1e-8)


def test_bounds_are_walds() -> None:
    test = Sprt(0, 5, alpha=0.05, beta=0.1)
    assert test.lower == pytest.approx(math.log(0.1 / 0.95))
    assert test.upper == pytest.approx(math.log(0.9 / 0.05))
    assert Sprt(0, 5).upper == pytest.approx(2.94, abs=0.01)


@given(
    st.lists(st.integers(0, 200), min_size=5, max_size=5).filter(any),
    st.floats(0.05, 0.95),
)
def test_the_constrained_distribution_is_the_most_likely(counts: list[int], mean: float) -> None:
    p = np.array(constrained(counts, PAIR_SCORES, mean))
    assert p.min() >= 0
    assert p.sum() == pytest.approx(1, abs=1e-8)
    assert p @ PAIR_SCORES == pytest.approx(mean, abs=1e-8)

    seen = np.array(counts) > 0

    def likelihood(q: np.ndarray) -> float:
        return float(np.array(counts)[seen] @ np.log(q[seen]))

    # Concave: no other distribution with the same mean may be better. All of the corners of the
    # set of these distributions mix two values around the mean.
    best = likelihood(p)
    for i, low in enumerate(PAIR_SCORES):
        for j, high in enumerate(PAIR_SCORES):
            if low <= mean < high:
                corner = np.zeros(5)
                corner[j] = (mean - low) / (high - low)
                corner[i] = 1 - corner[j]
                for step in (1e-3, 0.1):
                    assert likelihood((1 - step) * p + step * corner) <= best + 1e-6


def test_llr_is_that_of_a_general_optimiser() -> None:
    counts = np.array([20, 80, 160, 130, 50])

    def best(mean: float) -> float:
        result = optimize.minimize(
            lambda q: -counts @ np.log(q),
            np.full(5, 0.2),
            jac=lambda q: -counts / q,
            bounds=[(1e-9, 1)] * 5,
            constraints=[
                {"type": "eq", "fun": lambda q: q.sum() - 1},
                {"type": "eq", "fun": lambda q: q @ PAIR_SCORES - mean},
            ],
            method="SLSQP",
            options={"ftol": 1e-14, "maxiter": 500},
        )
        return float(-result.fun)

    oracle = best(rate_from_elo(20)) - best(rate_from_elo(0))
    assert Sprt(0, 20).pairs(counts.tolist()).llr == pytest.approx(oracle, abs=1e-6)


def test_pairs_of_independent_games_say_nearly_what_games_say() -> None:
    games = Sprt(0, 20).games(Tally(520, 480)).llr
    p = 0.52
    pairs = [round(500 * x) for x in ((1 - p) ** 2, 0, 2 * p * (1 - p), 0, p * p)]
    assert Sprt(0, 20).pairs(pairs).llr == pytest.approx(games, abs=0.05)


def test_dependent_pairs_say_more() -> None:
    """Two games from one opening that mostly share their points have less variance."""
    split = Sprt(0, 20).pairs([5, 0, 480, 0, 25]).llr
    assert split > 2 * Sprt(0, 20).games(Tally(530, 490)).llr > 0


def test_one_sided_results_need_no_made_up_games() -> None:
    test = Sprt(0, 20)
    assert test.games(Tally(0, 0)) == (0, test.lower, test.upper, None)
    assert test.pairs([0] * 5).llr == 0
    s0, s1 = rate_from_elo(0), rate_from_elo(20)
    assert test.games(Tally(7, 0)).llr == pytest.approx(7 * math.log(s1 / s0))
    assert test.pairs([3, 0, 0, 0, 0]).llr == pytest.approx(3 * math.log((1 - s1) / (1 - s0)))
    assert test.games(Tally(0, 0, 50)).llr < 0


def simulate(test: Sprt, weights: Sequence[float], pairs: bool, runs: int) -> tuple[float, float]:
    """Share of runs that accept H1, and mean number of observations."""
    rng = np.random.default_rng(1)
    values = PAIR_SCORES if pairs else GAME_SCORES
    accepted = observations = 0
    for _ in range(runs):
        counts = np.zeros(len(values), dtype=int)
        verdict = None
        while verdict is None:
            counts += rng.multinomial(2, weights)
            c = [int(x) for x in counts]
            state = test.pairs(c) if pairs else test.games(Tally(c[2], c[0], c[1]))
            verdict = state.verdict
        accepted += verdict == "H1"
        observations += int(counts.sum())
    return accepted / runs, observations / runs


@pytest.mark.parametrize("draws", [0.0, 0.3])
@pytest.mark.parametrize("elo", [0, 40, 80])
def test_error_rates_and_length_of_simulated_tests(elo: float, draws: float) -> None:
    test = Sprt(0, 80, alpha=0.1, beta=0.1)
    score = rate_from_elo(elo)
    accept, games = simulate(test, [1 - score - draws / 2, draws, score - draws / 2], False, 400)
    expected = test.expected(elo, draws)
    # Three standard deviations of 400 runs; the overshoot makes errors rarer, never more common.
    assert accept == pytest.approx(expected.accept, abs=0.075 if elo == 40 else 0.045)
    assert games == pytest.approx(expected.games, rel=0.2)


@pytest.mark.parametrize(("elo", "share"), [(0, 0.1), (80, 0.9)])
def test_error_rates_of_simulated_pairs(elo: float, share: float) -> None:
    score = rate_from_elo(elo)
    # Games that share half of their result: 0.4 of the pairs are split for sure.
    weights = np.array([(1 - score) ** 2, 0, 2 * score * (1 - score), 0, score**2]) * 0.6
    weights[2] += 0.4
    shift = score - weights @ PAIR_SCORES
    weights[4] += shift
    weights[0] -= shift
    accept, _ = simulate(Sprt(0, 80, 0.1, 0.1), weights.tolist(), True, 400)
    assert accept == pytest.approx(share, abs=0.05)


def test_expectation_in_the_middle_is_continuous() -> None:
    test = Sprt(-10, 10)
    middle, near = test.expected(0), test.expected(0.01)
    assert middle.accept == pytest.approx(0.5)
    assert near.games == pytest.approx(middle.games, rel=1e-3)
    assert middle.games > test.expected(10).games


def test_errors() -> None:
    with pytest.raises(ValueError, match="elo0 must be below elo1, got 5 and 5"):
        Sprt(5, 5)
    with pytest.raises(ValueError, match="alpha must be between 0 and 1, got 0"):
        Sprt(0, 5, alpha=0)
    with pytest.raises(ValueError, match="below 1"):
        Sprt(0, 5, 0.6, 0.5)
    with pytest.raises(ValueError, match="expected 5 counts"):
        Sprt(0, 5).pairs([1, 2, 3])
    with pytest.raises(ValueError, match="expected 5 counts"):
        Sprt(0, 5).pairs([0, 0, 0])
    with pytest.raises(ValueError, match="0 or more"):
        Sprt(0, 5).games(Tally(-1, 5))
    with pytest.raises(ValueError, match=r"0\.9 draws"):
        Sprt(0, 5).expected(200, draws=0.9)
    with pytest.raises(ValueError, match="both sides"):
        constrained([1, 2, 3], GAME_SCORES, 1.0)
