"""van der Werf 2004, tables 8.1 to 8.3: blocks of final positions told dead or alive."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from keima.experiments.experiment import ComputedRow, Experiment
from keima.files import read_text

DOCUMENT = "van der Werf 2004"
FORMAT = {"experiment": "vanderwerf-8", "format": 1}
MADE_BY = "keima learn csa-tables PACK... --labels FILE --out FILE.jsonl"
NONE = "-"

# Table 8.1: training error, test error and training time, with 100, 1,000 and 10,000 examples.
CLASSIFIERS = {
    "NMC": ("2.8 3.9 0.0", "4.0 3.8 0.1", "3.8 3.6 0.5"),
    "LDC": ("0.7 3.0 0.0", "2.1 2.0 0.1", "2.2 1.9 0.9"),
    "LOGLC": ("0.0 9.3 0.2", "0.0 2.6 1.1", "1.0 1.2 5.6"),
    "QDC": ("0.0 13.7 0.1", "1.0 2.1 0.1", "1.9 2.1 1.1"),
    "NNC": ("0.0 18.8 0.0", "0.0 13.5 4.1", "0.0 10.2 4100"),
    "KNNC": ("7.2 13.1 0.0", "4.2 4.4 10", "2.8 2.8 9400"),
    "BPNC": ("0.5 3.6 2.9", "0.2 1.5 19", "0.5 1.0 190"),
    "LMNC": ("2.2 7.6 26", "0.7 2.8 320", "0.5 1.2 2400"),
    "RPNC": ("1.5 4.1 1.4", "0.2 1.7 7.1", "0.4 1.1 71"),
}
SIZES = (100, 1000, 10_000)
# Table 8.2: test error with 15, 35 and 75 hidden units.
RAW = {
    (100, "raw"): "29.1 26.0 27.3",
    (100, "pca1"): "22.9 22.9 22.3",
    (100, "pca2"): "23.3 24.3 21.9",
    (1000, "raw"): "13.7 13.5 13.4",
    (1000, "pca1"): "16.7 16.2 15.6",
    (1000, "pca2"): "14.2 14.5 14.4",
    (10_000, "raw"): "7.5 6.8 6.5",
    (10_000, "pca1"): "9.9 9.3 9.1",
    (10_000, "pca2"): "8.9 8.2 7.7",
}
RAW_UNITS = (15, 35, 75)
# Table 8.3: test error after each step.
RECURSION = {
    1000: "1.93 1.60 1.52 1.48",
    10_000: "1.09 0.76 0.74 0.72",
    100_000: "0.68 0.43 0.38 0.37",
}

_Found = Mapping[tuple[str, str], Mapping[str, Any]]


def read_figures(path: Path) -> dict[tuple[str, str], dict[str, Any]]:
    """What `keima learn csa-tables` has written, by table and row. Raises ValueError, which names
    the file, for anything else."""
    try:
        head, *lines = [json.loads(line) for line in read_text(path, 1 << 20).splitlines()]
        if {key: head[key] for key in FORMAT} != FORMAT:
            raise ValueError("it is of another experiment")
        found = {(str(line["table"]), str(line["row"])): line for line in lines}
        for line in lines:
            for key, value in line.items():
                if key not in ("table", "row"):
                    float(value)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        raise ValueError(f"{path} has no figures of blocks: {error}") from None
    return found


def _percent(row: Mapping[str, Any] | None, key: str, digits: int = 1) -> str:
    return f"{100 * row[key]:.{digits}f}" if row and key in row else NONE


def _classifiers(found: _Found) -> list[ComputedRow]:
    rows = []
    for name, papers in CLASSIFIERS.items():
        for size, paper in zip(SIZES, papers, strict=True):
            ours = found.get(("8.1", f"{name} {size}"))
            seconds = f"{ours['seconds']:.2g}" if ours else NONE
            title = f"{name}, {size:,}"
            told = (_percent(ours, "training_error"), _percent(ours, "test_error"), seconds)
            rows.append(ComputedRow((title, *told), (title, *paper.split())))
    return rows


def _raw(found: _Found) -> list[ComputedRow]:
    rows = []
    for (size, name), paper in RAW.items():
        ours = found.get(("8.2", f"{name} {size}"))
        title = f"{name}, {size:,}"
        told = (_percent(ours, f"test_error_{units}") for units in RAW_UNITS)
        rows.append(ComputedRow((title, *told), (title, *paper.split())))
    return rows


def _recursion(found: _Found) -> list[ComputedRow]:
    rows = []
    for size, paper in RECURSION.items():
        ours = found.get(("8.3", str(size)))
        title = f"{size:,}"
        told = (_percent(ours, f"test_error_{step}", 2) for step in range(1, 5))
        rows.append(ComputedRow((title, *told), (title, *paper.split())))
    return rows


NOTES = (
    "Other games: counted 9x9 games of OGS in place of NNGS games, labelled by random games, GNU "
    "Go and the cascade itself where that gives the recorded score; the games for the test by the "
    "first two alone. The document's were labelled by hand where programs failed. Compare methods "
    "with each other.",
    "Blocks that matter alone: dead ones, and living ones at the border of their area.",
)


def _experiment(
    table: str,
    title: str,
    columns: tuple[str, ...],
    rows: Callable[[_Found], list[ComputedRow]],
    *notes: str,
) -> Experiment:
    return Experiment(
        f"vanderwerf-{table}",
        DOCUMENT,
        table,
        title,
        columns,
        exact=False,
        read=lambda path: rows(read_figures(path)),
        made_by=MADE_BY,
        notes=(*NOTES, *notes),
    )


EXPERIMENTS = {
    e.name: e
    for e in (
        _experiment(
            "8.1",
            "Classifiers of blocks without recursion",
            ("classifier, examples", "training error %", "test error %", "seconds"),
            _classifiers,
            "Time to train is that of one core of a newer machine.",
        ),
        _experiment(
            "8.2",
            "Classifiers of blocks by the raw board",
            ("extractor, examples", *(f"{units} units: error %" for units in RAW_UNITS)),
            _raw,
            "raw: the board itself; pca1: 53 principal components; pca2: as many as keep 90 % of "
            "the variance.",
        ),
        _experiment(
            "8.3",
            "Classifiers of blocks with recursion",
            ("examples", "direct %", "2-step %", "3-step %", "4-step %"),
            _recursion,
        ),
    )
}
