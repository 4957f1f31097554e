"""`keima learn joseki`: a dictionary of corner moves from games."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from keima.cli.learning import LINE_EVERY, Packs, Seed, check_out, errors, tell_left_out


def joseki(
    packs: Packs,
    out: Annotated[Path, typer.Option(help="The dictionary to write.")],
    games: Annotated[int, typer.Option(min=1, help="Most games of each pack.")] = 20_000,
    least: Annotated[int, typer.Option(min=1, help="Times that a move was made.")] = 20,
    moves: Annotated[int, typer.Option(min=1, help="Of each game, so many.")] = 100,
    seed: Seed = 1,
) -> None:
    """Count which moves are made in corners of 19x19, for `prior_joseki` of the tree search."""
    from keima.learn.games import read_packs
    from keima.learn.joseki import count_joseki
    from keima.learn.moves import split_games
    from keima.models.joseki import write_joseki

    with errors():
        check_out(out)
        loaded = read_packs(packs)
        split = split_games(loaded, games, seed)
        tell_left_out(split.impossible)
        count, clock = len(split.train), time.monotonic()

        def tell(done: int) -> None:
            nonlocal clock
            if time.monotonic() - clock >= LINE_EVERY:
                clock = time.monotonic()
                typer.echo(f"{done:,} of {count:,} games", err=True)

        keys = count_joseki(split.train, least, moves, tell)
        made = (
            f"keima learn joseki --games {games} --least {least} --moves {moves} --seed {seed}, "
            f"{count} games of " + ", ".join(pack.path.stem for pack in loaded)
        )
        write_joseki(out, keys, {"made": made})
        typer.echo(f"{len(keys):,} moves of {count:,} games")
