"""What learned judgement of life, death and territory is worth in a search, at equal time (van der
Werf 2004, 11.2)."""

from __future__ import annotations

from keima.arena.settings import Entrant, GameSettings, parse_time
from keima.experiments.experiment import Cell, Experiment
from keima.nets.store import BROUGHT_SMALL

#: Simulations of `classic` as it is, and how many with priors by judgement it makes in the time of
#: one, by side of the board: `python bench/parts.py --part judged [--size 19]`.
PLAYOUTS = 1000
SPEEDS = {9: 0.95, 19: 0.96}
#: Side -> games a row.
GAMES = {9: 400, 19: 100}
PRIORS = {
    "settled": ("settled points lose", "prior_settled=20"),
    "life": ("liberties of groups in doubt win", "prior_life=30"),
}
#: Which short searches of decided games leave time to the others for: whole games by the clock.
DECIDED = "decided_part=0.2"
BY_CLOCK = {
    "classic": ("classic:book=none,threads=1", "absolute 10"),
    "keima": (f"keima:net={BROUGHT_SMALL},book=none,threads=1", "absolute 5"),
}
CLOCK_GAMES = 200


def _prior_cell(side: int, name: str) -> Cell:
    part, change = PRIORS[name]
    board, player = f"{side}x{side}", "classic:book=none,threads=1"
    playouts = round(PLAYOUTS * SPEEDS[side])
    return Cell(
        f"{board}-{name}",
        (board, "classic", part, f"`{change}`"),
        Entrant(f"with {name}", f"{player},playouts={playouts},{change}"),
        Entrant("classic", f"{player},playouts={PLAYOUTS}"),
        None,
        GAMES[side],
        GameSettings(size=(side, side), komi=7.5),
    )


def _clock_cell(name: str) -> Cell:
    player, time = BY_CLOCK[name]
    return Cell(
        f"9x9-decided-{name}",
        ("9x9", name, "decided games get less time", f"`{DECIDED}`, {time}"),
        Entrant(f"{name} with the rule", f"{player},{DECIDED}"),
        Entrant(name, player),
        None,
        CLOCK_GAMES,
        GameSettings(size=(9, 9), komi=7.5, time=parse_time(time)),
    )


EXPERIMENTS = {
    "judged-parts": Experiment(
        "judged-parts",
        "Keima",
        "",
        "Learned judgement in the search, against the same player without it, at equal time",
        ("board", "player", "part", "parameters"),
        GameSettings(komi=7.5),
        tuple(_prior_cell(side, name) for side in GAMES for name in PRIORS)
        + tuple(_clock_cell(name) for name in BY_CLOCK),
        measure="elo",
        colors=True,
        notes=(
            "Rows of priors: the player without them has 1,000 simulations a move, the one with "
            "them as many as it makes in the same time (`python bench/parts.py`). No book.",
            "Rows by the clock: seconds for the whole game; these want a core each.",
            "A part earns its place if the lower end of its interval is above half of the games. "
            "That was written before the games.",
        ),
    ),
}
