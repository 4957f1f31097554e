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
    build_app(wanted)(_with_values(arguments), prog_name="keima")


#: What an option means that is given without a value. Typer has no such options.
_VALUES = {"--ray": "local"}


def _with_values(arguments: Sequence[str]) -> list[str]:
    """
    >>> _with_values(["match", "--ray", "--games", "5", "--ray"])
    ['match', '--ray', 'local', '--games', '5', '--ray', 'local']
    >>> _with_values(["match", "--ray", "auto"])
    ['match', '--ray', 'auto']
    >>> _with_values([])
    []
    """
    found = []
    for word, following in zip(arguments, [*arguments[1:], "-"], strict=False):
        found.append(word)
        if word in _VALUES and following.startswith("-"):
            found.append(_VALUES[word])
    return found
