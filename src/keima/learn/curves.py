"""Curves of runs of `keima learn mlp` and `keima learn sane`, as SVG: the figures 4.5 to 4.8 of
Ferreira 2016."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from keima.files import read_file

#: What can be drawn, and what it is called.
VALUES = {
    "rank": "median rank of the move played, of all points",
    "legal_rank": "median rank of the move played, of legal points",
    "accuracy": "the move played is the best of the legal ones (%)",
    "quarter": "the move played is in the best quarter of the legal ones (%)",
    "best": "points of the best network in a game",
    "mean": "mean points of a network in a game",
}
_PERCENT = ("accuracy", "quarter")
_COLORS = ("#0a7d4f", "#6a6aa8", "#b5541c", "#1f77b4", "#aa3333", "#777777", "#cc9900", "#339933")
_WIDTH, _HEIGHT, _LEFT, _RIGHT, _GAP = 720, 240, 60, 130, 40
_MOST_BYTES = 1 << 28

Points = list[tuple[float, float]]


@dataclass(frozen=True)
class Curve:
    """The log of a run."""

    name: str
    settings: dict[str, Any]
    rows: list[dict[str, Any]]

    @property
    def unit(self) -> str:
        return "generation" if "generation" in self.rows[0] else "epoch"

    def points(self, value: str) -> Points:
        scale = 100 if value in _PERCENT else 1
        return [
            (float(row[self.unit]), scale * float(row[value])) for row in self.rows if value in row
        ]


def read_curves(path: Path) -> list[Curve]:
    """Of the file that keeps a run, or of lines of JSON that `write_curves` wrote. Raises
    ValueError, which names the file, for anything else."""
    data = read_file(path, _MOST_BYTES)
    name = path.name.removesuffix(".state").rpartition(".")[0] or path.name
    try:
        if data.startswith(b"PK"):
            with np.load(io.BytesIO(data), allow_pickle=False) as members:
                about = json.loads(str(members["about"]))
            settings, rows = dict(about["settings"]), list(about["log"])
            found = [Curve(name, settings, [_plain(row) for row in rows])]
            averaged = [{**_plain(row), **row["average"]} for row in rows if "average" in row]
            found += [Curve(f"{name}, averaged", settings, averaged)] if averaged else []
        else:
            lines = [json.loads(line) for line in data.splitlines()]
            found = [Curve(str(o["name"]), dict(o["settings"]), list(o["rows"])) for o in lines]
        for curve in found:
            if not curve.rows or not any(curve.points(value) for value in VALUES):
                raise ValueError("nothing was seen yet")
    except (ValueError, KeyError, TypeError, AttributeError, OSError, zipfile.BadZipFile) as error:
        raise ValueError(f"{path} has no log of a run: {error}") from None
    return found


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key != "average"}


def curves_as_lines(curves: Sequence[Curve]) -> str:
    """One line of JSON for each."""
    return "".join(
        json.dumps({"name": c.name, "settings": c.settings, "rows": c.rows}) + "\n" for c in curves
    )


def draw(curves: Sequence[Curve], values: Sequence[str]) -> str:
    """A chart for each value that the curves have. Raises ValueError if they have none."""
    charts = []
    for value in values:
        lines = {c.name: points for c in curves if (points := c.points(value))}
        if lines:
            charts.append((VALUES[value], lines))
    if not charts:
        raise ValueError(f"none of the runs has {' or '.join(values)}")
    height = len(charts) * (_HEIGHT + _GAP) + 10
    body = "".join(
        part
        for number, (title, lines) in enumerate(charts)
        for part in _chart(title, lines, curves[0].unit, number * (_HEIGHT + _GAP))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" '
        f'height="{height}" font-family="sans-serif" font-size="12">'
        f'<rect width="{_WIDTH}" height="{height}" fill="#fff"/>{body}</svg>\n'
    )


def _chart(title: str, lines: dict[str, Points], unit: str, top: float) -> Iterator[str]:
    points = [point for line in lines.values() for point in line]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    low, high = min(y for _, y in points), max(y for _, y in points)
    across, up = (right - left) or 1.0, (high - low) or 1.0
    base, tall = top + _HEIGHT, _HEIGHT - 40

    def place(x: float, y: float) -> str:
        return (
            f"{_LEFT + (x - left) / across * (_WIDTH - _LEFT - _RIGHT):.1f},"
            f"{base - (y - low) / up * tall:.1f}"
        )

    yield f'<text x="12" y="{top + 18}" font-size="14">{escape(title)}</text>'
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = base - share * tall
        yield f'<path d="M{_LEFT} {y}H{_WIDTH - _RIGHT}" stroke="#ddd"/>'
        yield f'<text x="{_LEFT - 6}" y="{y + 4}" text-anchor="end">{low + share * up:.3g}</text>'
    yield f'<text x="{_LEFT}" y="{base + 16}">{left:g}</text>'
    yield (f'<text x="{_WIDTH - _RIGHT}" y="{base + 16}" text-anchor="end">{unit} {right:g}</text>')
    for number, (name, line) in enumerate(lines.items()):
        color = _COLORS[number % len(_COLORS)]
        way = " ".join(place(x, y) for x, y in line)
        yield f'<polyline points="{way}" fill="none" stroke="{color}" stroke-width="1.5"/>'
        yield (
            f'<text x="{_WIDTH - _RIGHT + 10}" y="{top + 44 + 16 * number}" fill="{color}">'
            f"{escape(name[:20])}</text>"
        )
