"""Keima's own players against GNU Go and each other."""

from __future__ import annotations

from keima.arena.settings import Entrant, GameSettings
from keima.experiments.experiment import SEED, Cell, Experiment
from keima.nets.store import BROUGHT_LARGE, BROUGHT_SMALL
from keima.points import LARGE_SIDE

SETTINGS = GameSettings(size=(9, 9), komi=7.5, rules="chinese", score="gnugo", referee="gnugo")
GNUGO = Entrant("gnugo-10", "gtp:gnugo --level 10 --chinese-rules --seed {seed}")

#: What all of them share.
NOTES = (
    "Komi is 7.5, colours alternate, and GNU Go counts the final position.",
    "Players of Keima have one thread and do not think in the opponent's time.",
    "A player is what it was when a game was played: its parameters are in the file of the games.",
)
GNUGO_NOTE = (
    "GNU Go 3.8 plays with `--level 10 --chinese-rules` and a seed of its own in every game."
)
CLOCK_NOTE = "Games by the clock want a core each: with more at a time the clock gives them less."


def _cell(
    side: int,
    a: str,
    b: Entrant,
    limit: str,
    games: int,
    goal: int,
    name: str = "",
    seed: int = SEED,
) -> Cell:
    board = f"{side}x{side}"
    return Cell(
        name or board,
        (board, limit, f"{goal} %"),
        Entrant(a.split(":")[0], f"{a},threads=1"),
        b,
        None,
        games,
        SETTINGS.replace(size=(side, side)),
        seed=seed,
    )


def _by_playouts(side: int, playouts: int, games: int, goal: int, seed: int = SEED) -> Cell:
    spec, limit = f"classic:playouts={playouts}", f"{playouts:,}"
    return _cell(side, spec, GNUGO, limit, games, goal, seed=seed)


def _keima(side: int, limit: str) -> str:
    """With the network that comes with it."""
    return f"keima:net={BROUGHT_LARGE if side >= LARGE_SIDE else BROUGHT_SMALL},{limit}"


def _bare(side: int, games: int, goal: int, seed: int = SEED) -> Cell:
    name, spec = f"{side}x{side}-policy", _keima(side, "playouts=1")
    return _cell(side, spec, GNUGO, "the policy alone", games, goal, name, seed)


def _by_clock(side: int, games: int, goal: int) -> Cell:
    return _cell(side, _keima(side, "seconds=1"), GNUGO, "1 s a move", games, goal)


def _both_by_clock(side: int, games: int, goal: int) -> Cell:
    classic = Entrant("classic", "classic:seconds=1,threads=1")
    return _cell(side, _keima(side, "seconds=1"), classic, "1 s a move", games, goal)


def _experiment(
    name: str, title: str, limit: str, notes: tuple[str, ...], *cells: Cell
) -> Experiment:
    return Experiment(
        name,
        "Keima",
        "",
        title,
        ("board", limit, "goal"),
        SETTINGS,
        cells,
        measure="elo",
        colors=True,
        notes=(*notes, *NOTES),
    )


EXPERIMENTS = {
    experiment.name: experiment
    for experiment in (
        _experiment(
            "classic-gnugo",
            "`classic` against GNU Go at level 10",
            "playouts",
            (
                GNUGO_NOTE,
                "Playouts are fixed, so games are the same on every machine.",
                "The book of 9x9 has learnt from games against GNU Go, among others: those of "
                "seeds 1 and 2, and 300 more. These 300 games have seed 4; their number, and that "
                "all would count, was fixed before the first.",
            ),
            _by_playouts(9, 5_000, 300, 97, seed=4),
            _by_playouts(13, 10_000, 200, 92),
            _by_playouts(19, 10_000, 60, 85),
        ),
        _experiment(
            "keima-gnugo",
            "`keima` against GNU Go at level 10",
            "limit",
            (
                GNUGO_NOTE,
                CLOCK_NOTE,
                "`keima` has the network that comes with it. That of 9x9 has seen positions of "
                "games against GNU Go, those of its policy with seed 1 too: these have seed 2.",
            ),
            _bare(9, 200, 90, seed=2),
            _bare(19, 100, 90),
            _by_clock(9, 200, 97),
            _by_clock(19, 100, 97),
        ),
        _experiment(
            "keima-classic",
            "`keima` against `classic`, the best player without a network, at equal time",
            "limit",
            (CLOCK_NOTE, "`keima` has the network that comes with it."),
            _both_by_clock(9, 200, 60),
            _both_by_clock(13, 200, 60),
            _both_by_clock(19, 100, 75),
        ),
    )
}
