"""`keima analysis` in the list of commands. Its options are read in `keima.analysis.program`."""

import typer

from keima.analysis.program import run


def analysis(context: typer.Context) -> None:
    """Analyse positions by KataGo's JSON protocol on standard input and output."""
    run(context.args)
