"""One game, from its file to the files of its review."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from keima.colors import Color
from keima.review.journal import Journal
from keima.review.moves import Threshold, worst
from keima.review.outputs import Outputs
from keima.review.page import Row
from keima.review.record import read_records
from keima.review.report import to_json
from keima.review.run import Review, Settings, Tell, analyse, analysis_key
from keima.review.words import sides

if TYPE_CHECKING:
    from keima.engine import Engine

#: Mistakes that are told at the end.
TOLD = 5


@dataclass(frozen=True)
class Job:
    """A game of a file and what is to be made of it."""

    path: Path
    #: Its place in the file.
    place: int
    name: str
    #: Positions to search.
    positions: int
    outputs: Outputs


@dataclass(frozen=True)
class Wish:
    """What is wanted of all games."""

    settings: Settings
    threshold: Threshold
    every_variation: bool = False
    #: Is nothing to be taken from files of earlier runs?
    again: bool = False
    #: Is the JSON to be returned?
    json: bool = False


@dataclass(frozen=True)
class Outcome:
    """What is told of a game when it is done; a `failure` is why it was not."""

    name: str
    lines: tuple[str, ...] = ()
    files: tuple[Path, ...] = ()
    problem: str | None = None
    #: How many positions were known before, and is there an analysis that could not be used?
    known: int = 0
    was_other: bool = False
    json: dict[str, Any] | None = None
    failure: str | None = None
    #: The game in a list of games.
    row: Row | None = None


def do(job: Job, wish: Wish, engine: Engine, tell: Tell) -> Outcome:
    """Raises OSError or ValueError for what was not to be foreseen, as a full disk."""
    found_there = read_records(job.path, job.place)
    if not found_there:
        raise ValueError(f"{job.path} has changed: there is no game {job.place + 1} in it any more")
    [record] = found_there
    network = engine.prepare(record.turns[0].game)
    key = analysis_key(record, wish.settings, network)
    outputs = job.outputs
    journal = Journal(outputs.journal, key, outputs.finished, again=wish.again)
    journal.begin()
    known = len(journal.found)
    try:
        found = analyse(record, engine, wish.settings, journal.found, journal.add, tell)
        review = Review(record, key, found, wish.threshold)
        outputs.write(review, every_variation=wish.every_variation)
        if outputs.finished:
            journal.remove()
    finally:
        journal.close()
    told = worst(review.judged.values(), TOLD)
    lines = [
        *sides(review),
        *(f"{each.turn.label}: {each.lost} lost, better {each.before.best.move}" for each in told),
    ]
    return Outcome(
        record.name,
        tuple(lines),
        tuple(outputs.files),
        record.problem,
        known,
        journal.was_other,
        to_json(review) if wish.json else None,
        row=Row(
            record.name,
            record.player(Color.BLACK),
            record.player(Color.WHITE),
            record.text("RE"),
            (review.plays["B"], review.plays["W"]),
            str(outputs.path("html")) if "html" in outputs.formats else None,
        ),
    )
