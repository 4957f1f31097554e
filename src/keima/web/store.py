"""Where games are kept: one SQLite file, one row a game, written after every change."""

from __future__ import annotations

import json
import sqlite3
import time
from pathlib import Path
from typing import Any

from keima import sgf
from keima.web import limits
from keima.web.games import OpenGame, load
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


class Store:
    """The games of a file. A change is there when `save` returns, also if the server is killed;
    a power cut may take the last ones."""

    def __init__(self, path: str | Path) -> None:
        """Raises ValueError if the file cannot be used."""
        try:
            self._db = sqlite3.connect(
                path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False
            )
            self._db.execute("PRAGMA journal_mode = WAL")
            # FULL would wait for the disk at every move, with all games: 7 ms in place of 0.8.
            self._db.execute("PRAGMA synchronous = NORMAL")
            self._db.execute(_TABLE)
            self._db.execute("CREATE INDEX IF NOT EXISTS by_change ON games (changed)")
        except sqlite3.Error as error:
            raise ValueError(f"cannot keep games in {path}: {error}") from None

    def save(self, game: OpenGame, *, touched: bool = True) -> None:
        """Writes a game. Refuses, and leaves what was there, if that cannot be done. Unless
        `touched` its place in the list stays."""
        width, height = game.tree.size
        moves = sum(1 for _ in game.tree.main_line()) - 1
        row = {
            "id": game.id,
            "changed": time.time(),
            "title": game.title,
            "width": width,
            "height": height,
            "moves": moves,
            "result": game.result,
            "sgf": sgf.write(game.tree).encode("utf-8", "replace").decode("utf-8"),
            "settings": json.dumps(game.settings()),
            "found": json.dumps(game.values),
        }
        updates = ", ".join(f"{key} = :{key}" for key in row if touched or key != "changed")
        self._run(
            f"INSERT INTO games ({', '.join(row)}) VALUES ({', '.join(f':{k}' for k in row)}) "
            f"ON CONFLICT (id) DO UPDATE SET {updates}",
            row,
        )

    def save_settings(self, game: OpenGame) -> None:
        """Writes what is no part of the record, which is as it was. Refuses as `save`."""
        row = {"id": game.id, "changed": time.time(), "settings": json.dumps(game.settings())}
        self._run("UPDATE games SET changed = :changed, settings = :settings WHERE id = :id", row)

    def load(self, ident: str) -> OpenGame | None:
        """A game, or None if there is none."""
        rows = self._run("SELECT sgf, settings, found FROM games WHERE id = ?", (ident,)).fetchall()
        for record, settings, found in rows:
            return load(ident, record, json.loads(settings), json.loads(found))
        return None

    def delete(self, ident: str) -> bool:
        """Was there such a game?"""
        return self._run("DELETE FROM games WHERE id = ?", (ident,)).rowcount > 0

    def listed(self) -> list[dict[str, Any]]:
        """All games, those changed last first."""
        rows = self._run(
            "SELECT id, title, width, height, moves, changed, result FROM games "
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
            }
            for ident, title, width, height, moves, changed, result in rows
        ]

    def oldest(self, keep: int) -> list[str]:
        """The games beyond so many, those changed last being kept."""
        rows = self._run(
            "SELECT id FROM games ORDER BY changed DESC, id LIMIT -1 OFFSET ?", (keep,)
        )
        return [ident for (ident,) in rows]

    def _run(self, command: str, values: Any = ()) -> sqlite3.Cursor:
        try:
            return self._db.execute(command, values)
        except sqlite3.Error as error:
            raise Refused(f"the file of games cannot be used: {error}", 503) from None

    def close(self) -> None:
        self._db.close()
