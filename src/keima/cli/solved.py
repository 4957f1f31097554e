"""Solving on the command line: what is read, shown and printed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from keima.game import Game
    from keima.solve import CaptureSolution, Solution


def solve_and_print(
    game: Game | None,
    size: tuple[int, int],
    *,
    sgf: Path | None,
    proof_depth: int,
    as_json: bool,
    opening: Any,
    **settings: Any,
) -> None:
    """Solves, shows how far it is, and prints what was found."""
    from keima.cli.watching import watching
    from keima.solve import solve_go

    if proof_depth and sgf is None:
        raise ValueError("a proof tree needs a file: give --sgf")
    check_file(sgf)
    with watching() as watch:
        solution = solve_go(
            *size,
            position=game,
            opening=opening,
            proof_depth=proof_depth,
            progress=watch,
            **settings,
        )
    if sgf is not None:
        from keima.files import write_file
        from keima.sgf import write
        from keima.solve.records import record

        trees = [record(solution, game, opening), *solution.trees]
        write_file(sgf, "".join(write(tree) for tree in trees).encode())
    if as_json:
        typer.echo(json.dumps(solution.to_json()))
    else:
        _print(solution)
    leave(solution)


def _print(solution: Solution) -> None:
    from keima.solve.bounds import OPEN

    proved = "proved" if solution.proved else "not proved"
    typer.echo(f"{solution.width}x{solution.height}, {solution.ko} ko: {solution.text} ({proved})")
    typer.echo(solution.describe())
    print_work(solution)
    if len(solution.answers) > 1:
        for a in solution.answers:
            answer = "no answer" if a["answer"] == OPEN else a["answer"]
            typer.echo(
                f"{a['question']} {answer}: depth {a['depth']}, {a['nodes']:,} nodes, "
                f"{a['seconds']:.1f} s"
            )
    if solution.stopped:
        typer.echo(f"ended early: {solution.stopped}")
    for question in solution.unanswered:
        typer.echo(f"open: {question}")


def print_work(solution: Solution | CaptureSolution) -> None:
    """The line, and what it took to find it."""
    if solution.line:
        typer.echo(f"best: {solution.best}; line: {' '.join(solution.line)}")
    rate = solution.nodes / max(solution.seconds, 1e-9)
    typer.echo(
        f"depth {solution.depth}, {solution.nodes:,} nodes, {solution.seconds:.1f} s, "
        f"{rate:,.0f} nodes a second"
    )


def check_file(path: Path | None) -> None:
    """Raises ValueError, before anything is solved, if nothing could be written there."""
    if path is not None and (path.is_dir() or not path.parent.is_dir()):
        raise ValueError(f"cannot write {path}")


def leave(solution: Solution | CaptureSolution) -> None:
    """Ends as an interrupted program if it was that and has proved nothing."""
    if not solution.proved and solution.stopped == "interrupted":
        raise typer.Exit(130)


def sides(text: str) -> tuple[int, int]:
    width, cross, height = text.lower().partition("x")
    try:
        return int(width), int(height if cross else width)
    except ValueError:
        raise ValueError(f"{text!r} is not a board size: expected 5 or 5x4") from None


@contextmanager
def told() -> Iterator[None]:
    """What is wrong is said in a line."""
    try:
        yield
    except (OSError, ValueError) as error:
        typer.echo(f"keima solve: {error}", err=True)
        raise typer.Exit(1) from None
