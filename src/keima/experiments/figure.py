"""The figure of an experiment: relative playing strengths with their intervals, as SVG."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from keima.arena.statistics import RelativeStrength, relative_strength
from keima.experiments.results import CellResult

WIDTH, LEFT, RIGHT, TOP, ROW = 720, 120, 110, 62, 36
OURS, THEIRS = "#0a7d4f", "#6a6aa8"
#: Strengths above it are off the picture: twice as many games won as lost.
MOST = 1.0


class _Axis(NamedTuple):
    """From strengths to places."""

    low: float
    high: float

    def __call__(self, strength: float) -> float:
        part = (min(max(strength, self.low), self.high) - self.low) / (self.high - self.low)
        return round(LEFT + part * (WIDTH - LEFT - RIGHT), 1)

    def ticks(self) -> range:
        """In fifths."""
        return range(math.ceil(self.low * 5 - 1e-9), math.floor(self.high * 5 + 1e-9) + 1)


def draw(title: str, played: Sequence[CellResult]) -> str:
    """A row for each cell: a bar from bound to bound and a dot, ours above the document's."""
    axis = _axis(played)
    height = TOP + ROW * len(played) + 44
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        f'<text x="12" y="22" font-size="15">{escape(title)}</text>',
        _legend(),
        _grid(axis, TOP + ROW * len(played)),
        *(_row(axis, TOP + ROW * number, result) for number, result in enumerate(played)),
        f'<text x="{axis(0)}" y="{height - 8}" text-anchor="middle" fill="#555">'
        "relative playing strength and 95 % interval</text></svg>",
    ]
    return "\n".join(parts) + "\n"


def _axis(played: Sequence[CellResult]) -> _Axis:
    shown = [relative_strength(t) for r in played for t in (r.tally, r.cell.paper) if t.games]
    low = min([-0.2, *(s.low for s in shown)])
    high = max([0.2, *(min(s.high, MOST) for s in shown)])
    return _Axis(math.floor(low * 5) / 5, math.ceil(high * 5) / 5)


def _legend() -> str:
    parts = []
    for x, color, text in ((12, OURS, "ours"), (70, THEIRS, "the document")):
        parts.append(
            f'<rect x="{x}" y="36" width="12" height="8" fill="{color}"/>'
            f'<text x="{x + 17}" y="44">{text}</text>'
        )
    return "".join(parts)


def _grid(axis: _Axis, bottom: float) -> str:
    parts = []
    for fifth in axis.ticks():
        x = axis(fifth / 5)
        color = "#ddd" if fifth else "#777"
        parts.append(
            f'<path d="M{x} {TOP - 6}V{bottom}" stroke="{color}"/>'
            f'<text x="{x}" y="{bottom + 16}" text-anchor="middle" fill="#555">'
            f"{f'{fifth * 20:+d}' if fifth else '0'} %</text>"
        )
    return "".join(parts)


def _row(axis: _Axis, y: float, result: CellResult) -> str:
    label = escape(" ".join(result.cell.labels))
    parts = [f'<text x="{LEFT - 12}" y="{y + 17}" text-anchor="end">{label}</text>']
    for place, tally, color in ((6, result.tally, OURS), (20, result.cell.paper, THEIRS)):
        games = f"{tally.games:,} games" if tally.games else "not played"
        if tally.games:
            parts.append(_bar(axis, y + place, relative_strength(tally), color))
        parts.append(
            f'<text x="{WIDTH - RIGHT + 12}" y="{y + place + 4}" fill="{color}" font-size="11">'
            f"{games}</text>"
        )
    return "".join(parts)


def _bar(axis: _Axis, y: float, strength: RelativeStrength, color: str) -> str:
    left, right = axis(strength.low), axis(strength.high)
    bar = f'<path d="M{left} {y}H{right}" stroke="{color}" stroke-width="8" opacity=".45"/>'
    if strength.high > axis.high:  # it goes on
        bar += f'<path d="M{right} {y - 5}l7 5l-7 5z" fill="{color}" opacity=".45"/>'
    if strength.value > axis.high:
        return bar
    return bar + f'<circle cx="{axis(strength.value)}" cy="{y}" r="4" fill="{color}"/>'
