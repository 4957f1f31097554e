"""The dates of a game, as DT writes them."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterable
from typing import NamedTuple

_PART = re.compile(r"(?:([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?|([0-9]{2})(?:-([0-9]{2}))?)")


class PartialDate(NamedTuple):
    """A year, a month or a day.

    >>> str(PartialDate(1996, 5))
    '1996-05'
    """

    year: int
    month: int | None = None
    day: int | None = None

    def __str__(self) -> str:
        parts = [f"{self.year:04}"]
        parts += [f"{part:02}" for part in (self.month, self.day) if part is not None]
        return "-".join(parts)


def read_dates(text: str) -> list[PartialDate]:
    """Reads a list of dates, in which a later one may leave out what it shares with the one
    before; raises ValueError.

    >>> [str(date) for date in read_dates("1996-05-06,07,06-01,1997")]
    ['1996-05-06', '1996-05-07', '1996-06-01', '1997']
    """
    dates: list[PartialDate] = []
    for part in text.split(","):
        match = _PART.fullmatch(part.strip())
        last = dates[-1] if dates else None
        if match and match[1]:
            date = PartialDate(*(int(field) for field in match.groups()[:3] if field))
        elif match and last and last.month:
            number, second = int(match[4]), match[5]
            if second:
                date = PartialDate(last.year, number, int(second))
            elif last.day:
                date = PartialDate(last.year, last.month, number)
            else:
                date = PartialDate(last.year, number)
        else:
            raise ValueError("expected dates such as 1996-05-06 or 1996-05-06,07")
        if not _exists(date):
            raise ValueError(f"there is no {date}")
        dates.append(date)
    return dates


def _exists(date: PartialDate) -> bool:
    if date.year < 1 or (date.month is not None and not 1 <= date.month <= 12):
        return False
    return date.day is None or 1 <= date.day <= monthrange(date.year, date.month or 1)[1]


def write_dates(dates: Iterable[PartialDate]) -> str:
    return ",".join(str(PartialDate(*date)) for date in dates)
