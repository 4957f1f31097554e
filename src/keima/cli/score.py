"""`keima score`: who has won the game in a file."""

from __future__ import annotations

import json as json_text
from pathlib import Path
from typing import Annotated

import typer


def score(
    file: Annotated[Path, typer.Argument(help="An SGF file; its main line is counted.")],
    rules: Annotated[
        str | None, typer.Option(help="Rules by name; those in the file if not given.")
    ] = None,
    dead: Annotated[
        str,
        typer.Option(
            help="Which stones to take off: auto (find the dead ones), none, or points such as "
            "D4,Q16, one of each dead group."
        ),
    ] = "auto",
    json: Annotated[bool, typer.Option("--json", help="Print a JSON object.")] = False,
) -> None:
    """Count the final position of an SGF file."""
    from keima.game import Game
    from keima.score import find_dead
    from keima.scoring import plain_number

    try:
        if not file.is_file():
            raise ValueError(f"there is no file {file}")
        game = Game.from_sgf(file)
        if rules is not None:
            game.rules = rules
        match dead.lower():
            case "auto":
                points = sorted(find_dead(game))
            case "none":
                points = []
            case _:
                points = [game.parse(name.strip()) for name in dead.split(",")]
        result = game.score(points)
    except ValueError as error:
        typer.echo(f"keima score: {error}", err=True)
        raise typer.Exit(1) from None
    stones = [game.name(p) for p in sorted(result.dead)]
    if json:
        answer = {
            "score": result.text,
            "winner": result.winner.word if result.winner else None,
            "margin": result.margin,
            "black": result.black,
            "white": result.white,
            "komi": result.komi,
            "rules": game.rules.name,
            "dead": stones,
            "owners": "".join(".BW"[owner] for owner in result.owners),
        }
        typer.echo(json_text.dumps(answer))
        return
    typer.echo(game)
    if stones:
        typer.echo(f"dead: {' '.join(stones)}")
    typer.echo(
        f"{result.text} (black {plain_number(result.black)}, white {plain_number(result.white)} "
        f"with komi {plain_number(result.komi)}; {game.rules.name} rules)"
    )
