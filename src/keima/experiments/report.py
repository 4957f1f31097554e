"""An experiment's results beside the document's: as text, as a page, as data."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from keima.arena.statistics import Tally, relative_strength, wilson
from keima.experiments import figure as figures
from keima.experiments.experiment import Experiment
from keima.experiments.results import CellResult, finding

_NONE = "-"
_YES = {True: "yes", False: "no", None: _NONE}
_MEANING = (
    "*Ours* and *document*: games won - lost. *Rate*: the part of the games won, with its 95 % "
    "interval by Wilson. *Strength*: the document's relative playing strength, games won divided "
    "by games lost, minus one, with its interval. *Findings*: what that interval proves, ours and "
    "the document's. *Agree*: the two rates differ by at most 1.96 standard errors of their "
    "difference."
)


def table(
    experiment: Experiment, played: Sequence[CellResult], *, rates: bool = True
) -> tuple[list[str], list[list[str]]]:
    """Headings and rows, ours beside theirs; without rates it is narrower."""
    if experiment.compute:
        columns = experiment.columns
        headings = [*columns, *(f"document: {name}" for name in columns[1:]), "agree"]
        rows = [
            [*row.ours, *row.paper[1:], _YES[row.ours == row.paper]] for row in experiment.compute()
        ]
        return headings, rows
    numbers = [*(["rate %"] if rates else []), "strength %"]
    headings = [
        *experiment.columns,
        *("ours", *numbers),
        *("document", *numbers),
        *("findings", "agree"),
    ]
    return headings, [_row(result, rates) for result in played]


def _row(result: CellResult, rates: bool) -> list[str]:
    ours, theirs = result.tally, result.cell.paper
    return [
        *result.cell.labels,
        *_numbers(ours, rates),
        *_numbers(theirs, rates),
        f"{finding(ours)}, {finding(theirs)}",
        _YES[result.agrees],
    ]


def _numbers(tally: Tally, rates: bool) -> list[str]:
    if not tally.games:
        return [_NONE] * (3 if rates else 2)
    drawn = f" - {tally.draws}" if tally.draws else ""
    rate = [_percents(tally.rate, *wilson(tally))] if rates else []
    strength = _percents(*relative_strength(tally), sign="+")
    return [f"{tally.wins} - {tally.losses}{drawn}", *rate, strength]


def _percents(value: float, low: float, high: float, sign: str = "") -> str:
    """
    >>> _percents(0.538, 0.527, 0.549), _percents(math.inf, 0.1637, math.inf, "+")
    ('53.8 (52.7 to 54.9)', '∞ (+16.4 to ∞)')
    """
    value, low, high = (100 * x for x in (value, low, high))
    texts = [f"{x:{sign}.1f}" if math.isfinite(x) else "∞" for x in (value, low, high)]
    return "{} ({} to {})".format(*texts)


def as_text(experiment: Experiment, played: Sequence[CellResult]) -> str:
    """A table with columns in line, for a terminal."""
    headings, rows = table(experiment, played, rates=False)
    widths = [max(len(row[i]) for row in [headings, *rows]) for i in range(len(headings))]
    lines = [heading(experiment)]
    for row in (headings, ["-" * w for w in widths], *rows):
        padded = (text.ljust(w) for text, w in zip(row, widths, strict=True))
        lines.append("  ".join(padded).rstrip())
    return "\n".join([*lines, summary(experiment, played)])


def as_markdown(
    experiment: Experiment, played: Sequence[CellResult], figure: str | None, command: str = ""
) -> str:
    """A page of the documentation. `figure` is the name of the picture, `command` how the page
    was made."""
    return "\n".join(_page(experiment, played, figure, command))


def _page(
    experiment: Experiment, played: Sequence[CellResult], figure: str | None, command: str
) -> Iterator[str]:
    headings, rows = table(experiment, played)
    yield from (f"# {heading(experiment)}", "", f"**{summary(experiment, played)}**", "")
    if figure:
        yield from (f"![Relative playing strength, ours and the document's]({figure})", "")
    yield "| " + " | ".join(headings) + " |"
    yield "|" + "---|" * len(headings)
    yield from ("| " + " | ".join(row) + " |" for row in rows)
    yield ""
    if experiment.cells:
        yield from (_MEANING, "")
    if experiment.notes:
        yield from ("How it differs from the document:", "")
        yield from (f"- {note}" for note in experiment.notes)
        yield ""
    if command:
        yield from ("This page is made by:", "", "```sh", command, "```", "")


def as_json(experiment: Experiment, played: Sequence[CellResult]) -> dict[str, object]:
    """Plain values, for other tools."""
    value: dict[str, object] = {
        "experiment": experiment.name,
        "document": experiment.document,
        "table": experiment.table,
        "title": experiment.title,
        "summary": summary(experiment, played),
    }
    if experiment.compute:
        value["rows"] = [
            {"ours": list(row.ours), "paper": list(row.paper), "agree": row.ours == row.paper}
            for row in experiment.compute()
        ]
    else:
        value["cells"] = [_cell_json(result) for result in played]
    return value


def _cell_json(result: CellResult) -> dict[str, object]:
    return {
        "cell": result.cell.name,
        "ours": _tally_json(result.tally),
        "paper": _tally_json(result.cell.paper),
        "void": result.void,
        "agree": result.agrees,
    }


def _tally_json(tally: Tally) -> dict[str, object]:
    value: dict[str, object] = {**tally._asdict(), "finding": finding(tally)}
    if tally.games:
        strength = relative_strength(tally)
        value["rate"], value["rate_ci95"] = tally.rate, list(wilson(tally))
        value["strength"], *bounds = (x if math.isfinite(x) else None for x in strength)
        value["strength_ci95"] = bounds
    return value


def figure(experiment: Experiment, played: Sequence[CellResult]) -> str:
    """The picture of an experiment, as SVG."""
    return figures.draw(heading(experiment), played)


def heading(experiment: Experiment) -> str:
    return f"{experiment.document}, table {experiment.table}: {experiment.title}"


def summary(experiment: Experiment, played: Sequence[CellResult]) -> str:
    """The verdict in a sentence."""
    if experiment.compute:
        rows = experiment.compute()
        return f"{sum(row.ours == row.paper for row in rows)} of {len(rows)} rows are the same."
    verdicts = [r.agrees for r in played if r.agrees is not None]
    games = sum(r.tally.games for r in played)
    if not verdicts:
        return "No games have been played."
    text = f"{games:,} games; {verdicts.count(True)} of {len(verdicts)} cells played agree"
    if missing := len(played) - len(verdicts):
        text += f", {missing} not played"
    void = sum(r.void for r in played)
    return text + (f"; {void} void games are not counted." if void else ".")
