"""`keima experiment`: rerun the tables of the documents."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

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
        typer.echo(
            json.dumps(
                [
                    {
                        "name": e.name,
                        "document": e.document,
                        "title": e.title,
                        "cells": [{"name": c.name, "games": c.games} for c in e.cells],
                    }
                    for e in experiments
                ]
            )
        )
        return
    for e in experiments:
        cells = " ".join(c.name for c in e.cells) or "computed, no games"
        typer.echo(f"{e.name}  {e.document}: {e.title}\n    {cells}")


@app.command()
def run(
    name: Name,
    cell: Annotated[
        list[str] | None, typer.Option(help="Only this cell; may be given several times.")
    ] = None,
    games: Annotated[
        int | None, typer.Option(min=1, help="Games of each cell, instead of its own number.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Games at the same time; default one a core.")
    ] = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Play what is left of an experiment's games. It can be stopped and started at any time."""
    from keima.arena.pool import cores, play_in_pool
    from keima.arena.progress import Progress
    from keima.arena.results import Results
    from keima.arena.run import Run
    from keima.experiments import load_experiment

    try:
        experiment = load_experiment(name)
        chosen = [experiment.cell(c) for c in cell] if cell else experiment.cells
        with Results(db) as results:
            for each in chosen:
                plan = each.tournament(experiment.name, experiment.settings, games or each.games)
                under_way = Run(plan, results, source=f"keima experiment run {name}")
                if not under_way.left:
                    continue
                typer.echo(f"{plan.name}: {under_way.left} games to play", err=True)
                with Progress(under_way, sys.stderr).showing() as progress:
                    for record in under_way.play(
                        lambda plans: play_in_pool(plans, workers or cores())
                    ):
                        progress.saw(record)
    except ValueError as error:
        typer.echo(f"keima experiment: {error}", err=True)
        raise typer.Exit(2) from None
    except KeyboardInterrupt:
        typer.echo("stopped; the same command goes on from here", err=True)
        raise typer.Exit(130) from None
    report(name, db=db)


@app.command()
def report(
    name: Name,
    db: Database = DEFAULT_DATABASE,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    markdown: Annotated[
        Path | None, typer.Option(help="Write a page and its figure into this folder.")
    ] = None,
) -> None:
    """Print an experiment's results beside the document's."""
    from keima.arena.results import Results
    from keima.experiments import load_experiment
    from keima.experiments import report as reports

    try:
        experiment = load_experiment(name)
        played = []
        if experiment.cells:
            if not db.exists():
                raise ValueError(f"there is no database {db}: run the experiment first, or --db")
            with Results(db) as results:
                played = reports.results_of(experiment, results)
    except ValueError as error:
        typer.echo(f"keima experiment: {error}", err=True)
        raise typer.Exit(2) from None
    if markdown:
        markdown.mkdir(parents=True, exist_ok=True)
        picture = None
        if played:
            picture = f"{name}.svg"
            (markdown / picture).write_text(reports.figure(experiment, played), encoding="utf-8")
        page = reports.as_markdown(experiment, played, picture)
        (markdown / f"{name}.md").write_text(page, encoding="utf-8")
        typer.echo(f"wrote {markdown / name}.md")
    elif as_json:
        typer.echo(json.dumps(reports.as_json(experiment, played)))
    else:
        typer.echo(reports.as_text(experiment, played))
