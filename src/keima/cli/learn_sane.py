"""`keima learn sane`: networks by evolution."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from keima.cli.learning import Json, check_out, errors
from keima.cli.options import Workers

if TYPE_CHECKING:
    from keima import _core
    from keima.evolve import Run, Settings

#: Seconds between files.
SAVE_EVERY = 10.0


def sane(
    out: Annotated[
        Path, typer.Option(help="The file of the run: it is gone on with if it exists.")
    ],
    generations: Annotated[int, typer.Option(min=0, help="How many there are to be in all.")] = 100,
    size: Annotated[int, typer.Option(min=2, max=25, help="Side of the board.")] = 9,
    fitness: Annotated[
        str, typer.Option(help="How networks are valued: random, gnugo or tournament.")
    ] = "tournament",
    networks: Annotated[int, typer.Option(min=4, help="Networks in their population.")] = 100,
    nodes: Annotated[int, typer.Option(min=4, help="Nodes in their population.")] = 12_750,
    hidden: Annotated[int, typer.Option(min=1, help="Nodes of a network.")] = 2_250,
    bits: Annotated[int, typer.Option(min=2, max=3, help="Bits of a point.")] = 3,
    games: Annotated[int, typer.Option(min=1, help="Games for a network's fitness.")] = 5,
    seed: Annotated[int, typer.Option(min=0, max=2**63, help="Of everything random.")] = 1,
    other: Annotated[
        list[str] | None,
        typer.Option("--set", help="NAME=NUMBER of any other setting, as mutation=0.02."),
    ] = None,
    judge: Annotated[
        list[Path] | None,
        typer.Option(help="Packs of games: the best network is judged by those of the test."),
    ] = None,
    positions: Annotated[int, typer.Option(min=1, help="So many positions of them.")] = 5000,
    judge_every: Annotated[int, typer.Option(min=1, help="Generations between.")] = 10,
    stop_every: Annotated[
        int, typer.Option(min=0, help="Generations between stop tests; 0 for none.")
    ] = 0,
    stop_games: Annotated[int, typer.Option(min=1, help="Games of each step of it.")] = 1,
    workers: Workers = None,
    as_json: Json = False,
) -> None:
    """Let networks evolve together with their nodes (SANE).

    The fitness of a network comes from games as White against random play (random), against random
    play mixed with more and more of GNU Go's (gnugo), or against each other (tournament). The run
    is kept in a file: the same command goes on after any interruption. It ends after so many
    generations, or when the best network wins every game of the stop test, against more and more
    of GNU Go at level 0.
    """
    from keima.evolve import Settings

    with errors():
        check_out(out)
        settings = Settings(
            side=size,
            fitness=fitness,
            networks=networks,
            nodes=nodes,
            hidden=hidden,
            bits=bits,
            games=games,
            seed=seed,
            **_others(other or []),
        )
        run = _start(out, settings)
        examples = _examples(judge, size, positions) if judge else None
        try:
            _evolve(
                run,
                out,
                generations,
                workers,
                {
                    "examples": (examples, positions, judge_every),
                    "stop": (stop_games, stop_every),
                },
            )
        except KeyboardInterrupt:
            typer.echo(f"stopped; the same command goes on from {out}", err=True)
            raise typer.Exit(130) from None
        last = run.log[-1] if run.log else {}
        if as_json:
            typer.echo(json.dumps({"generations": run.generation, "done": run.done, **last}))
        else:
            typer.echo(_line(last) if last else "no generations")
            if run.done:
                typer.echo("the best network won every game of the stop test")


def _others(given: list[str]) -> dict[str, Any]:
    """
    >>> _others(["mutation=0.02"])
    {'mutation': 0.02}
    """
    from dataclasses import fields

    from keima.evolve import Settings

    own = {"side", "fitness", "networks", "nodes", "hidden", "bits", "games", "seed"}
    known = [field.name for field in fields(Settings) if field.name not in own]
    found: dict[str, Any] = {}
    for text in given:
        name, _, value = text.partition("=")
        if name not in known:
            raise ValueError(f"unknown setting {name!r}: expected one of {', '.join(known)}")
        try:
            found[name] = float(value)
        except ValueError:
            raise ValueError(f"{text!r}: expected a number after {name}=") from None
    return found


def _start(out: Path, settings: Settings) -> Run:
    from keima.evolve import Run

    if not out.exists():
        return Run(settings)
    run = Run.load(out)
    if run.settings != settings:
        raise ValueError(f"{out} is of a run with other settings: give another --out")
    typer.echo(f"going on after {run.generation} generations", err=True)
    return run


def _examples(packs: list[Path], side: int, positions: int) -> _core.Examples:
    """Of the games of the test."""
    from keima.learn.examples import collect
    from keima.learn.games import read_packs

    return collect(read_packs(packs), side, 9 * positions, learn=False).test


def _evolve(
    run: Run, out: Path, generations: int, workers: int | None, options: dict[str, Any]
) -> None:
    from keima.arena.pool import cores
    from keima.evolve.games import GnuGos
    from keima.gtp.client import GtpClientError

    examples, positions, judge_every = options["examples"]
    stop_games, stop_every = options["stop"]
    gnugo = GnuGos() if run.settings.fitness == "gnugo" or stop_every else None
    saved = time.monotonic()
    try:
        with ThreadPoolExecutor(workers or cores()) as pool:
            while run.generation < generations and not run.done:
                number = run.generation
                judged = examples if number % judge_every == 0 else None
                tested = stop_games if stop_every and (number + 1) % stop_every == 0 else 0
                row = run.step(pool, gnugo, examples=judged, positions=positions, stop_games=tested)
                typer.echo(_line(row), err=True)
                if time.monotonic() - saved >= SAVE_EVERY:
                    saved = time.monotonic()
                    run.save(out)
    except GtpClientError as error:
        raise ValueError(f"GNU Go: {error}; the same command goes on from {out}") from None
    finally:
        run.save(out)
        if gnugo:
            gnugo.close()


def _line(row: dict[str, Any]) -> str:
    """What is told of a generation."""
    parts = [
        f"generation {row['generation']}: best {row['best']:.2f}, mean {row['mean']:.2f} a game"
    ]
    if "share" in row:
        parts.append(f"GNU Go level {row['level']} plays {row['share']:.0%}")
    if "rank" in row:
        parts.append(f"median rank {row['rank']:g}, in the best quarter {row['quarter']:.1%}")
    if "steps" in row:
        parts.append(f"{row['steps']} steps of the stop test")
    return ", ".join(parts)
