"""`keima tune`: the values of parameters that win most games."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from keima.cli.options import Ray, Workers

if TYPE_CHECKING:
    from keima.arena.records import GameRecord
    from keima.arena.settings import PlannedGame
    from keima.tune.files import TuneFile
    from keima.tune.log import Log
    from keima.tune.report import Report
    from keima.tune.run import Backend

KEEP = 3
"""Players that a process keeps: the opponent, the one of this trial, and one more so that taking
turns with the colours never closes the opponent."""
LINE_EVERY = 10.0
"""Seconds between two lines of progress."""


def tune(
    file: Annotated[
        Path, typer.Argument(help="The run: a TOML file; or a log (.jsonl), to report on it.")
    ],
    workers: Workers = None,
    trials: Annotated[
        int | None, typer.Option(min=0, help="Stop after so many trials in all; the file's own.")
    ] = None,
    log: Annotated[Path | None, typer.Option(help="Log of the run; the file's own.")] = None,
    check: Annotated[
        int, typer.Option(min=0, help="Games of the best values after the search.")
    ] = 0,
    html: Annotated[Path | None, typer.Option(help="Write a page with plots.")] = None,
    ray: Ray = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Search the values of parameters that win most games.

    It can be stopped at any time, and run again."""
    from keima.tune.report import Report

    try:
        if file.suffix == ".jsonl":
            report = Report.read(file)
        else:
            report = _run(file, workers, trials, log, check, ray)
        _show(report, as_json, html)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


def _run(
    file: Path,
    workers: int | None,
    trials: int | None,
    log: Path | None,
    check: int,
    ray: str | None,
) -> Report:
    from keima.tune.files import load_tuning
    from keima.tune.log import Log
    from keima.tune.report import Report

    loaded = load_tuning(file)
    backend = _backend(loaded, workers or loaded.workers, ray)
    try:
        with Log.open(log or loaded.log, loaded.header()) as opened:
            _search(loaded, opened, loaded.trials if trials is None else trials, backend)
            report = Report.of(opened)
            if check:
                _check(report, loaded.settings.seed, check, backend)
            return report
    except KeyboardInterrupt:
        typer.echo("stopped; run it again with the same log to go on", err=True)
        raise typer.Exit(130) from None


def _backend(loaded: TuneFile, workers: int | None, ray: str | None) -> Backend:
    from keima.arena.pool import cores, play_in_pool

    def play(plans: Iterable[PlannedGame | None]) -> Iterator[GameRecord]:
        if ray is not None:
            from keima.arena.ray import play_on_ray

            return play_on_ray(plans, ray, workers, KEEP)
        return play_in_pool(plans, workers or cores(), KEEP)

    return loaded.games.backend(play)


def _search(loaded: TuneFile, log: Log, trials: int, backend: Backend) -> None:
    from keima.tune.run import Run
    from keima.tune.space import spell

    run = Run(loaded.tuner(), log, trials, loaded.settings)
    if run.resumed:
        typer.echo(f"{run.resumed} trials are in {log.path} already", err=True)
    began = printed = time.monotonic()
    for games, _ in enumerate(run.play(backend), 1):
        now = time.monotonic()
        if now - printed < LINE_EVERY and run.told < trials:
            continue
        printed = now
        best = run.tuner.best()
        rate = 60 * games / (now - began)
        typer.echo(
            f"trial {run.told} of {trials}, {len(log.games)} games, {rate:.1f} a minute, "
            f"{run.left / rate:.0f} minutes to go; best {spell(best.values)} ({best.rate:.1%})",
            err=True,
        )


def _check(report: Report, seed: int, games: int, backend: Backend) -> None:
    from keima.tune.run import check

    printed = time.monotonic()
    for job, _ in check(report.best.values, report.log, games, seed, backend):
        if time.monotonic() - printed >= LINE_EVERY:
            printed = time.monotonic()
            typer.echo(f"check: game {job.number + 1} of {games}", err=True)


def _show(report: Report, as_json: bool, html: Path | None) -> None:
    from keima.tune.report import html_page, print_report

    if html is not None:
        try:
            html.write_text(html_page(report), encoding="utf-8")
        except OSError as error:
            raise ValueError(f"cannot write {html}: {error.strerror}") from None
    if as_json:
        json.dump(report.to_json(), sys.stdout, indent=2)
        print()
    else:
        from rich.console import Console

        print_report(report, Console())
