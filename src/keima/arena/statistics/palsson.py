"""The statistics of Palsson 2008, sections 7.6 and 8: is one of two players stronger?

`z` is 1.96 wherever 95 % are meant, as in the document, and not the exact quantile: his numbers
come out to the last digit.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from keima.arena.statistics.tally import Interval, Tally, require_games

Z = 1.96


def acceptance_interval(games: int, z: float = Z) -> Interval:
    """Numbers of wins that equal players reach with 95 % probability (section 7.6, after
    equation 3): half of the games, `z` standard deviations of at most `sqrt(games / 4)` up and
    down. The normal approximation needs at least 40 games.

    >>> acceptance_interval(10_000)
    Interval(low=4902.0, high=5098.0)
    """
    if games < 1:
        raise ValueError(f"the number of games must be 1 or more, got {games!r}")
    half = z * math.sqrt(0.25 * games)
    return Interval(0.5 * games - half, 0.5 * games + half)


class Detectable(NamedTuple):
    """A row of Table 7.1: bounds in whole games, and the smallest relative playing strength
    that so many games can tell from equality."""

    games: int
    lower: int
    upper: int
    difference: float


def detectable_difference(games: int, z: float = Z) -> Detectable:
    """What `games` games can detect (Table 7.1); infinite if a single win is still accepted.

    >>> detectable_difference(100)
    Detectable(games=100, lower=40, upper=60, difference=0.5)
    """
    low, high = (round(limit) for limit in acceptance_interval(games, z))
    return Detectable(games, low, high, high / low - 1 if low > 0 else math.inf)


class RelativeStrength(NamedTuple):
    """How many more games are won than lost, as a fraction, with its bounds."""

    value: float
    low: float
    high: float


def relative_strength(tally: Tally, z: float = Z) -> RelativeStrength:
    """Relative playing strength (section 8): `won / lost - 1`. Draws are half a win and half a
    loss.

    The document prints bounds without their formula; those here give every printed one: `z`
    standard deviations of equal players are moved from one side to the other. They are cut at
    -1 (nothing is won) and infinity (nothing is lost).

    >>> won, lost = 4195, 3605
    >>> [round(100 * x, 2) for x in relative_strength(Tally(won, lost))]
    [16.37, 11.29, 21.69]
    """
    half = z * math.sqrt(0.25 * require_games(tally))
    won, lost = tally.score, tally.reverse.score

    def ratio(up: float, down: float) -> float:
        return max(up, 0.0) / down - 1 if down > 0 else math.inf

    return RelativeStrength(
        ratio(won, lost), ratio(won - half, lost + half), ratio(won + half, lost - half)
    )
