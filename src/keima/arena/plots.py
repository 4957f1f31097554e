"""Plots as SVG: enough for a page that needs nothing but itself."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

WIDTH = 720
LABELS = 230
"""Room on the left for the names."""


class Bar(NamedTuple):
    """A value with its interval."""

    label: str
    value: float
    low: float
    high: float


def interval_plot(
    bars: Sequence[Bar], *, title: str, unit: str = "", middle: float = 0.0, percent: bool = False
) -> str:
    """One line for each value: a dot and its interval, on a common axis with a line at
    `middle`."""
    edges = [x for bar in bars for x in (bar.low, bar.high, bar.value) if math.isfinite(x)]
    low, high = min([*edges, middle]), max([*edges, middle])
    pad = (high - low or 1.0) * 0.05
    low, high = low - pad, high + pad
    if percent:
        low, high = max(0.0, low), min(1.0, high)
    scale = Scale(low, high, LABELS, WIDTH - 20)
    base = 26 * len(bars) + 20
    height = base + (40 if unit else 24)
    parts = [scale.axis(base, percent, unit)]
    x = scale(middle)
    parts.append(f'<line x1="{x}" x2="{x}" y1="10" y2="{base}" class="middle"/>')
    for row, bar in enumerate(bars):
        y = 24 + 26 * row
        left, right = (scale(min(max(v, low), high)) for v in (bar.low, bar.high))
        shown = _number(bar.value, percent)
        parts.append(
            f'<text x="{LABELS - 10}" y="{y + 4}" text-anchor="end">{escape(_short(bar.label))}'
            f'</text><line x1="{left}" x2="{right}" y1="{y}" y2="{y}" class="interval"/>'
            f'<circle cx="{scale(min(max(bar.value, low), high))}" cy="{y}" r="4" class="dot">'
            f"<title>{escape(bar.label)}: {shown} ({_number(bar.low, percent)} to "
            f"{_number(bar.high, percent)})</title></circle>"
        )
    return figure(title, height, "".join(parts))


def histogram(values: Sequence[float], *, title: str, unit: str, most: int = 30) -> str:
    """How often values fall into equal steps."""
    low, high = min(values), max(values)
    step = _nice_step((high - low or 1) / most)
    start = math.floor(low / step) * step
    counts = [0] * (int((high - start) / step) + 1)
    for value in values:
        counts[int((value - start) / step)] += 1
    height, base = 240, 200
    scale = Scale(start, start + step * len(counts), 50, WIDTH - 20)
    top = max(counts)
    parts = [scale.axis(base, False, unit)]
    for number, count in enumerate(counts):
        left, right = scale(start + number * step), scale(start + (number + 1) * step)
        tall = (base - 20) * count / top
        parts.append(
            f'<rect x="{left:.1f}" y="{base - tall:.1f}" width="{max(right - left - 1, 0.5):.1f}" '
            f'height="{tall:.1f}" class="bar"><title>{start + number * step:g} to '
            f"{start + (number + 1) * step:g}: {count}</title></rect>"
        )
    parts.append(f'<text x="45" y="24" text-anchor="end">{top}</text>')
    return figure(title, height, "".join(parts))


def course(lines: Sequence[tuple[str, Sequence[Bar]]], *, title: str, unit: str = "games") -> str:
    """Rates as the games go on, each with a band for its interval; if there are several, a
    legend says which is which."""
    longest = max(len(points) for _, points in lines)
    height, base = 280, 240
    x = Scale(1, max(longest, 2), 50, WIDTH - 20)
    y = Scale(0, 1, base, 20)
    parts = [x.axis(base, False, unit)]
    parts += [
        f'<text x="45" y="{y(share) + 4}" text-anchor="end">{share:.0%}</text>'
        f'<line x1="50" x2="{WIDTH - 20}" y1="{y(share)}" y2="{y(share)}" class="grid"/>'
        for share in (0, 0.25, 0.5, 0.75, 1)
    ]
    for number, (name, points) in enumerate(lines):
        # A few hundred points are as good as all.
        every = max(1, len(points) // 300)
        chosen = [(i, p) for i, p in enumerate(points, 1) if i % every == 0 or i == len(points)]
        band = [f"{x(i):.1f},{y(p.low):.1f}" for i, p in chosen]
        band += [f"{x(i):.1f},{y(p.high):.1f}" for i, p in reversed(chosen)]
        line = " ".join(f"{x(i):.1f},{y(p.value):.1f}" for i, p in chosen)
        parts.append(
            f'<g class="{_line_class(number)}"><polygon points="{" ".join(band)}" class="band"/>'
            f'<polyline points="{line}" class="curve"><title>{escape(name)}</title></polyline></g>'
        )
    if len(lines) == 1:
        return figure(title, height, "".join(parts))
    content = f'<g class="many">{"".join(parts)}</g>'
    legend = [(_line_class(number), name) for number, (name, _) in enumerate(lines)]
    return figure(title, height, content, legend)


def _line_class(number: int) -> str:
    """Six colours, then the same dashed, then dotted."""
    return f"line{number % 6} dash{number // 6 % 3}"


class Scale:
    """From values to places on the page."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        self._low, self._high, self._start, self._end = low, high, start, end

    def __call__(self, value: float) -> float:
        share = (value - self._low) / (self._high - self._low)
        return round(self._start + share * (self._end - self._start), 1)

    def axis(self, y: float, percent: bool, unit: str) -> str:
        """A horizontal axis with numbers."""
        step = _nice_step((self._high - self._low) / 8)
        first = math.ceil(self._low / step)
        last = math.floor(self._high / step)
        parts = [f'<line x1="{self._start}" x2="{self._end}" y1="{y}" y2="{y}" class="axis"/>']
        for number in range(first, last + 1):
            value = number * step
            parts.append(
                f'<line x1="{self(value)}" x2="{self(value)}" y1="{y}" y2="{y + 4}" class="axis"/>'
                f'<text x="{self(value)}" y="{y + 18}" text-anchor="middle">'
                f"{_number(value, percent)}</text>"
            )
        parts.append(f'<text x="{self._end}" y="{y + 34}" text-anchor="end">{escape(unit)}</text>')
        return "".join(parts)


