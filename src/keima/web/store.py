"""Where games are kept: one SQLite file, one row a game, written after every change."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import time
import traceback
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from keima import sgf
from keima.web import limits
from keima.web.games import OpenGame, load
from keima.web.players import Seat
from keima.web.state import state_of
from keima.web.values import Refused

#: Seconds for another program to let go of the file.
_PATIENCE = 1.0
_TABLE = """
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY, changed REAL NOT NULL, title TEXT NOT NULL,
    width INTEGER NOT NULL, height INTEGER NOT NULL, moves INTEGER NOT NULL, result TEXT,
    sgf TEXT NOT NULL, settings TEXT NOT NULL, found TEXT NOT NULL
) WITHOUT ROWID
"""
#: Nodes that have changed since their record was written whole.
_EDITS = """
CREATE TABLE IF NOT EXISTS edits (
    game TEXT NOT NULL, place INTEGER NOT NULL, edit TEXT NOT NULL, PRIMARY KEY (game, place)
) WITHOUT ROWID
"""
#: Nodes from which on changes are written one by one, and how many of these there are at most.
_LARGE = 1000
_MOST_EDITS = 1000


#: What comes of reading a damaged entry.
_DAMAGED = (Refused, ValueError, LookupError, TypeError, AttributeError, RecursionError)


class Store:
    """The games of a file. A change is there when `save` returns, also if the server is killed;
    a power cut may take the last ones."""

    def __init__(self, path: str | Path) -> None:
        """Raises ValueError if the file cannot be used."""
        try:
            self._db = sqlite3.connect(
                path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False
            )
            # A letter that is damaged is shown as such.
            self._db.text_factory = lambda text: text.decode("utf-8", "replace")
            self._db.execute("PRAGMA journal_mode = WAL")
            # FULL would wait for the disk at every move, with all games: 7 ms in place of 0.8.
            self._db.execute("PRAGMA synchronous = NORMAL")
            self._db.execute(_TABLE)
            self._db.execute(_EDITS)
            columns = [row[1] for row in self._db.execute("PRAGMA table_info(games)")]
            if "ids" not in columns:  # of older files, which have them in the settings
                self._db.execute("ALTER TABLE games ADD COLUMN ids TEXT")
            self._db.execute("CREATE INDEX IF NOT EXISTS by_change ON games (changed)")
        except sqlite3.Error as error:
            raise ValueError(f"cannot keep games in {path}: {error}") from None

    def save(self, game: OpenGame) -> None:
        """Writes a game. Refuses, and leaves what was there, if that cannot be done."""
        width, height = game.tree.size
        ids = game.ids
        row = self._facts(game) | {
            "width": width,
            "height": height,
            "sgf": sgf.write(game.tree).encode("utf-8", "replace").decode("utf-8"),
            "ids": json.dumps(None if ids == list(range(len(ids))) else ids),
            "found": json.dumps(game.values),
        }
        updates = ", ".join(f"{key} = :{key}" for key in row)
        with self._together():
            self._run(
                f"INSERT INTO games ({', '.join(row)}) VALUES ({', '.join(f':{k}' for k in row)}) "
                f"ON CONFLICT (id) DO UPDATE SET {updates}",
                row,
            )
            self._run("DELETE FROM edits WHERE game = ?", (game.id,))
        game.edits = 0

    def save_nodes(self, game: OpenGame, nodes: Iterable[int]) -> None:
        """Writes what has changed, if no other nodes have. Refuses as `save`. A large record is not
        written whole for each of its moves."""
        if len(game) < _LARGE or game.edits is None or game.edits >= _MOST_EDITS:
            self.save(game)
            return
        row = self._facts(game)
        edits = [
            (game.id, place, json.dumps(game.edit(number)))
            for place, number in enumerate(nodes, game.edits)
        ]
        updates = ", ".join(f"{key} = :{key}" for key in row)
        with self._together():
            self._run(f"UPDATE games SET {updates} WHERE id = :id", row)
            for edit in edits:
                self._run("INSERT INTO edits (game, place, edit) VALUES (?, ?, ?)", edit)
        game.edits += len(edits)

    def _facts(self, game: OpenGame) -> dict[str, Any]:
        """What is no part of the record, and what is listed of it."""
        return {
            "id": game.id,
            "changed": time.time(),
            "title": game.title,
            "moves": sum(1 for _ in game.tree.main_line()) - 1,
            "result": game.result,
            "settings": json.dumps(game.settings()),
        }

    def save_values(self, game: OpenGame) -> None:
        """Writes what analyses have found; its place in the list stays. Refuses as `save`."""
        row = {"id": game.id, "found": json.dumps(game.values)}
        self._run("UPDATE games SET found = :found WHERE id = :id", row)

    def save_settings(self, game: OpenGame) -> None:
        """Writes what is no part of the record, which is as it was. Refuses as `save`."""
        if game.edits is None:
            self.save(game)
            return
        row = {"id": game.id, "changed": time.time(), "settings": json.dumps(game.settings())}
        self._run("UPDATE games SET changed = :changed, settings = :settings WHERE id = :id", row)

    def load(self, ident: str) -> OpenGame | None:
        """A game, or None if there is none. Refuses one whose entry is damaged."""
        rows = self._rows("SELECT sgf, settings, found, ids FROM games WHERE id = ?", (ident,))
        edits = self._rows("SELECT edit FROM edits WHERE game = ? ORDER BY place", (ident,))
        for record, text, found, numbers in rows:
            try:
                settings = json.loads(text)
                ids = settings["ids"] if numbers is None else json.loads(numbers)
                changes = [json.loads(edit) for (edit,) in edits]
                game = load(ident, record, settings, json.loads(found), ids, changes)
                state_of(game)
            except _DAMAGED as error:
                traceback.print_exc()
                raise Refused(f"this game is damaged in the file of games: {error}", 500) from error
            game.edits = None if numbers is None else len(edits)
            return game
        return None

    def delete(self, ident: str) -> bool:
        """Was there such a game?"""
        with self._together():
            self._run("DELETE FROM edits WHERE game = ?", (ident,))
            return self._run("DELETE FROM games WHERE id = ?", (ident,)).rowcount > 0

    def listed(self) -> list[dict[str, Any]]:
        """All games, those changed last first."""
        rows = self._rows(
            "SELECT id, title, width, height, moves, changed, result, settings FROM games "
            "ORDER BY changed DESC, id LIMIT ?",
            (limits.GAMES,),
        )
        return [
            {
                "id": ident,
                "title": title,
                "size": f"{width}x{height}",
                "moves": moves,
                "changed": changed,
                "result": result,
                "players": _players(settings),
            }
            for ident, title, width, height, moves, changed, result, settings in rows
        ]

    def oldest(self, keep: int) -> list[str]:
        """The games beyond so many, those changed last being kept."""
        rows = self._rows(
            "SELECT id FROM games ORDER BY changed DESC, id LIMIT -1 OFFSET ?", (keep,)
        )
        return [ident for (ident,) in rows]

    @contextlib.contextmanager
    def _together(self) -> Iterator[None]:
        """Both or neither: what is written within this."""
        self._run("BEGIN IMMEDIATE")
        try:
            yield
            self._run("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            raise

    def _run(self, command: str, values: Any = ()) -> sqlite3.Cursor:
        try:
            return self._db.execute(command, values)
        except sqlite3.Error as error:
            raise Refused(f"the file of games cannot be used: {error}", 503) from None

    def _rows(self, command: str, values: Any = ()) -> list[Any]:
        cursor = self._run(command, values)
        try:
            return cursor.fetchall()
        except sqlite3.Error as error:
            raise Refused(f"the file of games cannot be read: {error}", 503) from None

    def close(self) -> None:
        self._db.close()


def _players(settings: str) -> Any:
    """Those of a game; two people if its entry is damaged: the others are listed all the same."""
    try:
        players = json.loads(settings)["players"]
        return {color: Seat.read(players[color]).to_json() for color in ("B", "W")}
    except _DAMAGED:
        return {color: {"kind": "human"} for color in ("B", "W")}
