"""The command line, one file for each command."""

import sys


def main() -> None:
    """Runs `keima`."""
    # Before typer is imported: a GTP controller waits for the first answer.
    if sys.argv[1:2] == ["gtp"]:
        from keima.cli.gtp import gtp

        sys.exit(gtp(sys.argv[2:]))
    import typer

    from keima.cli.gtp import add_to

    app = typer.Typer(no_args_is_help=True)

    @app.callback()
    def keima() -> None:
        """A Go engine and laboratory."""

    add_to(app)
    app()
