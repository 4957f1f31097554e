"""Everything that a run has asked and been told, as lines of JSON.

The first line says what is tuned and how. After it, a line for every trial before its first game
and a line for every game when it is over, each written and synced at once. A run that is killed
loses the games under way and nothing else; half a line at the end is cut off.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from keima.arena.statistics import Tally
from keima.tune.space import Values

FORMAT = "keima tune 1"


class GameId(NamedTuple):
    """Which game: of a trial, of one of its points, and its number."""

    trial: int
    point: int
    game: int


class Played(NamedTuple):
    """A game that is over: the score of the player that is tuned (1, 0.5 or 0; None if the game
    could not be played), and what else is worth keeping."""

    score: float | None
    details: Mapping[str, Any] = {}


class Log:
    """A file of a run. `path` None keeps everything in memory.

    Raises ValueError that names file and line for anything but a log of this run.
    """

    def __init__(self, path: Path | None, header: Mapping[str, Any]) -> None:
        self.path = path
        # As it will be read.
        self.header: dict[str, Any] = json.loads(json.dumps(header))
        self.trials: dict[int, list[Values]] = {}
        self.games: dict[GameId, Played] = {}
        #: Games of the values found, which no tuner has seen: values as text -> number -> game.
        self.checks: dict[str, dict[int, Played]] = {}
        self._file: int | None = None

    @classmethod
    def open(cls, path: Path, header: Mapping[str, Any]) -> Log:
        """Takes up the log of the same run, or starts one; nobody else may write to it."""
        log = cls(path, header)
        try:
            log._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        except OSError as error:
            raise ValueError(f"cannot open {path}: {error.strerror}") from None
        try:
            _lock(log._file, path)
            data = path.read_bytes()
            end = data.rfind(b"\n") + 1
            os.ftruncate(log._file, end)
            if end:
                log._load(data[:end])
                log._compare(header)
            else:
                log._write({"format": FORMAT, **log.header})
        except BaseException:
            log.close()
            raise
        return log

    @classmethod
    def read(cls, path: Path) -> Log:
        """Reads a log that is not to be changed, even while a run writes it."""
        try:
            data = path.read_bytes()
        except OSError as error:
            raise ValueError(f"cannot read {path}: {error.strerror}") from None
        log = cls(path, {})
        log._load(data[: data.rfind(b"\n") + 1])
        return log

    def add_trial(self, trial: int, points: Sequence[Values]) -> None:
        self.trials[trial] = list(points)
        self._write({"trial": trial, "points": list(points)})

    def add_game(self, place: GameId, played: Played) -> None:
        self.games[place] = played
        self._write({**place._asdict(), "score": played.score, **played.details})

    def add_check(self, values: Values, number: int, played: Played) -> None:
        self.checks.setdefault(_text(values), {})[number] = played
        self._write({"check": number, "values": values, "score": played.score, **played.details})

    def results(self, trial: int, games: int) -> list[Tally] | None:
        """The results of a trial's points; None while games are missing."""
        found = []
        for point in range(len(self.trials[trial])):
            places = [GameId(trial, point, game) for game in range(games)]
            if not all(place in self.games for place in places):
                return None
            found.append(tally([self.games[place] for place in places]))
        return found

    def checked(self, values: Values) -> dict[int, Played]:
        """The games of these values that no tuner has seen."""
        return self.checks.get(_text(values), {})

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def __enter__(self) -> Log:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _write(self, line: Mapping[str, Any]) -> None:
        if self._file is not None:
            os.write(self._file, (json.dumps(line) + "\n").encode())
            os.fsync(self._file)

    def _load(self, data: bytes) -> None:
        for number, line in enumerate(data.splitlines(), 1):
            try:
                value = json.loads(line)
                if number == 1:
                    if value["format"] != FORMAT:
                        raise ValueError
                    self.header = {k: v for k, v in value.items() if k != "format"}
                else:
                    self._take(value)
            except (ValueError, KeyError, TypeError, AttributeError):
                what = f"a log that begins with {FORMAT!r}" if number == 1 else "a line of a log"
                raise ValueError(f"{self.path}:{number} is not {what}: {line[:60]!r}") from None
        if not data:
            raise ValueError(f"{self.path} is empty: expected a log of `keima tune`")

    def _take(self, value: dict[str, Any]) -> None:
        if "points" in value:
            self.trials[int(value["trial"])] = [dict(point) for point in value["points"]]
            return
        score = value.pop("score")
        if "check" in value:
            number, values = value.pop("check"), value.pop("values")
            self.checks.setdefault(_text(values), {})[number] = Played(score, value)
        else:
            place = GameId(*(value.pop(field) for field in GameId._fields))
            self.games[place] = Played(score, value)

    def _compare(self, header: Mapping[str, Any]) -> None:
        wanted = json.loads(json.dumps(header))
        for key in {**self.header, **wanted}:
            old, new = self.header.get(key), wanted.get(key)
            if old != new:
                raise ValueError(
                    f"{self.path} is the log of another run: {key} was {old!r} and is {new!r}; "
                    "give another log, or change it back"
                )


def tally(games: Sequence[Played]) -> Tally:
    """Wins, losses and draws. A game that could not be played says nothing: it is a draw.

    >>> tally([Played(1), Played(0), Played(None)])
    Tally(wins=1, losses=1, draws=1)
    """
    scores = [game.score for game in games]
    wins, losses = scores.count(1), scores.count(0)
    return Tally(wins, losses, len(scores) - wins - losses)


def _text(values: Mapping[str, Any]) -> str:
    return json.dumps(values, sort_keys=True)


def _lock(file: int, path: Path) -> None:
    """Raises ValueError if another process writes the same log."""
    with contextlib.suppress(ImportError):  # not on this system
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ValueError(f"{path} is being written by another run") from None
