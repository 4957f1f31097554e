"""Time systems and clocks. How a clock is used: keima.engine.clock.

Every time system that the GTP dialects know is one `TimeSettings`; what a player has left is a
`TimeLeft`, in the same two numbers as the command `time_left`.
"""

from dataclasses import dataclass, replace
from typing import Literal

Kind = Literal["none", "absolute", "canadian", "byoyomi", "fischer", "fischer-capped"]
KINDS: tuple[Kind, ...] = (
    "none",
    "absolute",
    "canadian",
    "byoyomi",
    "fischer",
    "fischer-capped",
)


@dataclass(frozen=True, slots=True)
class TimeSettings:
    """A time system. Which fields count depends on the kind:

    - none: no limit;
    - absolute: `main`;
    - canadian: after `main`, `count` stones in every `period`;
    - byoyomi: after `main`, `count` periods, each of which is spent when a move takes longer;
    - fischer: `main`, and `increment` after every move;
    - fischer-capped: the same, the clock never above `limit` nor a move longer than `most`.
    """

    kind: Kind = "none"
    main: float = 0.0
    period: float = 0.0
    count: int = 0
    increment: float = 0.0
    limit: float = float("inf")
    most: float = float("inf")

    def start(self) -> "TimeLeft":
        """The clock of a player who has not moved."""
        if self.main > 0 or self.kind not in ("canadian", "byoyomi"):
            return TimeLeft(self.main)
        return TimeLeft(self.period, self.count)


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """`seconds` of main time if `stones` is 0, else of the period under way, in which `stones`
    are to be played; with byoyomi `stones` counts the periods left, the one under way included
    (KGS)."""

    seconds: float
    stones: int = 0


def canadian(main: float, period: float, stones: int) -> TimeSettings:
    """What `time_settings` means: a period without stones is no limit, no period is absolute.

    >>> canadian(600, 0, 0).kind, canadian(0, 30, 0).kind, canadian(600, 30, 5).kind
    ('absolute', 'none', 'canadian')
    """
    if period > 0 and stones == 0:
        return TimeSettings()
    if period == 0:
        return TimeSettings("absolute", main)
    return TimeSettings("canadian", main, period, stones)


def spend(settings: TimeSettings, left: TimeLeft, seconds: float) -> TimeLeft:
    """The clock after a move that took that long, for controllers that send no `time_left`.

    >>> spend(TimeSettings("canadian", 10, 30, 5), TimeLeft(10), 12)
    TimeLeft(seconds=28, stones=4)
    >>> spend(TimeSettings("byoyomi", 10, 30, 5), TimeLeft(30, 5), 40)
    TimeLeft(seconds=30, stones=4)
    """
    rest = left.seconds - seconds
    match settings.kind:
        case "fischer" | "fischer-capped":
            return TimeLeft(min(max(rest, 0) + settings.increment, settings.limit))
        case "canadian":
            stones = left.stones
            if stones == 0 and rest > 0:
                return replace(left, seconds=rest)
            if stones == 0:
                rest, stones = rest + settings.period, settings.count
            if stones <= 1:
                return TimeLeft(settings.period, settings.count)
            return TimeLeft(max(rest, 0), stones - 1)
        case "byoyomi":
            if left.stones == 0 and rest > 0:
                return replace(left, seconds=rest)
            periods = left.stones or settings.count
            over = -rest if left.stones == 0 else seconds
            gone = int(over // settings.period) if settings.period > 0 else 0
            return TimeLeft(settings.period, max(periods - gone, 1))
        case _:
            return replace(left, seconds=max(rest, 0))
