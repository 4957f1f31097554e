"""How many games a question needs."""

from __future__ import annotations

import math
from statistics import NormalDist

from keima.arena.statistics.tally import probability, quantile


def games_to_detect(
    rate: float, *, against: float = 0.5, confidence: float = 0.95, power: float = 0.9
) -> int:
    """Games after which a two-sided test at `confidence` tells a true `rate` from `against`
    with probability `power` (normal approximation, without draws, which only help).

    >>> games_to_detect(4195 / 7800)
    1833
    """
    probability("rate", rate)
    probability("against", against)
    if rate == against:
        raise ValueError(f"no number of games tells {rate!r} from {against!r}")
    z, zp = quantile(confidence), NormalDist().inv_cdf(probability("power", power))
    root = z * math.sqrt(against * (1 - against)) + zp * math.sqrt(rate * (1 - rate))
    return math.ceil((root / (rate - against)) ** 2)


def games_for_margin(margin: float, *, rate: float = 0.5, confidence: float = 0.95) -> int:
    """Games after which a rate is known to within plus or minus `margin`.

    >>> games_for_margin(0.05)
    385
    """
    probability("margin", margin)
    probability("rate", rate)
    return math.ceil(rate * (1 - rate) * (quantile(confidence) / margin) ** 2)


def games_to_compare(
    first: float, second: float, *, confidence: float = 0.95, power: float = 0.9
) -> int:
    """Games that each of two players must play against the same third one before a two-sided
    test tells their rates apart (pooled variance under equality).

    >>> games_to_compare(0.55, 0.5)
    2095
    """
    probability("the first rate", first)
    probability("the second rate", second)
    if first == second:
        raise ValueError(f"no number of games tells {first!r} from {second!r}")
    z, zp = quantile(confidence), NormalDist().inv_cdf(probability("power", power))
    mean = (first + second) / 2
    root = z * math.sqrt(2 * mean * (1 - mean)) + zp * math.sqrt(
        first * (1 - first) + second * (1 - second)
    )
    return math.ceil((root / (first - second)) ** 2)
