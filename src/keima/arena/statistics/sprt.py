"""Sequential probability ratio tests: games are played until the question is decided.

Wald's test (1945) of two Elo differences against each other. After every game the logarithm of
the likelihood ratio of `elo1` to `elo0` is compared with two bounds; when it leaves them, the
test ends. The rate of draws is unknown, and so is, in pairs of games with colours exchanged, the
dependence between the two: the likelihoods are those of the most likely distribution of results
that has the wanted mean (the generalised test). Without draws this is Wald's own test, game by
game; in general it keeps its error rates as the number of games grows.

The win rate over the games of a stopped test is biased away from equality: quote the verdict.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from keima.arena.statistics.elo import rate_from_elo
from keima.arena.statistics.intervals import PAIR_SCORES, require_counts
from keima.arena.statistics.tally import Tally, probability

Verdict = Literal["H0", "H1"]


class SprtState(NamedTuple):
    """Where a test stands; `verdict` is None while it must go on."""

    llr: float
    lower: float
    upper: float
    verdict: Verdict | None


class SprtExpectation(NamedTuple):
    """What a test will do: probability that H1 is accepted, and the mean number of games."""

    accept: float
    games: float


@dataclass(frozen=True)
class Sprt:
    """A test of H0, "stronger by `elo0`", against H1, "stronger by `elo1`".

    `alpha` is the probability to accept H1 if H0 holds, `beta` that of H0 if H1 holds. Use one of
    `games` and `pairs` throughout a test: `pairs`, if each opening is played with both colours.

    >>> test = Sprt(0, 20)
    >>> test.games(Tally(150, 110, 10)).verdict
    >>> test.games(Tally(600, 500, 10)).verdict
    'H1'
    >>> test.pairs([20, 80, 160, 130, 50]).verdict
    'H1'
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        probability("alpha", self.alpha)
        probability("beta", self.beta)
        if self.alpha + self.beta >= 1:
            raise ValueError(f"alpha + beta must be below 1, got {self.alpha + self.beta:g}")
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise ValueError(f"elo0 must be below elo1, got {self.elo0!r} and {self.elo1!r}")

    @property
    def lower(self) -> float:
        """At or below this ratio H0 is accepted (Wald's bound)."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """At or above this ratio H1 is accepted (Wald's bound)."""
        return math.log((1 - self.beta) / self.alpha)

    def games(self, tally: Tally) -> SprtState:
        """The state after independent games (trinomial)."""
        return self._state((tally.losses, tally.draws, tally.wins), (0.0, 0.5, 1.0))

    def pairs(self, counts: Sequence[int]) -> SprtState:
        """The state after pairs of games (pentanomial): `counts` of the pairs in which 0, 0.5,
        1, 1.5 and 2 points were made."""
        return self._state(counts, PAIR_SCORES)

    def expected(self, elo: float, draws: float = 0.0) -> SprtExpectation:
        """What the test does if the true difference is `elo` and a share `draws` of the games
        is drawn. From Brownian motion between the bounds: the last game's overshoot is left
        out, so that real tests take a little longer.

        >>> accept, games = Sprt(0, 20).expected(20)
        >>> round(accept, 3), round(games)
        (0.95, 1598)
        """
        mean = rate_from_elo(elo)
        variance = mean * (1 - mean) - draws / 4
        if not (0 <= draws <= 1 and variance > 0):
            raise ValueError(f"a share of {draws!r} draws cannot be at a difference of {elo!r}")
        s0, s1 = rate_from_elo(self.elo0), rate_from_elo(self.elo1)
        drift = (s1 - s0) * (mean - (s0 + s1) / 2) / variance
        spread = (s1 - s0) ** 2 / variance
        tilt = 2 * drift / spread
        if abs(tilt) < 1e-6:
            accept = -self.lower / (self.upper - self.lower)
            return SprtExpectation(accept, -self.lower * self.upper / spread)
        accept = math.expm1(-tilt * self.lower) / (
            math.exp(-tilt * self.lower) - math.exp(-tilt * self.upper)
        )
        end = accept * self.upper + (1 - accept) * self.lower
        return SprtExpectation(accept, end / drift)

    def _state(self, counts: Sequence[int], values: Sequence[float]) -> SprtState:
        llr = 0.0
        if any(counts):
            h0 = constrained(counts, values, rate_from_elo(self.elo0))
            h1 = constrained(counts, values, rate_from_elo(self.elo1))
            llr = sum(n * math.log(p1 / p0) for n, p0, p1 in zip(counts, h0, h1, strict=True) if n)
        elif len(counts) != len(values):
            require_counts(counts, values)
        verdict: Verdict | None = None
        if llr >= self.upper:
            verdict = "H1"
        elif llr <= self.lower:
            verdict = "H0"
        return SprtState(llr, self.lower, self.upper, verdict)


def constrained(counts: Sequence[int], values: Sequence[float], mean: float) -> list[float]:
    """The distribution over `values` that makes `counts` most likely among those with the given
    mean, which must lie inside the values.

    By Lagrange's multipliers its probabilities are `f / (1 + t (x - mean))` for the frequencies
    `f`, where `t` makes the mean right. If results at one end were never seen, `t` can come to
    the end of its range; what is missing to 1 is then the probability of that end.

    >>> [round(p, 6) for p in constrained([1, 2, 5], [0, 0.5, 1], 0.5)]
    [0.375, 0.25, 0.375]
    """
    n = require_counts(counts, values)
    low, high = min(values), max(values)
    if not low < mean < high:
        raise ValueError(f"a mean of {mean!r} needs values on both sides, got {list(values)}")
    cells = [(c / n, v - mean) for c, v in zip(counts, values, strict=True)]

    # The mean falls as t grows. Newton's steps, halved into the range where they leave it.
    lowest, highest = -1 / (high - mean), 1 / (mean - low)
    t = 0.0
    for _ in range(200):
        terms = [(f, d / (1 + t * d)) for f, d in cells if f]
        excess = sum(f * e for f, e in terms)
        lowest, highest = (t, highest) if excess > 0 else (lowest, t)
        if excess == 0 or highest - lowest <= 1e-13 * abs(t):
            break
        new = t + excess / sum(f * e * e for f, e in terms)
        if abs(new - t) <= 1e-13 * abs(t):
            break
        if not lowest < new < highest:
            new = (lowest + highest) / 2
        t = new
    p = [f / (1 + t * d) if f else 0.0 for f, d in cells]
    missing = 1 - sum(p)
    if missing > 1e-9:
        p[values.index(low if t > 0 else high)] += missing
    return p
