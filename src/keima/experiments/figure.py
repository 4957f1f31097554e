"""The figure of an experiment: what was won, with intervals, ours and theirs, as SVG."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape
from typing import NamedTuple, Protocol

from keima.arena.statistics import Interval, Tally, agresti_coull, relative_strength, wilson
from keima.experiments.results import CellResult

WIDTH, LEFT, RIGHT, TOP, ROW = 720, 120, 110, 62, 36
OURS, THEIRS = "#0a7d4f", "#6a6aa8"
#: Strengths above it are off the picture: twice as many games won as lost.
MOST = 1.0
#: Of a letter of a row's name, about.
LETTER = 6.5


class Bar(NamedTuple):
    """A value and its bounds."""

    value: float
    low: float
    high: float


class Scale(NamedTuple):
    """What is shown of a result: how it is read, where the axis ends, the marks on it."""

    label: str
    bar: Callable[[Tally], Bar]
    #: Where the axis ends, unless values lie beyond.
    low: float
    high: float
    #: The most that it is made longer.
    most: float
    #: Where both are equally strong.
    middle: float
    #: Marks from 0 to 1, and how they are written, in percent.
    marks: int
    mark: str


class IntervalOf(Protocol):
    """An interval of the rate of games won."""

    def __call__(self, tally: Tally, confidence: float = ...) -> Interval: ...


#: Whose intervals of the rate of games won.
INTERVALS: dict[str, IntervalOf] = {"Wilson": wilson, "Agresti and Coull": agresti_coull}


STRENGTH = Scale(
    "relative playing strength",
    lambda tally: Bar(*relative_strength(tally)),
    -0.2,
    0.2,
    MOST,
    0.0,
    5,
    "+d",
)


def scale_of(measure: str, interval: IntervalOf = wilson) -> Scale:
    """What the figure of an experiment shows: the strength, or the rate of games won."""
    if measure == "strength":
        return STRENGTH
    return Scale(
        "games won", lambda tally: Bar(tally.rate, *interval(tally)), 0.0, 1.0, 1.0, 0.5, 4, "d"
    )


class _Axis(NamedTuple):
    """From values to places."""

    low: float
    high: float
    left: float
    marks: int

    def __call__(self, value: float) -> float:
        part = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return round(self.left + part * (WIDTH - self.left - RIGHT), 1)

    def ticks(self) -> range:
        low, high = self.low * self.marks, self.high * self.marks
        return range(math.ceil(low - 1e-9), math.floor(high + 1e-9) + 1)


def draw(title: str, played: Sequence[CellResult], scale: Scale = STRENGTH) -> str:
    """A row for each cell: a bar from bound to bound and a dot, ours above the document's."""
    axis = _axis(played, scale)
    height = TOP + ROW * len(played) + 44
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        f'<text x="12" y="22" font-size="15">{escape(title)}</text>',
        _legend() if any(result.cell.paper for result in played) else "",
        _grid(axis, scale, TOP + ROW * len(played)),
        *(_row(axis, scale, TOP + ROW * number, result) for number, result in enumerate(played)),
        f'<text x="{axis(scale.middle)}" y="{height - 8}" text-anchor="middle" fill="#555">'
        f"{scale.label} and 95 % interval</text></svg>",
    ]
    return "\n".join(parts) + "\n"


def _axis(played: Sequence[CellResult], scale: Scale) -> _Axis:
    shown = [scale.bar(t) for r in played for t in (r.tally, r.cell.paper) if t and t.games]
    low = min([scale.low, *(s.low for s in shown)])
    high = max([scale.high, *(min(s.high, scale.most) for s in shown)])
    longest = max((len(_label(result)) for result in played), default=0)
    left = max(LEFT, math.ceil(longest * LETTER + 24))
    marks = scale.marks
    return _Axis(math.floor(low * marks) / marks, math.ceil(high * marks) / marks, left, marks)


def _label(result: CellResult) -> str:
    return " ".join(result.cell.labels)


def _legend() -> str:
    parts = []
    for x, color, text in ((12, OURS, "ours"), (70, THEIRS, "the document")):
        parts.append(
            f'<rect x="{x}" y="36" width="12" height="8" fill="{color}"/>'
            f'<text x="{x + 17}" y="44">{text}</text>'
        )
    return "".join(parts)


def _grid(axis: _Axis, scale: Scale, bottom: float) -> str:
    parts = []
    for tick in axis.ticks():
        value = tick / axis.marks
        x, color = axis(value), "#777" if value == scale.middle else "#ddd"
        text = f"{round(100 * value):{scale.mark}}" if tick else "0"
        parts.append(
            f'<path d="M{x} {TOP - 6}V{bottom}" stroke="{color}"/>'
            f'<text x="{x}" y="{bottom + 16}" text-anchor="middle" fill="#555">'
            f"{text} %</text>"
        )
    return "".join(parts)


def _row(axis: _Axis, scale: Scale, y: float, result: CellResult) -> str:
    label = escape(_label(result))
    parts = [f'<text x="{axis.left - 12}" y="{y + 17}" text-anchor="end">{label}</text>']
    for place, tally, color in ((6, result.tally, OURS), (20, result.cell.paper, THEIRS)):
        if tally is None:
            continue
        games = f"{tally.games:,} games" if tally.games else "not played"
        if tally.games:
            parts.append(_bar(axis, y + place, scale.bar(tally), color))
        parts.append(
            f'<text x="{WIDTH - RIGHT + 12}" y="{y + place + 4}" fill="{color}" font-size="11">'
            f"{games}</text>"
        )
    return "".join(parts)


def _bar(axis: _Axis, y: float, shown: Bar, color: str) -> str:
    left, right = axis(shown.low), axis(shown.high)
    bar = f'<path d="M{left} {y}H{right}" stroke="{color}" stroke-width="8" opacity=".45"/>'
    if shown.high > axis.high:  # it goes on
        bar += f'<path d="M{right} {y - 5}l7 5l-7 5z" fill="{color}" opacity=".45"/>'
    if shown.value > axis.high:
        return bar
    return bar + f'<circle cx="{axis(shown.value)}" cy="{y}" r="4" fill="{color}"/>'
