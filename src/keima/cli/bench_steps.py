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

    from keima.steps import StepCount, count_steps, read_counts, write_counts

    console = Console(stderr=True)
    try:
        counts = read_counts(results) if results and results.exists() else []
        for profile in profiles:
            for side in size or [9]:
                wanted = StepCount(profile, side, playouts)
                count = next((c for c in counts if c.key == wanted.key), wanted)
                if count is wanted:
                    counts.append(count)
                with console.status("") as status:
                    while count.games < games:
                        title = f"{profile}, {side}x{side}, game {count.games + 1} of {games}"
                        count.add(
                            count_steps(
                                profile,
                                side,
                                playouts=playouts,
                                seed=count.games + 1,
                                progress=lambda n, t=title: status.update(f"{t}: move {n}"),  # type: ignore[misc]
                            )
                        )
                        if results:
                            write_counts(results, counts)
                _show(count)
    except (OSError, ValueError) as error:
        raise typer.BadParameter(str(error)) from None


def _show(count: object) -> None:
    from keima.steps import StepCount

    assert isinstance(count, StepCount)
    total = sum(count.steps.values())
    print(f"{count.profile}, {count.size}x{count.size}, {count.games} games, {total:,} moves")
    for step, made in count.steps.items():
        print(f"{100 * made / total:8.2f} % {step}")
