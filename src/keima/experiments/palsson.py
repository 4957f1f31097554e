"""Palsson 2008: Monte Carlo inside GNU Go on 9x9, komi 6.5, 10,000 random games a move."""

from __future__ import annotations

from collections.abc import Sequence

from keima.arena.settings import Entrant, GameSettings
from keima.arena.statistics import Tally, detectable_difference
from keima.experiments.experiment import Cell, ComputedRow, Experiment

DOCUMENT = "Palsson 2008"
SETTINGS = GameSettings(size=(9, 9), komi=6.5, rules="japanese", score="gnugo", referee="gnugo")
GNUGO = Entrant("gnugo", "gtp:gnugo --level 10 --never-resign --seed {seed}")
NAMES = {"abramson": "Abramson", "brugmann": "Brügmann"}

NOTES = (
    "GNU Go 3.8 at level 10 takes the place of GNU Go 3.6, on both sides.",
    "Here Monte Carlo changes GNU Go's choice from outside, over GTP, after its move replacement "
    "and blunder check instead of before them; a move of Monte Carlo whose stone GNU Go's reading "
    "can capture is refused in their place.",
    "Means are signed (the player to move wants them high). The document prints their absolute "
    "value, which prefers bad moves when the player to move is behind; `valuation=literal` has it.",
    "The number of games is fixed beforehand; the document went on until a result was significant.",
)

# (model, value of the parameter, games won and lost by Monte Carlo) as printed.
FIRST = [
    ("abramson", 1, 704, 726),
    ("abramson", 3, 39, 61),
    ("abramson", 5, 14, 40),
    ("brugmann", 1, 300, 350),
    ("brugmann", 3, 36, 64),
    ("brugmann", 5, 442, 508),
]
BEST = [
    ("abramson", 2, 21, 49),
    ("abramson", 4, 13, 57),
    ("abramson", 6, 12, 68),
    ("brugmann", 2, 35, 65),
    ("brugmann", 4, 36, 64),
    ("brugmann", 6, 35, 115),
]
WEIGHTED = [
    ("abramson", 0.05, 407, 423),
    ("abramson", 0.10, 374, 386),
    ("abramson", 0.15, 1541, 1459),
    ("abramson", 0.20, 307, 343),
    ("brugmann", 0.05, 1246, 1264),
    ("brugmann", 0.10, 1297, 1353),
    ("brugmann", 0.15, 202, 248),
    ("brugmann", 0.20, 475, 525),
]
RANGE = [
    ("abramson", 5, 394, 446),
    ("abramson", 10, 566, 574),
    ("abramson", 15, 177, 223),
    ("abramson", 20, 54, 96),
    ("abramson", 25, 154, 196),
    ("brugmann", 5, 81, 119),
    ("brugmann", 10, 4195, 3605),
    ("brugmann", 15, 3323, 2877),
    ("brugmann", 20, 493, 557),
    ("brugmann", 25, 344, 406),
]
# Games, lower and upper bound, detectable difference, as printed.
SAMPLE_SIZES = [
    (50, "18", "32", "77.78 %"),
    (100, "40", "60", "50.00 %"),
    (1000, "469", "531", "13.22 %"),
    (10_000, "4902", "5098", "4.00 %"),
    (100_000, "49690", "50310", "1.25 %"),
    (1_000_000, "499020", "500980", "0.39 %"),
]


def _cells(
    strategy: str, rows: Sequence[tuple[str, float, int, int]], games: int, unit: str = ""
) -> tuple[Cell, ...]:
    cells = []
    for model, value, won, lost in rows:
        name = f"{model}-{value:g}"
        spec = f"gnugo-{strategy}:valuer={model},{strategy_parameter(strategy)}={value:g}"
        wanted = 400 if (strategy, name) == ("range", "brugmann-10") else games
        cells.append(
            Cell(
                name,
                (NAMES[model], f"{value:g}{unit}"),
                Entrant(name, spec),
                GNUGO,
                Tally(won, lost),
                wanted,
            )
        )
    return tuple(cells)


def strategy_parameter(strategy: str) -> str:
    """The parameter of a profile that a table varies.

    >>> strategy_parameter("weighted")
    'weight'
    """
    return "weight" if strategy == "weighted" else strategy


def _sample_sizes() -> list[ComputedRow]:
    rows = []
    for games, *paper in SAMPLE_SIZES:
        ours = detectable_difference(games)
        values = (str(ours.lower), str(ours.upper), f"{ours.difference:.2%}".replace("%", " %"))
        rows.append(ComputedRow((str(games), *values), (str(games), *paper)))
    return rows


EXPERIMENTS = {
    e.name: e
    for e in (
        Experiment(
            "palsson-7.1",
            DOCUMENT,
            "7.1",
            "What a number of games can tell",
            ("games", "lower", "upper", "difference"),
            compute=_sample_sizes,
        ),
        Experiment(
            "palsson-8.1",
            DOCUMENT,
            "8.1",
            "Monte Carlo plays the first n moves",
            ("model", "n"),
            SETTINGS,
            _cells("first", FIRST, 50),
            notes=NOTES,
        ),
        Experiment(
            "palsson-8.2",
            DOCUMENT,
            "8.2",
            "Monte Carlo chooses among the n highest valued moves",
            ("model", "n"),
            SETTINGS,
            _cells("best", BEST, 50),
            notes=NOTES,
        ),
        Experiment(
            "palsson-8.3",
            DOCUMENT,
            "8.3",
            "Monte Carlo adds a bonus of weight w",
            ("model", "w"),
            SETTINGS,
            _cells("weighted", WEIGHTED, 50),
            notes=NOTES,
        ),
        Experiment(
            "palsson-8.4",
            DOCUMENT,
            "8.4",
            "Monte Carlo chooses among moves within r of the best",
            ("model", "r"),
            SETTINGS,
            _cells("range", RANGE, 100, " %"),
            notes=NOTES,
        ),
    )
}
