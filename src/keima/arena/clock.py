"""The clock of one player, with the fall of its flag."""

from __future__ import annotations

import math

from keima.gtp.timing import TimeLeft, TimeSettings, spend


class Clock:
    """What a player has left under any time system.

    >>> clock = Clock(TimeSettings("byoyomi", 10, 30, 3))
    >>> clock.until_flag
    100
    >>> clock.spend(45), clock.left
    (True, TimeLeft(seconds=30, stones=2))
    >>> clock.spend(60), clock.has_fallen
    (False, True)
    """

    def __init__(self, settings: TimeSettings) -> None:
        self.settings = settings
        self.left: TimeLeft = settings.start()
        self.has_fallen = False

    @property
    def is_running(self) -> bool:
        return self.settings.kind != "none"

    @property
    def until_flag(self) -> float:
        """Seconds that the next move may take at most."""
        settings, left = self.settings, self.left
        match settings.kind:
            case "none":
                return math.inf
            case "canadian" if left.stones == 0:
                return left.seconds + settings.period
            case "byoyomi" if left.stones == 0:
                return left.seconds + settings.period * settings.count
            case "byoyomi":
                return left.seconds + settings.period * (left.stones - 1)
            case _:
                return min(left.seconds, settings.most)

    def spend(self, seconds: float) -> bool:
        """Counts the time of a move; False if the flag fell meanwhile."""
        if not self.is_running:
            return True
        # A byo-yomi period is spent when it is used up, not only when it is exceeded.
        if seconds > self.until_flag or (
            self.settings.kind == "byoyomi" and seconds == self.until_flag
        ):
            self.has_fallen = True
            self.left = TimeLeft(0.0, self.left.stones)
            return False
        self.left = spend(self.settings, self.left, seconds)
        return True