def _nice_step(least: float) -> float:
    """The least of 1, 2 and 5 times a power of ten that is not below.

    >>> [_nice_step(x) for x in (0.3, 1, 1.5, 40)]
    [0.5, 1.0, 2.0, 50.0]
    """
    power = 10.0 ** math.floor(math.log10(least))
    return next(m * power for m in (1, 2, 5, 10) if m * power >= least * (1 - 1e-9))


def _number(value: float, percent: bool) -> str:
    return f"{value:.0%}" if percent else f"{value:g}" if value == int(value) else f"{value:.3g}"


def _short(text: str, most: int = 32) -> str:
    """Cut in the middle of the longer names, so that labels stay apart.

    >>> _short("a player with a very long name - another one with a long name")
    'a playe…g name - another…g name'
    >>> _short("a player with a very long name indeed - b")
    'a player with …g name indeed - b'
    """
    names = text.split(" - ")
    room, longest = most - 3 * (len(names) - 1), most
    while longest > 5 and sum(min(len(name), longest) for name in names) > room:
        longest -= 1
    return " - ".join(_cut(name, longest) for name in names)


def _cut(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    return f"{text[: most // 2]}…{text[len(text) - (most - 1) // 2 :]}"


def figure(title: str, height: float, content: str, legend: Sequence[tuple[str, str]] = ()) -> str:
    """A plot with its title; `content` is SVG, `WIDTH` wide. The legend has the classes of lines
    and their names."""
    return (
        f'<figure><figcaption>{escape(title)}</figcaption><svg viewBox="0 0 {WIDTH} {height}" '
        f'role="img" aria-label="{escape(title)}">{content}</svg>{_legend(legend)}</figure>'
    )


def _legend(entries: Sequence[tuple[str, str]]) -> str:
    if not entries:
        return ""
    items = (
        f'<li><svg viewBox="0 0 26 8" class="{kind}" aria-hidden="true">'
        f'<path d="M0 4H26" class="curve"/></svg>{escape(name)}</li>'
        for kind, name in entries
    )
    return f'<ul class="legend">{"".join(items)}</ul>'
