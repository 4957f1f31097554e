"""Lessons from files of games, written into a text book that a stopped run goes on with."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from keima.book.book import Book, BookError
from keima.book.growing import answers_of, begun, read_lines
from keima.book.learning import Judge, Learner
from keima.book.sources import even_games
from keima.points import point_name

#: A line of the text book that says that a game, by a hash of its moves and the side, was read.
DONE = "# read "
#: Seconds between two words about progress.
PAUSE = 2.0


@dataclass
class Told:
    """How many games were read, in how many a mistake was found, and what was written."""

    games: int = 0
    before: int = 0
    lessons: int = 0
    lines: int = 0


def learn_games(
    text: Path,
    sources: Iterable[Path],
    player: str,
    judge: Judge,
    book: Book | None,
    size: int,
    say: Callable[[str], None] = lambda _: None,
    *,
    least: float = 0.1,
    turns: int = 30,
    follow: int = 0,
) -> Told:
    """Reads games of a player whose name has the word `player` in it, and appends lessons to a text
    book. Raises BookError if there are none, and for sources that cannot be read."""
    known = begun(text)
    done = {line.removeprefix(DONE) for line in known if line.startswith(DONE)}

    def answers(moves: list[str]) -> list[str]:
        return [] if book is None else answers_of(book, moves, size)

    learner = Learner(judge, size, answers, least=least, turns=turns, follow=follow)
    learner.add(read_lines(known))
    told = Told()
    spoken = time.monotonic()
    with text.open("a") as file:
        for moves, side in _games(sources, player, size):
            told.games += 1
            mark = hashlib.sha256(f"{side} {' '.join(moves)}".encode()).hexdigest()[:16]
            if mark in done:
                told.before += 1
                continue
            done.add(mark)
            lesson = learner.learn(moves, side)
            lines = [f"{DONE}{mark}"]
            if lesson is not None:
                told.lessons += 1
                told.lines += len(lesson.lines)
                first, *others = map(str, lesson.lines)
                lines = [f"{first} # {lesson.played} loses {lesson.loss:.0%}", *others, *lines]
            # All at once: a run that is stopped here has written the whole lesson or none of it.
            file.write("".join(f"{line}\n" for line in lines))
            file.flush()
            if time.monotonic() - spoken >= PAUSE:
                spoken = time.monotonic()
                say(f"{told.games} games, {told.lessons} with a mistake, {told.lines} positions")
    if not told.games:
        if not known:
            text.unlink()
        raise BookError(f"no even game on {size}x{size} of a player named {player!r} was found")
    return told


def _games(sources: Iterable[Path], player: str, size: int) -> Iterable[tuple[list[str], int]]:
    """Moves of games and the side of the player, 0 Black and 1 White; of two players with the name
    both."""
    for source in sources:
        for root, moves in even_games(source, size):
            names = [point_name(move, size, size) for move in moves]
            for side, key in enumerate(("PB", "PW")):
                if player.lower() in str(root.get(key, "")).lower():
                    yield names, side
