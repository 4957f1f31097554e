"""A report as one HTML page: no script, no other file."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from keima.arena.plots import Bar, course, histogram, interval_plot
from keima.arena.report import MatchGames, Report
from keima.arena.run import tally_of
from keima.arena.statistics import Tally, wilson
from keima.scoring import plain_number

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 1000px;
  padding: 0 1rem; color: #222; background: #fff; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }
th, td { padding: .25rem .7rem; text-align: right; border-bottom: 1px solid #ddd;
  white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
figure { margin: 1rem 0; } figcaption { font-weight: 600; }
svg { width: 100%; max-width: 760px; height: auto; font: 12px system-ui, sans-serif; }
svg text { fill: #444; } .axis { stroke: #888; } .grid { stroke: #e5e5e5; }
.middle { stroke: #c33; stroke-dasharray: 4 3; } .interval { stroke: #27619b; stroke-width: 3; }
.dot { fill: #27619b; } .bar { fill: #5a8fc0; } .curve { fill: none; stroke: currentColor;
  stroke-width: 2; } .band { fill: currentColor; opacity: .15; }
.line0 { color: #27619b; } .line1 { color: #c35b12; } .line2 { color: #2c8a4b; }
.line3 { color: #8a3fa0; } .line4 { color: #a08a1f; } .line5 { color: #555; }
@media (prefers-color-scheme: dark) { body { background: #181a1b; color: #ddd; }
  th, td { border-color: #444; } svg text { fill: #bbb; } .grid { stroke: #333; } }
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
        parts += ["<h2>Matches</h2>", _matches(data), *_match_plots(report, data)]
        parts += ["<h2>Ratings</h2>", _ratings(data), _rating_plot(data)]
        parts += ["<h2>Cross table</h2>", _cross_table(data)]
        parts += ["<h2>Games</h2>", histogram(report.lengths, title="Length", unit="moves")]
    parts += ["<h2>Players</h2>", _players(data)]
    if report.fault_list:
        rows = [
            (str(f["game"]), f["player"], f["kind"], f["message"][:200]) for f in report.fault_list
        ]
        parts += ["<h2>Faults</h2>", html_table(("game", "player", "kind", "what happened"), rows)]
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
    head = ["match", "games", "won", "lost", "drawn", "rate", "Wilson 95 %", "Agresti-Coull 95 %"]
    head += ["relative strength", "Elo", "as Black", "as White"]
    tests = any("sprt" in m for m in data["matches"])
    rows = []
    for m in data["matches"]:
        row = [f"{m['a']} - {m['b']}"]
        row += [str(m[key]) for key in ("games", "wins_a", "wins_b", "draws")]
        if m["rate_a"] is None:
            row += [""] * 7
        else:
            row += [f"{m['rate_a']:.1%}"]
            row += ["{:.1%} to {:.1%}".format(*m[key]) for key in ("ci95", "agresti_coull")]
            strength = ["∞" if x is None else f"{x:+.0%}" for x in m["relative_strength"]]
            row += ["{} ({} to {})".format(*strength)]
            if m["elo"] is None:
                row += ["+∞" if m["rate_a"] == 1 else "-∞"]
            else:
                bounds = ["∞" if x is None else f"{x:+.0f}" for x in m["elo_ci95"]]
                row += ["{:+.0f} ({} to {})".format(m["elo"], *bounds)]
            for key in ("a_black", "a_white"):
                row.append("" if m[key]["rate"] is None else f"{m[key]['rate']:.1%}")
        if tests:
            test = m["sprt"]
            verdict = test["verdict"] or "open"
            row.append(f"{verdict}, {test['games']} games, LLR {test['llr']:.2f}")
        rows.append(row)
    return html_table([*head, "test"] if tests else head, rows)


def _match_plots(report: Report, data: dict[str, Any]) -> list[str]:
    bars = [
        Bar(f"{m['a']} - {m['b']}", m["rate_a"], *m["ci95"])
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
    table = html_table((*head, "s a game", "faults"), rows)
    bars = [
        Bar(p["name"], 1000 * p["seconds_per_move"], 0.0, 1000 * p["seconds_per_move"])
        for p in data["players"]
        if math.isfinite(p["seconds_per_move"])
    ]
    return table + interval_plot(bars, title="Time used", unit="ms a move")


def html_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of texts."""

    def line(cells: Sequence[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(c)}</{tag}>" for c in cells) + "</tr>"

    return f"<table>{line(head, 'th')}{''.join(line(row, 'td') for row in rows)}</table>"
