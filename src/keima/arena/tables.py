"""A report as tables of text."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from keima.arena.report import Report
from keima.scoring import plain_number


def print_report(report: Report, console: Console) -> None:
    """The report in tables."""
    data = report.to_json()
    console.print(f"[bold]{escape(report.name)}[/bold]: {report.games} games")
    _print_matches(data, console)
    if len(report.players) > 2:
        _print_ratings(data, console)
        _print_cross_table(data, console)
    _print_players(data, console)
    black = data["black"]
    if black["rate"] is not None:
        console.print(
            f"Black won {black['won']}, White {black['lost']}, drawn {black['drawn']} "
            f"({black['rate']:.1%} for Black)"
        )
    if length := data["length"]:
        console.print(
            f"Length {length['mean']:.1f} moves in the mean, median {length['median']:g}, "
            f"{length['min']} to {length['max']}"
        )
    console.print("Ended by " + ", ".join(f"{k} {n}" for k, n in data["reasons"].items()))
    if report.disagreements:
        console.print(f"Players counted differently in {report.disagreements} games")
    if report.faults:
        console.print("Faults: " + ", ".join(f"{k} {n}" for k, n in data["faults_by_kind"].items()))
        for fault in report.fault_list[:10]:
            who = f" {fault['player']}" if fault["player"] else ""
            console.print(escape(f"  game {fault['game']}{who}: {fault['message'][:150]}"))


def _print_matches(data: dict[str, Any], console: Console) -> None:
    matches = [m for m in data["matches"] if m["rate_a"] is not None]
    table = _table("match", "games", "won", "lost", "drawn", "rate", "Wilson 95 %", "Elo")
    for m in matches:
        table.add_row(
            escape(f"{m['a']} - {m['b']}"),
            *(str(m[key]) for key in ("games", "wins_a", "wins_b", "draws")),
            f"{m['rate_a']:.1%}",
            "{:.1%} - {:.1%}".format(*m["ci95"]),
            _elo(m["elo"], m["elo_ci95"], m["rate_a"]),
        )
    console.print(table)
    table = _table("", "Agresti-Coull 95 %", "relative strength", "as Black", "as White")
    for m in matches:
        strength = ("inf" if x is None else f"{x:+.0%}" for x in m["relative_strength"])
        table.add_row(
            escape(f"{m['a']} - {m['b']}"),
            "{:.1%} - {:.1%}".format(*m["agresti_coull"]),
            "{} ({} to {})".format(*strength),
            *(_share(m[key]) for key in ("a_black", "a_white")),
        )
    console.print(table)
    for m in matches:
        if test := m.get("sprt"):
            verdict = f"{test['verdict']} accepted" if test["verdict"] else "not decided"
            console.print(
                escape(
                    f"{m['a']} - {m['b']}: Elo {test['elo0']:g} or {test['elo1']:g}? {verdict} "
                    f"after {test['games']} games, LLR {test['llr']:.2f} "
                    f"({test['lower']:.2f} to {test['upper']:.2f})"
                )
            )


def _table(*columns: str) -> Table:
    """A table whose first column is text and the others numbers."""
    table = Table(box=None, header_style="bold")
    for number, name in enumerate(columns):
        table.add_column(escape(name), justify="right" if number else "left", overflow="fold")
    return table


def _share(tally: dict[str, Any]) -> str:
    return "" if tally["rate"] is None else f"{tally['rate']:.1%}"


def _elo(value: float | None, interval: list[float | None], rate: float) -> str:
    if value is None:
        return "+inf" if rate == 1 else "-inf"
    low, high = ("inf" if x is None else f"{x:+.0f}" for x in interval)
    return f"{value:+.0f} ({low} to {high})"


def _print_ratings(data: dict[str, Any], console: Console) -> None:
    ratings = data["ratings"]
    if ratings is None:
        return
    table = _table("rating", "Elo", "error", "games", "score")
    for p in ratings["players"]:
        table.add_row(
            escape(p["name"]),
            f"{p['elo']:+.0f}",
            f"{p['error']:.0f}",
            str(p["games"]),
            plain_number(p["score"]),
        )
    console.print(table)
    if advantage := ratings["black_advantage"]:
        console.print(
            f"Black's advantage {advantage['value']:+.0f} Elo, error {advantage['error']:.0f}"
        )
    if ratings["prior"]:
        console.print(
            f"Strengths are taken from a spread of {ratings['prior']:g} Elo: someone has won or "
            "lost everything"
        )


def _print_cross_table(data: dict[str, Any], console: Console) -> None:
    names = list(data["cross_table"])
    table = _table("points", *names)
    for name in names:
        row = data["cross_table"][name]
        cells = (f"{plain_number(row[n][0])}/{row[n][1]}" if n in row else "" for n in names)
        table.add_row(escape(name), *cells)
    console.print(table)


def _print_players(data: dict[str, Any], console: Console) -> None:
    table = _table("player", "games", "points", "moves", "ms a move", "CPU ms", "faults")
    for p in data["players"]:
        table.add_row(
            escape(p["name"]),
            str(p["games"]),
            plain_number(p["points"]),
            str(p["moves"]),
            f"{1000 * p['seconds_per_move']:.1f}",
            f"{1000 * p['cpu_per_move']:.1f}",
            str(sum(p["faults"].values())),
        )
    console.print(table)
