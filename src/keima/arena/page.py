"""A report as one HTML page: no script, no other file."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Sequence
from html import escape
from typing import Any

from keima.arena.plots import Bar, course, histogram, interval_plot
from keima.arena.report import MatchGames, Report
from keima.arena.run import tally_of
from keima.arena.statistics import Tally, wilson
from keima.scoring import plain_number

_STYLE = """
:root { color-scheme: light dark; --text: #222; --page: #fff; --rule: #ddd; --quiet: #555;
  --grid: #e5e5e5; --mark: #27619b; --bar: #5a8fc0; --middle: #c33; --c0: #27619b; --c1: #c35b12;
  --c2: #2c8a4b; --c3: #8a3fa0; --c4: #937c10; --c5: #555; }
@media (prefers-color-scheme: dark) { :root { --text: #ddd; --page: #181a1b; --rule: #444;
  --quiet: #bbb; --grid: #333; --mark: #6fb0ea; --bar: #5a8fc0; --middle: #f07070; --c0: #6fb0ea;
  --c1: #f0924e; --c2: #5cc583; --c3: #c98ade; --c4: #d8c04a; --c5: #bbb; } }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 1150px;
  padding: 0 1rem; color: var(--text); background: var(--page); overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto;
  font-size: 14px; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .55rem; text-align: right; border-bottom: 1px solid var(--rule);
  white-space: nowrap; vertical-align: top; }
th, th:first-child, td:first-child, td.text { white-space: normal; }
th:first-child, td:first-child, td.text, th.text { text-align: left; overflow-wrap: normal; }
td:first-child, td.text { min-width: 8rem; }
th { overflow-wrap: normal; font-weight: 600; vertical-align: bottom; }
figure { margin: 1rem 0 1.5rem; overflow-x: auto; } figcaption { font-weight: 600; }
svg { display: block; width: 100%; min-width: 560px; max-width: 760px; height: auto;
  font: 12px system-ui, sans-serif; }
svg text { fill: var(--quiet); } .axis { stroke: #888; } .grid { stroke: var(--grid); }
.middle { stroke: var(--middle); stroke-dasharray: 4 3; }
.interval { stroke: var(--mark); stroke-width: 3; } .dot { fill: var(--mark); }
.bar { fill: var(--bar); } .curve { fill: none; stroke: currentColor; stroke-width: 2; }
.band { fill: currentColor; opacity: .15; } .many .band { opacity: .06; }
.best { color: var(--middle); }
.best .curve { stroke-dasharray: 4 3; } .dash1 .curve { stroke-dasharray: 7 3; }
.dash2 .curve { stroke-dasharray: 2 3; }
.legend { list-style: none; margin: .25rem 0; padding: 0; display: flex; flex-wrap: wrap;
  gap: .1rem 1.2rem; font-size: 13px; } .legend svg { display: inline; width: 26px;
  min-width: 0; height: 8px; margin-right: .4rem; }
.line0 { color: var(--c0); } .line1 { color: var(--c1); } .line2 { color: var(--c2); }
.line3 { color: var(--c3); } .line4 { color: var(--c4); } .line5 { color: var(--c5); }
"""


def html_page(reports: Sequence[Report]) -> str:
    """The page of one or more tournaments."""
    title = reports[0].name if len(reports) == 1 else "Tournaments"
    return document(title, "".join(_tournament(report) for report in reports))


def document(title: str, body: str) -> str:
    """A page that needs nothing but itself."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title>"
        '<meta name="viewport" content="width=device-width">'
        f"<style>{_STYLE}</style></head><body>{body}</body></html>\n"
    )


def _tournament(report: Report) -> str:
    data = report.to_json()
    parts = [f"<h1>{escape(report.name)}</h1>", f"<p>{_summary(report, data)}</p>"]
    if report.black_points:
        parts += ["<h2>Matches</h2>", _matches(data), _intervals(data)]
        parts += _match_plots(report, data)
        parts += ["<h2>Ratings</h2>", _ratings(data), _rating_plot(data)]
        parts += ["<h2>Cross table</h2>", _cross_table(data)]
        parts += ["<h2>Games</h2>", histogram(report.lengths, title="Length", unit="moves")]
    parts += ["<h2>Players</h2>", _players(data)]
    if report.fault_list:
        rows = [
            (str(f["game"]), f["player"], f["kind"], f["message"][:200]) for f in report.fault_list
        ]
        parts += [
            "<h2>Faults</h2>",
            html_table(("game", "player", "kind", "what happened"), rows, (1, 2, 3)),
        ]
    return "".join(parts)


def _summary(report: Report, data: dict[str, Any]) -> str:
    parts = [f"{report.games} games"]
    parts += [f"{kind} {count}" for kind, count in data["reasons"].items()]
    parts.append(f"{data['faults']} faults")
    parts.append(f"{report.disagreements} counted differently by the players")
    if (rate := data["black"]["rate"]) is not None:
        parts.append(f"Black scored {rate:.1%}")
    return escape("; ".join(parts)) + "."


def _matches(data: dict[str, Any]) -> str:
    head = ["match", "games", "won", "lost", "drawn", "rate", "as Black", "as White"]
    tests = any("sprt" in m for m in data["matches"])
    rows = []
    for m in data["matches"]:
        row = [_match_name(m)]
        row += [str(m[key]) for key in ("games", "wins_a", "wins_b", "draws")]
        rates = (m["rate_a"], m["a_black"]["rate"], m["a_white"]["rate"])
        row += ["" if rate is None else f"{rate:.1%}" for rate in rates]
        rows.append([*row, _test(m["sprt"])] if tests else row)
    return html_table([*head, "test"] if tests else head, rows)


def _test(test: dict[str, Any]) -> str:
    return f"{test['verdict'] or 'open'}, {test['games']} games, LLR {test['llr']:.2f}"


def _intervals(data: dict[str, Any]) -> str:
    head = ["95 % intervals", "rate by Wilson", "by Agresti and Coull", "relative strength", "Elo"]
    rows = []
    for m in data["matches"]:
        if m["rate_a"] is None:
            continue
        row = ["{:.1%} to {:.1%}".format(*m[key]) for key in ("ci95", "agresti_coull")]
        strength = ["∞" if x is None else f"{x:+.0%}" for x in m["relative_strength"]]
        row.append("{} ({} to {})".format(*strength))
        rows.append([_match_name(m), *row, _elo(m)])
    return html_table(head, rows)


def _elo(match: dict[str, Any]) -> str:
    if match["elo"] is None:
        return "+∞" if match["rate_a"] == 1 else "-∞"
    bounds = ["∞" if x is None else f"{x:+.0f}" for x in match["elo_ci95"]]
    return "{:+.0f} ({} to {})".format(match["elo"], *bounds)


def _match_name(match: dict[str, Any]) -> str:
    return f"{match['a']} - {match['b']}"


def _match_plots(report: Report, data: dict[str, Any]) -> list[str]:
    bars = [
        Bar(_match_name(m), m["rate_a"], *m["ci95"])
        for m in data["matches"]
        if m["rate_a"] is not None
    ]
    lines = [(name, _running(match)) for name, match in report.matches.items() if match.points]
    return [
        interval_plot(bars, title="Win rates and 95 % intervals", middle=0.5, percent=True),
        course(lines, title="Win rates as the games went on"),
    ]


def _running(match: MatchGames) -> list[Bar]:
    tally = Tally(0, 0)
    found = []
    for points in match.points:
        tally += tally_of([points])
        found.append(Bar("", tally.rate, *wilson(tally)))
    return found


def _ratings(data: dict[str, Any]) -> str:
    ratings = data["ratings"]
    rows = [
        (
            p["name"],
            f"{p['elo']:+.0f}",
            f"{p['error']:.0f}",
            f"{p['low']:+.0f} to {p['high']:+.0f}",
            str(p["games"]),
            plain_number(p["score"]),
        )
        for p in ratings["players"]
    ]
    notes = []
    if advantage := ratings["black_advantage"]:
        notes.append(
            f"Black's advantage is {advantage['value']:+.0f} Elo, error {advantage['error']:.0f}."
        )
    if ratings["prior"]:
        notes.append(
            f"Strengths are taken from a spread of {ratings['prior']:g} Elo, because someone has "
            "won or lost everything."
        )
    table = html_table(("player", "Elo", "error", "95 %", "games", "score"), rows)
    return table + (f"<p>{escape(' '.join(notes))}</p>" if notes else "")


def _rating_plot(data: dict[str, Any]) -> str:
    bars = [Bar(p["name"], p["elo"], p["low"], p["high"]) for p in data["ratings"]["players"]]
    return interval_plot(bars, title="Ratings and 95 % intervals", unit="Elo")


def _cross_table(data: dict[str, Any]) -> str:
    cross = data["cross_table"]
    rows = [
        [name, *(f"{plain_number(row[n][0])}/{row[n][1]}" if n in row else "" for n in cross)]
        for name, row in cross.items()
    ]
    return html_table(["", *cross], rows)


def _players(data: dict[str, Any]) -> str:
    rows = [
        (
            p["name"],
            p["spec"],
            str(p["games"]),
            plain_number(p["points"]),
            str(p["moves"]),
            f"{1000 * p['seconds_per_move']:.1f}",
            f"{1000 * p['cpu_per_move']:.1f}",
            f"{p['seconds_per_game']:.2f}",
            str(sum(p["faults"].values())),
        )
        for p in data["players"]
    ]
    head = ("player", "spec", "games", "points", "moves", "ms a move", "CPU ms a move")
    table = html_table((*head, "s a game", "faults"), rows, texts=(1,))
    bars = [
        Bar(p["name"], 1000 * p["seconds_per_move"], 0.0, 1000 * p["seconds_per_move"])
        for p in data["players"]
        if math.isfinite(p["seconds_per_move"])
    ]
    return table + interval_plot(bars, title="Time used", unit="ms a move")


def html_table(
    head: Sequence[str], rows: Iterable[Sequence[str]], texts: Container[int] = ()
) -> str:
    """A table. Columns are numbers, set to the right, but for the first and those of `texts`."""

    def line(cells: Sequence[str], tag: str) -> str:
        kinds = (' class="text"' if place in texts else "" for place in range(len(cells)))
        return "".join(
            f"<{tag}{kind}>{escape(cell)}</{tag}>" for cell, kind in zip(cells, kinds, strict=True)
        )

    lines = [line(head, "th"), *(line(row, "td") for row in rows)]
    return f"<table>{''.join(f'<tr>{cells}</tr>' for cells in lines)}</table>"
