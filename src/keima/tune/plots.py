"""Plots of a search: where it went, and what it found there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from keima.arena.plots import WIDTH, Bar, Scale, figure
from keima.arena.statistics import Tally, wilson
from keima.tune.space import Number

_LEFT, _RIGHT, _TOP, _BASE, _HEIGHT = 60, WIDTH - 20, 20, 220, 260
_MOST_DOTS = 1500
_BINS = 10


class Sample(NamedTuple):
    """A point that was tried: its trial, its place from 0 to 1, and its results."""

    trial: int
    place: float
    tally: Tally


def path_plot(
    parameter: Number, samples: Sequence[Sample], centre: Sequence[float], title: str
) -> str:
    """Each point tried, from the first trial to the last, darker if more games were won; and the
    way of the tuner's centre if it has one."""
    last = max(max(s.trial for s in samples), len(centre) - 1, 1)
    x, y = Scale(0, last, _LEFT, _RIGHT), Scale(0, 1, _BASE, _TOP)
    parts = [x.axis(_BASE, False, "trial"), _value_labels(parameter, y)]
    every = math.ceil(len(samples) / _MOST_DOTS)
    for s in samples[::every]:
        shown = f"trial {s.trial}: {parameter.from_unit(s.place)}, {s.tally.rate:.0%}"
        parts.append(
            f'<circle cx="{x(s.trial)}" cy="{y(s.place)}" r="2.5" class="dot" '
            f'opacity="{0.25 + 0.75 * s.tally.rate:.2f}"><title>{escape(shown)}</title></circle>'
        )
    legend = []
    if len(centre) > 1:
        line = " ".join(f"{x(trial)},{y(place)}" for trial, place in enumerate(centre))
        parts.append(f'<g class="line1"><polyline points="{line}" class="curve"/></g>')
        legend = [("line1", "where the search stands")]
    return figure(title, _HEIGHT, "".join(parts), legend)


def rate_plot(
    parameter: Number, samples: Sequence[Sample], fit: Sequence[float], best: float, title: str
) -> str:
    """Win rates over the values of a parameter, in groups of equally many samples with their
    intervals; and the tuner's fit, given at equal steps, if it has one."""
    x, y = Scale(0, 1, _LEFT, _RIGHT), Scale(0, 1, _BASE, _TOP)
    parts = [
        f'<line x1="{_LEFT}" x2="{_RIGHT}" y1="{y(share)}" y2="{y(share)}" class="grid"/>'
        f'<text x="{_LEFT - 5}" y="{y(share) + 4}" text-anchor="end">{share:.0%}</text>'
        for share in (0, 0.25, 0.5, 0.75, 1)
    ]
    parts += [
        f'<text x="{x(place)}" y="{_BASE + 18}" text-anchor="middle">'
        f"{parameter.from_unit(place):.4g}</text>"
        for place in (0, 0.25, 0.5, 0.75, 1)
    ]
    parts.append(f'<line x1="{x(best)}" x2="{x(best)}" y1="{_TOP}" y2="{_BASE}" class="middle"/>')
    for place, bar in rate_groups(samples):
        parts.append(
            f'<line x1="{x(place)}" x2="{x(place)}" y1="{y(bar.low)}" y2="{y(bar.high)}" '
            f'class="interval"/><circle cx="{x(place)}" cy="{y(bar.value)}" r="4" class="dot">'
            f"<title>{escape(bar.label)}: {bar.value:.1%} ({bar.low:.1%} to {bar.high:.1%})"
            "</title></circle>"
        )
    legend = [("best", "the best value")]
    if fit:
        steps = len(fit) - 1
        line = " ".join(f"{x(i / steps)},{y(rate)}" for i, rate in enumerate(fit))
        parts.append(f'<g class="line1"><polyline points="{line}" class="curve"/></g>')
        legend.append(("line1", "the fit"))
    return figure(title, _HEIGHT, "".join(parts), legend)


def rate_groups(samples: Sequence[Sample]) -> list[tuple[float, Bar]]:
    """The mean place of each group of neighbours, and its rate."""
    ordered = sorted(samples, key=lambda s: s.place)
    groups = min(_BINS, len(ordered))
    found = []
    for i in range(groups):
        part = ordered[len(ordered) * i // groups : len(ordered) * (i + 1) // groups]
        total = sum((s.tally for s in part), Tally(0, 0))
        place = sum(s.place for s in part) / len(part)
        label = f"{total.games} games"
        found.append((place, Bar(label, total.rate, *wilson(total))))
    return found


def _value_labels(parameter: Number, y: Scale) -> str:
    return "".join(
        f'<text x="{_LEFT - 5}" y="{y(place) + 4}" text-anchor="end">'
        f"{parameter.from_unit(place):.4g}</text>"
        f'<line x1="{_LEFT}" x2="{_RIGHT}" y1="{y(place)}" y2="{y(place)}" class="grid"/>'
        for place in (0, 0.25, 0.5, 0.75, 1)
    )
