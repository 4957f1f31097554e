"""What parts of the search are worth, at equal time: with a network, and of `classic`."""

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


#: Parts that want a network of version 12 or later, which the ones that Keima brings are not.
MODERN = "kata1-b18c384nbt-s9996604416-d4316597426"
MODERN_PLAYER = f"kata:net={MODERN},seconds=0.25,threads=1"
MODERN_GAMES = 100
MODERN_PARTS = {
    "uncertainty": ("weights by uncertainty", "uncertainty=0"),
    "optimism": ("the optimist's policy", "optimism=0,root_optimism=0"),
}


#: Parts of `classic` that table 5.1 of Ferreira 2016 shows no use of on 9x9: what has them and what
#: has not. Both are written out, so that plans stay what they are whatever the profile has.
CLASSIC_PARTS = {
    "reading": ("reading", "reader_nodes=60", "reader_nodes=0"),
    "pruning": (
        "pruning",
        "prune_self_atari=1,prune_eye_shapes=1,prune_ladders=1,prune_seki=1",
        "prune_self_atari=0,prune_eye_shapes=0,prune_ladders=0,prune_seki=0",
    ),
    "self-atari": ("bad self-ataris", "prune_self_atari=1", "prune_self_atari=0"),
    "ladders": ("lost ladders", "prune_ladders=1", "prune_ladders=0"),
    "eyes": ("small eyes", "prune_eye_shapes=1", "prune_eye_shapes=0"),
    "seki": ("liberties of a seki", "prune_seki=1", "prune_seki=0"),
    # What the rows above say, played together.
    "all": (
        "reading, bad self-ataris and seki",
        "reader_nodes=60,prune_self_atari=1,prune_seki=1",
        "reader_nodes=0,prune_self_atari=0,prune_seki=0",
    ),
}
#: Simulations of `classic` with the part, for each side of the board.
CLASSIC_PLAYOUTS = 1000
#: Side -> games a row.
CLASSIC_GAMES = {9: 400, 13: 200, 19: 100}
#: Rows with more of them.
CLASSIC_MORE = {(19, "pruning"): 300}
#: The rows, and how many simulations it makes without the part in the time of one:
#: `python bench/parts.py`.
CLASSIC_SPEEDS = {
    (9, "reading"): 1.04,
    (9, "pruning"): 1.01,
    (9, "self-atari"): 1.0,
    (9, "ladders"): 1.02,
    (9, "eyes"): 1.02,
    (9, "seki"): 1.01,
    (9, "all"): 1.04,
    (13, "reading"): 1.02,
    (13, "pruning"): 1.0,
    (19, "reading"): 1.02,
    (19, "pruning"): 1.0,
}


def _classic_cell(side: int, name: str) -> Cell:
    part, on, off = CLASSIC_PARTS[name]
    playouts = round(CLASSIC_PLAYOUTS * CLASSIC_SPEEDS[side, name])
    board = f"{side}x{side}"
    return Cell(
        f"{board}-{name}",
        (board, part, f"`{off}`"),
        Entrant(f"without {part}", f"classic:playouts={playouts},book=none,threads=1,{off}"),
        Entrant(f"with {part}", f"classic:playouts={CLASSIC_PLAYOUTS},book=none,threads=1,{on}"),
        None,
        CLASSIC_MORE.get((side, name), CLASSIC_GAMES[side]),
        GameSettings(size=(side, side), komi=7.5),
    )


def _cell(name: str, part: str, change: str, parameters: str) -> Cell:
    return Cell(
        name,
        (part, change, f"`{parameters}`"),
        Entrant(name, f"{PLAYER},{parameters}"),
        Entrant("keima", PLAYER),
        None,
        GAMES,
    )


def _modern_cell(name: str) -> Cell:
    part, parameters = MODERN_PARTS[name]
    return Cell(
        name,
        (part, "left out", f"`{parameters}`"),
        Entrant(f"without {name}", f"{MODERN_PLAYER},{parameters}"),
        Entrant("kata", MODERN_PLAYER),
        None,
        MODERN_GAMES,
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
    ),
    "kata-parts": Experiment(
        "kata-parts",
        "Keima",
        "",
        "Parts of the search that want a modern network, against `kata` as it is, at equal time",
        ("part", "is", "parameters"),
        GameSettings(size=(9, 9), komi=7, rules="chinese-ogs"),
        tuple(_modern_cell(name) for name in MODERN_PARTS),
        measure="elo",
        colors=True,
        notes=(
            "Both sides have 0.25 seconds a move on one thread and KataGo's network "
            f"`{MODERN}`, which has to be added (`keima net add`); it comes with KaTrain.",
            "Games by the clock want a core each: with more at a time the clock gives them less.",
            "A part earns its place if `kata` loses by leaving it out.",
        ),
    ),
    "classic-parts": Experiment(
        "classic-parts",
        "Keima",
        "",
        "Parts of `classic` left out, against `classic` with them, at equal time",
        ("board", "part", "without"),
        GameSettings(komi=7.5),
        tuple(_classic_cell(side, name) for side, name in CLASSIC_SPEEDS),
        measure="elo",
        colors=True,
        notes=(
            "The side with the part has 1,000 simulations a move, the other as many as it makes in "
            "the same time (`python bench/parts.py`). Both play without the book.",
            "A part that wins no games where it is played is off there: on if less than half of "
            "the games are won without it. That was written before the games. The rows of single "
            "kinds of pruning were added when the one of all was known.",
            "After 100 games of pruning on 19x19, 51 of them won without, 200 more were announced, "
            "by which the rule was applied again: a profile has one table for boards of 12x12 and "
            "more, and the 300 games on 19x19 were to decide what it says about pruning. It stays "
            "on, by 149 games to 151: that it helps is not shown, nor that it does not.",
        ),
    ),
}
