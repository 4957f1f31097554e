"""Tournaments from TOML files, with errors that name the file, the line and the key."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from keima.arena.openings import Opening, load_openings
from keima.arena.settings import Entrant, GameSettings, parse_size, parse_time
from keima.arena.statistics import Sprt
from keima.arena.tournament import (
    Match,
    Tournament,
    gauntlet,
    ladder,
    ladder_of,
    round_robin,
)

T = TypeVar("T")

KINDS = ("match", "gauntlet", "round-robin", "playoff", "ladder")
_TOP = ("name", "kind", "games", "seed", "database", "workers")
_TABLES = ("game", "players", "gauntlet", "ladder", "matchup", "sprt")
_GAME = (
    "size",
    "komi",
    "rules",
    "handicap",
    "time",
    "openings",
    "move_limit",
    "score",
    "referee",
    "timeout",
)


@dataclass(frozen=True)
class TournamentFile:
    """A tournament and how its file says it is to be run."""

    tournament: Tournament
    source: str
    database: Path
    workers: int | None


def load_tournament(path: str | Path) -> TournamentFile:
    """Reads a tournament; raises ValueError that names what is wrong and where."""
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ValueError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not UTF-8 text") from None
    return read_tournament(text, path)


def read_tournament(text: str, path: Path) -> TournamentFile:
    """The same from a text; `path` is for messages and for files named in it."""
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path} is not valid TOML: {error}") from None
    reader = Reader(text, path, values)
    return TournamentFile(
        reader.tournament(),
        text,
        path.parent / reader.get("", "database", str, path.with_suffix(".db").name),
        reader.get("", "workers", int, None),
    )


class Reader:
    """The values of a file and the lines that they are on."""

    def __init__(self, text: str, path: Path, values: Mapping[str, Any]) -> None:
        self.path, self.values = path, values
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

    # The parts

    def tournament(self) -> Tournament:
        self.only(self.values, "", _TOP + _TABLES)
        kind = self.get("", "kind", str, "match")
        if kind not in KINDS:
            raise self.error("", "kind", f"expected one of {', '.join(KINDS)}, got {kind!r}")
        for table in ("gauntlet", "ladder", "matchup"):
            wanted = {"matchup": "playoff"}.get(table, table)
            if table in self.values and kind != wanted:
                raise self.error("", table, f"only a {wanted} has it, this is a {kind}")
        self.only(self.table("game"), "game", _GAME)
        games = self.get("", "games", int, 100)
        if games < 1:
            raise self.error("", "games", f"expected 1 or more, got {games}")
        settings, openings = self.settings(self.table("game"), "game")
        matches = getattr(self, "_" + kind.replace("-", "_"))(games, settings, openings)
        name = self.get("", "name", str, self.path.stem)
        seed = self.get("", "seed", int, 0)
        sprt = self._sprt() if "sprt" in self.values else None
        return self.attempt("", "", Tournament, name, tuple(matches), seed, sprt)

    def settings(
        self, values: Mapping[str, Any], table: str, base: GameSettings | None = None
    ) -> tuple[GameSettings, tuple[Opening, ...]]:
        given: dict[str, Any] = {}
        kinds: dict[str, Any] = {
            "komi": (float, int),
            "rules": str,
            "handicap": int,
            "move_limit": int,
            "score": str,
            "referee": str,
            "timeout": (float, int),
        }
        for key, kind in kinds.items():
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

    def players(self) -> dict[str, Entrant]:
        found = {}
        for name in self.table("players"):
            spec = self.get("players", name, str, "")
            found[name] = Entrant(name, spec)
            self.check_spec("players", name, spec)
        return found

    def check_spec(self, table: str, key: str, spec: str) -> None:
        from keima.arena.players import make_player

        # Nothing is started: only what can never work is found.
        self.attempt(table, key, make_player, spec).close()

    def player(self, players: Mapping[str, Entrant], table: str, key: str, name: Any) -> Entrant:
        if name not in players:
            known = ", ".join(players) or "none"
            raise self.error(table, key, f"unknown player {name!r}: [players] has {known}")
        return players[name]

    def _match(
        self, games: int, settings: GameSettings, openings: tuple[Opening, ...]
    ) -> list[Match]:
        players = list(self.players().values())
        if len(players) != 2:
            raise self.error("players", "", f"a match has 2 players, got {len(players)}")
        return [Match(players[0], players[1], games, settings, openings)]

    def _round_robin(
        self, games: int, settings: GameSettings, openings: tuple[Opening, ...]
    ) -> list[Match]:
        players = list(self.players().values())
        if len(players) < 2:
            raise self.error("players", "", f"expected 2 or more, got {len(players)}")
        return round_robin(players, games, settings, openings)

    def _gauntlet(
        self, games: int, settings: GameSettings, openings: tuple[Opening, ...]
    ) -> list[Match]:
        players = self.players()
        values = self.table("gauntlet")
        self.only(values, "gauntlet", ("player", "opponents"))
        if len(players) < 2:
            raise self.error("players", "", f"expected 2 or more, got {len(players)}")
        name = self.get("gauntlet", "player", str, next(iter(players)))
        hero = self.player(players, "gauntlet", "player", name)
        others = self.get("gauntlet", "opponents", list, [n for n in players if n != hero.name])
        opponents = [self.player(players, "gauntlet", "opponents", n) for n in others]
        return self.attempt(
            "gauntlet", "opponents", gauntlet, hero, opponents, games, settings, openings
        )

    def _ladder(
        self, games: int, settings: GameSettings, openings: tuple[Opening, ...]
    ) -> list[Match]:
        values = self.table("ladder")
        self.only(values, "ladder", ("spec", "parameter", "values", "opponent"))
        for key in ("spec", "parameter", "values"):
            if key not in values:
                raise self.error("ladder", "", f"the key {key} is missing")
        spec = self.get("ladder", "spec", str, "")
        parameter = self.get("ladder", "parameter", str, "")
        steps = self.get("ladder", "values", list, [])
        short = re.split(r"[: ]", spec.removeprefix("gtp:").removeprefix("sub:"))[0]
        rungs = self.attempt("ladder", "spec", ladder_of, Path(short).name, spec, parameter, steps)
        for rung in rungs:
            self.check_spec("ladder", "values", rung.spec)
        opponent = None
        if "opponent" in values:
            opponent = self.player(self.players(), "ladder", "opponent", values["opponent"])
        if len(rungs) < (1 if opponent else 2):
            raise self.error("ladder", "values", f"too few values: {steps}")
        return self.attempt("ladder", "values", ladder, rungs, opponent, games, settings, openings)

    def _playoff(
        self, games: int, settings: GameSettings, openings: tuple[Opening, ...]
    ) -> list[Match]:
        players = self.players()
        tables = self.values.get("matchup", [])
        if not isinstance(tables, list) or not tables:
            raise self.error("", "matchup", "a playoff has one or more [[matchup]] tables")
        found = []
        for number, values in enumerate(tables, 1):
            table = f"matchup.{number}"
            self.only(values, table, ("a", "b", "games", *_GAME))
            for key in ("a", "b"):
                if key not in values:
                    raise self.error(table, "", f"the key {key} is missing")
            a, b = (self.player(players, table, key, values[key]) for key in ("a", "b"))
            own, book = self.settings(values, table, settings)
            count = self.read(values, table, "games", int, games)
            found.append(self.attempt(table, "games", Match, a, b, count, own, book or openings))
        return found

    def _sprt(self) -> Sprt:
        values = self.table("sprt")
        self.only(values, "sprt", ("elo0", "elo1", "alpha", "beta"))
        for key in ("elo0", "elo1"):
            if key not in values:
                raise self.error("sprt", "", f"the key {key} is missing")
        given = {key: self.get("sprt", key, (float, int), None) for key in values}
        return self.attempt("sprt", "", Sprt, **given)


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
