"""van der Werf 2004, tables 10.1 to 10.5: estimates of potential territory on 9x9."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from keima.experiments.experiment import ComputedRow, Experiment
from keima.files import read_text

DOCUMENT = "van der Werf 2004"
FORMAT = {"experiment": "vanderwerf-10", "format": 1}
STONES = ("keep", "remove", "reverse")
NONE = "-"

# The title; tables 10.1 and 10.3: winners in percent and error in points, each with dead stones
# that remain, are removed, are reversed; table 10.2: for each of these the rows of the matrix, told
# Black, told White and undecided, each by who had the point: Black, White, nobody.
DIRECT: dict[str, tuple[str, str, str, str, str]] = {
    "explicit": (
        "Explicit control",
        "52.4 60.3 61.8 16.0 14.8 14.0",
        "55.0 66.2 68.2 16.4 14.5 13.3",
        "0.78 0.16 0, 0.1 0.88 0, 48.6 49.3 0.13; 0.74 0.04 0, 0.04 0.82 0, 48.7 49.5 0.14",
        "0.95 0.09 0.01, 0.07 1.2 0.01, 48.4 49.0 0.12",
    ),
    "direct": (
        "Direct control",
        "54.7 66.5 66.9 15.9 12.9 12.7",
        "57.7 74.9 75.3 16.1 11.6 11.3",
        "15.4 4.33 0.02, 3.16 14.3 0.01, 30.9 31.6 0.1; "
        "16.0 3.32 0.02, 2.56 15.2 0.02, 30.9 31.7 0.09",
        "16.6 3.44 0.02, 2.75 16.3 0.03, 30.0 30.6 0.08",
    ),
    "distance": (
        "Distance-based control",
        "60.2 73.8 73.8 18.5 13.8 13.9",
        "61.9 82.1 82.1 16.4 9.6 9.7",
        "36.0 11.6 0.05, 6.63 31.0 0.03, 6.86 7.71 0.06; "
        "38.2 10.4 0.06, 6.21 34.3 0.06, 5.09 5.55 0.02",
        "38.0 10.3 0.05, 6.21 34.1 0.05, 5.29 5.87 0.04",
    ),
    "zobrist": (
        "Influence-based control",
        "61.0 73.6 73.6 17.3 12.8 12.9",
        "63.6 82.1 82.2 16.0 9.5 9.6",
        "37.4 12.2 0.07, 7.76 33.3 0.04, 4.25 4.79 0.03; "
        "38.4 10.5 0.06, 7.02 35.3 0.06, 4 4.47 0.02",
        "38.4 10.5 0.06, 7.11 35.4 0.06, 3.98 4.46 0.02",
    ),
    "bouzy-4-13": (
        "Bouzy(4,13)",
        "52.6 66.9 67.5 17.3 12.8 12.8",
        "56.7 77.9 78.3 17.2 10.4 10.5",
        "17.7 1.82 0.02, 0.83 15.4 0.01, 30.9 33.1 0.11; "
        "21.2 1.86 0.03, 1.06 19.9 0.03, 27.2 28.5 0.07",
        "21.2 1.9 0.03, 1.16 20.1 0.03, 27.0 28.3 0.08",
    ),
    "bouzy": (
        "Bouzy(5,21)",
        "55.5 70.2 70.4 17.0 12.3 12.4",
        "58.6 80.3 80.5 16.9 9.9 10",
        "19.0 1.87 0.02, 0.81 15.8 0.01, 29.6 32.6 0.1; "
        "23 1.98 0.03, 1.13 20.8 0.04, 25.3 27.5 0.07",
        "22.9 1.99 0.03, 1.17 20.7 0.03, 25.3 27.6 0.08",
    ),
    "bouzy-distance": (
        "Bouzy(5,21) + DBC",
        "63.4 73.9 73.9 18.7 14.5 14.6",
        "66.7 82.2 82.3 15.5 9.6 9.7",
        "37.9 12.1 0.05, 6.51 32.4 0.03, 5 5.73 0.05; 39.0 11.0 0.06, 6.3 34.8 0.06, 4.12 4.5 0.02",
        "38.9 10.9 0.05, 6.32 34.6 0.05, 4.28 4.74 0.03",
    ),
}
# Tables 10.4 and 10.5.
TRAINED: dict[str, tuple[str, str, str]] = {
    "simple-linear-24": ("64.0", "17.9", "40.5 13.6 0.08, 6.7 33.8 0.05, 2.3 2.9 0.01"),
    "simple-linear-40": ("64.5", "18.4", "41.5 14.2 0.08, 5.8 33.2 0.05, 2.1 2.9 0.01"),
    "simple-linear-60": ("64.6", "19.0", "42.0 14.6 0.08, 5.3 32.6 0.04, 2.2 3.1 0.01"),
    "simple-mlp-24": ("63.1", "18.2", "40.5 13.6 0.07, 6.4 33.3 0.05, 2.6 3.5 0.02"),
    "simple-mlp-40": ("64.5", "18.3", "41.4 14.0 0.08, 5.8 33.0 0.04, 2.4 3.3 0.02"),
    "simple-mlp-60": ("65.1", "18.3", "41.8 14.2 0.0759, 5.5 33.0 0.04, 2.2 3.2 0.01"),
    "enhanced-linear-24": ("75.0", "13.4", "40.5 11.7 0.06, 7.0 36.4 0.07, 2.0 2.3 0.01"),
    "enhanced-linear-40": ("75.2", "13.3", "40.6 11.6 0.06, 6.8 36.3 0.07, 2.1 2.5 0.01"),
    "enhanced-linear-60": ("75.1", "13.4", "40.6 11.6 0.06, 6.6 36.2 0.07, 2.2 2.6 0.01"),
    "enhanced-mlp-24": ("75.2", "13.2", "40.3 11.4 0.06, 6.8 36.2 0.06, 2.4 2.7 0.01"),
    "enhanced-mlp-40": ("75.5", "12.9", "40.4 11.3 0.06, 6.8 36.4 0.06, 2.4 2.7 0.01"),
    "enhanced-mlp-60": ("75.5", "12.5", "40.2 10.9 0.06, 6.8 36.6 0.07, 2.5 2.9 0.01"),
}
#: Our own rows, which the document does not have: what else the same positions give.
DIRECT_OWN = {
    "stones": "(stones alone)",
    "area": "(area as it stands)",
    "playouts": "(playouts)",
    "distance/hindsight": "(distance, hindsight)",
    "bouzy-distance/hindsight": "(Bouzy + DBC, hindsight)",
}
TRAINED_OWN = {
    **DIRECT_OWN,
    "enhanced-mlp-60, mean": "(enhanced-mlp-60, mean)",
    "enhanced-mlp-60, hindsight": "(enhanced-mlp-60, hindsight)",
}

_Found = Mapping[str, Mapping[str, Any]]
_Matrix = Sequence[Sequence[float]]


def paper_matrices(name: str) -> list[list[list[float]]]:
    """The document's matrices of a direct method, with stones kept, removed and reversed; or the
    one of a network.

    >>> paper_matrices("bouzy")[1][0]
    [23.0, 1.98, 0.03]
    """
    text = "; ".join(DIRECT[name][3:]) if name in DIRECT else TRAINED[name][2]
    return [
        [[float(x) for x in row.split()] for row in matrix.split(",")] for matrix in text.split(";")
    ]


def read_figures(path: Path) -> dict[str, dict[str, Any]]:
    """What `keima learn territory-tables` has written, by method. Raises ValueError, which names
    the file, for anything else."""
    try:
        head, *lines = [json.loads(line) for line in read_text(path, 1 << 20).splitlines()]
        if {key: head[key] for key in FORMAT} != FORMAT:
            raise ValueError("it is of another experiment")
        found = {str(line["method"]): line for line in lines}
        for line in lines:
            for key in ("winners", "points", "late_winners", "late_points"):
                float(line[key])
            if [len(row) for row in line["matrix"]] != [3, 3, 3]:
                raise ValueError("a matrix is not 3x3")
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        raise ValueError(f"{path} has no figures of territory: {error}") from None
    return found


def _read(rows: Callable[[_Found], list[ComputedRow]]) -> Callable[[Path], list[ComputedRow]]:
    return lambda path: rows(read_figures(path))


def _percent(found: _Found, name: str, key: str) -> str:
    return f"{100 * found[name][key]:.1f}" if name in found else NONE


def _points(found: _Found, name: str, key: str) -> str:
    return f"{found[name][key]:.1f}" if name in found else NONE


def _direct(late: bool) -> Callable[[_Found], list[ComputedRow]]:
    """Tables 10.1 and 10.3."""
    before = "late_" if late else ""

    def rows(found: _Found) -> list[ComputedRow]:
        result = []
        for name, (title, *papers) in DIRECT.items():
            keys = [f"{name}/{stones}" for stones in STONES]
            ours = [_percent(found, key, f"{before}winners") for key in keys]
            ours += [_points(found, key, f"{before}points") for key in keys]
            result.append(ComputedRow((title, *ours), (title, *papers[late].split())))
        for name, title in DIRECT_OWN.items():
            told = (
                _percent(found, name, f"{before}winners"),
                _points(found, name, f"{before}points"),
            )
            column = (NONE, told[0], NONE) if "hindsight" in name else (told[0], NONE, NONE)
            points = (NONE, told[1], NONE) if "hindsight" in name else (told[1], NONE, NONE)
            result.append(ComputedRow((title, *column, *points), (title, *[NONE] * 6)))
        return result

    return rows


def _triples(matrix: _Matrix) -> tuple[str, ...]:
    total = sum(map(sum, matrix)) or 1
    return tuple(" ".join(f"{100 * x / total:.3g}" for x in row) for row in matrix)


def _decided(matrix: _Matrix) -> tuple[str, str]:
    """The part that is left undecided, and how much of the rest is right."""
    total = sum(map(sum, matrix)) or 1
    told = sum(map(sum, matrix[:2])) or 1
    right = matrix[0][0] + matrix[1][1]
    return f"{100 * sum(matrix[2]) / total:.1f}", f"{100 * right / told:.1f}"


def _matrix_row(title: str, ours: _Matrix | None, paper: _Matrix | None) -> ComputedRow:
    def cells(matrix: _Matrix | None) -> tuple[str, ...]:
        return (*_triples(matrix), *_decided(matrix)) if matrix else (NONE,) * 5

    return ComputedRow((title, *cells(ours)), (title, *cells(paper)))


def _direct_matrices(found: _Found) -> list[ComputedRow]:
    result = []
    for name, (title, *_) in DIRECT.items():
        for stones, paper in zip(STONES, paper_matrices(name), strict=True):
            ours = found.get(f"{name}/{stones}", {}).get("matrix")
            result.append(_matrix_row(f"{title}, {stones}", ours, paper))
    for name, title in DIRECT_OWN.items():
        result.append(_matrix_row(title, found.get(name, {}).get("matrix"), None))
    return result


def _trained(found: _Found) -> list[ComputedRow]:
    rows = [
        ComputedRow(
            (name, _percent(found, name, "winners"), _points(found, name, "points")),
            (name, *paper[:2]),
        )
        for name, paper in TRAINED.items()
    ]
    for name, title in TRAINED_OWN.items():
        ours = (title, _percent(found, name, "winners"), _points(found, name, "points"))
        rows.append(ComputedRow(ours, (title, NONE, NONE)))
    return rows


def _trained_matrices(found: _Found) -> list[ComputedRow]:
    rows = [
        _matrix_row(name, found.get(name, {}).get("matrix"), paper_matrices(name)[0])
        for name in TRAINED
    ]
    name = "enhanced-mlp-60, hindsight"
    return [*rows, _matrix_row(TRAINED_OWN[name], found.get(name, {}).get("matrix"), None)]


MADE_BY = "keima learn territory-tables PACK... --folder FOLDER"
DATA = (
    "Other games: 9x9 games of OGS that were counted at the end, of all strengths, in place of "
    "NNGS games. They are closer: the mean error is smaller and the winner is harder to tell. "
    "Compare methods with each other and with the rows in parentheses, which are our own.",
    "Which stones are dead is said by 50 playouts of a position, not by the document's trained "
    "network (GDXNC-25). Rows with hindsight know which stones lived in the end, and so are what "
    "a perfect judge of life and death would give.",
    "Positions: before each stone and the last one. A score that is exactly komi counts as wrong.",
)
MATRIX = (
    "Percent of all empty points. In a column: Black's, White's and nobody's at the end. "
    "*Undecided* and *right*: of all points, and of those that were decided.",
)
COLUMNS = (
    "method",
    *(f"winner %, {stones}" for stones in STONES),
    *(f"points, {stones}" for stones in STONES),
)
CELLS = ("told Black", "told White", "told nobody", "undecided %", "right %")


def _experiment(
    table: str,
    title: str,
    columns: tuple[str, ...],
    rows: Callable[[_Found], list[ComputedRow]],
    notes: tuple[str, ...] = (),
) -> Experiment:
    return Experiment(
        f"vanderwerf-{table}",
        DOCUMENT,
        table,
        title,
        columns,
        read=_read(rows),
        made_by=MADE_BY,
        notes=(*DATA, *notes),
    )


WINDOW_NOTE = (
    "The document does not say within which window around 0 a network's value leaves a point "
    "undecided: here 0.05, which leaves about as many as there.",
)
EXPERIMENTS = {
    e.name: e
    for e in (
        _experiment("10.1", "Direct methods", COLUMNS, _direct(late=False)),
        _experiment(
            "10.2",
            "Direct methods: who was said to have empty points, and who had them",
            ("method, dead stones", *CELLS),
            _direct_matrices,
            MATRIX,
        ),
        _experiment("10.3", "Direct methods after 20 moves", COLUMNS, _direct(late=True)),
        _experiment(
            "10.4",
            "Trained methods",
            ("network", "winner %", "points"),
            _trained,
            (
                *WINDOW_NOTE,
                "*Mean*: the score is the sum of a network's values, not of who is said to have "
                "more points.",
            ),
        ),
        _experiment(
            "10.5",
            "Trained methods: who was said to have empty points, and who had them",
            ("network", *CELLS),
            _trained_matrices,
            (*WINDOW_NOTE, *MATRIX),
        ),
    )
}
