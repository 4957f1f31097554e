"""What was played of an experiment, and whether it says what the document says."""

from __future__ import annotations

import math
from dataclasses import dataclass

from keima.arena.results import Results
from keima.arena.run import tally_of
from keima.arena.statistics import Tally, relative_strength
from keima.experiments.experiment import Cell, Experiment


@dataclass(frozen=True)
class CellResult:
    """What was played of a cell."""

    cell: Cell
    tally: Tally
    void: int = 0

    @property
    def agrees(self) -> bool | None:
        """Are ours and theirs the same within chance: do the rates differ by at most 1.96
        standard errors of their difference? None if one of them has no games."""
        ours, theirs = self.tally, self.cell.paper
        if theirs is None or not ours.games:
            return None
        difference, error = rate_difference(ours, theirs)
        return abs(difference) <= error


def rate_difference(first: Tally, second: Tally) -> tuple[float, float]:
    """The difference of two rates, and 1.96 standard errors of it. A clean sheet counts as if
    its rate were a little less certain.

    >>> [round(x, 3) for x in rate_difference(Tally(60, 40), Tally(50, 50))]
    [0.1, 0.137]
    """
    tallies = (first, second)
    variance = sum(max(t.rate * (1 - t.rate), 0.25 / t.games) / t.games for t in tallies)
    return first.rate - second.rate, 1.96 * math.sqrt(variance)


def finding(tally: Tally | None) -> str:
    """What the games prove at 95 % by the document's interval.

    >>> [finding(Tally(won, 50)) for won in (50, 80, 30)]
    ['open', 'stronger', 'weaker']
    """
    if tally is None or not tally.games:
        return "-"
    strength = relative_strength(tally)
    return "stronger" if strength.low > 0 else "weaker" if strength.high < 0 else "open"


def results_of(experiment: Experiment, results: Results) -> list[CellResult]:
    """All cells, played or not."""
    return [_result(experiment, cell, results) for cell in experiment.cells]


def _result(experiment: Experiment, cell: Cell, results: Results) -> CellResult:
    points: list[float | None] = []
    for outcome in results.outcomes(experiment.tournament_of(cell)):
        if outcome.result == "Void":
            points.append(None)
            continue
        black = {"B": 1.0, "W": 0.0}.get(outcome.result[0], 0.5)
        points.append(black if outcome.black == cell.a.name else 1 - black)
    return CellResult(cell, tally_of(points), points.count(None))
