"""What each part of the search with a network is worth, at equal time."""

from __future__ import annotations

from keima.arena.settings import Entrant, GameSettings
from keima.experiments.experiment import Cell, Experiment
from keima.nets.store import BROUGHT_SMALL

#: A fiftieth of a second a move: some seventy visits of Keima's own network.
PLAYER = f"keima:net={BROUGHT_SMALL},seconds=0.02,threads=1"
GAMES = 300

#: Parts that `keima` has, and what leaves them out.
PARTS = {
    "score": ("worth of the margin", "score_static=0,score_dynamic=0"),
    "growth": ("cPUCT that grows with visits", "cpuct_log=0"),
    "deviation": ("cPUCT by the deviation of values", "cpuct_deviation=0"),
    "urgency": ("first-play urgency by visited policy", "fpu_reduction=0,root_fpu_reduction=0"),
    "lcb": ("choice by lower confidence bound", "choice=visits"),
    "symmetry": ("positions turned by chance", "symmetry=0"),
    "transpositions": ("transpositions", "transpositions=0"),
    "root-symmetry": ("equal moves at the root once", "root_symmetry=0"),
}
#: Parts that it does not have, and what adds them.
ADDED = {
    "noise": ("noise pruning", "noise_pruning=0.15"),
    "good": ("weights by the chance to be good", "good_exponent=0.25"),
    "bias": ("subtree value bias correction", "bias=0.45"),
}


def _cell(name: str, part: str, change: str, parameters: str) -> Cell:
    return Cell(
        name,
        (part, change, f"`{parameters}`"),
        Entrant(name, f"{PLAYER},{parameters}"),
        Entrant("keima", PLAYER),
        None,
        GAMES,
    )


EXPERIMENTS = {
    "keima-parts": Experiment(
        "keima-parts",
        "Keima",
        "",
        "Parts of the search with a network, against `keima` as it is, at equal time",
        ("part", "is", "parameters"),
        GameSettings(size=(9, 9), komi=7.5),
        tuple(_cell(name, part, "left out", text) for name, (part, text) in PARTS.items())
        + tuple(_cell(name, part, "added", text) for name, (part, text) in ADDED.items()),
        measure="elo",
        colors=True,
        notes=(
            "Both sides have 0.02 seconds a move on one thread and the network that comes with "
            "`keima` for 9x9.",
            "Games by the clock want a core each: with more at a time the clock gives them less.",
            "A part earns its place if `keima` loses by leaving it out, or wins by adding it.",
        ),
    )
}
