"""`keima gtp` in the list of commands. Its options are read in `keima.gtp.program`, which
`keima.cli.main` calls without coming here."""

import typer

from keima.gtp.program import run


def gtp(context: typer.Context) -> None:
    """Play over the Go Text Protocol (GTP 2) on standard input and output."""
    run(context.args)
