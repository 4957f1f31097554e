"""Intervals, Elo differences and sample sizes, against scipy and published numbers."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special, stats

from keima.arena.statistics import (
    PAIR_SCORES,
    Tally,
    agresti_coull,
    clopper_pearson,
    compare,
    elo_difference,
    elo_from_rate,
    games_for_margin,
    games_to_compare,
    games_to_detect,
    likelihood_of_superiority,
    rate_from_elo,
    score_interval,
    wilson,
)
from keima.arena.statistics.special import beta_cdf, beta_quantile

COUNTS = st.integers(0, 3000)
tallies = st.builds(Tally, COUNTS, COUNTS, COUNTS).filter(lambda t: t.games > 0)
decided = st.builds(Tally, COUNTS, COUNTS, st.just(0)).filter(lambda t: t.games > 0)
confidences = st.sampled_from([0.5, 0.8, 0.9, 0.95, 0.99, 0.999])


@given(decided, confidences)
def test_wilson_is_that_of_scipy(tally: Tally, confidence: float) -> None:
    oracle = stats.binomtest(tally.wins, tally.games).proportion_ci(confidence, "wilson")
    assert wilson(tally, confidence) == pytest.approx(tuple(oracle), abs=1e-9)


@given(decided, confidences)
def test_clopper_pearson_is_that_of_scipy(tally: Tally, confidence: float) -> None:
    oracle = stats.binomtest(tally.wins, tally.games).proportion_ci(confidence, "exact")
    assert clopper_pearson(tally, confidence) == pytest.approx(tuple(oracle), abs=1e-9)


@given(tallies, confidences)
def test_agresti_coull_is_the_normal_interval_of_more_games(
    tally: Tally, confidence: float
) -> None:
    z = stats.norm.ppf((1 + confidence) / 2)
    n = tally.games + z**2
    p = (tally.wins + tally.draws / 2 + z**2 / 2) / n
    low, high = stats.norm.interval(confidence, p, math.sqrt(p * (1 - p) / n))
    assert agresti_coull(tally, confidence) == pytest.approx((max(low, 0), min(high, 1)), abs=1e-9)


@given(tallies, confidences)
def test_intervals_contain_the_rate_and_each_other(tally: Tally, confidence: float) -> None:
    for interval in (wilson, agresti_coull, clopper_pearson):
        low, high = interval(tally, confidence)
        assert 0 <= low <= tally.rate <= high <= 1
    inner, outer = wilson(tally, confidence), agresti_coull(tally, confidence)
    assert outer.low <= inner.low + 1e-12
    assert inner.high <= outer.high + 1e-12


@given(tallies, confidences)
def test_the_opponent_sees_the_mirror_image(tally: Tally, confidence: float) -> None:
    for interval in (wilson, agresti_coull, clopper_pearson):
        low, high = interval(tally, confidence)
        mirrored = interval(tally.reverse, confidence)
        assert mirrored == pytest.approx((1 - high, 1 - low), abs=1e-9)


def test_two_draws_are_a_win_and_a_loss() -> None:
    for interval in (wilson, agresti_coull, clopper_pearson):
        assert interval(Tally(10, 5, 4)) == pytest.approx(interval(Tally(12, 7)))


def test_coverage_of_wilson_is_near_what_it_says() -> None:
    for n, p in ((50, 0.5), (100, 0.3), (400, 0.1)):
        covered = sum(
            float(stats.binom.pmf(k, n, p))
            for k in range(n + 1)
            if wilson(Tally(k, n - k)).low <= p <= wilson(Tally(k, n - k)).high
        )
        assert covered == pytest.approx(0.95, abs=0.02)


@pytest.mark.parametrize("a", [0.5, 1, 2, 17, 300.5, 5000, 1e6])
@pytest.mark.parametrize("b", [0.5, 1, 3, 40, 1000, 2e5])
def test_beta_distribution_is_that_of_scipy(a: float, b: float) -> None:
    mean, deviation = a / (a + b), math.sqrt(a * b / (a + b + 1)) / (a + b)
    for z in (-4, -2, -0.5, 0, 0.5, 2, 4):
        x = min(max(mean + z * deviation, 1e-9), 1 - 1e-9)
        assert beta_cdf(x, a, b) == pytest.approx(special.betainc(a, b, x), abs=1e-8)
    for q in (0.001, 0.025, 0.5, 0.975):
        assert beta_quantile(q, a, b) == pytest.approx(special.betaincinv(a, b, q), abs=1e-8)


def test_score_interval_uses_the_measured_variance() -> None:
    counts = [3, 10, 40, 30, 5]
    sample = [v for v, c in zip(PAIR_SCORES, counts, strict=True) for _ in range(c)]
    mean, error, low, high = score_interval(counts)
    assert mean == pytest.approx(sum(sample) / len(sample))
    assert error == pytest.approx(stats.sem(sample, ddof=0))
    assert (low, high) == pytest.approx(stats.norm.interval(0.95, mean, error))


def test_score_interval_of_games_without_draws_is_the_normal_one() -> None:
    estimate = score_interval([40, 0, 60], [0, 0.5, 1])
    assert estimate.error == pytest.approx(math.sqrt(0.24 / 100))


@given(decided)
def test_superiority_is_the_posterior_probability(tally: Tally) -> None:
    oracle = stats.beta.sf(0.5, tally.wins + 1, tally.losses + 1)
    assert likelihood_of_superiority(tally) == pytest.approx(oracle, abs=1e-9)
    with_draws = tally._replace(draws=50)
    assert likelihood_of_superiority(with_draws) == likelihood_of_superiority(tally)


def test_superiority_of_large_samples_is_the_normal_one() -> None:
    wins, losses = 51_000, 49_500
    normal = stats.norm.cdf((wins - losses) / math.sqrt(wins + losses))
    assert likelihood_of_superiority(Tally(wins, losses)) == pytest.approx(normal, abs=1e-4)


def test_comparison_of_two_strategies() -> None:
    """Palsson 2008, section 8.4."""
    result = compare(Tally(4195, 3605), Tally(1541, 1459))
    assert round(result.limit, 6) == 0.006449
    assert result.better
    assert not compare(Tally(1541, 1459), Tally(4195, 3605)).better


@given(st.floats(-3000, 3000))
def test_elo_and_rate_are_inverse(elo: float) -> None:
    assert elo_from_rate(rate_from_elo(elo)) == pytest.approx(elo, abs=1e-4)
    assert rate_from_elo(elo) == pytest.approx(1 / (1 + 10 ** (-elo / 400)), rel=1e-9)


def test_elo_of_extreme_rates() -> None:
    assert elo_from_rate(0) == -math.inf
    assert elo_from_rate(1) == math.inf
    assert rate_from_elo(-math.inf) == 0
    assert rate_from_elo(math.inf) == 1
    assert rate_from_elo(-1e9) == 0


def test_elo_of_known_scores() -> None:
    """69.5 % is +143 and 92 % is +424 (Ferreira 2016, Table 3.3)."""
    assert round(elo_difference(Tally(695, 305)).value) == 143
    assert round(elo_difference(Tally(92, 8)).value) == 424


@given(tallies)
def test_elo_interval_is_that_of_the_rate(tally: Tally) -> None:
    value, error, low, high = elo_difference(tally)
    assert low <= value <= high
    assert error >= 0
    assert (rate_from_elo(low), rate_from_elo(high)) == pytest.approx(wilson(tally), abs=1e-9)


def test_elo_error_is_that_of_repeated_matches() -> None:
    """The spread of estimates over all results of a match is the error it reports."""
    n, p = 400, 0.6
    pmf = [float(stats.binom.pmf(k, n, p)) for k in range(1, n)]
    values = [elo_from_rate(k / n) for k in range(1, n)]
    mean = sum(w * v for w, v in zip(pmf, values, strict=True))
    deviation = math.sqrt(sum(w * (v - mean) ** 2 for w, v in zip(pmf, values, strict=True)))
    assert elo_difference(Tally(240, 160)).error == pytest.approx(deviation, rel=0.01)


def test_an_undefeated_player_has_no_upper_limit() -> None:
    value, error, low, high = elo_difference(Tally(10, 0))
    assert value == error == high == math.inf
    assert 100 < low < 200


def test_draws_make_the_elo_error_smaller() -> None:
    assert elo_difference(Tally(20, 20, 60)).error < elo_difference(Tally(50, 50)).error


@pytest.mark.parametrize("power", [0.8, 0.9, 0.95])
@pytest.mark.parametrize("rate", [0.538, 0.55, 0.6, 0.42])
def test_detection_has_the_power_that_was_asked_for(rate: float, power: float) -> None:
    n = games_to_detect(rate, power=power)
    half = 1.959964 * math.sqrt(n) / 2
    binomial = stats.binom(n, rate)
    reached = binomial.cdf(n / 2 - half) + binomial.sf(n / 2 + half)
    assert reached == pytest.approx(power, abs=0.015)


def test_games_for_a_margin() -> None:
    n = games_for_margin(0.02)
    low, high = wilson(Tally(n // 2, n - n // 2))
    assert (high - low) / 2 == pytest.approx(0.02, abs=1e-4)


def test_comparing_two_players_needs_four_times_the_games() -> None:
    """Twice the variance of the difference, and half of the games are those of the other."""
    assert games_to_compare(0.52, 0.48) / games_to_detect(0.54) == pytest.approx(2, abs=0.05)


def test_errors_name_what_was_wrong() -> None:
    with pytest.raises(ValueError, match="at least one"):
        wilson(Tally(0, 0))
    with pytest.raises(ValueError, match="0 or more"):
        wilson(Tally(5, -1))
    with pytest.raises(ValueError, match=r"between 0 and 1, got 95"):
        wilson(Tally(5, 1), 95)
    with pytest.raises(ValueError, match=r"from 0 to 1, got 1\.2"):
        elo_from_rate(1.2)
    with pytest.raises(ValueError, match="no number of games"):
        games_to_detect(0.5)
    with pytest.raises(ValueError, match="no number of games"):
        games_to_compare(0.6, 0.6)
    with pytest.raises(ValueError, match="expected 5 counts"):
        score_interval([1, 2, 3])
    with pytest.raises(ValueError, match="not all 0"):
        score_interval([0, 0, 0, 0, 0])
    with pytest.raises(ValueError, match="margin must be between 0 and 1"):
        games_for_margin(0)
    with pytest.raises(ValueError, match="both parameters"):
        beta_cdf(0.5, 0, 1)
    with pytest.raises(ValueError, match="0 or more"):
        likelihood_of_superiority(Tally(-1, 0))
    with pytest.raises(TypeError):
        Tally(1, 2) + 3  # type: ignore[operator]
