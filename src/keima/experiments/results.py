"""What was played of an experiment, and whether it says what the document says."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import mean

from keima.arena.results import Results
from keima.arena.run import tally_of
from keima.arena.statistics import Tally, relative_strength
from keima.colors import Color
from keima.experiments.experiment import Cell, Experiment

NO_GAMES = Tally(0, 0)


@dataclass(frozen=True)
class CellResult:
    """What was played of a cell."""

    cell: Cell
    tally: Tally
    void: int = 0
    as_black: Tally = NO_GAMES
    as_white: Tally = NO_GAMES
    #: Games whose moves are not those of another one; 0 if nobody has looked.
    different: int = 0
    #: Processor time of a move of both players, on the mean; None if nobody has looked.
    seconds: tuple[float, float] | None = None

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
    name = experiment.tournament_of(cell)
    sides: dict[bool, list[float | None]] = {True: [], False: []}
    for outcome in results.outcomes(name):
        as_black = outcome.black == cell.a.name
        if outcome.result == "Void":
            sides[as_black].append(None)
            continue
        black = {"B": 1.0, "W": 0.0}.get(outcome.result[0], 0.5)
        sides[as_black].append(black if as_black else 1 - black)
    points = sides[True] + sides[False]
    # Whole records take long to read.
    looks = experiment.colors or experiment.seconds
    seen = set[tuple[str, tuple[str, ...]]]()
    used: tuple[list[float], list[float]] = ([], [])
    for record in results.records(name) if looks else ():
        seen.add((record.plan.black.name, record.moves))
        for color, player in ((Color.BLACK, record.plan.black), (Color.WHITE, record.plan.white)):
            used[player.name != cell.a.name].extend(record.side(record.cpus, color))
    return CellResult(
        cell,
        tally_of(points),
        points.count(None),
        tally_of(sides[True]),
        tally_of(sides[False]),
        len(seen) if experiment.colors else 0,
        (mean(used[0]), mean(used[1])) if experiment.seconds and all(used) else None,
    )
