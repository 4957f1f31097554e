"""`keima bench steps`: which part of a playout policy makes how many moves."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def steps(
    profiles: Annotated[list[str], typer.Argument(help="Profiles whose playouts count.")],
    size: Annotated[
        list[int] | None,
        typer.Option(min=2, max=25, help="Side of the board; may be repeated.", show_default="9"),
    ] = None,
    playouts: Annotated[int, typer.Option(min=1, help="Of each search.")] = 2000,
    games: Annotated[int, typer.Option(min=1, help="With itself, for each profile and size.")] = 1,
    results: Annotated[
        Path | None,
        typer.Option(help="Keep the counts in this file, and go on with those that it has."),
    ] = None,
) -> None:
    """Count the moves of playouts by the part of the policy that made them, in the searches of
    whole games (Basaldua et al. 2014, table II)."""
    from rich.console import Console

    from keima.steps import StepCount, count_games

    wanted = [StepCount(profile, side, playouts) for profile in profiles for side in size or [9]]
    try:
        with Console(stderr=True).status("") as status:
            for count in count_games(wanted, games, results, status.update):
                print(count)
    except (OSError, ValueError) as error:
        raise typer.BadParameter(str(error)) from None
