"""Elo differences of two players. `ratings` has those of many."""

from __future__ import annotations

import math
from collections.abc import Callable

from keima.arena.statistics.intervals import wilson
from keima.arena.statistics.tally import Estimate, Interval, Tally, require_games

ELO_PER_NAT = 400 / math.log(10)
"""Elo points in one unit of the natural logarithm of the odds."""


def elo_from_rate(rate: float) -> float:
    """Elo difference at which `rate` is expected: infinite at 0 and 1.

    >>> round(elo_from_rate(0.75), 2)
    190.85
    """
    if not 0 <= rate <= 1:
        raise ValueError(f"a rate must be from 0 to 1, got {rate!r}")
    if rate in (0, 1):
        return math.inf if rate else -math.inf
    return ELO_PER_NAT * (math.log(rate) - math.log1p(-rate))


def rate_from_elo(elo: float) -> float:
    """Expected score per game of the player who is `elo` points stronger.

    >>> rate_from_elo(0), round(rate_from_elo(400), 4)
    (0.5, 0.9091)
    """
    nats = elo / ELO_PER_NAT
    return 1 / (1 + math.exp(-nats)) if nats > -700 else 0.0


def elo_difference(
    tally: Tally,
    confidence: float = 0.95,
    interval: Callable[[Tally, float], Interval] = wilson,
) -> Estimate:
    """Elo difference to the opponent, from the score. Its limits are those of the rate's
    interval, carried over; the error is one standard error by the delta method, infinite if
    nothing or everything was won.

    >>> [round(x) for x in elo_difference(Tally(60, 40))]
    [70, 35, 1, 139]
    """
    n, p = require_games(tally), tally.rate
    low, high = interval(tally, confidence)
    variance = p * (1 - p) - tally.draws / n / 4
    error = math.inf if p in (0, 1) else ELO_PER_NAT * math.sqrt(variance / n) / (p * (1 - p))
    return Estimate(elo_from_rate(p), error, elo_from_rate(low), elo_from_rate(high))
