"""The curves of a training run, from its log, as SVG."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from keima.files import read_text, write_file

LOG = "log.jsonl"
FILE = "curves.svg"
_WIDTH, _HEIGHT, _LEFT, _GAP = 720, 190, 60, 50
_COLORS = ("#0a7d4f", "#6a6aa8", "#b5541c", "#1f77b4", "#a33", "#777", "#c90", "#393")
_MOST_LOG = 1 << 30
_MOST_POINTS = 400

Points = list[tuple[float, float]]


def read_log(folder: Path) -> list[dict[str, Any]]:
    """Lines that cannot be read, as of a run that was killed, are passed over, and so are those of
    steps that were lost then and made again."""
    path = folder / LOG
    if not path.exists():
        return []
    rows: list[dict[str, Any]] = []
    for line in read_text(path, _MOST_LOG).splitlines():
        try:
            row = json.loads(line)
        except json.JSONDecodeError:
            continue
        if isinstance(row, dict) and isinstance(row.get("positions"), int):
            while rows and rows[-1]["positions"] > row["positions"]:
                rows.pop()
            rows.append(row)
    return rows


def draw_curves(folder: Path) -> Path | None:
    """Writes the picture; None if there is nothing to draw yet."""
    rows = read_log(folder)
    charts: list[tuple[str, dict[str, Points]]] = []
    for key, title in (("losses", "losses while learning"),):
        charts.append((title, _lines(rows, key, None)))
    for value, title in (
        ("top1", "validation: the move played is the best (%)"),
        ("loss", "validation: log loss of the move played"),
        ("value_loss", "validation: loss of the result"),
        ("kl", "validation: divergence from the teacher's policy"),
        ("winrate_off", "validation: distance from the teacher's chances to win"),
    ):
        charts.append((title, _lines(rows, "validation", value)))
    charts = [(title, lines) for title, lines in charts if any(lines.values())]
    if not charts:
        return None
    height = len(charts) * (_HEIGHT + _GAP) + 10
    body = "".join(
        _chart(title, lines, number * (_HEIGHT + _GAP))
        for number, (title, lines) in enumerate(charts)
    )
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" '
        f'height="{height}" font-family="sans-serif" font-size="12">'
        f'<rect width="{_WIDTH}" height="{height}" fill="#fff"/>{body}</svg>\n'
    )
    path = folder / FILE
    write_file(path, text.encode())
    return path


def _lines(rows: Sequence[dict[str, Any]], key: str, value: str | None) -> dict[str, Points]:
    """By name: the parts of a loss, or a number of each validated pack."""
    found: dict[str, Points] = {}
    for row in rows:
        for name, told in (row.get(key) or {}).items():
            number = told if value is None else told.get(value)
            if isinstance(number, int | float) and number == number:
                number = 100 * number if value == "top1" else number
                found.setdefault(name, []).append((row["positions"], float(number)))
    return found


def _chart(title: str, lines: dict[str, Points], top: float) -> str:
    points = [point for line in lines.values() for point in line]
    right = max(max(x for x, _ in points), 1)
    low, high = min(y for _, y in points), max(y for _, y in points)
    span = (high - low) or 1.0
    base = top + _HEIGHT

    def place(x: float, y: float) -> str:
        across = _LEFT + x / right * (_WIDTH - _LEFT - 20)
        return f"{across:.1f},{base - (y - low) / span * (_HEIGHT - 45):.1f}"

    parts = [f'<text x="12" y="{top + 18}" font-size="14">{escape(title)}</text>']
    for share in (0, 0.5, 1):
        y = base - share * (_HEIGHT - 45)
        parts.append(
            f'<path d="M{_LEFT} {y}H{_WIDTH - 20}" stroke="#ddd"/><text x="{_LEFT - 6}" '
            f'y="{y + 4}" text-anchor="end">{low + share * span:.3g}</text>'
        )
    parts.append(
        f'<text x="{_WIDTH - 20}" y="{base + 16}" text-anchor="end">{right:,} positions</text>'
    )
    for number, (name, line) in enumerate(lines.items()):
        color = _COLORS[number % len(_COLORS)]
        every = max(1, len(line) // _MOST_POINTS)
        way = " ".join(place(x, y) for x, y in line[::every])
        parts.append(
            f'<polyline points="{way}" fill="none" stroke="{color}" stroke-width="1.5"/>'
            f'<text x="{_LEFT + 5 + 110 * (number % 6)}" y="{top + 34 + 13 * (number // 6)}" '
            f'fill="{color}">{escape(name[:18])}</text>'
        )
    return "".join(parts)
