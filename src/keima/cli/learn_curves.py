"""`keima learn curves`: pictures of what was learnt."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from keima.cli.learning import check_out, errors


def curves(
    runs: Annotated[
        list[Path],
        typer.Argument(help="Files of runs of `mlp` (.state) and `sane`, or of lines (.jsonl)."),
    ],
    out: Annotated[Path, typer.Option(help="The picture to write (.svg).")],
    value: Annotated[
        list[str] | None,
        typer.Option(help="What to draw, all if none is given; may be given several times."),
    ] = None,
    lines: Annotated[
        Path | None, typer.Option(help="Also keep the logs of all runs here, as lines of JSON.")
    ] = None,
) -> None:
    """Draw how networks became better, run by run.

    Values are rank, legal_rank, accuracy and quarter, and of `sane` also best and mean.
    """
    from keima.files import write_file
    from keima.learn.curves import VALUES, curves_as_lines, draw, read_curves

    with errors():
        for name in value or []:
            if name not in VALUES:
                raise ValueError(f"unknown value {name!r}: expected one of {', '.join(VALUES)}")
        check_out(out)
        found = [curve for run in runs for curve in read_curves(run)]
        write_file(out, draw(found, value or list(VALUES)).encode())
        if lines:
            check_out(lines)
            write_file(lines, curves_as_lines(found).encode())
