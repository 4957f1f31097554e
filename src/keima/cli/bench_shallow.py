"""`keima bench expansions` and `keima bench shallow`: what small networks cost, and where."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Annotated

import typer

from keima.cli.options import no_nan

Json = Annotated[bool, typer.Option("--json", help="Print a JSON object.")]
#: Predictions between two looks at the clock.
AT_A_TIME = 100


def expansions(
    profile: Annotated[str, typer.Option(help="A profile with a tree search.")] = "pachi-nn",
    size: Annotated[int, typer.Option(min=2, max=25, help="Side of the board.")] = 9,
    playouts: Annotated[int, typer.Option(min=1, help="Of each search.")] = 1000,
    positions: Annotated[int, typer.Option(min=1, help="Of a game with itself.")] = 10,
    seed: Annotated[int, typer.Option(min=0, max=2**63)] = 1,
    svg: Annotated[Path | None, typer.Option(help="Write a picture to this file.")] = None,
    as_json: Json = False,
) -> None:
    """Draw how many positions a search adds at each depth (Keller & Perez 2016, figure 4.1)."""
    from keima import expansions as drawing
    from keima.files import write_file

    try:
        counts = drawing.count_expansions(
            profile, size, playouts=playouts, positions=positions, seed=seed
        )
        if svg:
            title = f"{profile}, {size}x{size}, {positions} positions, {playouts} playouts each"
            write_file(svg, drawing.draw_svg(counts, title).encode())
    except (OSError, ValueError) as error:
        raise typer.BadParameter(str(error)) from None
    print(json.dumps({"expansions": counts}) if as_json else drawing.draw_text(counts))


def shallow(
    name: Annotated[str, typer.Argument(help="One that Keima brings, or a file.")] = "ht",
    size: Annotated[int, typer.Option(min=1, max=25, help="Side of the board.")] = 19,
    seconds: Annotated[float, typer.Option(min=0.01, max=3600, callback=no_nan)] = 1.0,
    as_json: Json = False,
) -> None:
    """Count the evaluations of a shallow network on one core."""
    from keima import _core
    from keima.models.shallow import load_shallow

    try:
        net = load_shallow(name, size)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    board = _core.Board(size, size)
    color = 1
    for point in range(0, board.area, 3):  # a third of the board has stones
        if board.is_legal(point, color):
            board.play(point, color)
            color = 3 - color
    begin = time.process_time()
    done = 0
    while time.process_time() < begin + seconds:
        net.time(board, color, AT_A_TIME)
        done += AT_A_TIME
    speed = done / (time.process_time() - begin)
    if as_json:
        print(json.dumps({"name": name, "size": size, "evaluations_per_second": speed}))
    else:
        print(f"{name}, {size}x{size}: {speed:,.0f} evaluations a second of one core")
