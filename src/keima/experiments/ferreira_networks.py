"""Ferreira 2016, table 4.2: Matilda with priors by its small network against Matilda without."""

from __future__ import annotations

from collections.abc import Iterator

from keima.arena.settings import Entrant, GameSettings
from keima.arena.statistics import Tally
from keima.experiments.experiment import Cell, Experiment

SETTINGS = GameSettings(size=(9, 9), komi=7.5, rules="chinese-ogs", score="keima", referee="keima")
PLAYOUTS = 10_000
#: Our own rows: what a small number of simulations would show, at a tenth of the cost.
FEW = 1000
#: Board -> win rate in percent and games, as printed, and the games that we play.
PRINTED: dict[int, tuple[float, int, int]] = {
    9: (49.8, 257, 200),
    13: (51.8, 863, 200),
    19: (52.4, 124, 100),
}


def _cells() -> Iterator[Cell]:
    for playouts in (PLAYOUTS, FEW):
        for side, (percent, games, ours) in PRINTED.items():
            won = round(games * percent / 100)
            name = f"{side}" if playouts == PLAYOUTS else f"{side}-{playouts}"
            yield Cell(
                name,
                (f"{side}x{side}", f"{playouts:,}"),
                Entrant(f"with-{name}", f"matilda-mlp:playouts={playouts}"),
                Entrant(f"without-{name}", f"matilda:playouts={playouts}"),
                Tally(won, games - won) if playouts == PLAYOUTS else None,
                ours,
                SETTINGS.replace(size=(side, side)),
            )


EXPERIMENTS = {
    "ferreira-4.2": Experiment(
        "ferreira-4.2",
        "Ferreira 2016",
        "4.2",
        "Matilda with priors by a small network against Matilda without",
        ("board", "simulations"),
        SETTINGS,
        tuple(_cells()),
        measure="elo",
        notes=(
            "The document does not say how much a move is promoted or demoted, nor from how many "
            "moves on the network is asked: here by as many visits as an even game counts, and "
            "from a third of the points on.",
            "The networks are those that Keima brings, learnt from games of people and of a "
            "stronger program: the page on them says how far. The document's were learnt from KGS "
            "games on 19x19, and from GNU Go's games with itself on the other boards.",
            "Keima counts the games; no opening books. By the document's intervals, none of its "
            "three rates differs from a half: 43.7 % to 55.9 %, 48.5 % to 55.1 % and 43.7 % to "
            "61.0 %.",
            "The document also has the time: 1.07, 1.24 and 1.37 times as long with the network.",
            "The rows with 1,000 simulations are our own.",
        ),
    )
}
