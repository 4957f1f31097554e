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

#: Side -> simulations of the base policy in the time of one of the learning policy: processor time
#: of a move in games with equal simulations, which the report has, and `python bench/online.py`.
COST = {9: 1.9, 13: 1.9, 19: 1.8}

#: A search makes all of its simulations, also where the move is decided: as many as the document's.
FIXED = "threads=1,early_stop=0"

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
    (13, 2000, (1000, 685), (1000, 631)),
    (19, 2000, (600, 382), (600, 374)),
    (9, 8000, (200, 147), (200, 135)),
    (9, 32000, (200, 148), (200, 138)),
]
#: Games of ours; the rows of many simulations, which take minutes a game, have few.
GAMES = {(9, 2000): 400, (13, 2000): 200, (19, 2000): 60, (9, 8000): 40, (9, 32000): 20}
PLAIN_GAMES = 200
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
    "The document's program has four threads: here one thread makes the simulations of four, all "
    "of them also where the move is decided before.",
    "The document does not describe its tree. Here both sides have Keima's usual one (`isgo-base`, "
    "`isgo-learning`): RAVE with priors by rules.",
    "Komi is 7.5, area is counted, colours alternate, GNU Go counts the final position; the "
    "document says neither.",
    "12 bits of a context count, answers and their lists have 64 MB, answers lose their place in a "
    "full list when their point is found taken more than 12 times in a row, and the threshold of "
    "edge moves is the state 11/16: the document leaves these open (the bits between 12 and 20).",
    "Skipped moves are patterns, as the document's counts have it, not its text.",
)
EQUAL_TIME = (
    "For equal time the base policy makes "
    + ", ".join(f"{cost:g} times" for cost in COST.values())
    + " as many simulations on "
    + ", ".join(f"{side}x{side}" for side in COST)
    + ", as it does in the time of the learning policy (the document: 37 % more). So games are the "
    "same on every machine, and no clock of a busy one distorts them; the last column has the time "
    "that both took.",
    "In the rows with a plain tree neither side has priors by rules, or reads captures and "
    "ladders in the tree.",
)


def _learning_cells() -> list[Cell]:
    """What takes longest comes last."""
    rows = [
        _learning_cell(side, each, kind, Tally(won, games - won))
        for side, each, equal, timed in LEARNING
        for kind, (games, won) in (("sims", equal), ("time", timed))
    ]
    plain = [_learning_cell(9, 2000, kind, None, PLAIN) for kind in _EQUAL]
    boards = len(BOARDS) * len(_EQUAL)
    return rows[:boards] + plain + rows[boards:]


def _learning_cell(side: int, each: int, kind: str, paper: Tally | None, tree: str = "") -> Cell:
    playouts = THREADS * each
    more = _simulations(playouts, kind, side)
    board = f"{side}x{side}"
    end = f",{tree}" if tree else ""
    return Cell(
        f"{side}-{each}-{kind}" + ("-plain" if tree else ""),
        (board + (", plain tree" if tree else ""), f"{playouts:,}", _EQUAL[kind]),
        Entrant("learning", f"isgo-learning:playouts={playouts},{FIXED}{end}"),
        Entrant("base", f"isgo-base:playouts={more},{FIXED}{end}"),
        paper,
        PLAIN_GAMES if tree else GAMES[side, each],
        SETTINGS.replace(size=(side, side)),
    )


_EQUAL = {"sims": "simulations", "time": "time"}


def _simulations(learning: int, kind: str, side: int) -> int:
    """What the base policy makes against so many of the learning policy."""
    return round(learning * COST[side]) if kind == "time" else learning


def _part_cells() -> tuple[Cell, ...]:
    def entrant(name: str, changes: str) -> Entrant:
        return Entrant(name, f"isgo-learning:playouts={SIMULATIONS},{FIXED}{changes}")

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
        ("base-time", "isgo-base", _simulations(16000, "time", 13), 68),
        ("learning", "isgo-learning", 16000, 114),
    )
    return tuple(
        Cell(
            name,
            (profile, f"{playouts:,}"),
            Entrant(name, f"{profile}:playouts={playouts},{FIXED}"),
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
            seconds=True,
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
            seconds=True,
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
            seconds=True,
            notes=(
                *NOTES,
                "GNU Go 3.8 at level 10 takes the place of Fuego with 4 x 1,000 simulations; "
                "`--opponent` takes any other program.",
            ),
        ),
    )
}
