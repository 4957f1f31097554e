"""Tuning runs from TOML files, with errors that name the file, the line and the key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from keima.arena.toml import GAME_KEYS, Reader, read_text
from keima.tune.games import Games, check_space, make_parameter
from keima.tune.methods import METHODS, make_tuner, read_options
from keima.tune.run import RunSettings
from keima.tune.space import Space
from keima.tune.tuner import Tuner

_TOP = ("method", "player", "opponent", "trials", "games", "ahead", "seed", "log", "workers")
_GAMES = {"spsa": 2, "quadratic": 2, "optuna": 10}
"""Games for each point of a trial, unless the file says how many."""


@dataclass(frozen=True)
class TuneFile:
    """A run as a file describes it."""

    space: Space
    method: str
    options: Mapping[str, Any]
    games: Games
    settings: RunSettings
    trials: int
    log: Path
    workers: int | None

    def tuner(self) -> Tuner:
        return make_tuner(self.method, self.space, self.settings.seed, self.options)

    def header(self) -> dict[str, Any]:
        """What must be the same when a run is taken up again. The number of trials is not part
        of it."""
        return {
            "method": self.method,
            "options": dict(self.options),
            "parameters": self.space.to_json(),
            "player": self.games.player,
            "opponent": self.games.opponent,
            "game": self.games.settings.to_json(),
            "openings": [opening.to_json() for opening in self.games.openings],
            "games": self.settings.games,
            "ahead": self.settings.ahead,
            "seed": self.settings.seed,
        }


def load_tuning(path: str | Path) -> TuneFile:
    """Reads a run; raises ValueError that names what is wrong and where."""
    path = Path(path)
    return read_tuning(read_text(path), path)


def read_tuning(text: str, path: Path) -> TuneFile:
    """The same from a text; `path` is for messages and for files named in it."""
    return _TuneReader(text, path).tuning()


class _TuneReader(Reader):
    def tuning(self) -> TuneFile:
        self.only(self.values, "", (*_TOP, "game", "parameters", *METHODS))
        for key in ("player", "opponent", "parameters"):
            if key not in self.values:
                raise self.error("", "", f"the key {key} is missing")
        method = self.get("", "method", str, "spsa")
        if method not in METHODS:
            raise self.error("", "method", f"expected one of {', '.join(METHODS)}, got {method!r}")
        trials = self.get("", "trials", int, 500)
        if trials < 1:
            raise self.error("", "trials", f"expected 1 or more, got {trials}")
        settings = self.attempt(
            "",
            "",
            RunSettings,
            self.get("", "games", int, _GAMES[method]),
            self.get("", "ahead", int, 4),
            self.get("", "seed", int, 0),
        )
        for other in METHODS:
            if other != method and other in self.values:
                raise self.error("", other, f"the method is {method}, not {other}")
        options = self.attempt(method, "", read_options, method, self.table(method), trials)
        self.only(self.table("game"), "game", GAME_KEYS)
        game, openings = self.settings(self.table("game"), "game")
        player, opponent = (self.get("", key, str, "") for key in ("player", "opponent"))
        games = Games(player, opponent, game, openings)
        space = self._space(player)
        self.check_spec("", "opponent", opponent)
        self.attempt("parameters", "", check_space, games, space)
        found = TuneFile(
            space,
            method,
            options,
            games,
            settings,
            trials,
            self.path.parent / self.get("", "log", str, self.path.with_suffix(".jsonl").name),
            self.get("", "workers", int, None),
        )
        self.attempt("", "method", found.tuner)
        return found

    def _space(self, player: str) -> Space:
        found = []
        for name, given in self.table("parameters").items():
            if not isinstance(given, Mapping):
                raise self.error("parameters", name, f"expected a table, got {given!r}")
            table = f"parameters.{name}"
            kinds = {"low": (int, float), "high": (int, float), "choices": (list,)}
            for key, kind in kinds.items():
                self.read(given, table, key, kind, None)
            for key in ("log", "integer"):
                if not isinstance(given.get(key, False), bool):
                    raise self.error(table, key, f"expected true or false, got {given[key]!r}")
            if "choices" in given and not all(
                isinstance(c, int | float | str) and not isinstance(c, bool)
                for c in given["choices"]
            ):
                raise self.error(table, "choices", "expected numbers or texts")
            found.append(self.attempt(table, "", make_parameter, player, name, given))
        return self.attempt("parameters", "", Space, tuple(found))
