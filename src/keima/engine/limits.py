"""When a search ends."""

from __future__ import annotations

from dataclasses import dataclass

MOST_PLAYOUTS = 10**12
MOST_SECONDS = 10**6


@dataclass(frozen=True)
class Limit:
    """An end to a search: after so many playouts, so many seconds, or whichever comes first.

    >>> Limit(seconds=2)
    Limit(playouts=None, seconds=2)
    >>> Limit(playouts=0)
    Traceback (most recent call last):
    ...
    ValueError: playouts must be a whole number from 1 to 10^12, got 0
    """

    playouts: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        playouts, seconds = self.playouts, self.seconds
        if playouts is not None and not (_is_int(playouts) and 1 <= playouts <= MOST_PLAYOUTS):
            raise ValueError(
                f"playouts must be a whole number from 1 to 10^12, got {str(playouts)[:40]}"
            )
        if seconds is not None and not (
            isinstance(seconds, int | float) and 0 < seconds <= MOST_SECONDS
        ):
            raise ValueError(
                f"seconds must be a number above 0 and at most 10^6, got {str(seconds)[:40]}"
            )

    def __bool__(self) -> bool:
        """Does it limit anything?"""
        return self.playouts is not None or self.seconds is not None


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
