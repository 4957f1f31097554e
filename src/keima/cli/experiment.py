"""`keima experiment`: rerun the tables of the documents."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from keima.cli.options import Workers, no_nan

if TYPE_CHECKING:
    from keima.arena.results import Results
    from keima.arena.tournament import Tournament
    from keima.experiments.experiment import Cell, Experiment
    from keima.experiments.results import CellResult

app = typer.Typer(
    help="Run the experiments of the documents again and compare.", no_args_is_help=True
)

Name = Annotated[str, typer.Argument(help="For example palsson-8.4; see `keima experiment list`.")]
Database = Annotated[Path, typer.Option("--db", help="The database of games.")]
DEFAULT_DATABASE = Path("experiments.sqlite")


@app.command("list")
def list_experiments(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List all experiments and their cells."""
    from keima.experiments import known_experiments, load_experiment

    experiments = [load_experiment(name) for name in known_experiments()]
    if as_json:
        typer.echo(json.dumps([_summary(experiment) for experiment in experiments]))
        return
    for e in experiments:
        names = [c.name for c in e.cells] + [r.name for r in e.runs]
        cells = " ".join(names) or "computed, no games"
        typer.echo(f"{e.name}  {e.document}: {e.title}\n    {cells}")


def _summary(experiment: Experiment) -> dict[str, object]:
    return {
        "name": experiment.name,
        "document": experiment.document,
        "title": experiment.title,
        "cells": [{"name": c.name, "games": c.games} for c in experiment.cells]
        + [{"name": r.name, "long": r.long} for r in experiment.runs],
    }


Opponent = Annotated[
    str | None,
    typer.Option(help="Another opponent in all cells: a profile, or gtp: and a command."),
]


@app.command()
def run(
    name: Name,
    cell: Annotated[
        list[str] | None, typer.Option(help="Only this cell; may be given several times.")
    ] = None,
    games: Annotated[
        int | None, typer.Option(min=1, help="Games of each cell, instead of its own number.")
    ] = None,
    rounds: Annotated[
        int | None,
        typer.Option(min=1, help="So many games of a cell, then of the next, and again."),
    ] = None,
    workers: Workers = None,
    db: Database = DEFAULT_DATABASE,
    file: Annotated[
        Path | None,
        typer.Option(help="A file of games: those in it are not played again, and all are put in."),
    ] = None,
    opponent: Opponent = None,
    seconds: Annotated[
        float | None,
        typer.Option(min=0.1, callback=no_nan, help="For each search of a solver, at most."),
    ] = None,
    megabytes: Annotated[
        int, typer.Option(min=1, max=1 << 20, help="The table of a solver.")
    ] = 1024,
) -> None:
    """Play what is left of an experiment's games. It can be stopped and started at any time."""
    from keima.arena.results import Results
    from keima.experiments.files import export_games

    with _complaints():
        experiment = _chosen(name, opponent)
        if experiment.runs:
            file = file or Path(f"{name}.jsonl")
            _solve(experiment, cell or [], file, seconds, megabytes)
            report(name, db=db, file=file)
            return
        if experiment.make:
            file = file or Path(f"{name}.jsonl")
            experiment.make(file, games)
            report(name, db=db, file=file)
            return
        chosen = [experiment.cell(c) for c in cell] if cell else experiment.cells
        if experiment.cells:
            with Results(db) as results:
                if file is not None and file.exists():
                    _take(file, results, experiment.name)
                for plan in _plans(experiment, chosen, games, rounds):
                    _play(plan, results, workers)
                    if file is not None:
                        export_games(experiment, results, file)
        if experiment.read:
            typer.echo(f"{name} is measured by: {experiment.made_by}", err=True)
            if file is None or not file.exists():
                raise typer.Exit(2)
    report(name, db=db, file=file if experiment.read else None, opponent=opponent)


def _solve(
    experiment: Experiment, names: Sequence[str], file: Path, seconds: float | None, megabytes: int
) -> None:
    """The searches that a file has not yet; each is put into it when it ends."""
    from keima.experiments.solving import Limits, keep, measured, missing

    found = measured(file, experiment.name) if file.exists() else {}
    limits = Limits(seconds, megabytes)
    chosen = [experiment.run(name) for name in names] or experiment.runs
    for run in missing(chosen, found, limits, named=bool(names)):
        typer.echo(f"{experiment.name}/{run.name}", err=True)
        found[run.name] = run.solve(limits)
        order = [r.name for r in experiment.runs if r.name in found]
        keep(file, experiment.name, {name: found[name] for name in order})


def _plans(
    experiment: Experiment, cells: Sequence[Cell], games: int | None, rounds: int | None
) -> Iterator[Tournament]:
    """What is to be played, cell by cell; in rounds, the plans grow until they are whole."""
    wanted = {cell.name: games or cell.games for cell in cells}
    most = max(wanted.values())
    for until in range(rounds, most + rounds, rounds) if rounds else [most]:
        for cell in cells:
            yield experiment.plan(cell, min(until, wanted[cell.name]))


