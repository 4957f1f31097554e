"""The strongest profile without a network against GNU Go, by playouts a move."""

from __future__ import annotations

from keima.arena.settings import Entrant, GameSettings
from keima.experiments.experiment import Cell, Experiment

SETTINGS = GameSettings(size=(9, 9), komi=7.5, rules="chinese", score="gnugo", referee="gnugo")
GNUGO = Entrant("gnugo-10", "gtp:gnugo --level 10 --chinese-rules --seed {seed}")

#: Side, playouts of a move, games, and the rate in percent that `classic` is held to.
ROWS = ((9, 5_000, 200, 97), (13, 10_000, 200, 92), (19, 10_000, 60, 85))

NOTES = (
    "GNU Go 3.8 plays with `--level 10 --chinese-rules` and a seed of its own in every game; komi "
    "is 7.5, colours alternate, and GNU Go counts the final position.",
    "`classic` has one thread and does not think in the opponent's time. Its playouts a move are "
    "fixed, so games are the same on every machine.",
    "`classic` is what it was when a game was played: its parameters are in the file of the games.",
)


def _cell(side: int, playouts: int, games: int, goal: int) -> Cell:
    board = f"{side}x{side}"
    return Cell(
        board,
        (board, f"{playouts:,}", f"{goal} %"),
        Entrant("classic", f"classic:playouts={playouts},threads=1"),
        GNUGO,
        None,
        games,
        SETTINGS.replace(size=(side, side)),
    )


EXPERIMENTS = {
    "classic-gnugo": Experiment(
        "classic-gnugo",
        "Keima",
        "",
        "`classic` against GNU Go at level 10",
        ("board", "playouts", "goal"),
        SETTINGS,
        tuple(_cell(*row) for row in ROWS),
        measure="elo",
        colors=True,
        notes=NOTES,
    )
}
