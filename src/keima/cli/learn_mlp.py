"""`keima learn mlp`: the small networks of Ferreira 2016."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from keima.cli.learning import (
    LINE_EVERY,
    SAVE_EVERY,
    Json,
    Packs,
    Seed,
    check_out,
    errors,
    tell_left_out,
)

if TYPE_CHECKING:
    from keima.learn.examples import Data
    from keima.learn.mlp import Learner

#: Examples of the test by which a run is judged on its way; at the end it is by all.
JUDGED = 2000


def mlp(
    packs: Packs,
    out: Annotated[Path, typer.Option(help="The network to write.")],
    distance: Annotated[
        int, typer.Option(min=0, max=48, help="How far a unit reaches (p in the document).")
    ] = 9,
    rate: Annotated[float, typer.Option(min=1e-6, max=1, help="Learning rate.")] = 0.002,
    average: Annotated[
        int, typer.Option(min=0, help="Steps over which weights are averaged; 0 for the last.")
    ] = 200_000,
    epochs: Annotated[int, typer.Option(min=1, help="Times to go over all examples.")] = 10,
    minutes: Annotated[
        float | None, typer.Option(min=0, help="Stop after so long; the same command goes on.")
    ] = None,
    positions: Annotated[int, typer.Option(min=1, help="Examples to learn from, at most.")] = 10**6,
    last: Annotated[int, typer.Option(min=0, help="Moves at the end that are left out.")] = 5,
    stones: Annotated[
        float, typer.Option(min=0, max=1, help="Part of the board with stones, and no more.")
    ] = 2 / 3,
    least: Annotated[
        float, typer.Option(min=0, max=10, help="Moves of a game at least, in boards.")
    ] = 0.25,
    seed: Seed = 1,
    as_json: Json = False,
) -> None:
    """Train a small network: three input maps, a hidden and an output map, by back-propagation.

    Of even games, positions with the move that was played most, in all eight symmetries; a tenth
    of the games is for the test. What is done is kept in a file beside the network, with `.state`
    added to its name: the same command goes on from there.
    """
    from keima.learn.examples import Choice, collect
    from keima.learn.games import read_packs
    from keima.learn.mlp import Learner, Settings

    with errors():
        check_out(out)
        loaded = read_packs(packs)
        progress = _Lines()
        data = collect(
            loaded,
            loaded[0].size,
            positions,
            choice=Choice(last, stones, least),
            seed=seed,
            tell=lambda count: progress.line(f"{count:,} examples"),
        )
        _tell_data(data)
        names = tuple(pack.path.stem for pack in loaded)
        side = loaded[0].size
        distance = min(distance, 2 * (side - 1))  # which is all there is
        settings = Settings(side, distance, rate, seed, average, names, len(data.train))
        learner = Learner(settings, data)
        state = out.with_name(out.name + ".state")
        if state.exists():
            learner.load(state)
            typer.echo(f"going on after {learner.steps:,} steps", err=True)
        until = None if minutes is None else time.monotonic() + 60 * minutes
        try:
            _train(learner, state, epochs, until, progress)
        except KeyboardInterrupt:
            learner.save(state)
            typer.echo(f"stopped; the same command goes on from {state}", err=True)
            raise typer.Exit(130) from None
        score = learner.judge()
        _write(out, learner, str(score), len(data.train))
        if as_json:
            typer.echo(json.dumps({"steps": learner.steps, **vars(score)}))
        else:
            typer.echo(f"{learner.steps:,} steps; test: {score}")


class _Lines:
    """Says something now and then."""

    def __init__(self) -> None:
        self._said = time.monotonic()

    def line(self, text: str) -> None:
        if time.monotonic() - self._said >= LINE_EVERY:
            self._said = time.monotonic()
            typer.echo(text, err=True)


def _tell_data(data: Data) -> None:
    tell_left_out(data.faulty)
    typer.echo(
        f"{len(data.train):,} examples to learn from and {len(data.test):,} for the test, of "
        f"{data.games:,} games; {data.unfit:,} games were uneven or short",
        err=True,
    )


def _train(
    learner: Learner, state: Path, epochs: int, until: float | None, progress: _Lines
) -> None:
    began, first, saved = time.monotonic(), learner.steps, time.monotonic()
    total = epochs * learner.epoch_steps
    if not learner.log:
        learner.note()
    while learner.steps < total and (until is None or time.monotonic() < until):
        epoch = learner.epoch
        learner.learn()
        now = time.monotonic()
        if learner.epoch > epoch:
            learner.note()
        speed = (learner.steps - first) / max(now - began, 1e-9)
        told = f"{learner.steps:,} of {total:,} steps, {speed:,.0f} a second"
        if now - saved >= SAVE_EVERY:
            saved = now
            learner.save(state)
            typer.echo(f"{told}: {learner.judge(JUDGED)}", err=True)
        progress.line(told)
    learner.save(state)


def _write(out: Path, learner: Learner, score: str, examples: int) -> None:
    from keima.models.mlp import write_mlp

    settings = learner.settings
    about = {
        "made": f"keima learn mlp --distance {settings.distance} --rate {settings.rate:g} "
        f"--seed {settings.seed} --average {settings.average}, "
        f"{learner.steps} steps with {examples} examples of " + ", ".join(settings.packs),
        "test": score,
    }
    write_mlp(out, learner.averaged, about)
