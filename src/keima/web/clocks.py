"""The clocks of a game: what both sides have left, and who runs out of it."""

from __future__ import annotations

import time
from typing import Any

from keima.colors import Color
from keima.gtp.timing import TimeLeft, TimeSettings, spend
from keima.sgf import Node
from keima.web import limits
from keima.web.values import known_keys, mapping, number, whole

SIDES = (Color.BLACK, Color.WHITE)


def read_settings(value: object) -> TimeSettings | None:
    """Reads a CLOCK; None if there is none."""
    if value is None:
        return None
    given = mapping(value, "clock")
    known_keys(given, ("main", "byoyomi", "periods", "increment"), "clock")
    main = number(given.get("main", 0), "clock: main", 0, limits.CLOCK_SECONDS)
    if given.get("increment") is not None:
        known_keys(given, ("main", "increment"), "clock with an increment")
        low = 0 if main else 1
        more = number(given["increment"], "clock: increment", low, limits.CLOCK_SECONDS)
        return TimeSettings("fischer", main or more, increment=more)
    if given.get("byoyomi") is not None:
        period = number(given["byoyomi"], "clock: byoyomi", 1, limits.CLOCK_SECONDS)
        count = whole(given.get("periods", 1), "clock: periods", 1, limits.PERIODS)
        return TimeSettings("byoyomi", main, period, count)
    number(main, "clock: main", 1, limits.CLOCK_SECONDS)
    return TimeSettings("absolute", main)


def settings_json(settings: TimeSettings | None) -> dict[str, Any] | None:
    """As `read_settings` reads it."""
    if settings is None:
        return None
    if settings.kind == "fischer":
        return {"main": settings.main, "increment": settings.increment}
    if settings.kind == "byoyomi":
        return {"main": settings.main, "byoyomi": settings.period, "periods": settings.count}
    return {"main": settings.main}


def total(settings: TimeSettings, left: TimeLeft) -> float:
    """Seconds until the game is lost on time."""
    if settings.kind != "byoyomi":
        return left.seconds
    if left.stones:
        return left.seconds + (left.stones - 1) * settings.period
    return left.seconds + settings.count * settings.period


def running_left(settings: TimeSettings, left: TimeLeft, seconds: float) -> TimeLeft:
    """What is left while a move has taken so long."""
    rest = left.seconds - seconds
    if settings.kind != "byoyomi" or rest >= 0:
        return TimeLeft(max(rest, 0.0), left.stones)
    # Main time is followed by all periods, a period by the next.
    periods = (left.stones - 1 if left.stones else settings.count) - int(-rest // settings.period)
    if periods <= 0:
        return TimeLeft(0.0, 1)
    return TimeLeft(settings.period - (-rest % settings.period), periods)


class Clock:
    """Both clocks of a game. One side's runs, from `start` to `stop` or `press`."""

    def __init__(self, settings: TimeSettings) -> None:
        self.settings = settings
        self.left = dict.fromkeys(SIDES, settings.start())
        self.running: Color | None = None
        self._since = 0.0

    def start(self, color: Color) -> None:
        """Lets the clock of a side run, if it does not yet."""
        if self.running is not color:
            self.stop()
            self.running, self._since = color, time.monotonic()

    def stop(self) -> None:
        """No clock runs; what has gone is gone."""
        if self.running is not None:
            self.left[self.running] = self.now(self.running)
        self.running = None

    def press(self, color: Color) -> None:
        """The side has moved."""
        took = time.monotonic() - self._since if self.running is color else 0.0
        self.left[color] = spend(self.settings, self.left[color], took)
        self.running = None

    def now(self, color: Color) -> TimeLeft:
        """What a side has left."""
        took = time.monotonic() - self._since if self.running is color else 0.0
        return running_left(self.settings, self.left[color], took)

    def until_lost(self) -> float:
        """Seconds until the running side has lost on time; not above 0 if it has."""
        assert self.running is not None
        gone = time.monotonic() - self._since
        return total(self.settings, self.left[self.running]) - gone

    def write(self, node: Node, color: Color) -> None:
        """Notes what a side has left, in the record."""
        left = self.left[color]
        node.set_raw(f"{color.letter}L", [f"{left.seconds:.1f}"])
        if left.stones:
            node.set_raw(f"O{color.letter}", [str(left.stones)])

    def read(self, node: Node) -> None:
        """Goes back to what both sides had at a node, as far as its line tells."""
        self.running = None
        for color in SIDES:
            found = node.find(f"{color.letter}L")
            self.left[color] = self.settings.start()
            if found is None:
                continue
            try:
                seconds = found.real(f"{color.letter}L") or 0.0
                stones = found.number(f"O{color.letter}") or 0
            except ValueError:
                continue
            if 0 <= seconds <= limits.CLOCK_SECONDS and 0 <= stones <= limits.PERIODS:
                self.left[color] = TimeLeft(seconds, stones)

    def to_json(self) -> dict[str, Any]:
        told: dict[str, Any] = {}
        for color in SIDES:
            left = self.now(color)
            byoyomi = self.settings.kind == "byoyomi"
            told[color.letter] = {
                "main": 0.0 if left.stones else round(left.seconds, 2),
                "periods": (left.stones or self.settings.count) if byoyomi else 0,
                "period": round(left.seconds if left.stones else self.settings.period, 2),
            }
        told["running"] = self.running.letter if self.running else None
        told["length"] = self.settings.period if self.settings.kind == "byoyomi" else 0.0
        return told
