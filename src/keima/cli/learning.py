"""What the commands of `keima learn` have in common."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

Packs = Annotated[list[Path], typer.Argument(help="Packs of games (.npz).")]
Seed = Annotated[int, typer.Option(min=0, max=2**63, help="Which games are taken.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]

#: Seconds between lines of progress, and between files written meanwhile.
LINE_EVERY, SAVE_EVERY = 5.0, 60.0
#: So many games that were left out are named.
LEFT_OUT_SHOWN = 5


@contextmanager
def errors() -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        typer.echo(f"keima learn: {error}", err=True)
        raise typer.Exit(1) from None


def check_out(path: Path) -> None:
    """Raises ValueError if a file could not be written there after all the work."""
    folder = Path(os.path.realpath(path)).parent
    if path.exists() and not path.is_file():
        raise ValueError(f"cannot write {path}: not a regular file")
    if not folder.is_dir():
        raise ValueError(f"cannot write {path}: there is no folder {folder}")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise ValueError(f"cannot write {path}: no permission to write in {folder}")


def tell_left_out(games: Sequence[str]) -> None:
    for game in games[:LEFT_OUT_SHOWN]:
        typer.echo(f"left out: {game}", err=True)
    if len(games) > LEFT_OUT_SHOWN:
        typer.echo(f"{len(games):,} games left out", err=True)


def now_and_then() -> Callable[[str], None]:
    """Says something if nothing was said for a while."""
    said = time.monotonic()

    def say(text: str) -> None:
        nonlocal said
        if time.monotonic() - said >= LINE_EVERY:
            said = time.monotonic()
            typer.echo(text, err=True)

    return say
