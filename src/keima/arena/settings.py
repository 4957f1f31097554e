"""What a game is played under, and a game that is to be played."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from hashlib import blake2b
from typing import Any, Literal, Self, get_args

from keima import handicap as handicaps
from keima.arena.openings import Opening
from keima.game import Game
from keima.gtp.timing import TimeSettings, canadian
from keima.points import MAX_SIDE
from keima.rules import Rules, check_komi
from keima.scoring import plain_number

Scorer = Literal["players", "keima", "gnugo"]
Referee = Literal["keima", "gnugo"]


@dataclass(frozen=True)
class GameSettings:
    """Board, rules, clock, opening and how the result is found.

    >>> settings = GameSettings(size=(9, 9), komi=7.0, time=parse_time("fischer 60 1"))
    >>> GameSettings.from_json(settings.to_json()) == settings
    True
    """

    size: tuple[int, int] = (19, 19)
    #: None is the komi of the rules.
    komi: float | None = None
    rules: str = "chinese"
    #: Stones on the fixed points; 0 is an even game.
    handicap: int = 0
    time: TimeSettings = field(default_factory=TimeSettings)
    opening: Opening = field(default_factory=Opening)
    #: Moves after which the game is broken off and counted by the referee; None is four times
    #: the number of points.
    move_limit: int | None = None
    #: Who counts: the players, Keima, or GNU Go.
    score: Scorer = "players"
    #: Who decides if the players do not agree, or cannot count, or the game is broken off.
    referee: Referee = "keima"
    #: Seconds that any answer may take beyond what the clock allows, before a player counts as
    #: hanging; without a clock, seconds for any answer.
    timeout: float = 600.0

    def __post_init__(self) -> None:
        if not all(1 <= side <= MAX_SIDE for side in self.size):
            raise ValueError(f"size must be from 1 to {MAX_SIDE}, got {self.size}")
        if self.komi is not None:
            check_komi(self.komi)
        rules = Rules.parse(self.rules)
        if self.handicap:
            handicaps.fixed_handicap(self.handicap, *self.size)
            if self.opening != Opening():
                raise ValueError("a game has a handicap or an opening, not both")
        if self.score not in get_args(Scorer):
            raise ValueError(
                f"score must be one of {', '.join(get_args(Scorer))}, got {self.score!r}"
            )
        if self.referee not in get_args(Referee):
            raise ValueError(
                f"referee must be one of {', '.join(get_args(Referee))}, got {self.referee!r}"
            )
        if "gnugo" in (self.score, self.referee) and not rules.removes_dead:
            raise ValueError(
                f"GNU Go cannot count by {rules.name} rules, which leave dead stones on the "
                "board: expected score and referee players or keima"
            )
        if self.move_limit is not None and self.move_limit < 1:
            raise ValueError(f"move_limit must be 1 or more, got {self.move_limit}")
        if not (math.isfinite(self.timeout) and self.timeout > 0):
            raise ValueError(f"timeout must be a number of seconds above 0, got {self.timeout}")

    @property
    def moves_at_most(self) -> int:
        return self.move_limit or 4 * self.size[0] * self.size[1]

    def new_game(self) -> Game:
        """A game with handicap or opening on the board."""
        game = Game(self.size, komi=self.komi, rules=self.rules)
        if self.handicap:
            game.place_fixed_handicap(self.handicap)
            return game
        return self.opening.apply(game)

    def replace(self, **changes: Any) -> Self:
        return replace(self, **changes)

    def to_json(self) -> dict[str, Any]:
        """Plain values; an infinite limit of the clock is None."""
        time = {k: None if v == math.inf else v for k, v in asdict(self.time).items()}
        shallow = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return {
            **shallow,
            "size": list(self.size),
            "time": time,
            "opening": self.opening.to_json(),
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        time: dict[str, Any] = {k: math.inf if v is None else v for k, v in value["time"].items()}
        changed = {
            "size": tuple(value["size"]),
            "time": TimeSettings(**time),
            "opening": Opening.from_json(value["opening"]),
        }
        return cls(**{**value, **changed})


def parse_size(text: str | int) -> tuple[int, int]:
    """A board's size: a side, or width and height.

    >>> parse_size("9"), parse_size("5x6")
    ((9, 9), (5, 6))
    """
    width, _, height = str(text).lower().partition("x")
    try:
        size = int(width), int(height or width)
    except ValueError:
        raise ValueError(f"{text!r} is not a board size: expected a side, or 5x6") from None
    if not all(1 <= side <= MAX_SIDE for side in size):
        raise ValueError(f"size must be from 1 to {MAX_SIDE}, got {text}")
    return size


_TIMES: dict[str, tuple[str, ...]] = {
    "none": (),
    "absolute": ("main",),
    "canadian": ("main", "period", "count"),
    "byoyomi": ("main", "period", "count"),
    "fischer": ("main", "increment"),
    "fischer-capped": ("main", "increment", "limit", "most"),
}


def parse_time(text: str) -> TimeSettings:
    """A time system in the words of `kata-time_settings`, numbers in seconds.

    >>> parse_time("absolute 300").main
    300.0
    >>> parse_time("byoyomi 60 10 3").count
    3
    >>> parse_time("byoyomi 60")
    Traceback (most recent call last):
    ...
    ValueError: time 'byoyomi 60': expected byoyomi MAIN PERIOD COUNT
    """
    kind, *words = text.split() or ["none"]
    kind = kind.lower().replace("byo-yomi", "byoyomi")
    if kind not in _TIMES:
        raise ValueError(f"time {text!r}: expected one of {', '.join(_TIMES)} and its numbers")
    names = _TIMES[kind]
    wrong = ValueError(f"time {text!r}: expected {' '.join((kind, *map(str.upper, names)))}")
    if len(words) != len(names):
        raise wrong
    values: dict[str, Any] = {}
    for name, word in zip(names, words, strict=True):
        try:
            values[name] = int(word) if name == "count" else float(word)
        except ValueError:
            raise wrong from None
        if name in ("limit", "most") and values[name] == -1:
            values[name] = math.inf
        if not (values[name] >= 0) or (values[name] == math.inf and word != "-1"):
            raise ValueError(f"time {text!r}: {name} must be a number from 0 on, got {word}")
    if kind == "canadian":
        return canadian(values["main"], values["period"], values["count"])
    if kind == "byoyomi" and not (values["period"] and values["count"]):
        return TimeSettings("absolute", values["main"])
    return TimeSettings(kind, **values)  # type: ignore[arg-type]


def time_text(time: TimeSettings) -> str:
    """The words that `parse_time` reads.

    >>> time_text(parse_time("canadian 60 30 5"))
    'canadian 60 30 5'
    """
    values = (getattr(time, name) for name in _TIMES[time.kind])
    return " ".join((time.kind, *("-1" if v == math.inf else plain_number(v) for v in values)))


@dataclass(frozen=True)
class Entrant:
    """A player of a tournament: a name to be known by, and the spec it is made from."""

    name: str
    spec: str


@dataclass(frozen=True)
class PlannedGame:
    """A game of a tournament. All that it needs is here: it can be played in any process, and
    with players that take seeds it comes out the same in each."""

    tournament: str
    #: Its place in the tournament's order.
    index: int
    #: Which pairing it belongs to.
    match: str
    black: Entrant
    white: Entrant
    settings: GameSettings
    seed: int

    def side_seed(self, color: str) -> int:
        """The seed of a side, of 31 bits: what every program takes.

        >>> plan = PlannedGame("t", 0, "a-b", Entrant("a", "x"), Entrant("b", "y"),
        ...                    GameSettings(), 1)
        >>> plan.side_seed("B") != plan.side_seed("W")
        True
        """
        return derive_seed(self.seed, color)

    def fingerprint(self) -> str:
        """Equal for two plans that are the same game, whatever the tournament is called."""
        text = json.dumps(
            [
                self.index,
                self.match,
                asdict(self.black),
                asdict(self.white),
                self.settings.to_json(),
                self.seed,
            ],
            sort_keys=True,
        )
        return blake2b(text.encode(), digest_size=12).hexdigest()


def derive_seed(*parts: object) -> int:
    """A number from 1 to 2^31 - 1 that depends on all the parts and on nothing else."""
    text = "/".join(map(str, parts))
    return int.from_bytes(blake2b(text.encode(), digest_size=4).digest(), "big") >> 1 or 1
