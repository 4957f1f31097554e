"""van der Werf 2004, table 9.1: blocks of any position told dead or alive."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from keima.experiments.cells import read_cells
from keima.experiments.experiment import ComputedRow, Experiment

NAME = "vanderwerf-9.1"
NONE = "-"
SIZES = (1000, 5000, 25_000)

# Test error in percent, with 1,000, 5,000 and 25,000 examples.
CLASSIFIERS = {
    "NMC": "21.5 21.0 21.0",
    "LDC": "14.2 13.7 13.6",
    "LOGLC": "14.8 13.3 13.1",
    "GDXNC-5": "13.8 12.9 12.2",
    "GDXNC-15": "13.9 12.9 12.2",
    "GDXNC-25": "13.7 12.8 12.0",
    "GDXNC-25-5": "13.8 12.9 12.1",
    "GDXNC-25-25": "13.9 12.8 12.0",
    "GDXNC-50": "13.8 12.8 12.0",
    "RPNC-5": "14.7 13.4 12.4",
    "RPNC-15": "14.4 13.2 12.4",
    "RPNC-25": "14.7 13.3 12.4",
    "RPNC-25-5": "14.3 13.4 12.6",
    "RPNC-25-25": "14.3 13.5 12.8",
    "RPNC-50": "15.0 13.3 12.5",
}
# Over all positions, ten moves before the end and at the end; section 9.5.
JUDGES = {
    "always alive": ("always alive", "23.5", NONE, NONE),
    "10 playouts": ("10 playouts", NONE, NONE, NONE),
    "100 playouts": ("100 playouts", NONE, NONE, NONE),
    "100 playouts and the cascade": ("the mean of 100 playouts and the cascade", NONE, NONE, NONE),
    "the cascade": ("GDXNC-25, 175,000 examples; ours the cascade", "11.7", "5", "<1"),
}


def _percent(row: Mapping[str, Any] | None, key: str) -> str:
    return f"{100 * row[key]:.1f}" if row and key in row else NONE


def rows(path: Path) -> list[ComputedRow]:
    """What `keima learn life-tables` has written, beside the document's numbers. Raises ValueError,
    which names the file, for anything else."""
    found = read_cells(path, NAME)
    told = []
    for name, paper in CLASSIFIERS.items():
        ours = (_percent(found.get(f"{name} {size}"), "test_error") for size in SIZES)
        told.append(ComputedRow((name, *ours), (name, *paper.split())))
    everything = found.get("25 units, all")
    title = f"25 units, {everything['examples']:,} examples" if everything else "25 units, all"
    error = _percent(everything, "test_error")
    told.append(ComputedRow((title, NONE, NONE, error), (title, NONE, NONE, "11.7")))
    for name, (title, *numbers) in JUDGES.items():
        keys = ("test_error", "before_10", "before_0")
        ours = (_percent(found.get(name), key) for key in keys)
        heading = f"{title}: all, 10 moves before the end, end"
        told.append(ComputedRow((heading, *ours), (heading, *numbers)))
    return told


EXPERIMENTS = {
    NAME: Experiment(
        NAME,
        "van der Werf 2004",
        "9.1",
        "Classifiers of blocks of unfinished positions",
        ("classifier", *(f"{size:,} examples: error %" for size in SIZES)),
        exact=False,
        read=rows,
        made_by="keima learn life-tables PACK... --file FILE.jsonl",
        notes=(
            "Other games: counted 9x9 games of OGS, labelled by learned judgement where that gives "
            "the recorded score, in place of NNGS games. Fewer of their blocks die, so compare "
            "classifiers with each other and with `always alive`.",
            "The last rows are judges on all positions of games for the test; their columns are "
            "the error over all positions, ten moves before the end, and at the end. The cascade "
            "sees captures and has two steps, the document's network neither. Playouts judge a "
            "group by who has its points at their ends.",
            "One run, where the document has means of ten.",
        ),
    )
}
