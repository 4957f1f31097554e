"""Confidence intervals of a win rate, and what two win rates say of each other.

With draws a rate is `(wins + draws / 2) / games`, and the binomial formulas below are used with
half numbers. The variance of such a score, `p (1 - p) - d / 4` for a rate of draws `d`, is never
above the binomial `p (1 - p)`, so that the intervals are too wide rather than too narrow.
`score_interval` measures the variance instead.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from keima.arena.statistics.special import beta_cdf, beta_quantile
from keima.arena.statistics.tally import (
    Estimate,
    Interval,
    Tally,
    probability,
    quantile,
    require_games,
)

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Scores per game of a pair of games with colours exchanged: lost both, ... , won both."""


def wilson(tally: Tally, confidence: float = 0.95) -> Interval:
    """Wilson's interval (1927): the rates that a normal test would not reject.

    >>> low, high = wilson(Tally(60, 40))
    >>> round(low, 4), round(high, 4)
    (0.502, 0.6906)
    """
    return wilson_of(tally.score, require_games(tally), confidence)


def wilson_of(score: float, games: float, confidence: float = 0.95) -> Interval:
    """The same for numbers that need not be whole, such as sums of weights."""
    z = quantile(confidence)
    p, spread = score / games, z * z / games
    centre = (p + spread / 2) / (1 + spread)
    half = z / (1 + spread) * math.sqrt(p * (1 - p) / games + spread / (4 * games))
    # Without a win (loss) the limit is 0 (1), which the subtraction misses by a rounding error.
    low = 0.0 if score == 0 else centre - half
    high = 1.0 if score == games else centre + half
    return Interval(low, high)


def agresti_coull(tally: Tally, confidence: float = 0.95) -> Interval:
    """Agresti & Coull's interval (1998): the normal interval after adding `z**2` games, half of
    them won. It contains Wilson's, has the same centre, and is cut at 0 and 1.

    >>> low, high = agresti_coull(Tally(60, 40))
    >>> round(low, 4), round(high, 4)
    (0.5019, 0.6907)
    """
    z = quantile(confidence)
    n = require_games(tally) + z * z
    p = (tally.score + z * z / 2) / n
    half = z * math.sqrt(p * (1 - p) / n)
    return Interval(max(0.0, p - half), min(1.0, p + half))


def clopper_pearson(tally: Tally, confidence: float = 0.95) -> Interval:
    """Clopper & Pearson's interval (1934), never too narrow: the rates under which neither so
    few nor so many wins have a probability below `(1 - confidence) / 2`.

    >>> low, high = clopper_pearson(Tally(60, 40))
    >>> round(low, 4), round(high, 4)
    (0.4972, 0.6967)
    """
    n, k = require_games(tally), tally.score
    tail = (1 - probability("confidence", confidence)) / 2
    low = 0.0 if k == 0 else beta_quantile(tail, k, n - k + 1)
    high = 1.0 if k == n else beta_quantile(1 - tail, k + 1, n - k)
    return Interval(low, high)


def score_interval(
    counts: Sequence[int], values: Sequence[float] = PAIR_SCORES, confidence: float = 0.95
) -> Estimate:
    """Mean score with a normal interval from the measured variance.

    `counts[i]` observations had the score `values[i]`. For pairs of games from the same opening
    with colours exchanged, whose results depend on each other, count pairs. An interval of this
    kind needs some tens of observations; it is empty if all are equal.

    >>> score_interval([1, 10, 40, 30, 5]).value
    0.5813953488372093
    """
    n = require_counts(counts, values)
    mean = sum(c * v for c, v in zip(counts, values, strict=True)) / n
    variance = sum(c * (v - mean) ** 2 for c, v in zip(counts, values, strict=True)) / n
    error = math.sqrt(variance / n)
    half = quantile(confidence) * error
    return Estimate(mean, error, max(min(values), mean - half), min(max(values), mean + half))


def require_counts(counts: Sequence[int], values: Sequence[float]) -> int:
    """The number of observations; raises ValueError if the counts do not fit the values."""
    if len(counts) != len(values):
        raise ValueError(f"expected {len(values)} counts, one for each score, got {len(counts)}")
    if min(counts) < 0 or not any(counts):
        raise ValueError(f"counts must be 0 or more and not all 0, got {list(counts)}")
    return sum(counts)


def likelihood_of_superiority(tally: Tally) -> float:
    """Probability that the player is the stronger one, if before the games every probability of
    winning a decided game was equally likely. Draws say nothing about it.

    >>> round(likelihood_of_superiority(Tally(60, 40, 7)), 4)
    0.977
    >>> likelihood_of_superiority(Tally(0, 0))
    0.5
    """
    if min(tally) < 0:
        raise ValueError(f"counts of games must be 0 or more, got {tally}")
    return beta_cdf(0.5, tally.losses + 1, tally.wins + 1)


class Comparison(NamedTuple):
    """A difference of two rates, its standard deviation, and the one-sided lower limit."""

    difference: float
    sigma: float
    limit: float

    @property
    def better(self) -> bool:
        """Is the first one significantly better?"""
        return self.limit > 0


def compare(first: Tally, second: Tally, z: float = 1.65) -> Comparison:
    """Is the first strategy better than the second (Palsson 2008, section 8.4)?

    Each has played against the same third player. `z` is 1.65 there, for 95 % on one side. The
    limit is printed as `difference + z * sigma`; the number given with it comes with a minus,
    which is also what is meant:

    >>> round(compare(Tally(4195, 3605), Tally(1541, 1459)).limit, 6)
    0.006449
    """
    sigma = math.sqrt(sum(t.rate * (1 - t.rate) / require_games(t) for t in (first, second)))
    difference = first.rate - second.rate
    return Comparison(difference, sigma, difference - z * sigma)
