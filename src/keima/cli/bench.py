"""`keima bench`: speeds and fingerprints of the core."""

from __future__ import annotations

import dataclasses
import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from keima.cli.bench_shallow import expansions, shallow
from keima.cli.bench_steps import steps
from keima.cli.options import no_nan
from keima.playouts import POLICIES

if TYPE_CHECKING:
    from keima.game import Game

T = TypeVar("T")

app = typer.Typer(help="Measure the speed of Keima's parts.", no_args_is_help=True)
app.command()(expansions)
app.command()(shallow)
app.command()(steps)

Size = Annotated[str, typer.Option(help="Side of the board, or WIDTHxHEIGHT.")]
Seconds = Annotated[
    float, typer.Option(min=0.01, max=3600, callback=no_nan, help="How long to measure.")
]
Threads = Annotated[int, typer.Option(min=1, max=256, help="Threads.")]
Seed = Annotated[int, typer.Option(min=0, max=2**63, help="Seed of the random moves.")]
Json = Annotated[bool, typer.Option("--json", help="Print a JSON object.")]

#: Those of the core, and the yardstick of the light board.
Policy = StrEnum("Policy", {name: name for name in ("board", *POLICIES)})  # type: ignore[misc]
UNIFORM = Policy("uniform")


class Eyes(StrEnum):
    usual = "usual"
    strict = "strict"


