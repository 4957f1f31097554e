"""`keima learn spsa`: the output layer of a shallow network, by what a search does with it."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from keima.cli.learn_shallow import Stop

#: Positions that trials are drawn from.
CASES = 5000


class By(StrEnum):
    """What a network is judged by."""

    moves = "moves"
    games = "games"


def spsa(
    folder: Annotated[Path, typer.Argument(help="The folder of the run; begun or continued.")],
    packs: Annotated[list[Path], typer.Argument(help="Packs of games (.npz) of one size.")],
    start: Annotated[str, typer.Option(help="The network: one that Keima brings, or a file.")],
    by: Annotated[
        By, typer.Option(help="Moves of games that the search plays too, or games won.")
    ] = By.moves,
    c: Annotated[float, typer.Option(min=1e-6, max=1, help="Size of perturbations.")] = 0.006,
    step: Annotated[
        float, typer.Option(min=0, max=100, help="Times c: how far a whole difference moves.")
    ] = 1.0,
    momentum: Annotated[
        float, typer.Option(min=0, max=1, help="Of the latest slope that was not zero.")
    ] = 0.5,
    positions: Annotated[
        int, typer.Option(min=1, max=10_000, help="Positions, or games, of an estimate.")
    ] = 16,
    playouts: Annotated[int, typer.Option(min=1, max=10**6, help="Of each search.")] = 200,
    trials: Annotated[int, typer.Option(min=1, help="Stop after so many.")] = 1000,
    every: Annotated[int, typer.Option(min=1, help="Trials between two tests.")] = 50,
    test: Annotated[int, typer.Option(min=1, help="Positions of a test.")] = 500,
    profile: Annotated[str, typer.Option(help="The search, and its parameters.")] = "pachi-nn",
    minutes: Annotated[float | None, typer.Option(min=0, help="Stop after so long.")] = None,
    results: Annotated[
        Path | None, typer.Option(help="Add the result to this file, as a line.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, max=2**32)] = 1,
) -> None:
    """Train the output layer of a shallow network together with the search (SPSA).

    Everything is in FOLDER: the same command goes on. network.bin is the best network so far, by
    the moves of games that are not learnt from. Games are split as for `mm`.
    """
    from keima.engine import Engine
    from keima.files import alone_in
    from keima.learn.games import read_packs
    from keima.learn.packs import VALIDATION
    from keima.learn.spsa import Games, Prediction, Settings, Spsa, cases_of
    from keima.models.shallow import read_named

    stop = Stop(minutes)
    settings = Settings(c, step, momentum, positions, playouts, seed)
    try:
        with alone_in(folder):
            loaded = read_packs(packs)
            if len({pack.size for pack in loaded}) != 1:
                raise ValueError("give packs of one size of board")
            size = loaded[0].size
            model = read_named(start, size)
            if model.shape.size != size:
                raise ValueError(f"{start} is for another size of board")
            engine = Engine(profile, threads=1, seed=seed)
            held_out = cases_of(loaded, VALIDATION, test, seed)
            judge = Prediction(engine, held_out, settings)
            objective: Games | Prediction
            if by is By.games:
                objective = Games(profile, size, settings)
            else:
                objective = Prediction(engine, cases_of(loaded, -1, CASES, seed), settings)
            run = Spsa(folder, model, objective, lambda net: judge.rate(net, held_out), settings)
            run.run(trials, every, stop, tell=lambda line: typer.echo(line, err=True))
            found = {
                "c": c,
                "by": by.value,
                "first": run.first,
                "best": run.best,
                "trials": run.trial,
            }
            found |= {
                "still": run.still,
                "positions": positions,
                "playouts": playouts,
                "size": size,
            }
            if results:
                with results.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(found) + "\n")
    except (OSError, ValueError) as error:
        typer.echo(f"keima learn: {error}", err=True)
        raise typer.Exit(1) from None
    typer.echo(json.dumps(found))
