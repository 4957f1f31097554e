"""`keima learn winner`: who will win an unfinished game."""

from __future__ import annotations

import json
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from keima.cli.learning import Json, Packs, Seed, check_out, errors, now_and_then

if TYPE_CHECKING:
    from keima.learn.winner import Openings


def winner(
    packs: Packs,
    out: Annotated[Path, typer.Option(help="The model to write.")],
    games: Annotated[int, typer.Option(min=1, help="Counted games to learn from.")] = 2_000,
    positions: Annotated[int, typer.Option(min=1, help="Positions of each, by chance.")] = 5,
    units: Annotated[int, typer.Option(min=1, max=1000, help="Hidden units.")] = 16,
    epochs: Annotated[int, typer.Option(min=1, help="Times to go over all positions.")] = 40,
    test_games: Annotated[
        int, typer.Option(min=1, help="Games of the test to measure on, all their positions.")
    ] = 300,
    seed: Seed = 1,
    as_json: Json = False,
) -> None:
    """Learn to tell who will win an unfinished game, from an estimate of its territory.

    From even games that were counted, and whose count by learned judgement is the one recorded.
    Games are split as for `mm`; a sixth as many are for validation.
    """
    from keima.learn.finals import finals
    from keima.learn.games import read_packs
    from keima.learn.life import counted_owners
    from keima.learn.perceptron import Training
    from keima.learn.winner import RATE, collect, learn, report
    from keima.models.winner import write_winner

    with errors():
        check_out(out)
        loaded = read_packs(packs)
        say = now_and_then()

        def taken(part: str, count: int, each: int | None) -> Openings:
            return collect(
                islice(finals(loaded, part, seed, counted_owners), count),
                each,
                seed=seed,
                tell=lambda done: say(f"{part}: {done:,} games"),
            )

        examples = taken("training", games, positions)
        choice = taken("validation", max(1, games // 6), positions)
        how = Training(units=units, epochs=epochs, rate=RATE, seed=seed)
        net, wrong = learn(examples, choice, how)
        found = report(taken("test", test_games, None), net)
        about = {
            "made": f"keima learn winner --games {games} --positions {positions} --units {units} "
            f"--epochs {epochs} --seed {seed}, {len(examples)} positions of "
            + ", ".join(pack.path.stem for pack in loaded),
            "validation": round(1 - wrong, 5),
            "test": str(found),
        }
        write_winner(out, net, about)
    typer.echo(json.dumps(asdict(found)) if as_json else f"test: {found}")
