"""Ferreira 2016: Matilda on 9x9 and 13x13, against GNU Go and against itself.

Every table is there for the profile `matilda`, beside the document's numbers, and once more for
`classic`, which the document cannot have.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from keima.arena.settings import Entrant, GameSettings, parse_time
from keima.arena.statistics import Tally
from keima.experiments.experiment import Cell, Experiment

DOCUMENT = "Ferreira 2016"
SETTINGS = GameSettings(size=(9, 9), komi=7.5, rules="chinese-ogs", score="gnugo", referee="gnugo")
NAMES = {"matilda": "Matilda", "classic": "classic"}
#: UCB1-TUNED for a profile that has none, with the factor of `matilda`.
UCB = "bandit=2,exploration=0.867924"

# Win rate in percent and games, as printed.
Printed = tuple[float, int]
EXPLORATION: dict[float, Printed] = {
    0.7: (52, 490),
    1.1: (58.1, 903),
    1.15: (59.4, 1086),
    1.2: (58.4, 476),
    1.3: (55.1, 748),
}
SMOOTHING: dict[int, Printed] = {
    8: (41.8, 3427),
    10: (43.1, 3984),
    11: (42.2, 3540),
    12: (42.5, 3736),
    14: (41.8, 3427),
    15: (42.2, 3246),
}
SIMULATIONS: dict[int, Printed] = {
    1000: (50.3, 435),
    2000: (69.5, 488),
    4000: (82.1, 431),
    8000: (92, 512),
    16000: (94, 468),
    32000: (96.6, 468),
}
#: Board -> result and minutes of each side.
GNUGO_10: dict[int, tuple[Printed, int]] = {9: ((91.6, 136), 5), 13: ((33.3, 216), 10)}
REMOVED: dict[str, Printed] = {
    "nothing": (58.4, 358),
    "ucb": (26.4, 307),
    "rave": (54.4, 320),
    "criticality": (52.9, 780),
    "replies": (48.4, 440),
    "priors": (44, 450),
    "playouts": (7.1, 326),
}
REMOVED_100000: dict[str, Printed] = {"nothing": (81.1, 201), "rave": (77.5, 209)}


#: Written out, so that plans stay what they are; a test says if a profile uses others.
PRIORS = (
    *(
        "even",
        "policy",
        "model",
        "doubtful",
        "self_atari",
        "capture_one",
        "capture_many",
        "pattern",
    ),
    *("near_1", "near_2", "near_3", "open_line_1", "open_line_2", "open_line_3", "open_line_4"),
    *("line_1", "line_2", "line_3", "corner", "nakade", "attack", "defend"),
)
PRUNING = ("self_atari", "eye_shapes", "ladders", "seki", "distance")

#: What a row says of a change, and how a profile is told.
Part = tuple[str, str]
AS_IT_IS = ("as it is", "")
NO_RAVE = ("without RAVE", "rave_equivalence=0")
NO_PRIORS = ("without prior values", ",".join(f"prior_{name}=0" for name in PRIORS))
NO_HEAVY = ("without heavy playouts", "policy=uniform")
MATILDA: dict[str, Part] = {
    "nothing": AS_IT_IS,
    "ucb": ("without UCB term", "bandit=0"),
    "rave": NO_RAVE,
    "criticality": ("without criticality", "criticality=0"),
    "replies": ("without LGRF", "replies=0"),
    "priors": NO_PRIORS,
    "playouts": NO_HEAVY,
}
#: `classic` has no UCB term, criticality or replies: what would they add? The number is how many
#: simulations it then makes in the time of one: `python bench/parts.py`.
CLASSIC: dict[str, tuple[Part, float]] = {
    "rave": (NO_RAVE, 1.14),
    "priors": (NO_PRIORS, 1.24),
    "model": (("without the move model", "prior_model=0"), 1.15),
    "playouts": (NO_HEAVY, 1.69),
    "trained": (("without trained playouts", "classic_weighted=0"), 1.2),
    "pruning": (("without pruning", ",".join(f"prune_{name}=0" for name in PRUNING)), 1.02),
    "doubtful": (("without doubtful moves", "prior_doubtful=0"), 1.02),
    "with-ucb": (("with UCB term", UCB), 1.1),
    "with-criticality": (("with criticality", "criticality=1"), 1.0),
    "with-replies": (("with LGRF", "replies=1"), 1.05),
    "ucb-for-rave": (("UCB term for RAVE", f"rave_equivalence=0,{UCB}"), 1.2),
}
#: Simulations of `classic` as it is, against itself with a change.
OWN_PLAYOUTS = 1000

SAME = (
    "GNU Go 3.8 plays under Chinese rules with positional superko, komi is 7.5, and GNU Go counts.",
    "Matilda's opening books, which came from Fuego and Pachi, are not there: it plays without.",
    "The rows of `classic` are our own: the same changes to the strongest profile, as it was when "
    "the games were played; all its parameters then are in the file of the games.",
)
OLD_MATILDA = "The document's numbers are those of an older Matilda."
LEVEL = "The document does not say at which level GNU Go played: here it is the default, 10."


def _gnugo(level: int) -> Entrant:
    options = f"--level {level} --chinese-rules --positional-superko --seed {{seed}}"
    return Entrant(f"gnugo-{level}", f"gtp:gnugo {options}")


def _tally(printed: Printed | None) -> Tally | None:
    """Games won and lost, from what is printed.

    >>> _tally((58.4, 358))
    Tally(wins=209, losses=149, draws=0)
    """
    if printed is None:
        return None
    percent, games = printed
    won = round(games * percent / 100)
    return Tally(won, games - won)


def _spec(profile: str, playouts: int | None, *changes: str) -> str:
    """
    >>> _spec("matilda", 5000, "bandit=0", "")
    'matilda:playouts=5000,bandit=0'
    """
    given = [f"playouts={playouts}"] if playouts else []
    given += [change for change in changes if change]
    return f"{profile}:{','.join(given)}" if given else profile


def _cell(
    name: str,
    label: str,
    spec: str,
    opponent: Entrant,
    printed: Printed | None,
    games: int = 100,
    base: str = "",
) -> Cell:
    profile = name.partition("-")[0]
    paper = _tally(printed) if profile == "matilda" else None
    labels = (NAMES[profile], label)
    return Cell(name, labels, Entrant(name, spec), opponent, paper, games, base=base)


def _exploration() -> Iterator[Cell]:
    opponent = _gnugo(10)
    for c, printed in EXPLORATION.items():
        spec = _spec("matilda", 10_000, f"exploration={c:g}")
        yield _cell(f"matilda-{c:g}", f"{c:g}", spec, opponent, printed)
    for c in EXPLORATION:
        spec = _spec("classic", 10_000, "bandit=2", f"exploration={c:g}")
        yield _cell(f"classic-{c:g}", f"{c:g}", spec, opponent, None, base="classic-none")
    yield _cell("classic-none", "no UCB", _spec("classic", 10_000), opponent, None)


def _smoothing() -> Iterator[Cell]:
    opponent = _gnugo(0)
    for profile in NAMES:
        for d, printed in SMOOTHING.items():
            spec = _spec(profile, 5000, f"rave_smoothing={d}")
            name, base = f"{profile}-{d}", f"{profile}-none"
            yield _cell(name, str(d), spec, opponent, printed, base=base)
        yield _cell(f"{profile}-none", "∞", _spec(profile, 5000), opponent, None)


def _simulations() -> Iterator[Cell]:
    for profile in NAMES:
        alone = "book=none" if profile == "classic" else ""
        opponent = Entrant(f"{profile} with 1000", _spec(profile, 1000, alone))
        for playouts, printed in SIMULATIONS.items():
            name, spec = f"{profile}-{playouts}", _spec(profile, playouts, alone)
            yield _cell(name, str(playouts), spec, opponent, printed)


def _against_gnugo() -> Iterator[Cell]:
    """Always White, as in the document; by the clock, and cheaper with a number of playouts."""
    for playouts in (None, 5000):
        for profile in NAMES:
            for side, (printed, minutes) in GNUGO_10.items():
                kind = f"{minutes} min" if playouts is None else f"{playouts} playouts"
                name = f"{profile}-{side}" + (f"-{playouts}" if playouts else "")
                paper = _tally(printed) if (profile, playouts) == ("matilda", None) else None
                settings = SETTINGS.replace(size=(side, side))
                if playouts is None:
                    settings = settings.replace(time=parse_time(f"absolute {60 * minutes}"))
                yield Cell(
                    name,
                    (NAMES[profile], f"{side}x{side}", kind),
                    Entrant(name, _spec(profile, playouts)),
                    _gnugo(10),
                    paper,
                    50 if playouts is None else 100,
                    settings,
                    "W",
                )


def _parts(profile: str, playouts: int, printed: dict[str, Printed]) -> Iterator[Cell]:
    """A part less than the profile has, against GNU Go."""
    for part, paper in printed.items():
        label, change = MATILDA[part]
        base = f"{profile}-nothing" if change else ""
        spec = _spec(profile, playouts, change)
        yield _cell(f"{profile}-{part}", label, spec, _gnugo(0), paper, base=base)


def _own_parts() -> Iterator[Cell]:
    """A part less, or one more, against `classic` as it is, in the same time."""
    opponent = Entrant("classic", _spec("classic", OWN_PLAYOUTS, "book=none"))
    for part, ((label, change), speed) in CLASSIC.items():
        spec = _spec("classic", round(OWN_PLAYOUTS * speed), "book=none", change)
        yield _cell(f"classic-{part}", label, spec, opponent, None, games=200)


def _experiment(
    table: str, title: str, columns: tuple[str, ...], cells: Iterator[Cell], *notes: str
) -> Experiment:
    return Experiment(
        f"ferreira-{table}",
        DOCUMENT,
        table,
        title,
        columns,
        SETTINGS,
        tuple(cells),
        measure="elo",
        notes=(*SAME, *notes),
    )


EXPERIMENTS = {
    e.name: e
    for e in (
        _experiment(
            "3.1",
            "The factor c of the UCB term, 10,000 simulations against GNU Go",
            ("program", "c"),
            _exploration(),
            OLD_MATILDA,
            LEVEL,
            "`classic` has no UCB term; here it is given one, UCB1-TUNED.",
        ),
        _experiment(
            "3.2",
            "The constant D of AMAF smoothing",
            ("program", "D"),
            _smoothing(),
            "The document says neither who the opponent was nor how many simulations were made: "
            "here they are those of table 5.1. Its rows 8 and 14 are the same in both numbers.",
            "D = ∞, the plain rule, is our own row: what the others are to be compared with.",
        ),
        _experiment(
            "3.3",
            "Self-play with a growing number of simulations",
            ("program", "simulations"),
            _simulations(),
            "The opponent is the same program with 1,000 simulations, also for `classic`, which "
            "plays without its opening book: two players with it open all games alike.",
        ),
        _experiment(
            "4.1",
            "As White against GNU Go 3.8 at level 10, sudden death",
            ("program", "board", "limit"),
            _against_gnugo(),
            "One thread, and no thinking in the opponent's time. The document does not name its "
            "machine; its log has 21,500 simulations a second.",
            "A game by the clock takes about 5 minutes of a core on 9x9 and 10 on 13x13: 50 games "
            "of a row are 4 and 8 hours. Games at the same time need a core each, or the clock "
            "gives them less. The rows with 5,000 playouts are a cheap view of the same, about a "
            "tenth of the time.",
        ),
        _experiment(
            "5.1",
            "What a part is worth, 5,000 simulations against GNU Go level 0",
            ("program", "part"),
            chain(_parts("matilda", 5000, REMOVED), _own_parts()),
            "`classic` wins 19 of 20 games even at level 10: against level 0 a part that is worth "
            "little would not show. So its rows are games against itself as it is, with 1,000 "
            "simulations; the one with the change has as many as it can make in the same time. "
            "Less than 50 % for a part taken away says that the part helps. It plays without its "
            "opening book. Rows that were clear after 80 games were left at that.",
            "Without prior values all moves begin with no experience at all and each is tried once "
            "before any is tried again; pruning stays.",
            "`classic` has no UCB term, criticality or replies in the tree: rows with them say "
            "what they would add. What reading and each kind of pruning are worth is told by "
            "`classic-parts`.",
        ),
        _experiment(
            "5.2",
            "What RAVE is worth with 100,000 simulations",
            ("program", "part"),
            chain(
                _parts("matilda", 100_000, REMOVED_100000),
                _parts("classic", 100_000, REMOVED_100000),
            ),
            "The opponent is that of table 5.1.",
        ),
    )
}
