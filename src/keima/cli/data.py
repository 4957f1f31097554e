"""`keima data`: games to learn from."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from keima.data.importer import Report

app = typer.Typer(help="Make and look into collections of games to learn from.")

#: So many games that were left out are named on the terminal.
SHOWN = 10


@app.command("import")
def import_(
    sources: Annotated[
        list[Path], typer.Argument(help="SGF files, packs (.npz), folders, archives (zip, tar).")
    ],
    out: Annotated[Path, typer.Option(help="The folder of shards to make.")],
    owners: Annotated[
        bool, typer.Option(help="Count the last positions of counted games, for ownership.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Turn collections of games into shards for training.

    Every game is replayed, kept once however its board is turned, and falls into one part by
    itself: a game of a pack by its number, another one by its moves. What cannot be used is
    listed in left-out.txt, with the reason.
    """
    from keima.data.importer import Importer

    began = time.monotonic()

    def tell(report: Report) -> None:
        seconds = time.monotonic() - began
        typer.echo(
            f"{report.count:,} games, {report.positions:,} positions, "
            f"{len(report.left_out):,} left out, {seconds:.0f} s",
            err=True,
        )

    try:
        importer = Importer(out, owners=owners, tell=tell)
        importer.add(sources)
        report = importer.write()
    except (OSError, ValueError) as error:
        typer.echo(f"keima data: {error}", err=True)
        raise typer.Exit(1) from None
    _show(report, out, as_json)


@app.command()
def play(
    folder: Annotated[Path, typer.Argument(help="Where the games go, as SGF files.")],
    net: Annotated[str, typer.Option(help="The network that plays: a name or file.")],
    games: Annotated[int, typer.Option(min=1, max=10_000_000)] = 1000,
    size: Annotated[int, typer.Option(min=2, max=19, help="Side of the board.")] = 9,
    seed: Annotated[int, typer.Option(min=0, max=2**32 - 1, help="Of the choice of moves.")] = 1,
) -> None:
    """Let a network play against itself by its bare policy, to learn from its own positions.

    The same command goes on where it was stopped. `keima data import` makes shards of the games,
    and `keima train --teacher` judges them.
    """
    from keima.cli.learning import LINE_EVERY
    from keima.data.own_games import write_games
    from keima.nets.network import Network

    printed = time.monotonic()

    def tell(done: int) -> None:
        nonlocal printed
        if time.monotonic() - printed >= LINE_EVERY:
            printed = time.monotonic()
            typer.echo(f"{done:,} of {games:,} games", err=True)

    try:
        network = Network(net, tell=lambda line: typer.echo(line, err=True))
        new = write_games(network, folder, games, size=size, seed=seed, tell=tell)
    except (OSError, ValueError) as error:
        typer.echo(f"keima data: {error}", err=True)
        raise typer.Exit(1) from None
    except KeyboardInterrupt:
        typer.echo("stopped; the same command goes on", err=True)
        raise typer.Exit(130) from None
    typer.echo(f"{new:,} new games in {folder}")


def _show(report: Report, out: Path, as_json: bool) -> None:
    from keima.data.importer import LEFT_OUT

    for line in report.left_out[:SHOWN]:
        typer.echo(f"left out: {line}", err=True)
    if len(report.left_out) > SHOWN:
        more = len(report.left_out) - SHOWN
        typer.echo(f"and {more:,} more: see {out / LEFT_OUT}", err=True)
    if as_json:
        parts: dict[str, dict[str, int]] = {}
        for (size, part), count in sorted(report.games.items()):
            parts.setdefault(f"{size}x{size}", {})[part] = count
        told = {
            "games": parts,
            "positions": report.positions,
            "doubles": report.doubles,
            "owned": report.owned,
            "left_out": len(report.left_out),
            "shards": [str(path) for path in report.shards],
        }
        typer.echo(json.dumps(told))
        return
    for (size, part), count in sorted(report.games.items()):
        typer.echo(f"{size}x{size} {part}: {count:,} games")
    typer.echo(
        f"{report.positions:,} positions, {report.doubles:,} doubles, "
        f"{report.owned:,} games with owners, {len(report.left_out):,} left out, "
        f"{len(report.shards)} shards in {out}"
    )
