"""`keima train`: networks of one's own."""

from __future__ import annotations

import math
import signal
from pathlib import Path
from typing import Annotated

import typer

NO_TORCH = "training needs torch: pip install 'keima[train]'"


def train(
    folder: Annotated[Path, typer.Argument(help="The folder of the run; begun or continued.")],
    data: Annotated[
        list[str] | None,
        typer.Option(
            help="A pack or a folder of shards, several times; after it `:weight` or "
            "`:weight:part`, the part of the moves played in a teacher's policy."
        ),
    ] = None,
    teacher: Annotated[
        str | None,
        typer.Option(help="Learn what this network, a name or file, says of the positions."),
    ] = None,
    teacher_precision: Annotated[
        str | None, typer.Option(help="What it computes in: auto, f32 or int8.")
    ] = None,
    labels: Annotated[
        Path | None, typer.Option(help="Folder of the teacher's labels, if not the run's.")
    ] = None,
    reuse: Annotated[
        float | None, typer.Option(min=0.1, help="How often a label is used, on average.")
    ] = None,
    blocks: Annotated[int | None, typer.Option(min=1, max=100)] = None,
    channels: Annotated[int | None, typer.Option(min=8, max=1024)] = None,
    start: Annotated[Path | None, typer.Option(help="A network file to start from.")] = None,
    optimizer: Annotated[str | None, typer.Option(help="muon, adamw or sgd.")] = None,
    rate: Annotated[
        float | None,
        typer.Option(min=1e-9, help="Size of the steps; usual for the optimizer if not given."),
    ] = None,
    decay: Annotated[float | None, typer.Option(min=0, help="How fast weights fade.")] = None,
    score: Annotated[
        float | None, typer.Option(min=0, help="How much the score counts beside the policy.")
    ] = None,
    ownership: Annotated[
        float | None, typer.Option(min=0, help="How much the owners of points count.")
    ] = None,
    precision: Annotated[
        str | None,
        typer.Option(help="What training computes in: f32, bf16, or auto, the faster one here."),
    ] = None,
    batch: Annotated[int | None, typer.Option(min=2, max=65536)] = None,
    validate: Annotated[int | None, typer.Option(min=0, help="Positions of each pack.")] = None,
    seed: Annotated[int | None, typer.Option(min=0)] = None,
    minutes: Annotated[float | None, typer.Option(min=0, help="Stop after so long.")] = None,
    positions: Annotated[int | None, typer.Option(min=1, help="Stop after so many.")] = None,
    anneal: Annotated[
        int | None, typer.Option(min=1, help="Let the rate fall to 0 in so many positions.")
    ] = None,
) -> None:
    """Train a network on games, or on what another network says of their positions.

    Everything is in FOLDER: Ctrl-C or a kill at any time, and `keima train FOLDER` goes on with
    the same settings. network.bin.gz is the network so far, in KataGo's format; log.jsonl and
    curves.svg say how it goes.
    """
    try:
        from keima.training.trainer import Trainer
    except ImportError as error:
        if error.name != "torch":
            raise
        typer.echo(f"keima train: {NO_TORCH}", err=True)
        raise typer.Exit(1) from None
    from keima.files import alone_in
    from keima.training.settings import Settings

    given = {
        "data": tuple(data) if data else None,
        "teacher": teacher,
        "teacher_precision": teacher_precision,
        "precision": precision,
        "labels": str(labels.absolute()) if labels else None,
        "reuse": reuse,
        "blocks": blocks,
        "channels": channels,
        "start": str(start) if start else None,
        "optimizer": optimizer,
        "rate": rate,
        "decay": decay,
        "score": score,
        "ownership": ownership,
        "batch": batch,
        "validate": validate,
        "seed": seed,
    }
    try:
        known = Settings.read(folder)
        if known is None:
            settings = Settings(**{k: v for k, v in given.items() if v is not None})  # type: ignore[arg-type]
            if not settings.data:
                raise ValueError("a new run needs --data")
        else:
            settings = known.changed(**given)
        stop = _Stop()
        with alone_in(folder):
            trainer = Trainer(folder, settings, tell=lambda line: typer.echo(line, err=True))
            if anneal is not None:
                trainer.anneal(anneal)
            typer.echo(f"{folder}: {trainer.progress.positions:,} positions seen", err=True)
            trainer.run(
                seconds=math.inf if minutes is None else 60 * minutes,
                positions=positions,
                stopped=lambda: stop.asked,
            )
    except (OSError, ValueError) as error:
        typer.echo(f"keima train: {error}", err=True)
        raise typer.Exit(1) from None
    typer.echo(f"{folder / 'network.bin.gz'} has seen {trainer.progress.positions:,} positions")


class _Stop:
    """Ctrl-C and a polite kill end the run after the present step."""

    def __init__(self) -> None:
        self.asked = False
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._ask)

    def _ask(self, *_: object) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True
