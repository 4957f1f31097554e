"""`keima net accuracy`: how well a network predicts games."""

from __future__ import annotations

import json
import time
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer


class Part(StrEnum):
    """Games that are not learnt from."""

    test = "test"
    validation = "validation"


class Precision(StrEnum):
    """As `keima.nets.preparing.PRECISIONS`."""

    auto = "auto"
    f32 = "f32"
    int8 = "int8"


def accuracy(
    network: Annotated[str, typer.Argument(help="A network's name, or a file.")],
    data: Annotated[list[Path], typer.Argument(help="Packs (.npz) or folders of shards.")],
    positions: Annotated[int, typer.Option(min=1, help="Positions of each pack.")] = 10_000,
    part: Annotated[Part, typer.Option(help="Which games.")] = Part.test,
    precision: Annotated[Precision, typer.Option(help="Which model to use.")] = Precision.auto,
    seed: Annotated[int, typer.Option(min=0, help="Which positions are drawn.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Say how well a network predicts moves and results of games it has not learnt from.

    Games are split as for training: `test` and `validation` are never learnt from.
    """
    from keima.data.positions import Positions, read_data
    from keima.data.record import PART_NAMES
    from keima.training.accuracy import Accuracy, held_out, measure
    from keima.training.teacher import Teacher

    number = {name: each for each, name in PART_NAMES.items()}[part.value]
    rows: dict[str, Any] = {}

    def of_pack(pack: Positions) -> Accuracy | None:
        last, done = time.monotonic(), 0

        def judge(planes: Any, numbers: Any) -> tuple[Any, Any]:
            nonlocal last, done
            raw = teacher.judge(planes, numbers)
            done += len(planes)
            if time.monotonic() - last > 5:
                last = time.monotonic()
                typer.echo(f"{pack.pack.path.stem}: {done:,} positions", err=True)
            return raw["policy"][:, 0], raw["value"]

        return measure(judge, held_out(pack, number, positions, seed))

    try:
        teacher = Teacher(network, precision.value)
        for pack, _ in read_data([str(path) for path in data]):
            found = of_pack(pack)
            name = pack.pack.path.stem
            rows[name] = found.to_json() if found else None
            if not as_json:
                typer.echo(f"{name}, {part.value}: {found or 'no positions'}")
    except (OSError, ValueError) as error:
        typer.echo(f"keima net: {error}", err=True)
        raise typer.Exit(1) from None
    if as_json:
        typer.echo(json.dumps(rows))