def _take(file: Path, results: Results, wanted: str) -> int:
    """Puts the games of a file into a database."""
    from keima.experiments.files import import_games

    experiment, new = import_games(file, results)
    if experiment.name != wanted:
        raise ValueError(f"{file} has games of {experiment.name}, not of {wanted}")
    return new


def _play(plan: Tournament, results: Results, workers: int | None) -> None:
    from keima.arena.pool import cores, play_in_pool
    from keima.arena.progress import Progress
    from keima.arena.run import Run
    from keima.cli.arena import check_players

    under_way = Run(plan, results, source="keima experiment run")
    if not under_way.left:
        return
    check_players(plan)
    typer.echo(f"{plan.name}: {under_way.left} games to play", err=True)
    with Progress(under_way, sys.stderr).showing() as progress:
        for record in under_way.play(lambda plans: play_in_pool(plans, workers or cores())):
            progress.saw(record)


@app.command()
def report(
    name: Name,
    db: Database = DEFAULT_DATABASE,
    file: Annotated[
        Path | None,
        typer.Option(
            help="A file of games, in place of a database; of results, NAME.jsonl if not given."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    markdown: Annotated[
        Path | None, typer.Option(help="Write a page and its figure into this folder.")
    ] = None,
    opponent: Opponent = None,
) -> None:
    """Print an experiment's results beside the document's."""
    from keima.experiments import report as reports

    with _complaints():
        experiment = _chosen(name, opponent)
        if experiment.read:
            file = file or Path(f"{name}.jsonl")
            if not file.exists():
                raise ValueError(f"there is no file {file}: run the experiment, or use --file")
            experiment = experiment.with_file(file)
        played = _results(experiment, db, file)
        if markdown:
            source = f" --file {file}" if file else ""
            command = f"keima experiment report {name}{source} --markdown {markdown}"
            _write_page(experiment, played, markdown, command)
        elif as_json:
            typer.echo(json.dumps(reports.as_json(experiment, played)))
        else:
            typer.echo(reports.as_text(experiment, played))


def _chosen(name: str, opponent: str | None) -> Experiment:
    from keima.experiments import load_experiment

    experiment = load_experiment(name)
    return experiment.against(opponent) if opponent else experiment


def _results(experiment: Experiment, db: Path, file: Path | None) -> list[CellResult]:
    from keima.arena.results import Results
    from keima.experiments.results import results_of

    if not experiment.cells:
        return []
    if file is None and not db.exists():
        raise ValueError(f"there is no database {db}: run the experiment first, or use --db")
    with Results(":memory:" if file else db) as results:
        if file is not None:
            _take(file, results, experiment.name)
        return results_of(experiment, results)


def _write_page(
    experiment: Experiment, played: list[CellResult], folder: Path, command: str
) -> None:
    from keima.experiments import report as reports

    folder.mkdir(parents=True, exist_ok=True)
    picture = f"{experiment.name}.svg" if played else None
    if picture:
        (folder / picture).write_text(reports.figure(experiment, played), encoding="utf-8")
    page = folder / f"{experiment.name}.md"
    text = reports.as_markdown(experiment, played, picture, command)
    page.write_text(text, encoding="utf-8")
    typer.echo(f"wrote {page}")


@app.command()
def export(
    name: Name,
    file: Annotated[Path, typer.Argument(help="Where the games go: FILE.jsonl or FILE.jsonl.gz.")],
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Write the games of an experiment into a small file that a repository can keep."""
    from keima.arena.results import Results
    from keima.experiments import load_experiment
    from keima.experiments.files import export_games

    with _complaints():
        experiment = load_experiment(name)
        if not db.exists():
            raise ValueError(f"there is no database {db}")
        with Results(db) as results:
            typer.echo(f"{export_games(experiment, results, file)} games in {file}")


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="A file that `keima experiment export` wrote.")],
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Take the games of such a file into a database, from where they can be continued."""
    from keima.arena.results import Results
    from keima.experiments.files import import_games, read_games

    with _complaints():
        read_games(file)  # so that no database is made for nothing
        with Results(db) as results:
            experiment, new = import_games(file, results)
        typer.echo(f"{new} new games of {experiment.name} in {db}")


@contextmanager
def _complaints() -> Iterator[None]:
    """Errors become a message and a status."""
    try:
        yield
    except (ValueError, OSError) as error:
        typer.echo(f"keima experiment: {error}", err=True)
        raise typer.Exit(2) from None
    except KeyboardInterrupt:
        typer.echo("stopped; the same command goes on from here", err=True)
        raise typer.Exit(130) from None
