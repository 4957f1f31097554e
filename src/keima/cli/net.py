"""`keima net`: the networks that Keima can play with."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from keima.cli.accuracy import accuracy
from keima.cli.net_show import show

if TYPE_CHECKING:
    from keima.nets.description import Description

app = typer.Typer(help="Add networks, look into them, try and export them.", no_args_is_help=True)
app.command()(accuracy)
app.command()(show)

Name = Annotated[str, typer.Argument(help="A network's name, the beginning of it, or a file.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Size = Annotated[str, typer.Option(help="The board: 19, or 9x13 (width x height).")]


class Precision(StrEnum):
    """As `keima.nets.preparing.PRECISIONS`."""

    auto = "auto"
    f32 = "f32"
    int8 = "int8"


class Format(StrEnum):
    """What can be exported."""

    ir = "ir"
    onnx = "onnx"


@app.command()
def add(
    source: Annotated[str, typer.Argument(help="A file (.bin.gz, .txt.gz), or a listed network.")],
    name: Annotated[str | None, typer.Option(help="The name; that of the file if none.")] = None,
    as_json: Json = False,
) -> None:
    """Add a network, so that it can be asked for by name.

    The file is copied. Networks of an installed KaTrain are listed by `keima net list`.
    """
    from keima.nets.store import add_network

    with _errors():
        known = add_network(source, name)
        if as_json:
            _print({"name": known.name, "path": str(known.path)})
        else:
            typer.echo(f"added {known.name}")


@app.command("list")
def list_(as_json: Json = False) -> None:
    """List the networks that have a name."""
    from keima.nets.store import known_networks

    with _errors():
        networks = known_networks()
        if as_json:
            _print([{**known._asdict(), "path": str(known.path)} for known in networks])
            return
        if not networks:
            typer.echo("there are no networks yet: keima net add FILE", err=True)
        width = max((len(known.name) for known in networks), default=0)
        where = {"added": "added", "brought": "brought by Keima", "katrain": "found in KaTrain"}
        for known in networks:
            size = known.path.stat().st_size / 1e6
            typer.echo(f"{known.name:<{width}}  {size:6.1f} MB  {where[known.source]}")


@app.command()
def remove(name: Annotated[str, typer.Argument(help="The name of an added network.")]) -> None:
    """Remove an added network, and what was made of it."""
    from keima.nets.cache import clear
    from keima.nets.folders import cache_folder
    from keima.nets.store import find_network, hash_of, remove_network

    with _errors():
        made = cache_folder() / "networks" / hash_of(find_network(name))[:24]
        known = remove_network(name)
        clear(made)
        typer.echo(f"removed {known.name}")


@app.command()
def info(name: Name, as_json: Json = False) -> None:
    """Say what a network is: its version, blocks, channels and weights."""
    from keima.nets.reader import read_network
    from keima.nets.store import find_network, hash_of

    with _errors():
        path = find_network(name)
        net = read_network(path)
        facts = {"file": str(path), "sha256": hash_of(path), **_facts(net)}
        if as_json:
            _print(facts)
            return
        for key, value in facts.items():
            shown = f"{value:,}" if isinstance(value, int) else value
            typer.echo(f"{key.replace('_', ' '):>15}  {shown}")


@app.command()
def test(
    name: Name,
    size: Size = "19",
    precision: Annotated[Precision, typer.Option(help="Which model to use.")] = Precision.auto,
    positions: Annotated[int, typer.Option(min=1, max=10_000, help="To compare on.")] = 100,
    as_json: Json = False,
) -> None:
    """Try a network on this machine: what it says of the empty board, and how fast it is.

    A model in int8 is also compared with its f32 source, on positions of games that Keima makes.
    """
    from keima.game import Game
    from keima.nets.network import Network
    from keima.nets.quantize import compare, time_of
    from keima.nets.reader import read_network
    from keima.nets.runtime import compiled, processor
    from keima.nets.samples import make_samples
    from keima.nets.store import find_network

    with _errors():
        width, height = _size(size)
        path = find_network(name)
        start = time.perf_counter()
        network = Network(path, precision=precision.value, tell=_tell)
        prepared = network.prepared(width, height)
        ready = time.perf_counter() - start
        game = Game((width, height))
        empty = network.evaluate(game)
        best = empty.policy.argsort()[::-1][:5]
        samples = make_samples(width, height, positions, 3, prepared.suicide_area)
        model = compiled(str(prepared.xml))
        seconds = time_of(model, samples[len(samples) // 2])
        facts: dict[str, Any] = {
            "name": prepared.name,
            "board": f"{width}x{height}",
            "precision": prepared.precision,
            "message": prepared.message,
            "processor": processor(),
            "seconds_to_start": round(ready, 2),
            "evaluations_per_second": round(1 / seconds, 1),
            "empty_board": {
                "winrate": round(empty.winrate, 4),
                "lead": round(empty.lead, 2),
                "moves": {game.name(int(p)): round(float(empty.policy[p]), 4) for p in best},
            },
        }
        if prepared.precision == "int8":
            from keima.nets.preparing import prepare

            exact = compiled(str(prepare(path, width, height, "f32").xml))
            facts["against_f32"] = vars(compare(read_network(path), exact, model, samples))
        _print(facts) if as_json else _show(facts)


@app.command()
def export(
    name: Name,
    out: Annotated[Path, typer.Option(help="A folder for ir, a file for onnx.")],
    format_: Annotated[
        Format, typer.Option("--format", help="OpenVINO's own format, or ONNX.")
    ] = Format.ir,
    size: Size = "19",
    precision: Annotated[Precision, typer.Option(help="For ir.")] = Precision.f32,
) -> None:
    """Write a network for one board size in a form that other programs read.

    Inputs are `planes` [N,22,H,W] and `globals` [N,19]; outputs are raw: see docs/nets.md.
    """
    from keima.nets.export import export_ir, export_onnx

    with _errors():
        width, height = _size(size)
        if format_ is Format.onnx:
            if precision is not Precision.f32:
                raise ValueError("ONNX is written in f32 only")
            export_onnx(name, width, height, out)
        else:
            export_ir(name, width, height, out, precision.value, _tell)
        typer.echo(f"written: {out}")


def _facts(net: Description) -> dict[str, Any]:
    from keima.nets.description import Activation, layers

    names = {"OrdinaryBlock": "ordinary", "PoolBlock": "pooling", "NestedBlock": "nested"}
    kinds = [names[type(block).__name__] for block in net.trunk.blocks]
    activations = {layer.kind for layer in layers(net) if isinstance(layer, Activation)}
    return {
        "name": net.name,
        "version": net.version,
        "blocks": ", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds)),
        "channels": net.trunk.channels,
        "activation": ", ".join(sorted(activations)),
        "policies": net.policies,
        "weights": net.weights,
    }


def _show(facts: dict[str, Any]) -> None:
    typer.echo(f"{facts['name']}, {facts['board']}, {facts['precision']}")
    if facts["message"]:
        typer.echo(facts["message"])
    typer.echo(f"ready after {facts['seconds_to_start']:.2f} s")
    typer.echo(f"{facts['evaluations_per_second']:.1f} evaluations a second of one core")
    empty = facts["empty_board"]
    moves = ", ".join(f"{move} {share:.1%}" for move, share in empty["moves"].items())
    typer.echo(f"empty board: Black wins {empty['winrate']:.1%}, leads by {empty['lead']:+.1f}")
    typer.echo(f"moves: {moves}")
    if "against_f32" in facts:
        found = facts["against_f32"]
        typer.echo(
            f"against f32 on {found['positions']} positions: best move the same "
            f"{found['best_move']:.1%}, mean error of the win rate {found['win_error']:.4f}"
        )


def _size(text: str) -> tuple[int, int]:
    parts = text.lower().split("x")
    if len(parts) > 2 or not all(part.isascii() and part.isdigit() for part in parts):
        raise ValueError(f"a board is 19 or 9x13, not {text!r}")
    return int(parts[0]), int(parts[-1])


def _tell(line: str) -> None:
    typer.echo(line, err=True)


def _print(data: object) -> None:
    typer.echo(json.dumps(data))


@contextmanager
def _errors() -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        typer.echo(f"keima net: {error}", err=True)
        raise typer.Exit(1) from None
