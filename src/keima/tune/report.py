"""What a run has found: as data, as a table, and as a page with plots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from keima.arena.statistics import Tally, elo_from_rate, wilson
from keima.tune.games import with_values
from keima.tune.log import Log, tally
from keima.tune.methods import make_tuner
from keima.tune.space import Choice, Number, Space, Value
from keima.tune.tuner import Best, Tuner

if TYPE_CHECKING:
    from rich.console import Console

    from keima.arena.plots import Bar


@dataclass(frozen=True)
class Report:
    """The state of a run."""

    log: Log
    space: Space
    tuner: Tuner
    #: Trials that were told.
    trials: int
    best: Best

    @classmethod
    def of(cls, log: Log) -> Report:
        """Makes the tuner again from the log alone and tells it all that is known."""
        h = log.header
        space = Space.from_json(h["parameters"])
        tuner = make_tuner(h["method"], space, h["seed"], h["options"])
        told = 0
        for trial, points in sorted(log.trials.items()):
            results = log.results(trial, h["games"])
            # As in a run, which asks `ahead` trials before it tells.
            if trial != told or results is None:
                break
            tuner.restore(trial, points)
            tuner.tell(trial, results)
            told += 1
        return cls(log, space, tuner, told, tuner.best())

    @classmethod
    def read(cls, path: Path) -> Report:
        """The report of a log, which may be under way."""
        log = Log.read(path)
        try:
            return cls.of(log)
        except (KeyError, TypeError) as error:
            raise ValueError(f"{path} lacks {error} in its first line") from None

    @property
    def tally(self) -> Tally:
        """All games so far."""
        return tally(list(self.log.games.values()))

    @property
    def check(self) -> Tally:
        """Games of the best values that the tuner has not seen."""
        return tally(list(self.log.checked(self.best.values).values()))

    @property
    def spec(self) -> str:
        """The player with the best values."""
        return with_values(self.log.header["player"], self.best.values)

    def to_json(self) -> dict[str, Any]:
        best, check = self.best, self.check
        played = self.log.games.values()
        return {
            "method": self.log.header["method"],
            "player": self.log.header["player"],
            "opponent": self.log.header["opponent"],
            "trials": self.trials,
            "games": self.tally.games,
            "faults": sum(len(p.details.get("faults", ())) for p in played),
            "void": sum(p.score is None for p in played),
            "best": best.values,
            "spec": self.spec,
            "region": {name: list(limits) for name, limits in best.region.items()},
            "rate": best.rate,
            "ci95": list(best.interval),
            "games_near_best": round(best.games, 1),
            "check": {
                "games": check.games,
                "rate": check.rate if check.games else None,
                "ci95": list(wilson(check)) if check.games else None,
                "elo": _finite(elo_from_rate(check.rate)) if check.games else None,
            },
        }


def _finite(value: float) -> float | None:
    return value if abs(value) != float("inf") else None


def _number(value: Value) -> str:
    return f"{value:.6g}" if isinstance(value, int | float) else value


def rows(report: Report) -> list[tuple[str, ...]]:
    """Name, start, best, plausible range and searched range of each parameter."""
    start = report.space.start()
    found: list[tuple[str, ...]] = []
    for p in report.space:
        if isinstance(p, Choice):
            region, searched = "", ", ".join(map(str, p.choices))
        else:
            limits = report.best.region.get(p.name)
            region = f"{limits.low:.6g} to {limits.high:.6g}" if limits else ""
            searched = f"{p.low:g} to {p.high:g}" + (", log" if p.log else "")
        best = report.best.values[p.name]
        found.append((p.name, _number(start[p.name]), _number(best), region, searched))
    return found


HEAD = ("parameter", "start", "best", "plausible", "searched")


def sentences(report: Report) -> list[str]:
    """What the numbers mean."""
    data, best = report.to_json(), report.best
    found = [
        f"{data['method']}: {data['trials']} trials, {data['games']} games of {data['player']} "
        f"against {data['opponent']}, {report.tally.rate:.1%} won"
        if data["games"]
        else f"{data['method']}: nothing played yet"
    ]
    if best.games:
        low, high = best.interval
        found.append(
            f"near the best: {best.rate:.1%} ({low:.1%} to {high:.1%}, about {best.games:.0f} "
            "games that also chose it)"
        )
    if report.check.games:
        low, high = wilson(report.check)
        found.append(
            f"checked: {report.check.rate:.1%} ({low:.1%} to {high:.1%}) in "
            f"{report.check.games} new games"
        )
    if data["faults"] or data["void"]:
        found.append(f"{data['faults']} faults, {data['void']} games void (counted as draws)")
    return found


def print_report(report: Report, console: Console) -> None:
    """Prints the table of the best values."""
    from rich.table import Table

    table = Table(box=None, header_style="bold")
    for name in HEAD:
        table.add_column(name, justify="left" if name == "parameter" else "right")
    for row in rows(report):
        table.add_row(*row)
    console.print(table)
    for sentence in sentences(report):
        console.print(sentence, markup=False, highlight=False, soft_wrap=True)
    console.print(f"player: {report.spec}", markup=False, highlight=False, soft_wrap=True)


def html_page(report: Report) -> str:
    """A page that needs nothing but itself."""
    from keima.arena.page import document, html_table
    from keima.arena.plots import course

    title = f"Tuning {report.log.header['player']}"
    parts = [f"<h1>{escape(title)}</h1>", html_table(HEAD, rows(report))]
    parts += [f"<p>{escape(sentence)}.</p>" for sentence in sentences(report)]
    parts.append(f"<p>Player: <code>{escape(report.spec)}</code></p>")
    results = [
        report.log.results(trial, report.log.header["games"]) for trial in range(report.trials)
    ]
    told = [found for found in results if found is not None]
    if told:
        parts += [
            "<h2>The search</h2>",
            course([("rate", _moving(told))], title=_MOVING, unit="trials"),
        ]
        for p in report.space:
            parts += _plots(report, p, told)
    return document(title, "".join(parts))


_MOVING = "Win rate of the latest tenth of the trials, and its 95 % interval"


def _moving(told: Sequence[Sequence[Tally]]) -> list[Bar]:
    from keima.arena.plots import Bar

    totals = [sum(points, Tally(0, 0)) for points in told]
    width = max(1, len(totals) // 10)
    found, window = [], Tally(0, 0)
    for i, total in enumerate(totals):
        window += total
        if i >= width:
            old = totals[i - width]
            window = Tally(*(a - b for a, b in zip(window, old, strict=True)))
        found.append(Bar("", window.rate, *wilson(window)))
    return found


def _plots(report: Report, p: Number | Choice, told: Sequence[Sequence[Tally]]) -> list[str]:
    from keima.arena.plots import Bar, interval_plot
    from keima.tune.plots import Sample, path_plot, rate_plot

    points = report.log.trials
    if isinstance(p, Choice):
        totals: dict[Value, Tally] = {}
        for trial, results in enumerate(told):
            for values, result in zip(points[trial], results, strict=True):
                choice = values[p.name]
                totals[choice] = totals.get(choice, Tally(0, 0)) + result
        bars = [Bar(str(c), t.rate, *wilson(t)) for c, t in totals.items() if t.games]
        return [interval_plot(bars, title=f"{p.name}: win rates", middle=0.5, percent=True)]
    samples = [
        Sample(trial, p.to_unit(values[p.name]), result)
        for trial, results in enumerate(told)
        for values, result in zip(points[trial], results, strict=True)
    ]
    place = p.to_unit(report.best.values[p.name])
    return [
        path_plot(p, samples, _centre(report, p), f"{p.name}: the points tried, clearer if won"),
        rate_plot(p, samples, _fit(report, p), place, f"{p.name}: win rates, and the best value"),
    ]


def _centre(report: Report, p: Number) -> list[float]:
    from keima.tune.spsa import Spsa

    if not isinstance(report.tuner, Spsa):
        return []
    place = list(report.space).index(p)
    return [centre[place] for centre in report.tuner.path]


def _fit(report: Report, p: Number) -> list[float]:
    """The fit along one parameter, through the best values of the others."""
    from keima.tune.quadratic import Quadratic

    if not isinstance(report.tuner, Quadratic):
        return []
    place = list(report.space).index(p)
    line = []
    for step in range(41):
        point = report.space.encode(report.best.values)
        point[place] = step / 40
        line.append(point)
    return report.tuner.predict(line)
