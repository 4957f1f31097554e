"""Basaldua et al. 2014: the base and the learning policy of isGO, on 9x9, 13x13 and 19x19."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from keima.arena.settings import Entrant, GameSettings
from keima.arena.statistics import Tally
from keima.experiments.experiment import Cell, ComputedRow, Experiment
from keima.steps import StepCount, count_games, read_counts

DOCUMENT = "Basaldua et al. 2014"
SETTINGS = GameSettings(size=(9, 9), komi=7.5, rules="chinese", score="gnugo", referee="gnugo")
GNUGO = Entrant("gnugo-10", "gtp:gnugo --level 10 --chinese-rules --seed {seed}")

#: Simulations of the base policy in the time of one of the learning policy, on 9x9; on larger
#: boards there are a few less: `keima bench search --profile isgo-base` and `isgo-learning`.
COST = 1.6

#: A tree that knows nothing but the rules and what its playouts told.
PLAIN = "reader_nodes=0,prune_ladders=0,prune_seki=0," + ",".join(
    f"prior_{name}=0"
    for name in (
        *("attack", "defend", "nakade", "capture_one", "capture_many", "self_atari", "pattern"),
        *(f"near_{distance}" for distance in (1, 2, 3)),
        *(f"open_line_{line}" for line in (1, 2, 3, 4)),
    )
)

# Side, simulations of a move of the document's four threads, and for equal simulations and equal
# time: games and those that the learning policy won.
LEARNING = [
    (9, 2000, (1000, 663), (1000, 669)),
    (9, 8000, (200, 147), (200, 135)),
    (9, 32000, (200, 148), (200, 138)),
    (13, 2000, (1000, 685), (1000, 631)),
    (19, 2000, (600, 382), (600, 374)),
]
#: Games of ours; the longest rows are there for who has the time.
GAMES = {(9, 2000): 400, (9, 8000): 200, (9, 32000): 200, (13, 2000): 200, (19, 2000): 60}
THREADS = 4
SIMULATIONS = THREADS * 2000
BOARDS = (9, 13, 19)

# Part of the policy -> the document's percentages, of the base policy and of the learning one.
STEPS = {
    "atari": ("7.60", "6.72"),
    "edge": ("-", "3.98"),
    "pattern": ("17.66", "17.43"),
    "node": ("-", "33.41"),
    "skipped": ("19.04", "4.72"),
    "random": ("47.96", "28.69"),
    "improved shape": ("4.40", "1.53"),
    "pass": ("3.35", "3.53"),
}

NOTES = (
    "The document's program has four threads: here one thread makes the simulations of four.",
    "The document does not describe its tree. Here both sides have Keima's usual one (`isgo-base`, "
    "`isgo-learning`): RAVE with priors by rules.",
    "Komi is 7.5, area is counted, colours alternate, GNU Go counts the final position; the "
    "document says neither.",
    "16 bits of a context count, tables have 4 and 16 MB, answers lose their place in a full list "
    "when their point is found taken more than 12 times in a row, and the threshold of edge moves "
    "is the state 11/16: the document leaves these open (the bits between 12 and 20).",
)
EQUAL_TIME = (
    "For equal time the base policy makes 1.6 times as many simulations, as it does in the time of "
    "the learning policy (the document: 37 % more). So games are the same on every machine.",
    "In the rows with a plain tree neither side has priors by rules, or reads captures and "
    "ladders in the tree.",
)


def _learning_cells() -> list[Cell]:
    cells = []
    for kind in _EQUAL:
        more = _simulations(SIMULATIONS, kind)
        cells.append(
            Cell(
                f"9-2000-{kind}-plain",
                ("9x9, plain tree", f"{SIMULATIONS:,}", _EQUAL[kind]),
                Entrant("learning", f"isgo-learning:playouts={SIMULATIONS},threads=1,{PLAIN}"),
                Entrant("base", f"isgo-base:playouts={more},threads=1,{PLAIN}"),
                None,
                200,
            )
        )
    for side, each, equal, timed in LEARNING:
        playouts = THREADS * each
        for kind, (games, won) in (("sims", equal), ("time", timed)):
            more = _simulations(playouts, kind)
            cells.append(
                Cell(
                    f"{side}-{each}-{kind}",
                    (f"{side}x{side}", f"{playouts:,}", _EQUAL[kind]),
                    Entrant("learning", f"isgo-learning:playouts={playouts},threads=1"),
                    Entrant("base", f"isgo-base:playouts={more},threads=1"),
                    Tally(won, games - won),
                    GAMES[side, each],
                    SETTINGS.replace(size=(side, side)),
                )
            )
    return cells


_EQUAL = {"sims": "simulations", "time": "time"}


def _simulations(learning: int, kind: str) -> int:
    """What the base policy makes against so many of the learning policy."""
    return round(learning * COST) if kind == "time" else learning


def _part_cells() -> tuple[Cell, ...]:
    def entrant(name: str, changes: str) -> Entrant:
        return Entrant(name, f"isgo-learning:playouts=8000,threads=1{changes}")

    return (
        Cell(
            "node-edge",
            ("node moves alone", "edge moves alone"),
            entrant("node", ",isgo_edge=0"),
            entrant("edge", ",isgo_node=0"),
            Tally(315, 185),
            300,
        ),
        Cell(
            "balance",
            ("balancing", "none"),
            entrant("balance", ""),
            entrant("none", ",isgo_balance=0"),
            Tally(300, 200),
            300,
        ),
    )


def _opponent_cells() -> tuple[Cell, ...]:
    rows = (
        ("base", "isgo-base", 16000, 68),
        ("base-time", "isgo-base", _simulations(16000, "time"), 68),
        ("learning", "isgo-learning", 16000, 114),
    )
    return tuple(
        Cell(
            name,
            (profile, f"{playouts:,}"),
            Entrant(name, f"{profile}:playouts={playouts},threads=1"),
            GNUGO,
            Tally(won, 300 - won),
            100,
            base="base" if name != "base" else "",
        )
        for name, profile, playouts, won in rows
    )


def read_steps(path: Path) -> list[ComputedRow]:
    """The rows of a file of `keima bench steps`, for all boards together and for each."""
    counts = [c for c in read_counts(path) if c.profile in ("isgo-base", "isgo-learning")]
    rows = []
    for side in (None, *sorted({c.size for c in counts})):
        totals = [
            _total([c for c in counts if c.profile == profile and side in (None, c.size)])
            for profile in ("isgo-base", "isgo-learning")
        ]
        board = f"{side}x{side}" if side else "all"
        for step, paper in STEPS.items():
            ours = tuple(_percent(total, step) for total in totals)
            rows.append(ComputedRow((f"{board}: {step}", *ours), (step, *_of_all(side, paper))))
    return rows


def make_steps(path: Path, games: int | None) -> None:
    """Plays what the file has not yet, on all boards, with the simulations of the document."""
    from rich.console import Console

    wanted = [
        StepCount(profile, side, SIMULATIONS)
        for profile in ("isgo-base", "isgo-learning")
        for side in BOARDS
    ]
    with Console(stderr=True).status("") as status:
        for _ in count_games(wanted, games or 20, path, status.update):
            pass


def _of_all(side: int | None, paper: tuple[str, str]) -> tuple[str, str]:
    return paper if side is None else ("-", "-")


def _total(counts: list[StepCount]) -> Counter[str]:
    total = Counter[str]()
    for count in counts:
        total.update(count.steps)
    return total


def _percent(total: Counter[str], step: str) -> str:
    made = sum(total.values())
    return f"{100 * total[step] / made:.2f}" if made and total[step] else "-"


EXPERIMENTS = {
    e.name: e
    for e in (
        Experiment(
            "basaldua-2",
            DOCUMENT,
            "II",
            "Which step of the policy makes how many moves, in percent",
            ("step", "base", "learning"),
            read=read_steps,
            make=make_steps,
            made_by="keima experiment run basaldua-2 --file FILE",
            notes=(
                *NOTES[:2],
                "In the document skipped moves are, to the last digit, the patterns that were "
                "passed over (17.66 x 0.5188 / 0.4812 = 19.04): so here atari answers that were "
                "passed over are not recovered, though its text recovers both.",
            ),
        ),
        Experiment(
            "basaldua-3",
            DOCUMENT,
            "III",
            "Parts of the learning policy against each other, 9x9, 8,000 simulations",
            ("player", "opponent"),
            SETTINGS,
            _part_cells(),
            measure="elo",
            interval="Agresti and Coull",
            notes=NOTES,
        ),
        Experiment(
            "basaldua-4",
            DOCUMENT,
            "IV",
            "The learning policy against the base policy",
            ("board", "simulations", "equal"),
            SETTINGS,
            tuple(_learning_cells()),
            measure="elo",
            interval="Agresti and Coull",
            notes=(*NOTES, *EQUAL_TIME),
        ),
        Experiment(
            "basaldua-5",
            DOCUMENT,
            "V",
            "Both policies against another program, 13x13",
            ("player", "simulations"),
            SETTINGS.replace(size=(13, 13)),
            _opponent_cells(),
            measure="elo",
            interval="Agresti and Coull",
            notes=(
                *NOTES,
                "GNU Go 3.8 at level 10 takes the place of Fuego with 4 x 1,000 simulations; "
                "`--opponent` takes any other program.",
            ),
        ),
    )
}
