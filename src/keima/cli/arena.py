"""`keima arena`: tournaments from TOML files, their reports and their games."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from keima.cli.options import Ray, Workers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from keima.arena.records import GameRecord
    from keima.arena.report import Report
    from keima.arena.results import Results
    from keima.arena.settings import PlannedGame
    from keima.arena.tournament import Tournament

app = typer.Typer(help="Run tournaments and report on them.", no_args_is_help=True)


@app.command()
def run(
    file: Annotated[Path, typer.Argument(help="The tournament: a TOML file.")],
    workers: Workers = None,
    db: Annotated[Path | None, typer.Option(help="Database of games; the file's own.")] = None,
    sgf: Annotated[Path | None, typer.Option(help="Folder for the games as SGF files.")] = None,
    ray: Ray = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Play what is left of a tournament. It can be stopped at any time, and run again."""
    from keima.arena.files import load_tournament
    from keima.arena.report import Report
    from keima.arena.results import Results, export_sgf

    try:
        loaded = load_tournament(file)
        tournament = loaded.tournament
        check_players(tournament)
        with Results(db or loaded.database) as results:
            play_tournament(tournament, results, workers or loaded.workers, ray, loaded.source)
            if sgf is not None:
                export_sgf(results, sgf, tournament.name)
            reports = [Report.of(results, tournament.name)]
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    _show(reports, as_json, None)


@app.command()
def report(
    db: Annotated[Path, typer.Argument(help="Database of games.")],
    tournament: Annotated[str | None, typer.Option(help="Only this one.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    html: Annotated[Path | None, typer.Option(help="Write a page with plots.")] = None,
) -> None:
    """Win rates, intervals, ratings, cross table, lengths, times and faults."""
    from keima.arena.report import Report

    try:
        with _open(db) as results:
            reports = [Report.of(results, name) for name in _names(results, tournament)]
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    _show(reports, as_json, html)


@app.command()
def export(
    db: Annotated[Path, typer.Argument(help="Database of games.")],
    folder: Annotated[Path, typer.Argument(help="Where the SGF files go.")],
    tournament: Annotated[str | None, typer.Option(help="Only this one.")] = None,
) -> None:
    """Write every game as an SGF file, with its settings and seeds."""
    from keima.arena.results import export_sgf

    try:
        with _open(db) as results:
            _names(results, tournament)
            count = export_sgf(results, folder, tournament)
    except (ValueError, OSError) as error:
        raise typer.BadParameter(str(error)) from None
    typer.echo(f"{count} games in {folder}")


@app.command()
def faults(
    db: Annotated[Path, typer.Argument(help="Database of games.")],
    tournament: Annotated[str | None, typer.Option(help="Only this one.")] = None,
) -> None:
    """Print every fault with what was said in that game until then."""
    try:
        with _open(db) as results:
            for name in _names(results, tournament):
                for record in results.records(name):
                    for fault in record.faults:
                        plan = record.plan
                        side = {"B": plan.black.name, "W": plan.white.name}.get(fault.color, "")
                        typer.echo(f"== {name}, game {plan.index}: {fault.kind} {side}".rstrip())
                        typer.echo(fault.message)
                        if fault.transcript:
                            typer.echo(fault.transcript)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


def _open(path: Path) -> Results:
    from keima.arena.results import Results

    if not path.is_file():
        raise ValueError(f"there is no database {path}")
    return Results(path)


def _names(results: Results, wanted: str | None) -> list[str]:
    names = results.tournaments()
    if wanted is None and names:
        return names
    if wanted not in names:
        known = ", ".join(map(repr, names)) or "none"
        raise ValueError(f"{results.path} has no tournament {wanted or ''!r}: it has {known}")
    return [wanted]


def _show(reports: list[Report], as_json: bool, html: Path | None) -> None:
    if html is not None:
        from keima.arena.page import html_page

        try:
            html.write_text(html_page(reports), encoding="utf-8")
        except OSError as error:
            raise typer.BadParameter(f"cannot write {html}: {error.strerror}") from None
    if as_json:
        data = [one.to_json() for one in reports]
        print(json.dumps(data[0] if len(data) == 1 else data, indent=2))
    elif html is None:
        from rich.console import Console

        from keima.arena.tables import print_report

        console = Console()
        for one in reports:
            print_report(one, console)


def check_players(tournament: Tournament) -> None:
    """Raises ValueError if a player can never be made."""
    from keima.arena.players import make_player

    for entrant in tournament.entrants:
        make_player(entrant.spec).close()


def play_tournament(
    tournament: Tournament,
    results: Results,
    workers: int | None,
    ray: str | None,
    source: str,
) -> None:
    """Plays what is left and shows how it goes on stderr."""
    from keima.arena.pool import cores, play_in_pool
    from keima.arena.progress import Progress
    from keima.arena.run import Run

    going = Run(tournament, results, source)
    progress = Progress(going, sys.stderr)

    def backend(plans: Iterable[PlannedGame]) -> Iterator[GameRecord]:
        if ray is not None:
            from keima.arena.ray import play_on_ray

            return play_on_ray(plans, ray, workers)
        return play_in_pool(plans, workers or cores())

    try:
        with progress.showing():
            for record in going.play(backend):
                progress.saw(record)
    except KeyboardInterrupt:
        typer.echo("stopped; run it again with the same database to go on", err=True)
        raise typer.Exit(130) from None
