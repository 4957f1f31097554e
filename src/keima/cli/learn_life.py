"""`keima learn life`: which blocks live, in any position (van der Werf 2004, chapter 9)."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from keima.cli.learning import Json, Packs, Seed, check_out, errors, now_and_then

if TYPE_CHECKING:
    from keima.learn.life import Positions
    from keima.learn.packs import Pack

TestGames = Annotated[
    int, typer.Option(min=1, help="Games of the test to measure on, all their positions.")
]


def _collected(
    packs: Sequence[Pack], seed: int, *parts: tuple[str, int, int | None]
) -> list[Positions]:
    """For each part of the games so many of them, and so many positions of each, None for all."""
    from keima.learn.finals import finals
    from keima.learn.life import collect, counted_owners

    return [
        collect(
            islice(finals(packs, part, seed, counted_owners), count),
            each=each,
            seed=seed,
            tell=_teller(part),
        )
        for part, count, each in parts
    ]


def life(
    packs: Packs,
    out: Annotated[Path, typer.Option(help="The model to write.")],
    games: Annotated[int, typer.Option(min=1, help="Counted games to learn from.")] = 9_000,
    positions: Annotated[int, typer.Option(min=1, help="Positions of each, by chance.")] = 6,
    units: Annotated[int, typer.Option(min=1, max=1000, help="Hidden units of a network.")] = 40,
    steps: Annotated[
        int, typer.Option(min=1, max=16, help="Networks; each is told what the one before said.")
    ] = 2,
    epochs: Annotated[int, typer.Option(min=1, help="Times to go over all blocks.")] = 10,
    test_games: TestGames = 300,
    seed: Seed = 1,
    as_json: Json = False,
) -> None:
    """Learn to tell which blocks live, at any time of a game.

    From even games that were counted, and whose count by learned judgement is the one recorded: a
    block is dead if it is captured or ends in the opponent's area, and alive if it ends at the edge
    of its own. Games are split as for `mm`; a thirtieth as many are for validation.
    """
    from keima.learn.games import read_packs
    from keima.learn.life import judged_values, learn_life, report
    from keima.learn.perceptron import Training
    from keima.models.life import native_life, write_life

    with errors():
        check_out(out)
        loaded = read_packs(packs)
        learn, validation, test = _collected(
            loaded,
            seed,
            ("training", games, positions),
            ("validation", max(1, games // 30), positions),
            ("test", test_games, None),
        )
        told = now_and_then()
        how = Training(units=units, epochs=epochs, batch=512, seed=seed)
        net = native_life(learn_life(learn, validation, how, steps=steps, tell=told))
        found = report(test, judged_values(test, net.alive))
        about = {
            "made": f"keima learn life --games {games} --positions {positions} --units {units} "
            f"--steps {steps} --epochs {epochs} --seed {seed}, {len(learn.alive())} blocks of "
            f"{learn.games} games of " + ", ".join(pack.path.stem for pack in loaded),
            "test": str(found),
        }
        write_life(out, net, about)
    typer.echo(json.dumps(asdict(found)) if as_json else f"test: {found}")


def _teller(part: str) -> Callable[[int], None]:
    say = now_and_then()
    return lambda games: say(f"{part}: {games:,} games")


def life_tables(
    packs: Packs,
    file: Annotated[Path, typer.Option(help="The file of results; cells that it has are kept.")],
    games: Annotated[int, typer.Option(min=1, help="Counted games to learn from.")] = 3_000,
    test_games: TestGames = 100,
    seed: Seed = 1,
) -> None:
    """Measure classifiers of blocks for table 9.1 of van der Werf 2004.

    It can be stopped and started at any time: what is in FILE is not done again. Then
    `keima experiment report vanderwerf-9.1 --file FILE`.
    """
    from keima.experiments.cells import keep_cell, known_cells
    from keima.learn.games import read_packs
    from keima.learn.life import POSITIONS
    from keima.learn.life_tables import cells

    with errors():
        check_out(file)
        known = known_cells(file, "vanderwerf-9.1")
        loaded = read_packs(packs)
        learn, validation, test, judged = _collected(
            loaded,
            seed,
            ("training", games, POSITIONS),
            ("validation", max(1, games // 5), POSITIONS),
            ("test", max(1, games // 5), POSITIONS),
            ("test", test_games, None),
        )
        for name, compute in cells(learn, validation, test, judged, seed=seed).items():
            if name not in known:
                found = compute()
                keep_cell(file, "vanderwerf-9.1", name, found)
                typer.echo(f"{name}: {json.dumps(found)}", err=True)