@app.command()
def playouts(
    size: Size = "9",
    policy: Annotated[
        Policy,
        typer.Option(
            help="uniform: on the light board. board: the same moves on the full one. "
            "softmax: by a trained model. The others: by rules.",
        ),
    ] = UNIFORM,
    eyes: Annotated[
        Eyes,
        typer.Option(
            help="What a player of uniform and board never fills. usual: one enemy corner "
            "allowed, none at the edge. strict: no enemy corner."
        ),
    ] = Eyes.usual,
    seconds: Seconds = 3.0,
    threads: Threads = 1,
    seed: Seed = 1,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", help="A parameter of the policy, as node=1; may be repeated."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Run random games to their end from an empty board.

    playouts_per_second is the number of games of all threads together, divided by the time from
    start to end. best_playouts_per_second is the same for the best tenth of a second, which is
    what an idle machine gives. moves_per_playout counts stones, not passes. A game ends after
    two passes; uniform and board have no mercy rule and no early stop. For a policy that counts
    them there follow the moves that each of its parts made, of all moves and passes.
    """
    from keima.bench import measure_playouts

    speed = _timed(
        measure_playouts,
        *(size, policy.value, "playouts"),
        eyes=eyes.value,
        threads=threads,
        seconds=seconds,
        seed=seed,
        parameters=_checked(lambda: dict(map(_setting, settings or []))),
    )
    made = sum(speed.steps.values())
    _show(
        speed,
        as_json,
        f"{speed.policy}, {_threads(threads)}",
        f"{speed.playouts_per_second:12,.0f} playouts a second",
        f"{speed.best_playouts_per_second:12,.0f} in the best tenth of a second",
        f"{speed.moves_per_playout:12.2f} moves a playout",
        *(f"{100 * count / made:12.2f} % {step}" for step, count in speed.steps.items()),
    )


@app.command()
def board(size: Size = "19", seconds: Seconds = 1.0, seed: Seed = 1, as_json: Json = False) -> None:
    """Time the board: copying it, playing a move, testing a point.

    The times are the best of many rounds over the positions of random games; a test is whether
    one empty point is legal and whether it is an eye.
    """
    from keima.bench import measure_board

    speed = _checked(lambda: measure_board(*_sides(size), seconds=seconds, seed=seed))
    _show(
        speed,
        as_json,
        "",
        f"{speed.copy_nanoseconds:8.1f} ns to copy the board",
        f"{speed.play_nanoseconds:8.1f} ns to play a move",
        f"{speed.test_nanoseconds:8.1f} ns to test a point",
    )


@app.command()
def search(
    size: Size = "9",
    profile: Annotated[str, typer.Option(help="A profile with a tree search.")] = "classic",
    seconds: Seconds = 5.0,
    threads: Threads = 1,
    seed: Seed = 1,
    record: Annotated[
        Path | None, typer.Option("--sgf", help="Search the end of a game record instead.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Count the simulations of a tree search from the empty board."""
    from keima.bench import measure_search

    position = _checked(lambda: _position(record)) if record else None
    speed = _timed(
        measure_search,
        *(f"{position.width}x{position.height}" if position else size, profile, "simulations"),
        threads=threads,
        seconds=seconds,
        seed=seed,
        position=position,
    )
    _show(
        speed,
        as_json,
        f"{speed.profile}, {_threads(threads)}",
        f"{speed.simulations_per_second:12,.0f} simulations a second",
        f"{speed.simulations_per_cpu_second:12,.0f} a second of processor time",
        f"{speed.nodes:12,} positions in the tree",
        f"{speed.memory_mb:12.1f} MB",
        *([f"{speed.network_part:12.1%} of the time in the network"] * (speed.network_part > 0)),
    )


@app.command()
def solve(
    size: Size = "5",
    seconds: Seconds = 5.0,
    threads: Threads = 1,
    megabytes: Annotated[
        int, typer.Option("--mb", min=1, max=2**20, help="Size of the table in MB.")
    ] = 256,
    without: Annotated[
        list[str] | None, typer.Option(help="A part of the search to leave out, as territory.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Count the positions that the Go solver visits, from the empty board."""
    from keima.bench import measure_solve

    speed = _checked(
        lambda: measure_solve(
            *_sides(size),
            seconds=seconds,
            threads=threads,
            megabytes=megabytes,
            without=without or (),
        )
    )
    _show(
        speed,
        as_json,
        _threads(threads),
        f"{speed.nodes_per_second:12,.0f} positions a second",
        f"{speed.depth:12,} plies deep",
    )


@app.command()
def signature(as_json: Json = False) -> None:
    """Print a fingerprint of what the core plays with fixed seeds.

    It is the same on every machine, and changes only when moves change.
    """
    from keima import bench

    parts = bench.signatures()
    total = bench.signature(parts)
    if as_json:
        print(json.dumps({"signature": total, "parts": parts}))
        return
    for name, value in parts.items():
        print(f"{value}  {name}")
    print(f"{total}  all")


def _timed(
    measure: Callable[..., T], size: str, what: str, unit: str, *, seconds: float, **options: object
) -> T:
    """Measures what is played by a policy or profile, and shows for how long."""
    with _progress(seconds, unit) as progress:
        return _checked(
            lambda: measure(*_sides(size), what, seconds=seconds, progress=progress, **options)
        )


def _show(speed: Any, as_json: bool, title: str, *lines: str) -> None:
    """For a program, or for people."""
    if as_json:
        print(json.dumps(dataclasses.asdict(speed)))
        return
    print(", ".join(filter(None, (f"{speed.width}x{speed.height}", title))))
    print(*lines, sep="\n")


def _checked(run: Callable[[], T]) -> T:
    try:
        return run()
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


def _position(record: Path) -> Game:
    from keima.game import Game

    if not record.is_file():
        raise ValueError(f"there is no file {record}")
    return Game.from_sgf(record)


def _setting(text: str) -> tuple[str, float]:
    name, _, value = text.partition("=")
    try:
        return name, float(value)
    except ValueError:
        raise ValueError(f"{text!r} is not a setting: expected NAME=NUMBER") from None


def _sides(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"([0-9]{1,4})(?:x([0-9]{1,4}))?", text.lower())
    if not match:
        raise ValueError(f"{text!r} is not a board size: expected 9 or 13x9")
    width, height = match.groups()
    return int(width), int(height or width)


def _threads(count: int) -> str:
    return "1 thread" if count == 1 else f"{count} threads"


@contextmanager
def _progress(seconds: float, what: str) -> Iterator[Callable[[float], object] | None]:
    """A bar on the terminal, if it is one and somebody has to wait."""
    if seconds <= 2 or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=seconds)
        yield lambda spent: bar.update(task, completed=spent)


if __name__ == "__main__":
    app()
