"""The database of games: one SQLite file, one transaction a game."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from keima.arena.records import GameRecord
from keima.arena.statistics import Sprt

_SCHEMA = """
CREATE TABLE IF NOT EXISTS tournaments (
    name TEXT PRIMARY KEY,
    -- The file it was planned by, or the command line.
    source TEXT NOT NULL,
    -- Its test, if it has one: a JSON object with elo0, elo1, alpha, beta; else null.
    sprt TEXT NOT NULL,
    started TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS games (
    tournament TEXT NOT NULL REFERENCES tournaments (name),
    number INTEGER NOT NULL,
    match TEXT NOT NULL,
    -- Of the plan: the same game of a changed tournament is told from it.
    fingerprint TEXT NOT NULL,
    black TEXT NOT NULL,
    white TEXT NOT NULL,
    result TEXT NOT NULL,
    faults INTEGER NOT NULL,
    finished TEXT NOT NULL,
    -- All of it: GameRecord.to_json.
    record TEXT NOT NULL,
    PRIMARY KEY (tournament, number)
);
"""
_VERSION = 1


class Outcome(NamedTuple):
    """The little of a game that is needed to count it."""

    number: int
    match: str
    fingerprint: str
    black: str
    white: str
    result: str


class Results:
    """Games in a file (or in memory, for `:memory:`).

    A game is there whole or not at all, whenever the process ends. Raises ValueError if the
    file is something else. Use it from one thread; other processes may read it at any time.

    >>> with Results(":memory:") as results:
    ...     results.begin("test", "")
    ...     list(results.outcomes("test"))
    []
    """

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        try:
            self._db = sqlite3.connect(self.path, timeout=60, isolation_level=None)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")
            [version] = self._db.execute("PRAGMA user_version").fetchone()
            if version not in (0, _VERSION):
                raise ValueError(
                    f"{self.path} has format {version}: expected {_VERSION}, of this version"
                )
            self._db.executescript(_SCHEMA)
            self._db.execute(f"PRAGMA user_version = {_VERSION}")
        except sqlite3.Error as error:
            raise ValueError(f"cannot use {self.path} as a database of games: {error}") from None

    def begin(self, tournament: str, source: str, sprt: Sprt | None = None) -> None:
        """Makes a tournament known; if it is, only its source and test are those of now."""
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        test = json.dumps(asdict(sprt) if sprt else None)
        self._db.execute(
            "INSERT INTO tournaments VALUES (?, ?, ?, ?) "
            "ON CONFLICT (name) DO UPDATE SET source = excluded.source, sprt = excluded.sprt",
            (tournament, source, test, now),
        )

    def add(self, record: GameRecord) -> bool:
        """Stores a game; False, and nothing is changed, if it was there."""
        plan = record.plan
        cursor = self._db.execute(
            "INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                plan.tournament,
                plan.index,
                plan.match,
                plan.fingerprint(),
                plan.black.name,
                plan.white.name,
                record.result,
                len(record.faults),
                datetime.now(UTC).isoformat(timespec="milliseconds"),
                json.dumps(record.to_json(), separators=(",", ":")),
            ),
        )
        return cursor.rowcount == 1

    def tournaments(self) -> list[str]:
        """Names of all tournaments, oldest first."""
        rows = self._db.execute("SELECT name FROM tournaments ORDER BY started, rowid")
        return [name for (name,) in rows]

    def sprt(self, tournament: str) -> Sprt | None:
        """The test of a tournament."""
        rows = self._db.execute("SELECT sprt FROM tournaments WHERE name = ?", (tournament,))
        values = json.loads(rows.fetchone()[0])
        return Sprt(**values) if values else None

    def outcomes(self, tournament: str) -> Iterator[Outcome]:
        """The games of a tournament in its order, in short."""
        rows = self._db.execute(
            "SELECT number, match, fingerprint, black, white, result FROM games "
            "WHERE tournament = ? ORDER BY number",
            (tournament,),
        )
        return (Outcome(*row) for row in rows)

    def records(self, tournament: str) -> Iterator[GameRecord]:
        """The games of a tournament in its order, whole."""
        rows = self._db.execute(
            "SELECT record FROM games WHERE tournament = ? ORDER BY number", (tournament,)
        )
        return (GameRecord.from_json(json.loads(text)) for (text,) in rows)

    def close(self) -> None:
        with contextlib.suppress(sqlite3.Error):
            self._db.close()

    def __enter__(self) -> Results:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def export_sgf(results: Results, folder: str | Path, tournament: str | None = None) -> int:
    """Writes each game as an SGF file, in a folder for each tournament if there are several;
    returns their number."""
    import keima.sgf as sgf

    names = results.tournaments() if tournament is None else [tournament]
    count = 0
    for name in names:
        place = Path(folder) / _file_name(name) if len(names) > 1 else Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        for record in results.records(name):
            sgf.save(record.to_sgf(), place / sgf_name(record))
            count += 1
    return count


def sgf_name(record: GameRecord) -> str:
    """A file's name that sorts in the order of the games and says who played."""
    plan = record.plan
    return f"{plan.index:05d} {_file_name(plan.black.name)} - {_file_name(plan.white.name)}.sgf"


def _file_name(text: str) -> str:
    kept = "".join(c if c.isalnum() or c in " .=_+-" else "_" for c in text)
    return kept.strip(" .")[:60] or "_"
