"""`keima analyze`: finished games looked at again."""

from __future__ import annotations

import json as json_text
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from keima.review.job import Outcome

#: Seconds between two plain lines of progress.
LINE_EVERY = 10.0


def analyze(
    games: Annotated[list[Path], typer.Argument(help="SGF files, or folders of them.")],
    out: Annotated[
        Path | None,
        typer.Option(
            help="A folder for what is written (beside each game if not given), or a file that "
            "ends with .sgf, .json or .html."
        ),
    ] = None,
    formats: Annotated[
        str, typer.Option("--format", help="What to write: sgf, json, html or several of them.")
    ] = "sgf,json,html",
    profile: Annotated[
        str, typer.Option(help="Who looks: a profile, with settings if need be (NAME:KEY=VALUE).")
    ] = "keima",
    playouts: Annotated[
        int | None,
        typer.Option(min=1, help="Playouts for each position; the profile's own if not given."),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0.001, help="Seconds for each position at most.")
    ] = None,
    threads: Annotated[
        int | None, typer.Option(min=1, help="Threads of a search; one if there are several jobs.")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Games at the same time; one for each core.")
    ] = None,
    mistakes: Annotated[
        str, typer.Option(help="What a mistake loses: points (2) or win rate (10%).")
    ] = "2",
    every_variation: Annotated[
        bool,
        typer.Option("--every-variation", help="Add the best line also where little was lost."),
    ] = False,
    seed: Annotated[int, typer.Option(min=0, max=2**63, help="Seed of everything random.")] = 1,
    again: Annotated[
        bool, typer.Option("--again", help="Search everything anew, also what is known.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the JSON of each game, in a line.")
    ] = False,
) -> None:
    """Review games: what each move lost, and what was better.

    Writes NAME-analysis.sgf with comments and variations, .json and .html. What was found is kept
    position by position: a run that was stopped goes on when the same command is given again.
    """
    from keima.review.folder import do_all, find_games, write_index
    from keima.review.job import Wish
    from keima.review.moves import Threshold
    from keima.review.run import Settings

    try:
        wanted = _formats(formats)
        threshold = Threshold.parse(mistakes)
        plan, failures = find_games(games, out, wanted)
        processes = min(jobs or _cores(), len(plan))
        if processes > 1 and threads is None:
            threads = 1
        settings = Settings(profile, playouts, seconds, threads, seed)
        wish = Wish(settings, threshold, every_variation, again, as_json)
        for job in plan:
            job.outputs.check()
        settings.engine()
    except (OSError, ValueError) as error:
        _say(f"keima analyze: {error}", err=True)
        raise typer.Exit(1) from None
    for failure in failures:
        _say(f"keima analyze: {failure}", err=True)
    outcomes = []
    try:
        with _progress(sum(job.positions for job in plan)) as show:
            for outcome in do_all(plan, wish, processes, show):
                outcomes.append(outcome)
                _tell(outcome, as_json)
        if len(plan) > 1 and out is not None and "html" in wanted:
            written = write_index(out, outcomes)
            _say(f"all games: {written}", err=as_json)
    except OSError as error:
        _say(f"keima analyze: {error}", err=True)
        raise typer.Exit(1) from None
    except KeyboardInterrupt:
        _say(
            "keima analyze: interrupted; what was found is kept, and the same command goes on",
            err=True,
        )
        raise typer.Exit(130) from None
    failed = any(outcome.failure is not None for outcome in outcomes)
    raise typer.Exit(1 if failed or failures else 0)


def _formats(text: str) -> list[str]:
    from keima.review.outputs import FORMATS

    words = [word.strip().lower() for word in text.split(",")]
    for word in words:
        if word not in FORMATS:
            raise ValueError(f"{word!r} is not a format: expected some of {', '.join(FORMATS)}")
    return words


def _cores() -> int:
    from keima.arena.pool import cores

    return cores()


def _say(text: str, *, err: bool = False) -> None:
    """Prints a line; what is no text, or would steer the terminal, becomes a question mark."""
    shown = "".join(sign if sign.isprintable() or sign in "\n\t" else "?" for sign in text)
    # Not typer's echo, which writes into the bar.
    print(shown, file=sys.stderr if err else sys.stdout)


def _tell(outcome: Outcome, as_json: bool) -> None:
    """What is to be said of a game that is done."""
    if outcome.failure is not None:
        _say(f"keima analyze: {outcome.name}: {outcome.failure}", err=True)
        return
    if outcome.problem:
        _say(f"{outcome.name}: analysed up to {outcome.problem}", err=True)
    if outcome.was_other and not outcome.known:
        _say(
            f"{outcome.name}: what was there is of another game or search; analysed anew", err=True
        )
    elif outcome.known:
        _say(f"{outcome.name}: {outcome.known} positions were known", err=True)
    if as_json:
        _say(json_text.dumps(outcome.json))
        return
    _say(outcome.name)
    for line in outcome.lines:
        _say(f"  {line}")
    _say(f"  written: {', '.join(map(str, outcome.files))}")


@contextmanager
def _progress(total: int) -> Iterator[Callable[[int, str], None]]:
    """Shows on standard error how far the work is: a bar on a terminal, else a line now and
    then."""
    if not sys.stderr.isatty():
        last = time.monotonic()

        def tell(done: int, text: str) -> None:
            nonlocal last
            if time.monotonic() - last >= LINE_EVERY:
                last = time.monotonic()
                print(f"{text}: {done} of {total} positions", file=sys.stderr, flush=True)

        yield tell
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        # What is printed meanwhile stands above the bar, unless it goes elsewhere.
        redirect_stdout=sys.stdout.isatty(),
        transient=True,
    )
    with bar:
        task = bar.add_task("", total=total)
        yield lambda done, text: bar.update(task, completed=done, description=text)
