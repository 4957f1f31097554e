"""`keima learn pairs`, `rank` and `connectedness`: what the tables of van der Werf 2004, chapters 6
and 7, are measured by."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from keima.cli.learning import Json, Packs, Seed, check_out, errors

File = Annotated[Path, typer.Option(help="The file of results; cells that it has are not made.")]


def pairs(
    table: Annotated[str, typer.Argument(help="7.1, 7.2, 7.3 or 7.4.")],
    packs: Packs,
    file: File,
    count: Annotated[
        int, typer.Option("--pairs", min=10, help="Pairs to learn from, of all packs together.")
    ] = 12_500,
    hidden: Annotated[int, typer.Option(min=1, max=512, help="Hidden neurons.")] = 100,
    steps: Annotated[int, typer.Option(min=1, help="Of a training, at most.")] = 2000,
    patience: Annotated[int, typer.Option(min=1, help="Steps in vain that end it.")] = 100,
    model: Annotated[
        str, typer.Option(help="The local model of table 7.4: one that Keima brings, or a file.")
    ] = "19x19",
    seed: Seed = 1,
) -> None:
    """Train the networks of a table of van der Werf 2004, chapter 7, cell by cell.

    It can be stopped and started at any time: what is in FILE is not done again. Then
    `keima experiment report vanderwerf-TABLE --file FILE` prints it beside the document.
    """
    from keima.learn.games import read_packs
    from keima.learn.local_moves import Settings
    from keima.learn.tables import Data, cells_of
    from keima.models.local import read_named

    with errors():
        check_out(file)
        settings = Settings(hidden=hidden, steps=steps, patience=patience, seed=seed)
        data = Data(read_packs(packs), count, settings)
        cells = cells_of(table, data, read_named(model) if table == "7.4" else None)
        _fill(file, f"vanderwerf-{table}", cells)


def connectedness(
    file: File,
    size: Annotated[list[int] | None, typer.Option(help="4, 5 or 6; all if none is given.")] = None,
    rival: Annotated[list[str] | None, typer.Option(help="Only these, by name.")] = None,
    epochs: Annotated[
        int, typer.Option(min=1, help="Of networks that look at a board step by step.")
    ] = 3000,
    method: Annotated[str, typer.Option(help="How these learn: adam or rprop.")] = "adam",
    rate: Annotated[float, typer.Option(min=1e-6, max=1, help="Their rate at first.")] = 0.003,
    turned: Annotated[
        bool, typer.Option(help="Do they see each board mirrored or turned by chance?")
    ] = True,
    seed: Seed = 1,
) -> None:
    """Let nine classifiers learn whether the corners of boards are connected (table 6.1).

    It can be stopped and started at any time: what is in FILE is not done again. Other seeds are
    other boards and other networks; the report has the means. `erna, all boards` is a rival of our
    own, which is only asked by name.
    """
    from keima.learn.erna import RIVALS, Learning, compete, make_task

    with errors():
        check_out(file)
        learning = Learning(epochs, method=method, rate=rate, turned=turned, seed=seed)
        tasks = {n: make_task(n, seed) for n in size or (4, 5, 6)}

        def cell(n: int, name: str) -> Callable[[], dict[str, Any]]:
            return lambda: {"right": round(compete(name, tasks[n], learning), 4)}

        cells = {f"{n}/{name}/{seed}": cell(n, name) for name in rival or RIVALS for n in tasks}
        _fill(file, "vanderwerf-6.1", cells)


def _fill(file: Path, experiment: str, cells: Mapping[str, Callable[[], dict[str, Any]]]) -> None:
    from keima.experiments.cells import keep_cell, known_cells

    known = known_cells(file, experiment)
    for name, compute in cells.items():
        if name in known:
            continue
        found = compute()
        keep_cell(file, experiment, name, found)
        typer.echo(f"{name}: {json.dumps(found)}", err=True)


def rank(
    model: Annotated[str, typer.Argument(help="A local model that Keima brings, or a file.")],
    packs: Packs,
    games: Annotated[int, typer.Option(min=1, help="Of each pack at most.")] = 10**6,
    seed: Seed = 1,
    as_json: Json = False,
) -> None:
    """Tell where the moves of games for the test stand in the order of a local model."""
    from keima.learn.games import read_packs
    from keima.learn.packs import TEST
    from keima.learn.pairs import Pairs, Regions, sample_pairs
    from keima.learn.ranking import rank_games
    from keima.models.local import read_named

    with errors():
        found = read_named(model)
        native = found.native()
        told = {}
        for pack in read_packs(packs):
            own = Regions.of(found.stones, found.liberties)
            sample: Pairs = sample_pairs([pack], TEST, 20_000, own, seed=seed)
            right = found.values_of(sample.played) > found.values_of(sample.others)
            ranks = rank_games(native, pack, TEST, games, seed).to_json()
            told[pack.path.stem] = {"pairs": round(float(right.mean()), 4), **ranks}
    if as_json:
        typer.echo(json.dumps(told))
        return
    for name, ranks in told.items():
        typer.echo(f"{name}: {ranks['games']:,} games, {ranks['positions']:,} positions")
        typer.echo(f"  pairs ordered rightly {ranks['pairs']:.1%}")
        for key, what in (("top", "of all moves"), ("near", "of those near it")):
            parts = ", ".join(f"{n}: {x:.1%}" for n, x in ranks[key].items())
            typer.echo(f"  the move played is among the best {what}: {parts}")
