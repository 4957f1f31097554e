"""`keima net show`: what a network or a search thinks of a position, as a picture."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from keima.game import Game


class What(StrEnum):
    """As `keima.opinions.WHAT`, and what networks see."""

    policy = "policy"
    ownership = "ownership"
    prior = "prior"
    blend = "blend"
    visits = "visits"
    inputs = "inputs"


def show(
    name: Annotated[
        str, typer.Argument(help="A network: shallow, or of KataGo's format; or a profile.")
    ],
    file: Annotated[Path, typer.Argument(help="An SGF file.")],
    move: Annotated[
        int | None, typer.Option(min=0, help="Before which move, from 1; at the end if none.")
    ] = None,
    what: Annotated[
        What,
        typer.Option(
            help="policy, ownership or inputs; of a profile: prior, blend, visits, ownership."
        ),
    ] = What.policy,
    playouts: Annotated[int, typer.Option(min=1, help="Of a search.")] = 1000,
    out: Annotated[
        Path | None, typer.Option(help="Write an SVG picture; if none, percents are printed.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show what a network, or a search, thinks of a position.

    `prior` are a search's heuristics alone, `blend` with its shallow network; `inputs` is what
    networks of KataGo's format see.
    """
    from keima.engine.profiles import known_profiles
    from keima.files import write_file
    from keima.game import Game
    from keima.heat import heat_svg, heat_text
    from keima.opinions import network_opinion, search_opinion

    try:
        if not file.is_file():
            raise ValueError(f"there is no file {file}")
        game = Game.from_sgf(file)
        if move is not None:
            game.undo(max(0, len(game.moves) - max(0, move - 1)))
        if what is What.inputs:
            _show_inputs(name, game, out, as_json)
            return
        if name.partition(":")[0] in known_profiles() and what is not What.policy:
            values = search_opinion(game, name, what.value, playouts)
        else:
            values = network_opinion(game, name, what.value)
        if as_json:
            typer.echo(json.dumps({"what": what.value, "values": values}))
        elif out is None:
            typer.echo(heat_text(game.board, values))
        if out is not None:
            last = game.moves[-1].point if game.moves else None
            picture = heat_svg(game.board, values, last, owners=what is What.ownership)
            write_file(out, picture.encode())
    except (OSError, ValueError) as error:
        typer.echo(f"keima net: {error}", err=True)
        raise typer.Exit(1) from None


def _show_inputs(name: str, game: Game, out: Path | None, as_json: bool) -> None:
    from keima.files import write_file
    from keima.nets import read_network
    from keima.nets.inputs import inputs_of
    from keima.nets.picture import inputs_picture, inputs_text
    from keima.nets.store import find_network

    read_network(find_network(name))  # raises ValueError if it is of another kind
    if as_json:
        planes, numbers = inputs_of(game)
        flat = planes.reshape(len(planes), -1).astype(int).tolist()
        typer.echo(json.dumps({"what": "inputs", "planes": flat, "numbers": numbers.tolist()}))
    elif out is None:
        typer.echo(inputs_text(game))
    if out is not None:
        write_file(out, inputs_picture(game).svg().encode())
