"""The course of a game as an SVG graph: win rate above, score below."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape

from keima.review.moves import Judged
from keima.review.run import Review
from keima.review.words import lead, values

WIDTH = 960
_LEFT, _RIGHT = 46, 14
_TOP, _TALL, _GAP = 14, 190, 26
#: The smallest range of the score, each way.
_LEAST = 10.0


def graph(review: Review) -> str:
    """The graph; mistakes are dots, and lead to the anchors `move-N`."""
    last = max(len(review.record.turns) - 1, 1)
    wide = WIDTH - _LEFT - _RIGHT

    def x(number: int) -> float:
        return round(_LEFT + wide * number / last, 1)

    found = [review.found[number] for number in sorted(review.found)]
    rates = [(each.number, each.winrate) for each in found if each.winrate is not None]
    scores = [(each.number, each.score) for each in found if each.score is not None]
    high = max([_LEAST, *(score for _, score in scores)])
    low = min([-_LEAST, *(score for _, score in scores)])
    step = _step(max(high, -low))
    high, low = math.ceil(high / step) * step, math.floor(low / step) * step
    parts = []
    top = _TOP
    panels: list[tuple[float, Callable[[float], float]]] = []
    if rates:
        parts += _panel(
            rates,
            x,
            top,
            0.0,
            1.0,
            [(0.0, "0 %"), (0.5, "50 %"), (1.0, "100 %")],
            "Black's win rate",
        )
        panels.append((top, _scale(top, 0.0, 1.0)))
        top += _TALL + _GAP
    if scores:
        marks = [place * step for place in range(round(low / step), round(high / step) + 1)]
        ticks = [(mark, lead(mark, 0) if mark else "0") for mark in marks]
        parts += _panel(scores, x, top, low, high, ticks, "points ahead")
        panels.append((top, _scale(top, low, high)))
        top += _TALL + _GAP
    parts += _numbers(review, x, top - _GAP)
    parts += _hover(review, x, top - _GAP)
    for each in review.judged.values():
        if each.is_mistake:
            parts.append(_dot(each, x, panels, bool(rates)))
    height = top + 6
    return (
        f'<svg class="graph" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="Win rate and score, move by move">{"".join(parts)}</svg>'
    )


def _scale(top: float, low: float, high: float) -> Callable[[float], float]:
    return lambda value: round(top + _TALL * (high - value) / (high - low), 1)


def _step(most: float) -> float:
    """A round number, of which a few make the range."""
    power = 10.0 ** math.floor(math.log10(most))
    return next(power * part for part in (0.5, 1, 2, 5, 10) if power * part * 4 >= most)


def _panel(
    points: Sequence[tuple[int, float]],
    x: Callable[[int], float],
    top: float,
    low: float,
    high: float,
    ticks: Sequence[tuple[float, str]],
    title: str,
) -> list[str]:
    y = _scale(top, low, high)
    middle = y(0.5 if low == 0 else 0.0)
    parts = [f'<rect x="{_LEFT}" y="{top}" width="{WIDTH - _LEFT - _RIGHT}" height="{_TALL}"/>']
    for value, label in ticks:
        parts.append(
            f'<path class="grid" d="M{_LEFT} {y(value)}H{WIDTH - _RIGHT}"/>'
            f'<text x="{_LEFT - 6}" y="{y(value) + 4}" text-anchor="end">{label}</text>'
        )
    line = "L".join(f"{x(number)} {y(value)}" for number, value in points)
    ends = x(points[0][0]), x(points[-1][0])
    parts.append(f'<path class="area" d="M{ends[0]} {middle}L{line}L{ends[1]} {middle}Z"/>')
    parts.append(f'<path class="curve" d="M{line}"/>')
    parts.append(f'<text x="{_LEFT + 8}" y="{top + 16}">{title}</text>')
    return parts


def _numbers(review: Review, x: Callable[[int], float], base: float) -> list[str]:
    """Move numbers below the graph."""
    turns = review.record.turns
    step = next(
        each for each in (1, 2, 5, 10, 20, 50, 100, 200, 500, 10**6) if each * 16 > len(turns)
    )
    return [
        f'<text x="{x(turn.number)}" y="{base + 16}" text-anchor="middle">{turn.moves}</text>'
        for turn in turns
        if turn.moves % step == 0 and (turn.color or turn.number == 0)
    ]


def _dot(
    move: Judged,
    x: Callable[[int], float],
    panels: Sequence[tuple[float, Callable[[float], float]]],
    has_rates: bool,
) -> str:
    dots = []
    known = [move.after.winrate] if has_rates else []
    for (_, y), value in zip(panels, [*known, move.after.score], strict=False):
        if value is not None:
            dots.append(
                f'<circle cx="{x(move.turn.number)}" cy="{y(value)}" '
                f'r="{5 if move.is_blunder else 3.5}"/>'
            )
    text = f"{move.turn.label}: {move.grade}, {move.lost} lost"
    return (
        f'<a href="#move-{move.turn.moves}" class="dot {move.color.word}">'
        f"<title>{escape(text)}</title>{''.join(dots)}</a>"
    )


def _hover(review: Review, x: Callable[[int], float], base: float) -> list[str]:
    """Columns that tell what is known of each position when one points at them."""
    half = (x(1) - x(0)) / 2
    parts = []
    for number in sorted(review.found):
        found, turn = review.found[number], review.record.turns[number]
        text = f"{turn.label}: {values(found.winrate, found.score)}"
        parts.append(
            f'<rect class="column" x="{x(number) - half:.1f}" y="{_TOP}" '
            f'width="{2 * half:.1f}" height="{base - _TOP}"><title>{escape(text)}</title></rect>'
        )
    return parts
