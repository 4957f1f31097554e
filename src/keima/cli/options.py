"""Options that several commands have."""

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
