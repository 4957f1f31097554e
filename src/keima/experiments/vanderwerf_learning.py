"""Van der Werf 2004: learning connectedness (table 6.1) and move prediction (tables 7.1 to 7.4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from keima.experiments.cells import Cells, read_cells
from keima.experiments.experiment import ComputedRow, Experiment

DOCUMENT = "van der Werf 2004"
NONE = "-"

#: Rival -> percent on 4x4, 5x5 and 6x6.
CONNECTED: Mapping[str, tuple[int, int, int]] = {
    "nearest mean": (71, 61, 56),
    "linear discriminant": (74, 64, 60),
    "quadratic discriminant": (78, 75, 76),
    "nearest neighbour": (67, 72, 58),
    "k nearest neighbours": (77, 74, 63),
    "perceptron": (80, 74, 67),
    "fully recurrent": (83, 77, 67),
    "eye alone": (91, 86, 76),
    "erna": (97, 95, 87),
}
#: Kind of features -> points added to 50 percent, and lost if it is left out.
KINDS: Mapping[str, tuple[str, str]] = {
    "stones": ("+32.9", "-4.8"),
    "edge": ("+9.5", "-0.9"),
    "ko": ("+0.3", "-0.1"),
    "liberties": ("+24.8", "0.0"),
    "liberties after": ("+12.1", "-0.1"),
    "captures": ("+5.6", "-0.8"),
    "nearest stones": ("+6.2", "+0.3"),
    "last move": ("+21.5", "-0.8"),
}
SCALED = (
    *("deviation/10", "deviation/25", "range/10", "range/25"),
    *("near/10", "near/25", "near/50", "near/90"),
)
#: Method -> percent of pairs, in the order of SCALED.
EXTRACTED: Mapping[str, tuple[float, ...]] = {
    "pca": (78.7, 80.8, 74.4, 80.4, 83.9, 85.8, 84.9, 84.5),
    "lda": (75.2, 74.9, 75.2, 75.5, 75.3, 75.4, 75.8, 76.9),
    "lda*": (72.5, 73.8, 70.0, 72.1, 72.6, 74.0, 75.9, 76.7),
    "mpa": (73.7, 76.7, 70.3, 73.8, 80.7, 84.6, 85.5, 84.3),
    "pcampa": (77.3, 80.6, 73.5, 80.5, 84.4, 85.9, 84.1, 83.7),
    "mpapca": (77.2, 80.6, 74.0, 80.1, 83.6, 85.6, 84.4, 84.3),
    "est": (80.7, 79.3, 78.1, 78.9, 83.5, 81.1, 79.2, 79.5),
    "mest": (84.3, 82.4, 82.6, 82.2, 86.0, 84.6, 83.9, 84.4),
    "mestmpa": (83.8, 82.5, 82.6, 82.2, 86.8, 85.6, 84.5, 84.5),
}
#: Regions and percent of the features -> percent and hours of both phases.
PHASES: Mapping[str, tuple[str, str, str, str]] = {
    "40/40/10": ("87.3", "14.9 h", "89.9", "33.0 h"),
    "40/40/15": ("88.8", "12.0 h", "90.5", "35.9 h"),
    "40/12/20": ("88.4", "11.6 h", "90.1", "18.5 h"),
    "60/60/15": ("89.0", "10.2 h", "90.4", "42.5 h"),
    "60/24/20": ("89.2", "16.9 h", "90.7", "31.0 h"),
    "60/12/20": ("88.8", "11.8 h", "90.2", "26.1 h"),
}
#: Who -> percent of three games and of all their pairs.
PLAYERS: tuple[tuple[str, tuple[str, str, str, str]], ...] = (
    ("3 dan", ("96.7", "91.5", "89.5", "92.4")),
    ("2 dan", ("95.8", "95.0", "97.0", "95.9")),
    ("2 kyu", ("95.0", "91.5", "92.5", "92.9")),
    ("MP*", ("90.0", "89.4", "89.5", "89.6")),
    ("2 kyu", ("87.5", "90.8", NONE, "89.3")),
    ("5 kyu", ("87.5", "84.4", "85.0", "85.5")),
    ("8 kyu", ("87.5", "85.1", "86.5", "86.3")),
    ("13 kyu", ("83.3", "75.2", "82.7", "80.2")),
    ("14 kyu", ("76.7", "83.0", "80.5", "80.2")),
    ("15 kyu", ("80.0", "73.8", "82.0", "78.4")),
)


def _percent(part: float | None) -> str:
    return NONE if part is None else f"{100 * part:.1f}"


def _points(part: float | None, base: float | None) -> str:
    """A difference in percent, with its sign."""
    if part is None or base is None:
        return NONE
    return f"{100 * (part - base):+.1f}"


def _right(cells: Cells, name: str) -> float | None:
    return float(cells[name]["right"]) if name in cells else None


def _mean(cells: Cells, start: str) -> str:
    """Of all seeds."""
    found = [float(cell["right"]) for name, cell in cells.items() if name.startswith(start)]
    return f"{100 * sum(found) / len(found):.0f}" if found else NONE


def _connected(cells: Cells) -> list[ComputedRow]:
    rows = []
    for name, paper in CONNECTED.items():
        ours = (_mean(cells, f"{n}/{name}/") for n in (4, 5, 6))
        rows.append(ComputedRow((name, *ours), (name, *map(str, paper))))
    more = "erna, all boards"
    ours = (_mean(cells, f"{n}/{more}/") for n in (4, 5, 6))
    return [*rows, ComputedRow((more, *ours), (more, *(NONE,) * 3))]


def _kinds(cells: Cells) -> list[ComputedRow]:
    rows = []
    for kind, paper in KINDS.items():
        alone = _points(_right(cells, f"only {kind}"), 0.5)
        without = _points(_right(cells, f"without {kind}"), _right(cells, "all"))
        rows.append(ComputedRow((kind, alone, without), (kind, *paper)))
    every = "all (percent)", _percent(_right(cells, "all")), NONE
    return [*rows, ComputedRow(every, (every[0], NONE, NONE))]


def _extracted(cells: Cells) -> list[ComputedRow]:
    rows = []
    for method, paper in EXTRACTED.items():
        ours = (_percent(_right(cells, f"{method}/{column}")) for column in SCALED)
        rows.append(ComputedRow((method, *ours), (method, *(f"{x:.1f}" for x in paper))))
    name = "all features"
    ours = (_percent(_right(cells, f"none/{column.split('/')[0]}/100")) for column in SCALED)
    return [*rows, ComputedRow((name, *ours), (name, *(NONE for _ in SCALED)))]


def _phases(cells: Cells) -> list[ComputedRow]:
    rows = []
    for name, paper in PHASES.items():
        found = cells.get(name)
        ours: tuple[str, ...] = (NONE,) * 4
        if found:
            ours = tuple(
                text
                for phase in ("first", "second")
                for text in (_percent(found[phase]), f"{found[f'{phase}_seconds']:.0f} s")
            )
        rows.append(ComputedRow((name, *ours), (name, *paper)))
    return rows


def _players(cells: Cells) -> list[ComputedRow]:
    def ours(found: Mapping[str, Any] | None) -> tuple[str, ...]:
        if not found:
            return (NONE,) * 4
        return (*(_percent(x) for x in found["games"]), _percent(found["average"]))

    rows = [
        ComputedRow((who, *ours(cells.get("model") if who == "MP*" else None)), (who, *paper))
        for who, paper in PLAYERS
    ]
    last = "nearer to the last move"
    return [*rows, ComputedRow((last, *ours(cells.get("last move"))), (last, *(NONE,) * 4))]


def _reader(
    name: str, rows: Callable[[Cells], list[ComputedRow]]
) -> Callable[[Path], list[ComputedRow]]:
    def read(path: Path) -> list[ComputedRow]:
        cells = read_cells(path, name)
        try:
            return rows(cells)
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"cannot read {path}: {error!r}") from None

    return read


def _experiment(
    table: str,
    title: str,
    columns: tuple[str, ...],
    rows: Callable[[Cells], list[ComputedRow]],
    made_by: str,
    notes: tuple[str, ...],
) -> Experiment:
    name = f"vanderwerf-{table}"
    return Experiment(
        name,
        DOCUMENT,
        table,
        title,
        columns,
        read=_reader(name, rows),
        made_by=made_by,
        notes=notes,
    )


_PAIRS = (
    "Pairs of a move of a game and another one within distance 3, of games between strong amateurs "
    "on another server than the document's; the percentage is of those whose move that was played "
    "is worth more to the network. Chance is 50.",
    "How many pairs were learnt from is in the file of results (`pairs`); the document's tables "
    "7.1 and 7.2 had 12,500, its table 7.3 100,000.",
)

EXPERIMENTS = {
    e.name: e
    for e in (
        _experiment(
            "6.1",
            "Learning whether the corners of a board are connected, percent of boards",
            ("classifier", "4x4", "5x5", "6x6"),
            _connected,
            "keima learn connectedness --file FILE",
            (
                "Boards are drawn as the document says, as many of them, but they are not its "
                "boards.",
                "The networks that look at a board step by step learn by Adam, with a rate that "
                "falls, where the document has RPROP: by RPROP the same networks learn less of "
                "the same boards in as many epochs.",
                "While they learn, chance has ever less part in their actions, and none in the "
                "last tenth of the epochs; gradients are at most 1 long; and each board is seen "
                "mirrored or turned by chance, so that the corners stay where they are.",
                "So ERNA sees some boards for the test as mirror images of those it learns from: "
                "22 of 100 of 4x4, 22 of 440 of 5x5 and none of 6x6. Of the others it names 97 "
                "and 98 percent.",
                "Of the past weights of these networks the mean is judged and kept.",
                "A board for which no class is named in time is labelled wrongly.",
                "The last row is our own: on 5x5 and 6x6 the document has 1,326 and 1,826 boards "
                "to learn from, of which its classifiers had 1,000. On 4x4 there are no more.",
            ),
        ),
        _experiment(
            "7.1",
            "What each kind of features adds to 50 percent, and what is lost without it",
            ("features", "alone", "left out"),
            _kinds,
            "keima learn pairs 7.1 PACKS --file FILE",
            _PAIRS,
        ),
        _experiment(
            "7.2",
            "Percent of pairs by method of extraction, scaling and percent of the features",
            ("method", *(column.replace("/", " ") for column in SCALED)),
            _extracted,
            "keima learn pairs 7.2 PACKS --file FILE",
            (
                *_PAIRS,
                "Scaling: mean 0 and deviation 1; least -1 and most 1; deviation, with variances "
                "of stones and liberties that fall with the distance. The last row is our own: "
                "the network over all features.",
                "EST has no more directions than those of one sign, so that its last columns may "
                "have fewer features than they say.",
            ),
        ),
        _experiment(
            "7.3",
            "Two phases of training, percent of pairs",
            ("regions, percent", "phase 1", "time", "phase 2", "time"),
            _phases,
            "keima learn pairs 7.3 PACKS --file FILE --pairs 100000",
            (*_PAIRS, "Times are of one core, and of the document's computer."),
        ),
        _experiment(
            "7.4",
            "People and the model on the pairs of three games, percent",
            ("who", "game 1", "game 2", "game 3", "average"),
            _players,
            "keima learn pairs 7.4 PACK --file FILE",
            (
                "The games are not the document's: three of the test games of a pack, without "
                "handicap. People were not asked again, so that their rows are the document's "
                "alone.",
                "The last row is our own: of two moves the one nearer to the last move, a half "
                "where they are as near.",
            ),
        ),
    )
}
