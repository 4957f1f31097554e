"""A book that is asked for moves: an SQLite file."""

from __future__ import annotations

import json
import random
import re
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from keima.book.reduction import Reduced, inverse, reduce
from keima.colors import Color
from keima.files import write_file
from keima.game import Game

#: `KBOK`: tells books from other SQLite files.
APPLICATION = 0x4B424F4B
VERSION = 1

_SCHEMA = """
CREATE TABLE rule (
  width INTEGER NOT NULL, height INTEGER NOT NULL,
  code INTEGER NOT NULL,   -- CRC32 of the position
  stones BLOB NOT NULL,    -- the reduced position, see reduction.py
  support INTEGER NOT NULL,  -- games with the position; 0 for a rule from a text book
  answers TEXT NOT NULL    -- JSON: [[move in the reduced position, chance], ...]
);
CREATE INDEX by_code ON rule (code, width, height);
"""


class BookError(ValueError):
    """A book that cannot be read or made; the message says why."""


@dataclass(frozen=True)
class Answer:
    """A move by its point, and how often it is to be played."""

    move: int
    chance: float


@dataclass(frozen=True)
class Rule:
    """What a book says about a position; the likeliest answer is the first."""

    answers: tuple[Answer, ...]
    #: Games that it was seen in; 0 for a rule from a text book.
    support: int


@dataclass(frozen=True)
class StoredRule:
    """A rule about a reduced position, as it is written."""

    width: int
    height: int
    stones: bytes
    code: int
    rule: Rule

    def row(self) -> tuple[Any, ...]:
        answers = [[answer.move, round(answer.chance, 6)] for answer in self.rule.answers]
        text = json.dumps(answers, separators=(",", ":"))
        return self.width, self.height, self.code, self.stones, self.rule.support, text


def save_book(path: str | Path, rules: Iterable[StoredRule]) -> int:
    """Writes a book, as a whole or not at all; returns the size of the file in bytes."""
    with sqlite3.connect(":memory:") as book:
        book.execute(f"PRAGMA application_id = {APPLICATION}")
        book.execute(f"PRAGMA user_version = {VERSION}")
        book.executescript(_SCHEMA)
        book.executemany("INSERT INTO rule VALUES (?, ?, ?, ?, ?, ?)", (r.row() for r in rules))
        book.commit()
        data = book.serialize()
    book.close()
    try:
        write_file(path, data)
    except OSError as error:
        raise BookError(f"cannot write book {path}: {error.strerror}") from None
    return len(data)


def find_book(name: str | Path) -> Path:
    """The file of a book that Keima brings, by its name, or else the path given.

    >>> find_book("9x9").is_file(), find_book("my.book").name
    (True, 'my.book')
    """
    if re.fullmatch(r"\w+", str(name)):
        brought = Path(__file__).with_name(f"{name}.book")
        if brought.is_file():
            return brought
    return Path(name)


class Book:
    """A book that was made by `keima book build`, by its path, or one that Keima brings, by its
    name. Raises BookError if there is none."""

    def __init__(self, path: str | Path) -> None:
        self.path = find_book(path)
        if not self.path.is_file():
            raise BookError(f"there is no book {path}")
        try:
            self._file = sqlite3.connect(
                f"{self.path.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=False
            )
            (application,) = self._file.execute("PRAGMA application_id").fetchone()
            (version,) = self._file.execute("PRAGMA user_version").fetchone()
        except sqlite3.Error as error:
            raise BookError(f"{path} is not a book of Keima: {error}") from None
        if application != APPLICATION:
            raise BookError(f"{path} is not a book of Keima")
        if version != VERSION:
            raise BookError(f"{path} is a book of version {version}: expected {VERSION}")

    def sizes(self) -> dict[tuple[int, int], int]:
        """How many rules there are for each size of board."""
        rows = self._rows("SELECT width, height, count(*) FROM rule GROUP BY 1, 2 ORDER BY 1, 2")
        return {(width, height): count for width, height, count in rows}

    def rules(self) -> Iterator[StoredRule]:
        """All of them, about reduced positions."""
        rows = self._rows("SELECT width, height, stones, support, answers FROM rule")
        for width, height, stones, support, text in rows:
            numbers = all(isinstance(value, int) for value in (width, height, support))
            answers = self._answers(text)
            if not numbers or not isinstance(stones, bytes) or not answers:
                raise BookError(f"book {self.path} is damaged")
            code = Reduced(stones, ()).code
            yield StoredRule(width, height, stones, code, Rule(answers, support))

    def find(self, game: Game, color: str | Color | None = None) -> Rule | None:
        """What it says about the position for a side, by default the one to play: legal moves of
        this board only, and one of each that are the same by symmetry."""
        side = game.to_play if color is None else Color.parse(color)
        reduced = reduce(game.board.stones, side, game.width, game.height)
        return self._find(game, side, reduced, reduced.ways[0])

    def choose(
        self, game: Game, color: str | Color | None = None, rng: random.Random | None = None
    ) -> Answer | None:
        """One of the answers, by their chances; None if the position is unknown. Where the
        position is symmetric, all its sides are as likely."""
        rng = rng or random.Random()
        side = game.to_play if color is None else Color.parse(color)
        reduced = reduce(game.board.stones, side, game.width, game.height)
        rule = self._find(game, side, reduced, rng.choice(reduced.ways))
        if rule is None:
            return None
        return rng.choices(rule.answers, [answer.chance for answer in rule.answers])[0]

    def _find(self, game: Game, side: Color, reduced: Reduced, way: tuple[int, ...]) -> Rule | None:
        stored = self._read(game, reduced)
        if stored is None:
            return None
        back = inverse(way)
        answers = [
            Answer(back[a.move], a.chance) for a in stored.answers if 0 <= a.move <= game.area
        ]
        legal = tuple(a for a in answers if a.chance > 0 and game.is_legal(a.move, side))
        return Rule(legal, stored.support) if legal else None

    def _read(self, game: Game, reduced: Reduced) -> Rule | None:
        rows = self._rows(
            "SELECT stones, support, answers FROM rule WHERE code = ? AND width = ? AND height = ?",
            (reduced.code, game.width, game.height),
        )
        for stones, support, answers in rows:
            if stones == reduced.stones:
                return Rule(self._answers(answers), support)
        return None

    def _answers(self, text: str) -> tuple[Answer, ...]:
        try:
            return tuple(Answer(int(move), float(chance)) for move, chance in json.loads(text))
        except (ValueError, TypeError, OverflowError):
            raise BookError(f"book {self.path} is damaged") from None

    def _rows(self, query: str, values: tuple[Any, ...] = ()) -> list[Any]:
        try:
            return self._file.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise BookError(f"book {self.path} is damaged: {error}") from None

    def close(self) -> None:
        self._file.close()
