"""Options that several commands have."""

import math
from typing import Annotated

import typer

Workers = Annotated[
    int | None, typer.Option(min=1, help="Games at the same time; one for each core.")
]
Ray = Annotated[
    str | None,
    typer.Option(
        metavar="[ADDRESS]",
        help="Play on a Ray cluster: its address, 'auto', or 'local' to start one (default).",
    ),
]


def no_nan(value: float | None) -> float | None:
    """Refuses `nan`, which is a number to typer, and inside every range."""
    if value is not None and math.isnan(value):
        raise typer.BadParameter(f"{value} is not a number")
    return value
