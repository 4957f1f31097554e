"""`keima learn shallow`: the small networks of Keller & Perez 2016."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path
from typing import Annotated

import typer


def shallow(
    folder: Annotated[Path, typer.Argument(help="The folder of the run; begun or continued.")],
    packs: Annotated[list[Path], typer.Argument(help="Packs of games (.npz) of one size.")],
    history: Annotated[bool, typer.Option(help="Does it see the last two moves?")] = True,
    owner: Annotated[
        bool, typer.Option(help="Does it see who owns the points after a few playouts?")
    ] = False,
    playouts: Annotated[
        int, typer.Option(min=0, max=100, help="1 to so many for owners; 0: by --owner.")
    ] = 0,
    kernels: Annotated[int, typer.Option(min=1, max=64, help="Of the hidden layer.")] = 10,
    positions: Annotated[
        int, typer.Option(min=1, help="Stop after so many; the rate falls until then.")
    ] = 12_000_000,
    batch: Annotated[int, typer.Option(min=1, max=65536, help="Positions of a step.")] = 256,
    rate: Annotated[float, typer.Option(min=1e-6, max=1, help="Size of the first steps.")] = 0.005,
    tied: Annotated[
        bool, typer.Option(help="Weights with the eight symmetries, instead of turned positions.")
    ] = True,
    games: Annotated[int, typer.Option(min=1, help="Games that are mixed at a time.")] = 1000,
    per_game: Annotated[int, typer.Option(min=0, help="Positions of a game; 0: all.")] = 0,
    held_out: Annotated[
        int, typer.Option(min=1, help="Positions for validation, and for the test.")
    ] = 20_000,
    samples: Annotated[
        Path | None, typer.Option(help="A folder that keeps positions and their owners.")
    ] = None,
    minutes: Annotated[float | None, typer.Option(min=0, help="Stop after so long.")] = None,
    results: Annotated[
        Path | None, typer.Option(help="Add the result of the test to this file, as a line.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, max=2**63)] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Train a shallow network for boards of one size.

    Everything is in FOLDER: Ctrl-C or a kill at any time, and the same command goes on.
    network.bin is the network so far; log.jsonl says how it goes. Games are split as for `mm`.
    """
    from keima.files import alone_in
    from keima.learn.games import read_packs
    from keima.learn.samples import Playouts, Source
    from keima.learn.shallow import Learner, Settings
    from keima.models.shallow import Shape

    stop = Stop(minutes)
    try:
        with alone_in(folder):
            most = playouts or (10 if owner else 0)
            source = Source(
                read_packs(packs),
                games=games,
                per_game=per_game,
                playouts=Playouts(most) if most else None,
                seed=seed,
                folder=samples,
            )
            learner = Learner(
                folder,
                source,
                Shape(source.size, kernels, history, owner),
                Settings(positions, batch, rate, tied, held_out, seed),
                tell=lambda line: typer.echo(line, err=True),
            )
            learner.run(positions, stop)
            accuracy = learner.finish()
            found = {
                "size": source.size,
                "history": history,
                "owner": owner,
                "kernels": kernels,
                "seen": learner.positions,
                "test": accuracy.to_json(),
            }
            if results:
                with results.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(found) + "\n")
    except (OSError, ValueError) as error:
        typer.echo(f"keima learn: {error}", err=True)
        raise typer.Exit(1) from None
    if as_json:
        typer.echo(json.dumps(found))
    else:
        typer.echo(f"{learner.positions:,} positions seen; test: {accuracy}")


class Stop:
    """Ctrl-C, a polite kill and the end of the time end the run after the present chunk."""

    def __init__(self, minutes: float | None) -> None:
        self._asked = False
        self._end = None if minutes is None else time.monotonic() + 60 * minutes
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._ask)

    def _ask(self, *_: object) -> None:
        if self._asked:
            raise KeyboardInterrupt
        self._asked = True

    def __call__(self) -> bool:
        return self._asked or (self._end is not None and time.monotonic() >= self._end)
