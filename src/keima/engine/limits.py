"""When a search ends."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Limit:
    """An end to a search: after so many playouts, so many seconds, or whichever comes first.

    >>> Limit(seconds=2)
    Limit(playouts=None, seconds=2)
    >>> Limit(playouts=0)
    Traceback (most recent call last):
    ...
    ValueError: playouts must be a whole number from 1 on, got 0
    """

    playouts: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.playouts is not None and (not _is_int(self.playouts) or self.playouts < 1):
            raise ValueError(f"playouts must be a whole number from 1 on, got {self.playouts!r}")
        if self.seconds is not None and not (
            isinstance(self.seconds, int | float)
            and math.isfinite(self.seconds)
            and self.seconds > 0
        ):
            raise ValueError(f"seconds must be a number above 0, got {self.seconds!r}")

    def __bool__(self) -> bool:
        """Does it limit anything?"""
        return self.playouts is not None or self.seconds is not None


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
