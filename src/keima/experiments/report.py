"""An experiment's results beside the document's: as text, as a page, as data."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterator, Mapping, Sequence

from keima.arena.statistics import Tally, elo_difference, relative_strength
from keima.experiments import figure as figures
from keima.experiments.experiment import Experiment
from keima.experiments.figure import INTERVALS, IntervalOf
from keima.experiments.results import CellResult, finding, rate_difference

_NONE = "-"
_YES = {True: "yes", False: "no", None: _NONE}
_STRENGTH = (
    "*Strength*: the document's relative playing strength, games won divided by games lost, minus "
    "one, with its interval. *Findings*: what that interval proves, ours and the document's. "
)
_ELO = (
    "*Elo*: the same as a difference in Elo. *Findings*: what Palsson's interval proves, ours and "
    "the document's. "
)
_CHANGE = (
    "*Change*: the rate less that of the row that this one changes in one thing, in points of a "
    "hundred, and 1.96 standard errors of it. "
)

_COLORS = (
    "*As Black, White*: games won by colour; *different games*: those whose moves are not the same "
    "as another's. "
)

_SECONDS = "*Seconds a move*: of the processor, of the player and of its opponent. "


def table(
    experiment: Experiment, played: Sequence[CellResult], *, wide: bool = True
) -> tuple[list[str], list[list[str]]]:
    """Headings and rows, ours beside theirs; one that is not wide fits a terminal."""
    if experiment.compute:
        columns = experiment.columns
        found = experiment.compute()
        headings = [*columns, *(f"document: {name}" for name in columns[1:])]
        rows = [[*row.ours, *row.paper[1:]] for row in found]
        if not experiment.exact:
            return headings, rows
        agree = [_YES[row.ours == row.paper] for row in found]
        return [*headings, "agree"], [[*row, yes] for row, yes in zip(rows, agree, strict=True)]
    numbers = _measures(experiment, wide)
    change = ["change"] if _has_changes(experiment) else []
    headings = [
        *experiment.columns,
        *("ours", *numbers, *change),
        *("document", *numbers, *change),
        *("findings", "agree"),
    ]
    if experiment.colors:
        headings += ["as Black, White", "document", "different games"]
    tallies = {r.cell.name: (r.tally, r.cell.paper) for r in played}
    rows = [_row(result, list(numbers.values()), change, tallies) for result in played]
    if experiment.colors:
        rows = [[*row, *_colors(result)] for row, result in zip(rows, played, strict=True)]
    if experiment.seconds:
        headings.append("seconds a move")
        rows = [[*row, _seconds(result)] for row, result in zip(rows, played, strict=True)]
    if experiment.compares:
        return headings, rows
    ours = len(experiment.columns) + 1 + len(numbers) + len(change)
    of_theirs = {*range(ours, headings.index("agree") + 1)}
    of_theirs |= {number for number, heading in enumerate(headings) if heading == "document"}
    return _without(headings, of_theirs), [_without(row, of_theirs) for row in rows]


def _without(row: Sequence[str], columns: Container[int]) -> list[str]:
    return [text for number, text in enumerate(row) if number not in columns]


def _colors(result: CellResult) -> list[str]:
    """Games won by each colour, ours and theirs, and how many games are different ones."""
    sides = [result.as_black, result.as_white]
    ours = ", ".join(f"{side.wins} of {side.games}" for side in sides)
    if not result.tally.games:
        ours = _NONE
    theirs = result.cell.paper_colors
    return [
        ours,
        ", ".join(map(str, theirs)) if theirs else _NONE,
        f"{result.different} of {result.tally.games + result.void}" if result.different else _NONE,
    ]


def _seconds(result: CellResult) -> str:
    """Of the processor, of both players."""
    return ", ".join(f"{s:.3g}" for s in result.seconds) if result.seconds else _NONE


def _has_changes(experiment: Experiment) -> bool:
    return any(cell.base for cell in experiment.cells)


_Tallies = Mapping[str, tuple[Tally, Tally | None]]
_Measure = Callable[[Tally], str]


def _measures(experiment: Experiment, wide: bool) -> dict[str, _Measure]:
    """What is told of a result: a heading and the text."""
    interval = INTERVALS[experiment.interval]

    def rate(tally: Tally) -> str:
        return _percents(tally.rate, *interval(tally))

    def elo(tally: Tally) -> str:
        found = elo_difference(tally, interval=interval)
        return _texts(found.value, found.low, found.high, "+.0f")

    if experiment.measure == "strength":
        return {**({"rate %": rate} if wide else {}), "strength %": _strength}
    return {"rate %": rate, **({"Elo": elo} if wide else {})}


def _row(
    result: CellResult, numbers: Sequence[_Measure], change: Sequence[str], tallies: _Tallies
) -> list[str]:
    ours, theirs = pair = result.tally, result.cell.paper
    bases = tallies.get(result.cell.base, (None, None))
    cells: list[str] = []
    for tally, base in zip(pair, bases, strict=True):
        cells += _numbers(tally, numbers)
        cells += [_change(tally, base) for _ in change]
    findings = f"{finding(ours)}, {finding(theirs)}"
    return [*result.cell.labels, *cells, findings, _YES[result.agrees]]


def _numbers(tally: Tally | None, measures: Sequence[_Measure]) -> list[str]:
    if tally is None or not tally.games:
        return [_NONE] * (1 + len(measures))
    drawn = f" - {tally.draws}" if tally.draws else ""
    return [f"{tally.wins} - {tally.losses}{drawn}", *(measure(tally) for measure in measures)]


def _strength(tally: Tally) -> str:
    return _percents(*relative_strength(tally), sign="+")


def _change(tally: Tally | None, base: Tally | None) -> str:
    if not (tally and base and tally.games and base.games):
        return _NONE
    difference, error = rate_difference(tally, base)
    return f"{100 * difference:+.1f} ± {100 * error:.1f}"


def _percents(value: float, low: float, high: float, sign: str = "") -> str:
    """
    >>> _percents(0.538, 0.527, 0.549), _percents(math.inf, 0.1637, math.inf, "+")
    ('53.8 (52.7 to 54.9)', '∞ (+16.4 to ∞)')
    """
    return _texts(100 * value, 100 * low, 100 * high, f"{sign}.1f")


def _texts(value: float, low: float, high: float, form: str) -> str:
    signs = {math.inf: "∞", -math.inf: "-∞"}
    return "{} ({} to {})".format(*(signs.get(x) or f"{x:{form}}" for x in (value, low, high)))


def as_text(experiment: Experiment, played: Sequence[CellResult]) -> str:
    """A table with columns in line, for a terminal."""
    headings, rows = table(experiment, played, wide=False)
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
        shown = "Relative playing strength" if experiment.measure == "strength" else "Games won"
        whose = ", ours and the document's" if experiment.compares else ""
        yield from (f"![{shown}{whose}]({figure})", "")
    yield "| " + " | ".join(headings) + " |"
    yield "|" + "---|" * len(headings)
    yield from ("| " + " | ".join(row) + " |" for row in rows)
    yield ""
    if experiment.cells:
        yield from (_meaning(experiment), "")
    if experiment.notes:
        kind = "differs from the document" if experiment.compares else "is played"
        yield from (f"How it {kind}:", "")
        yield from (f"- {note}" for note in experiment.notes)
        yield ""
    if command:
        yield from ("This page is made by:", "", "```sh", command, "```", "")


def _meaning(experiment: Experiment) -> str:
    """What the columns mean."""
    if not experiment.compares:
        return (
            "*Ours*: games won - lost. *Rate*: the part of the games won, with its 95 % interval "
            f"by {experiment.interval}. *Elo*: the same as a difference in Elo. "
            + (_CHANGE if _has_changes(experiment) else "")
            + (_COLORS if experiment.colors else "")
            + (_SECONDS if experiment.seconds else "")
        ).rstrip()
    return (
        "*Ours* and *document*: games won - lost. *Rate*: the part of the games won, with its 95 % "
        f"interval by {experiment.interval}. "
        + (_STRENGTH if experiment.measure == "strength" else _ELO)
        + (_CHANGE if _has_changes(experiment) else "")
        + (_COLORS if experiment.colors else "")
        + (_SECONDS if experiment.seconds else "")
        + "*Agree*: the two rates differ by at most 1.96 standard errors of their difference."
    )


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
            {
                "ours": list(row.ours),
                "paper": list(row.paper),
                **({"agree": row.ours == row.paper} if experiment.exact else {}),
            }
            for row in experiment.compute()
        ]
    else:
        value["cells"] = [_cell_json(result, INTERVALS[experiment.interval]) for result in played]
    return value


def _cell_json(result: CellResult, interval: IntervalOf) -> dict[str, object]:
    return {
        "cell": result.cell.name,
        "ours": _tally_json(result.tally, interval),
        "paper": result.cell.paper and _tally_json(result.cell.paper, interval),
        "void": result.void,
        "agree": result.agrees,
        "seconds": result.seconds,
    }


def _tally_json(tally: Tally, interval: IntervalOf) -> dict[str, object]:
    value: dict[str, object] = {**tally._asdict(), "finding": finding(tally)}
    if tally.games:
        strength = relative_strength(tally)
        value["rate"], value["rate_ci95"] = tally.rate, list(interval(tally))
        value["strength"], *bounds = (x if math.isfinite(x) else None for x in strength)
        value["strength_ci95"] = bounds
    return value


def figure(experiment: Experiment, played: Sequence[CellResult]) -> str:
    """The picture of an experiment, as SVG."""
    scale = figures.scale_of(experiment.measure, INTERVALS[experiment.interval])
    return figures.draw(heading(experiment), played, scale)


def heading(experiment: Experiment) -> str:
    table = f", table {experiment.table}" if experiment.table else ""
    return f"{experiment.document}{table}: {experiment.title}"


def summary(experiment: Experiment, played: Sequence[CellResult]) -> str:
    """The verdict in a sentence."""
    if experiment.read and not experiment.compute:
        return "Nothing has been measured."
    if experiment.compute:
        rows = experiment.compute()
        if not experiment.exact:
            known = sum(any(value != _NONE for value in row.ours[1:]) for row in rows)
            return f"{known} of {len(rows)} rows measured."
        return f"{sum(row.ours == row.paper for row in rows)} of {len(rows)} rows are the same."
    games = sum(r.tally.games for r in played)
    if not games:
        return "No games have been played."
    verdicts = [r.agrees for r in played if r.agrees is not None]
    own = sum(r.tally.games > 0 and r.cell.paper is None for r in played)
    missing = sum(not r.tally.games for r in played)
    parts = [
        f"{verdicts.count(True)} of {len(verdicts)} cells played agree" if verdicts else "",
        f"{own} cells {'of our own ' if experiment.compares else ''}played" if own else "",
        f"{missing} not played" if missing else "",
    ]
    text = f"{games:,} games; {', '.join(filter(None, parts))}"
    void = sum(r.void for r in played)
    return text + (f"; {void} void games are not counted." if void else ".")
