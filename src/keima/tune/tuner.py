"""What a tuner is: it asks for points to be tried and is told how they did.

Tuners know nothing of games. What they ask for depends on nothing but their settings, the number
of the trial and what they were told before, so that a run can be taken up again from a log.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from keima.arena.statistics import Interval, Tally
from keima.tune.space import Values


@dataclass(frozen=True)
class Best:
    """The best values known, and how well they are known.

    `rate` is the win rate estimated near them, with a 95 % interval, from about `games` games;
    games that led to a choice flatter it, so that only new games give an unbiased one. `region`
    has the range of each number that is still plausible.
    """

    values: Values
    rate: float
    interval: Interval
    games: float
    region: dict[str, Interval] = field(default_factory=dict)


class Tuner(Protocol):
    """Trials are numbered from 0. Each is asked for (or restored) once, in order, and later told
    once, in order; some trials may be under way at the same time."""

    def ask(self, trial: int) -> list[Values]:
        """The points of a trial, each of which is to be tried in the same games."""

    def restore(self, trial: int, points: Sequence[Values]) -> None:
        """Takes up a trial that was asked for in an earlier run."""

    def tell(self, trial: int, results: Sequence[Tally]) -> None:
        """The results of each of the points of a trial."""

    def best(self) -> Best:
        """The best values so far; the starting values as long as nothing was told."""


def generator(seed: int, trial: int) -> random.Random:
    """The chance of one trial: the same whether or not trials before it were restored."""
    return random.Random(f"keima {seed} {trial}")
