"""TOML files of games and players, with errors that name the file, the line and the key."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from keima.arena.openings import Opening, load_openings
from keima.arena.settings import GameSettings, parse_size, parse_time

T = TypeVar("T")

#: Of a table that says how games are played, beside `size`, `time` and `openings`: the types.
_PLAIN: dict[str, Any] = {
    "komi": (float, int),
    "rules": str,
    "handicap": int,
    "move_limit": int,
    "score": str,
    "referee": str,
    "timeout": (float, int),
}
GAME_KEYS = ("size", "time", "openings", *_PLAIN)


def read_text(path: Path) -> str:
    """A file as text; raises ValueError that says why not."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise ValueError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not UTF-8 text") from None


class Reader:
    """The values of a file and the lines that they are on."""

    def __init__(self, text: str, path: Path) -> None:
        """`path` is for messages and for files named in the text."""
        self.path = path
        try:
            self.values: Mapping[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise ValueError(f"{path} is not valid TOML: {error}") from None
        self.lines = _key_lines(text)

    def error(self, table: str, key: str, message: str) -> ValueError:
        line = self.lines.get((table, key)) or self.lines.get((table, ""))
        where = f"{self.path}:{line}" if line else str(self.path)
        label = f"{table}.{key}".strip(".")
        return ValueError(f"{where}: {label}: {message}" if label else f"{where}: {message}")

    def table(self, name: str) -> Mapping[str, Any]:
        value = self.values if not name else self.values.get(name, {})
        if not isinstance(value, Mapping):
            raise self.error("", name, f"expected a table [{name}], got {value!r}")
        return value

    def get(self, table: str, key: str, kind: Any, default: Any) -> Any:
        return self.read(self.table(table), table, key, kind, default)

    def read(self, values: Mapping[str, Any], table: str, key: str, kind: Any, default: Any) -> Any:
        """A value of the right kind, which is a type or a tuple of types."""
        value = values.get(key, default)
        kinds = kind if isinstance(kind, tuple) else (kind,)
        if key in values and (not isinstance(value, kinds) or isinstance(value, bool)):
            words = {str: "text", int: "a whole number", float: "a number", list: "a list"}
            expected = " or ".join(words[k] for k in kinds)
            raise self.error(table, key, f"expected {expected}, got {value!r}")
        return value

    def only(self, values: Mapping[str, Any], table: str, known: tuple[str, ...]) -> None:
        for key in values:
            if key not in known:
                raise self.error(table, key, f"unknown key: expected one of {', '.join(known)}")

    def attempt(
        self, table: str, key: str, action: Callable[..., T], *values: Any, **named: Any
    ) -> T:
        """Does what may raise ValueError, and says where the reason is."""
        try:
            return action(*values, **named)
        except ValueError as error:
            raise self.error(table, key, str(error)) from None

    def settings(
        self, values: Mapping[str, Any], table: str, base: GameSettings | None = None
    ) -> tuple[GameSettings, tuple[Opening, ...]]:
        given: dict[str, Any] = {}
        for key, kind in _PLAIN.items():
            if key in values:
                given[key] = self.read(values, table, key, kind, None)
        if "size" in values:
            size = self.read(values, table, "size", (int, str), 19)
            given["size"] = self.attempt(table, "size", parse_size, size)
        if "time" in values:
            time = self.read(values, table, "time", str, "")
            given["time"] = self.attempt(table, "time", parse_time, time)
        settings = base or GameSettings()
        # One at a time, so that the key at fault can be named; the last two depend on others.
        for key in sorted(given, key=lambda k: (k in ("score", "referee", "handicap"), k)):
            settings = self.attempt(table, key, settings.replace, **{key: given[key]})
        openings: tuple[Opening, ...] = ()
        if "openings" in values:
            book = self.path.parent / self.read(values, table, "openings", str, "")
            openings = tuple(self.attempt(table, "openings", load_openings, book, settings.size))
        return settings, openings

    def check_spec(self, table: str, key: str, spec: str) -> None:
        from keima.arena.players import make_player

        # Nothing is started: only what can never work is found.
        self.attempt(table, key, make_player, spec).close()


_HEADER = re.compile(r"\s*\[(\[?)\s*([^\]]+?)\s*\]")
_KEY = re.compile(r"""\s*("[^"]*"|'[^']*'|[A-Za-z0-9_-]+)\s*(?:\.\s*([A-Za-z0-9_-]+)\s*)?=""")


def _key_lines(text: str) -> dict[tuple[str, str], int]:
    """On which line each key of each table is; the table itself is the key "". The tables of an
    array are called by their number, as in matchup.1."""
    found: dict[tuple[str, str], int] = {}
    table = ""
    seen: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = header[2].strip("\"'")
            if header[1]:
                found.setdefault(("", table), number)
                seen[table] = seen.get(table, 0) + 1
                table = f"{table}.{seen[table]}"
            found[table, ""] = number
            found.setdefault(("", table), number)
        elif key := _KEY.match(line):
            name = key[1].strip("\"'")
            found.setdefault((name, key[2]) if key[2] else (table, name), number)
    return found
