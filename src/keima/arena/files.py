"""Tournaments from TOML files, with errors that name the file, the line and the key."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from keima.arena.openings import Opening
from keima.arena.settings import Entrant, GameSettings
from keima.arena.statistics import Sprt
from keima.arena.toml import GAME_KEYS, Reader, read_text
from keima.arena.tournament import (
    Match,
    Tournament,
    gauntlet,
    ladder,
    ladder_of,
    round_robin,
)

KINDS = ("match", "gauntlet", "round-robin", "playoff", "ladder")
_TOP = ("name", "kind", "games", "seed", "database", "workers")
_TABLES = ("game", "players", "gauntlet", "ladder", "matchup", "sprt")


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
    return read_tournament(read_text(path), path)


def read_tournament(text: str, path: Path) -> TournamentFile:
    """The same from a text; `path` is for messages and for files named in it."""
    reader = _TournamentReader(text, path)
    return TournamentFile(
        reader.tournament(),
        text,
        path.parent / reader.get("", "database", str, path.with_suffix(".db").name),
        reader.get("", "workers", int, None),
    )


class _TournamentReader(Reader):
    def tournament(self) -> Tournament:
        self.only(self.values, "", _TOP + _TABLES)
        kind = self.get("", "kind", str, "match")
        if kind not in KINDS:
            raise self.error("", "kind", f"expected one of {', '.join(KINDS)}, got {kind!r}")
        for table in ("gauntlet", "ladder", "matchup"):
            wanted = {"matchup": "playoff"}.get(table, table)
            if table in self.values and kind != wanted:
                raise self.error("", table, f"only a {wanted} has it, this is a {kind}")
        self.only(self.table("game"), "game", GAME_KEYS)
        games = self.get("", "games", int, 100)
        if games < 1:
            raise self.error("", "games", f"expected 1 or more, got {games}")
        settings, openings = self.settings(self.table("game"), "game")
        matches = getattr(self, "_" + kind.replace("-", "_"))(games, settings, openings)
        name = self.get("", "name", str, self.path.stem)
        seed = self.get("", "seed", int, 0)
        sprt = self._sprt() if "sprt" in self.values else None
        return self.attempt("", "", Tournament, name, tuple(matches), seed, sprt)

    def players(self) -> dict[str, Entrant]:
        found = {}
        for name in self.table("players"):
            spec = self.get("players", name, str, "")
            found[name] = Entrant(name, spec)
            self.check_spec("players", name, spec)
        return found

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
            self.only(values, table, ("a", "b", "games", *GAME_KEYS))
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
