"""Keller & Perez 2016: small networks inside Pachi's search, 19x19, against Fuego.

Their games take weeks: 27,000 playouts a move against 180,000. Here 19x19 is played with a
hundredth of both, and 9x9 with 1,000 playouts against GNU Go.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from keima.arena.settings import Entrant, GameSettings, parse_time
from keima.arena.statistics import Tally
from keima.experiments.experiment import Cell, ComputedRow, Experiment
from keima.files import read_text

DOCUMENT = "Keller & Perez 2016"
LARGE = GameSettings(size=(19, 19), komi=7.5, rules="chinese-ogs", score="gnugo", referee="gnugo")
SMALL = LARGE.replace(size=(9, 9))
#: In place of Fuego.
PACHI = Entrant("pachi-1800", "pachi:playouts=1800")
PACHI_TIMED = Entrant("pachi-timed", "pachi")
GNUGO = Entrant(
    "gnugo-10", "gtp:gnugo --level 10 --chinese-rules --positional-superko --seed {seed}"
)
TIMED = LARGE.replace(time=parse_time("absolute 120"))

# Games won of 100: in all, as Black, as White.
Won = tuple[int, int, int]
VANILLA: Won = (43, 31, 12)
BLEND: dict[float, Won] = {
    0.1: (46, 15, 31),
    0.25: (44, 13, 31),
    0.5: (50, 46, 4),
    0.75: (50, 0, 50),
    0.9: (50, 0, 50),
    1: (50, 0, 50),
}
# By cut-off, under the headings of the table; colours are from the text, where they are under
# the other heading.
FIXED: dict[int, Won | None] = {
    4: (50, 45, 5),
    6: None,
    8: (49, 37, 12),
    10: None,
    12: (62, 39, 23),
    14: (53, 31, 22),
}
CLOCK: dict[int, Won] = {
    4: (47, 43, 4),
    6: (54, 41, 13),
    8: (44, 33, 11),
    10: (47, 31, 16),
    12: (51, 30, 21),
    14: (43, 25, 18),
}
# Size of the perturbation -> first and last accuracy of search and network.
SPSA: dict[str, tuple[str, str]] = {
    ".001": (".082", ".100"),
    ".002": (".067", ".099"),
    ".004": (".076", ".094"),
    ".005": (".069", ".103"),
    ".006": (".066", ".105"),
    ".008": (".070", ".080"),
    ".010": (".058", ".092"),
}
# Best so many moves -> accuracy with owners and without.
OWNERS: list[tuple[str, str]] = [
    *((".2147", ".2057"), (".3207", ".3125"), (".3962", ".3863"), (".4476", ".4402")),
    *((".4892", ".4842"), (".5248", ".5171"), (".5551", ".5475"), (".5804", ".5714")),
    *((".6029", ".5925"), (".6227", ".6146")),
]

SCALED = (
    "19x19 is scaled down: 270 playouts a move in place of 27,000, and Keima's own `pachi` with "
    "1,800 in place of Fuego with 180,000. Komi is 7.5, area is counted, GNU Go counts; the "
    "document says neither komi nor rules.",
    "Every game has its own seed and colours alternate. The document's rows of 0 and 50 games won "
    "look like the same game over and over: so games by colour and the number of different games "
    "are told.",
)
ON_SMALL = (
    "The rows of 9x9 are our own: 1,000 playouts a move against GNU Go 3.8 at level 10.",
    "The networks are our own, of the same kind: 10 kernels of 5x5, 3x3 outputs, a bias for each "
    "point. What their inputs were is not known.",
    "A probability counts as a result as its part of the highest one (`shallow_value=0`), which "
    "the document does not say.",
)


def _cell(
    name: str,
    labels: tuple[str, ...],
    changes: str,
    won: Won | None = None,
    *,
    opponent: Entrant = PACHI,
    settings: GameSettings | None = None,
    base: str = "",
) -> Cell:
    profile = "pachi-nn" if "shallow" in changes else "pachi"
    given = f"{profile}:{changes}" if changes else profile
    return Cell(
        name,
        labels,
        Entrant(name, given),
        opponent,
        Tally(won[0], 100 - won[0]) if won else None,
        100,
        settings,
        base=base,
        paper_colors=(won[1], won[2]) if won else None,
    )


def _blend() -> Iterator[Cell]:
    for size, playouts, opponent, settings in ((19, 270, PACHI, None), (9, 1000, GNUGO, SMALL)):
        board, rows = f"{size}x{size}", {0.0: VANILLA, **BLEND}
        for weight, won in rows.items():
            blended = f",shallow_weight={weight:g}" if weight else ""
            yield _cell(
                f"{size}-{weight:g}",
                (board, f"{weight:g}" if weight else "no network"),
                f"playouts={playouts}{blended}",
                won if size == 19 else None,
                opponent=opponent,
                settings=settings,
                base=f"{size}-0" if weight else "",
            )


def _cutoffs() -> Iterator[Cell]:
    for n, won in FIXED.items():
        changes = f"playouts=270,shallow_deep=t,shallow_depth={n}"
        yield _cell(f"19-{n}", ("19x19", str(n)), changes, won)
    for n, won in CLOCK.items():
        changes = f"shallow_deep=t,shallow_depth={n}"
        labels = ("19x19, by the clock", str(n))
        yield _cell(f"clock-{n}", labels, changes, won, opponent=PACHI_TIMED, settings=TIMED)
    for n in FIXED:
        changes = f"playouts=1000,shallow_deep=t,shallow_depth={n}"
        yield _cell(f"9-{n}", ("9x9", str(n)), changes, opponent=GNUGO, settings=SMALL)


def read_owners(path: Path) -> list[ComputedRow]:
    """Rows of a file of lines of JSON, one for each run of `keima learn shallow --results`; of each
    size of board the last ones with owners and without count. Raises ValueError, which names the
    file, for anything else."""
    tops: dict[int, dict[bool, list[float]]] = {}
    try:
        for line in read_text(path, 1 << 20).splitlines():
            run = json.loads(line)
            found = tops.setdefault(int(run["size"]), {})
            found[bool(run["owner"])] = [float(x) for x in run["test"]["top"]]
        if not tops:
            raise ValueError("it is empty")
        ours = {size: list(zip(x[True], x[False], strict=True)) for size, x in tops.items()}
        if any(len(pairs) != len(OWNERS) for pairs in ours.values()):
            raise ValueError(f"expected the best 1 to {len(OWNERS)} moves")
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{path} has no results of networks with owners: {error}") from None
    rows = []
    for size in sorted({*ours, LARGE.size[0]}, reverse=True):
        for best, printed in enumerate(OWNERS, 1):
            name = f"{size}x{size}, {best}"
            paper = printed if size == LARGE.size[0] else ("-", "-")
            known = ours[size][best - 1] if size in ours else ()
            told = [f"{x:.4f}".removeprefix("0") for x in known] or ["-", "-"]
            rows.append(ComputedRow((name, *told), (name, *paper)))
    return rows


def read_spsa(path: Path) -> list[ComputedRow]:
    """Rows of a file of lines of JSON, one for each run of `keima learn spsa`: `c`, `first` and
    `best`, accuracies. Raises ValueError, which names the file, for anything else."""
    found: dict[float, tuple[float, float]] = {}
    try:
        for line in read_text(path, 1 << 20).splitlines():
            run = json.loads(line)
            found[float(run["c"])] = (float(run["first"]), float(run["best"]))
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{path} has no results of SPSA: {error}") from None
    rows = []
    for c, paper in SPSA.items():
        known = found.get(float(c))
        ours = tuple(f"{x:.3f}".removeprefix("0") for x in known) if known else ("-", "-")
        rows.append(ComputedRow((c, *ours), (c, *paper)))
    return rows


EXPERIMENTS = {
    e.name: e
    for e in (
        Experiment(
            "keller-4.1",
            DOCUMENT,
            "4.1",
            "The network has a part w of the priors",
            ("board", "w"),
            LARGE,
            tuple(_blend()),
            measure="elo",
            notes=(*SCALED, *ON_SMALL),
            colors=True,
        ),
        Experiment(
            "keller-4.2",
            DOCUMENT,
            "4.2",
            "A better network in the first n layers, a faster one below",
            ("board", "n"),
            LARGE,
            tuple(_cutoffs()),
            measure="elo",
            notes=(
                *SCALED,
                "By the clock each side has two minutes; in the document thirty.",
                "The document's text has the results of the two conditions the other way round "
                "than its table; here they stand as in the table.",
                "The better network sees the last two moves, the faster one does not; both are "
                "far faster than a playout, so that speed says little here.",
                *ON_SMALL,
            ),
            colors=True,
        ),
        Experiment(
            "keller-4.3",
            DOCUMENT,
            "4.3",
            "Search and network trained together by SPSA",
            ("c", "first", "best"),
            read=read_spsa,
            made_by="keima learn spsa FOLDER PACKS --start NETWORK --c C --results FILE",
            notes=(
                "Accuracy: how often the search with the network plays the move of the game, of "
                "positions that nothing was learnt from.",
                "Scaled down: 9x9, 200 playouts, 16 positions for each estimate, 60 trials, "
                "which the document does not say. The best of a few tests on the same 300 "
                "positions flatters: one standard error is .028.",
                "Our network predicts much better than the document's before it is trained so.",
                "Only the weights of the output layer change, as in the document.",
            ),
        ),
        Experiment(
            "keller-4.4",
            DOCUMENT,
            "4.4",
            "The network sees who owns the points after 1 to 10 playouts",
            ("board, best", "with owners", "without"),
            read=read_owners,
            made_by="keima learn shallow FOLDER PACKS --owner --samples FOLDER --results FILE, and "
            "the same without --owner, with --playouts 10",
            notes=(
                "How often the move of a game is among so many best ones, on games that nothing "
                "was learnt from. Both networks saw the same positions, far fewer than the "
                "document's. The rows of 9x9 are our own.",
                "The document trained for 12,000,000 iterations; how many positions ours saw is in "
                "the file of results (`seen`), and how many were for the test: with 5,000 of them "
                "one standard error is up to .007.",
                "Playouts are those of `pachi`.",
            ),
        ),
    )
}
