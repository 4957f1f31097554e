"""The properties of the standard and how their values are read and written.

A property that is not listed here is a list of texts: see `UNKNOWN`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from keima.colors import Color
from keima.sgf.dates import read_dates, write_dates
from keima.sgf.numbers import read_number, read_real, write_real
from keima.sgf.points import (
    Size,
    read_move,
    read_point,
    read_points,
    read_size,
    write_move,
    write_point,
    write_size,
)
from keima.sgf.results import Result
from keima.sgf.text import (
    escape_colons,
    read_simple_text,
    read_text,
    split_pair,
    write_simple_text,
    write_text,
)


class Codec(NamedTuple):
    """One value: from its raw text and back. Both raise ValueError."""

    read: Callable[[str, Size], Any]
    write: Callable[[Any, Size], str]


@dataclass(frozen=True)
class Property:
    """All values of a property: from the list of their raw texts and back."""

    read: Callable[[list[str], Size], Any]
    write: Callable[[Any, Size], list[str]]
    #: Is there one value only?
    single: bool = True
    #: Is the value free text?
    text: bool = False


def _plain(read: Callable[[str], Any], write: Callable[[Any], str]) -> Codec:
    return Codec(lambda value, size: read(value), lambda value, size: write(value))


def _read_double(value: str) -> int:
    if value.strip() not in ("1", "2"):
        raise ValueError("expected 1 (normal) or 2 (emphasized)")
    return int(value)


def _pair(first: Codec, second: Codec) -> Codec:
    def read(value: str, size: Size) -> tuple[Any, Any]:
        parts = split_pair(value)
        if parts is None:
            raise ValueError("expected two values with a colon between them")
        return first.read(parts[0], size), second.read(parts[1], size)

    def write(value: tuple[Any, Any], size: Size) -> str:
        one, two = value
        return f"{escape_colons(first.write(one, size))}:{escape_colons(second.write(two, size))}"

    return Codec(read, write)


def _one(codec: Codec, *, text: bool = False) -> Property:
    return Property(
        lambda values, size: codec.read(values[0], size),
        lambda value, size: [codec.write(value, size)],
        text=text,
    )


def _many(codec: Codec, *, text: bool = False) -> Property:
    def write(values: Iterable[Any], size: Size) -> list[str]:
        written = [codec.write(value, size) for value in values]
        if not written:
            raise ValueError("expected at least one value: delete the property instead")
        return written

    return Property(
        lambda values, size: [codec.read(value, size) for value in values],
        write,
        single=False,
        text=text,
    )


def _point_list(empty: bool) -> Property:
    def write(points: Iterable[int | str], size: Size) -> list[str]:
        written = list(dict.fromkeys(write_point(point, size) for point in points))
        if not written and not empty:
            raise ValueError("expected at least one point: delete the property instead")
        return written or [""]

    return Property(read_points, write, single=False)


_NUMBER = _plain(read_number, lambda value: str(int(value)))
_REAL = _plain(read_real, write_real)
_SIMPLE_TEXT = _plain(read_simple_text, write_simple_text)
_TEXT = _plain(read_text, write_text)
_POINT = Codec(read_point, write_point)

number = _one(_NUMBER)
real = _one(_REAL)
double = _one(_plain(_read_double, lambda value: str(_read_double(str(value)))))
simple_text = _one(_SIMPLE_TEXT, text=True)
# A comment in several pieces is a repeated property: nothing of it should be lost.
text = Property(
    lambda values, size: "\n".join(map(read_text, values)),
    lambda value, size: [write_text(value)],
    text=True,
)
color = _one(
    _plain(lambda value: Color.parse(value.strip()), lambda value: Color.parse(value).letter)
)
#: Present or not; what the brackets hold does not matter.
flag = Property(lambda values, size: True, lambda value, size: [""])
move = _one(Codec(read_move, write_move))
points = _point_list(empty=False)
points_or_none = _point_list(empty=True)
lines = _many(_pair(_POINT, _POINT))
labels = _many(_pair(_POINT, _SIMPLE_TEXT))
#: What a property outside the standard is taken for.
UNKNOWN = _many(_TEXT, text=True)


def _read_application(value: str) -> tuple[str, str]:
    name, version = split_pair(value) or (value, "")
    return read_simple_text(name), read_simple_text(version)


_figure = _pair(_NUMBER, _SIMPLE_TEXT)

PROPERTIES: dict[str, Property] = {
    # Moves and set-up
    **dict.fromkeys(("B", "W"), move),
    **dict.fromkeys(("AB", "AW", "AE"), points),
    "KO": flag,
    "MN": number,
    "PL": color,
    # Annotation
    "C": text,
    "N": simple_text,
    "V": real,
    **dict.fromkeys(("DM", "GB", "GW", "HO", "UC", "BM", "TE"), double),
    **dict.fromkeys(("DO", "IT"), flag),
    # Markup
    **dict.fromkeys(("CR", "MA", "SL", "SQ", "TR"), points),
    **dict.fromkeys(("DD", "VW", "TB", "TW"), points_or_none),
    **dict.fromkeys(("AR", "LN"), lines),
    "LB": labels,
    # Root
    "AP": _one(
        Codec(
            lambda value, size: _read_application(value), _pair(_SIMPLE_TEXT, _SIMPLE_TEXT).write
        ),
        text=True,
    ),
    "CA": simple_text,
    **dict.fromkeys(("FF", "GM", "ST"), number),
    "SZ": _one(_plain(read_size, write_size)),
    # Game information
    **dict.fromkeys(
        (
            *("AN", "BR", "BT", "CP", "EV", "GN", "ON", "OT", "PB", "PC", "PW"),
            *("RO", "RU", "SO", "US", "WR", "WT"),
        ),
        simple_text,
    ),
    "DT": _one(
        _plain(
            lambda value: read_dates(read_simple_text(value)),
            lambda value: write_simple_text(
                value if isinstance(value, str) else write_dates(value)
            ),
        )
    ),
    "GC": text,
    "HA": number,
    "KM": real,
    "RE": _one(
        _plain(
            lambda value: Result.parse(read_simple_text(value)),
            lambda value: write_simple_text(str(value)),
        )
    ),
    "TM": real,
    # Timing
    **dict.fromkeys(("BL", "WL"), real),
    **dict.fromkeys(("OB", "OW"), number),
    # Printing
    "FG": Property(
        lambda values, size: _figure.read(values[0], size) if values[0].strip() else None,
        lambda value, size: [_figure.write(value, size) if value else ""],
    ),
    "PM": number,
    # Of FF[1] to FF[3]: labels and marks
    **dict.fromkeys(("L", "M", "RG", "SC"), points),
}

#: What may stand in a game's first node only.
ROOT = frozenset({"AP", "CA", "FF", "GM", "ST", "SZ"})


def property_of(ident: str) -> Property:
    return PROPERTIES.get(ident, UNKNOWN)
