"""`keima learn territory`: estimates of territory (van der Werf 2004, chapter 10)."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from keima.cli.learning import LINE_EVERY, Json, Packs, Seed, check_out, errors

if TYPE_CHECKING:
    from keima.learn.finals import Final
    from keima.learn.packs import Pack

Count = Annotated[int, typer.Option(min=1, help="Empty points to learn from, at most.")]
Playouts = Annotated[
    int, typer.Option(min=1, help="Playouts that say of a position how likely its stones live.")
]
Trials = Annotated[int, typer.Option(min=1, help="Trainings; the best is kept.")]
Epochs = Annotated[int, typer.Option(min=1, help="Times to go over all examples, at most.")]
TestGames = Annotated[int, typer.Option(min=0, help="Games of the test to measure on.")]


def territory(
    packs: Packs,
    out: Annotated[Path, typer.Option(help="The network to write.")],
    simple: Annotated[
        bool, typer.Option("--simple", help="See plain stones only (SMLP), not EMLP's inputs.")
    ] = False,
    radius: Annotated[int, typer.Option(min=1, max=8, help="How far stones are seen.")] = 5,
    hidden: Annotated[
        int, typer.Option(min=0, max=256, help="Hidden units; 0 for a linear network.")
    ] = 25,
    examples: Count = 200_000,
    trials: Trials = 3,
    epochs: Epochs = 300,
    life: Annotated[
        str,
        typer.Option(help="Who says how likely stones live: playouts, learned, or both."),
    ] = "playouts",
    playouts: Playouts = 100,
    test_games: TestGames = 100,
    seed: Seed = 1,
    as_json: Json = False,
) -> None:
    """Train a network that says who will have an empty point at the end of a game.

    Examples are points of positions of games whose end was counted: of those that
    `keima data import --owners` has counted, or counted here as they are needed. Training is by
    RPROP and ends when the error on games of the validation part no longer falls.
    """
    from keima.learn.finals import finals
    from keima.learn.games import read_packs
    from keima.learn.territory import CHOICE, EXAMPLES, Sight, collect, learn
    from keima.learn.territory_figures import mean_teller, measure, teller
    from keima.models.territory import load_territory, write_territory
    from keima.score.life import Alive, alive_by_playouts, life_judge
    from keima.score.territory import WINDOW, Method, learned

    lines = _Lines()
    with errors():
        check_out(out)
        loaded = read_packs(packs)
        sight = Sight(radius, not simple)
        alive: Alive = life_judge(life)
        if life == "playouts":
            alive = partial(alive_by_playouts, playouts=playouts)

        def games(part: str) -> Iterator[Final]:
            return finals(loaded, part, seed, _count)

        found, choice = (
            collect(
                games(part),
                count,
                sight,
                alive=alive,
                seed=seed,
                tell=lambda n, part=part: lines.say(f"{n:,} examples for {part}"),  # type: ignore[misc]
            )
            for part, count in (
                ("training", examples),
                ("validation", max(1, examples * CHOICE // EXAMPLES)),
            )
        )
        net, trained = learn(
            found,
            choice,
            sight,
            hidden=hidden,
            trials=trials,
            epochs=epochs,
            seed=seed,
            tell=lambda trial, epoch, a, b: lines.say(
                f"trial {trial + 1}, epoch {epoch}: error {a:.4f}, validation {b:.4f}"
            ),
        )
        about = {
            "made": f"keima learn territory{' --simple' if simple else ''} --radius {radius} "
            f"--hidden {hidden} {_judge_option(life, playouts)} --seed {seed}, "
            f"{len(found.targets)} examples of {found.games} games of {_names(loaded)}",
            "error": round(trained.error, 5),
        }
        write_territory(out, net, about)
        load_territory.cache_clear()
        method = Method(out.stem, learned(str(out)), WINDOW, weighs=not simple)
        measured = measure(
            islice(games("test"), test_games),
            {
                "test": teller(method, "keep" if simple else "remove"),
                "mean": mean_teller(method),
            },
            playouts=playouts if life == "playouts" else 1,
            alive=None if life == "playouts" else alive,
            tell=lambda done, positions: lines.say(f"{done:,} games, {positions:,} positions"),
        )
        figures, mean = measured["test"], measured["mean"]
    if as_json:
        told = {
            "epochs": trained.epochs,
            "error": trained.error,
            **figures.to_json(),
            "mean": {key: mean.to_json()[key] for key in ("winners", "points")},
        }
        typer.echo(json.dumps(told))
        return
    typer.echo(
        f"{len(found.targets):,} examples of {found.games:,} games; validation error "
        f"{trained.error:.4f} after {trained.epochs} epochs"
    )
    typer.echo(
        f"test: {figures.all.positions:,} positions, winner {figures.all.winners:.1%}, "
        f"score off by {figures.all.points:.1f} points; after 20 moves "
        f"{figures.late.winners:.1%}, {figures.late.points:.1f}; by the sum of its values "
        f"{mean.all.winners:.1%}, {mean.all.points:.1f}"
    )


def territory_tables(
    packs: Packs,
    folder: Annotated[Path, typer.Option(help="Where networks, examples and figures go.")],
    examples: Count = 200_000,
    trials: Trials = 3,
    epochs: Epochs = 300,
    playouts: Playouts = 50,
    games: TestGames = 300,
    seed: Seed = 1,
) -> None:
    """Train the twelve networks of van der Werf 2004, table 10.4, and measure tables 10.1 to 10.5.

    What is in the folder is not made again. The figures go to vanderwerf-10.jsonl there:
    `keima experiment report vanderwerf-10.1 --file FOLDER/vanderwerf-10.jsonl`.
    """
    from keima.learn.finals import finals
    from keima.learn.games import read_packs
    from keima.learn.territory import CHOICE, EXAMPLES
    from keima.learn.territory_tables import Plan, make_networks, make_table

    lines = _Lines()
    with errors():
        loaded = read_packs(packs)
        folder.mkdir(parents=True, exist_ok=True)
        choice = max(1, examples * CHOICE // EXAMPLES)
        plan = Plan(examples, choice, games, playouts, trials, epochs, seed)

        def taken(part: str) -> Iterator[Final]:
            return finals(loaded, part, seed, _count)

        make_networks(folder, taken, plan, lambda text: typer.echo(text, err=True))
        make_table(folder, taken, plan, [pack.path.stem for pack in loaded], lines.say)
    typer.echo(f"wrote {folder / 'vanderwerf-10.jsonl'}")


def _count(pack: Pack, number: int) -> list[int] | None:
    from keima.data.importer import record_of_pack
    from keima.data.owners import final_owners

    try:
        return final_owners(record_of_pack(pack, number))
    except ValueError:  # a move that cannot be played
        return None


def _judge_option(life: str, playouts: int) -> str:
    return f"--life playouts --playouts {playouts}" if life == "playouts" else f"--life {life}"


def _names(packs: Sequence[Pack]) -> str:
    return ", ".join(pack.path.stem for pack in packs)


class _Lines:
    """Says something now and then."""

    def __init__(self) -> None:
        self._said = time.monotonic()

    def say(self, text: str) -> None:
        if time.monotonic() - self._said >= LINE_EVERY:
            self._said = time.monotonic()
            typer.echo(text, err=True)
