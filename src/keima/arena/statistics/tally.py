"""What all of the statistics are about: counted results, and intervals."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import NamedTuple


class Interval(NamedTuple):
    """Two limits, `low <= high`."""

    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.low:.4g} to {self.high:.4g}"


class Estimate(NamedTuple):
    """A number, its standard error, and the interval that goes with it."""

    value: float
    error: float
    low: float
    high: float


class Tally(NamedTuple):
    """The games of one player: wins, losses, draws.

    A draw is half a win and half a loss wherever a rate is taken: `score` is `wins + draws / 2`.

    >>> Tally(6, 3, 1).rate
    0.65
    >>> Tally(6, 3) + Tally(0, 0, 2)
    Tally(wins=6, losses=3, draws=2)
    """

    wins: int
    losses: int
    draws: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.losses + self.draws

    @property
    def score(self) -> float:
        return self.wins + self.draws / 2

    @property
    def rate(self) -> float:
        """Score per game; raises ValueError without games."""
        return self.score / require_games(self)

    @property
    def reverse(self) -> Tally:
        """The same games seen by the opponent."""
        return Tally(self.losses, self.wins, self.draws)

    def __add__(self, other: object) -> Tally:
        if not isinstance(other, Tally):
            return NotImplemented
        return Tally(*(a + b for a, b in zip(self, other, strict=True)))


def require_games(tally: Tally) -> int:
    """The number of games; raises ValueError if it is 0 or a count is negative."""
    if min(tally) < 0:
        raise ValueError(f"counts of games must be 0 or more, got {tally}")
    if not tally.games:
        raise ValueError("there are no games to count: expected at least one")
    return tally.games


def quantile(confidence: float) -> float:
    """The half width, in standard deviations, of a two-sided normal interval.

    >>> round(quantile(0.95), 6)
    1.959964
    """
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must be between 0 and 1, got {confidence!r}")
    return NormalDist().inv_cdf((1 + confidence) / 2)


def probability(name: str, value: float) -> float:
    """`value`, if it is strictly between 0 and 1; raises ValueError otherwise."""
    if not (isinstance(value, int | float) and math.isfinite(value) and 0 < value < 1):
        raise ValueError(f"{name} must be between 0 and 1, got {value!r}")
    return value
