"""The command line, one file for each command."""

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command line and exits."""
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    if arguments[:1] == ["gtp"]:
        # Before typer is imported: a GTP controller waits for its first answer.
        from keima.gtp.program import run

        run(arguments[1:])
        sys.exit()
    from keima.cli.app import build_app

    wanted = next((word for word in arguments if not word.startswith("-")), None)
    build_app(wanted)(arguments, prog_name="keima")
