"""Van der Werf 2004: solving the capture game (chapter 4) and Go (chapter 5) on small boards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from keima.experiments.experiment import ComputedRow, Experiment
from keima.experiments.solving import (
    Measured,
    Run,
    log10,
    measured,
    solve_capture,
    solve_go,
)

DOCUMENT = "van der Werf 2004"
CROSSCUT = (((2, 2), (3, 3)), ((3, 2), (2, 3)))
#: Two pairs side by side, and Black's first move below the white ones.
STABLE = (((2, 2), (2, 3), (3, 4)), ((3, 2), (3, 3)))

_Found = Mapping[str, Measured]
_Rows = Callable[[_Found], list[ComputedRow]]

KO_NAMES = {"basic": "basic", "japanese": "Japanese", "ssk": "appr. SSK", "ssk-full": "full SSK"}
# Board, ko rule, then move, result, depth, nodes (log10), time, effective branching factor.
SOLVED = [
    (2, "basic", "a1", 0, "5", "2.1", "n.a.", "2.65"),
    (2, "japanese", "a1", 0, "5", "2.1", "n.a.", "2.65"),
    (2, "ssk", "a1", 1, "11", "2.9", "n.a.", "1.83"),
    (2, "ssk-full", "a1", 1, "11", "3.1", "n.a.", "1.91"),
    (3, "basic", "b2", 9, "11", "3.5", "n.a.", "2.06"),
    (3, "japanese", "b2", 9, "11", "3.5", "n.a.", "2.06"),
    (3, "ssk", "b2", 9, "11", "4.0", "n.a.", "2.30"),
    (3, "ssk-full", "b2", 9, "11", "4.4", "n.a.", "2.51"),
    (4, "basic", "b2", 1, "21", "5.8", "3.3 s", "1.90"),
    (4, "japanese", "b2", 2, "21", "5.8", "3.3 s", "1.90"),
    (4, "ssk", "b2", 2, "23", "6.9", "14.8 s", "1.99"),
    (4, "ssk-full", "b2", 2, "23", "9.5", "1.1 h", "2.58"),
    (5, "basic", "c3", 25, "23", "9.2", "2.7 h", "2.51"),
    (5, "japanese", "c3", 25, "23", "9.2", "2.7 h", "2.51"),
    (5, "ssk", "c3", 25, "23", "10.0", "9.7 h", "2.73"),
]
POINTS = {3: 9, 4: 1, 5: 25}
# Board and whether territory is recognised, then depth, nodes, time, knodes a second.
TERRITORY = [
    (3, True, "11", "3.5", "n.a.", "n.a."),
    (3, False, "13", "3.8", "n.a.", "n.a."),
    (4, True, "21", "5.8", "3.3 s", "214"),
    (4, False, "25", "6.4", "12.7 s", "213"),
    (5, True, "23", "9.2", "2.7 h", "160"),
    (5, False, ">30", ">10.7", ">2 d", "~340"),
]
PARTS = [
    ("table", "transposition table", ("92 %", ">99 %", ">99 %")),
    ("cutoffs", "enhanced transposition cut-offs", ("4 %", "35 %", "40 %")),
    ("symmetry", "symmetry look-ups", ("63 %", "89 %", "86 %")),
    ("bounds", "internal unconditional bounds", ("5 %", "1 %", "7 %")),
    ("history", "history heuristic", ("61 %", "90 %", "95 %")),
    ("killers", "killer moves", ("0 %", "8 %", "20 %")),
    ("siblings", "sibling promotion", ("0 %", "3 %", "31 %")),
]
# The capture game: board, then winner, depth, nodes, seconds, effective branching factor.
CAPTURE = [
    (2, "W", "4", "68", "0", "2.9"),
    (3, "B", "7", "1.7e3", "0", "2.9"),
    (4, "W", "14", "5.0e5", "1", "2.6"),
    (5, "B", "19", "2.4e8", "395", "2.8"),
    (6, "?", ">23", ">1e12", ">1e6", "-"),
]
CENTRES = [
    ("stable", STABLE, True, ("B", "26 (+5)", "4.0e11", "8.3e5", "2.8")),
    ("crosscut", CROSSCUT, False, ("B", "15 (+4)", "1.0e8", "185", "3.4")),
]
CAPTURE_PARTS = [
    ("table", "transposition table", ("42 %", "98 %", ">99 %")),
    ("killers", "killer moves", ("19 %", "-6 %", "81 %")),
    ("history", "history heuristic", ("6 %", "29 %", "86 %")),
    ("cutoffs", "enhanced transposition cut-offs", ("0 %", "6 %", "28 %")),
]
GUESSES = [
    (3, ("1.7e3", "0", "1.7e3", "0")),
    (4, ("5.0e5", "1", "8.0e5", "1")),
    (5, ("2.4e8", "395", "6.1e8", "968")),
]


def _side(n: int) -> str:
    return f"{n}x{n}"


def _time(run: Measured | None) -> str:
    if run is None:
        return "-"
    seconds, sign = run.seconds, "" if run.solved else ">"
    if seconds < 60:
        return f"{sign}{seconds:.2g} s" if seconds >= 0.1 else "0.1 s or less"
    return f"{sign}{seconds / 60:.0f} min" if seconds < 5400 else f"{sign}{seconds / 3600:.1f} h"


def _count(run: Measured | None) -> str:
    if run is None:
        return "-"
    sign = "" if run.solved else ">"
    return (
        f"{sign}{run.nodes}" if run.nodes < 1000 else f"{sign}{run.nodes:.1e}".replace("e+0", "e")
    )


def _depth(run: Measured | None) -> str:
    return "-" if run is None else str(run.depth) if run.solved else f">{run.depth}"


def _factor(run: Measured | None) -> str:
    return f"{run.branching:.2f}" if run and run.solved else "-"


def _reduction(whole: Measured | None, less: Measured | None) -> str:
    """How many of the nodes without a part the part saves."""
    if not (whole and less and whole.solved and less.nodes):
        return "-"
    share = 1 - whole.nodes / less.nodes
    if less.solved:
        return ">99 %" if share > 0.995 else f"{share:.0%}".replace("%", " %")
    return f">{share:.0%}".replace("%", " %") if share > 0 else "-"


def _solved(found: _Found) -> list[ComputedRow]:
    rows = []
    for side, ko, move, points, *paper in SOLVED:
        run = found.get(f"{_side(side)}-{ko}")
        label = f"{_side(side)} {KO_NAMES[ko]}"
        ours = (
            (run.best, f"{run.value:+d}" if run.value else "0")
            if run and run.solved
            else ("-", "-")
        )
        rows.append(
            ComputedRow(
                (label, *ours, _depth(run), log10(run), _time(run), _factor(run)),
                (label, move, f"{points:+d}" if points else "0", *paper),
            )
        )
    return rows


def _territory(found: _Found) -> list[ComputedRow]:
    rows = []
    for side, used, *paper in TERRITORY:
        run = found.get(f"{_side(side)}-{'with' if used else 'without'}")
        speed = f"{run.nodes / run.seconds / 1000:,.0f}" if run and run.seconds > 0.2 else "-"
        label = f"{_side(side)} {'with' if used else 'without'}"
        ours = (label, _depth(run), log10(run), _time(run), speed)
        rows.append(ComputedRow(ours, (label, *paper)))
    return rows


def _left_out(parts: Sequence[tuple[str, str, tuple[str, ...]]]) -> _Rows:
    def rows(found: _Found) -> list[ComputedRow]:
        result = []
        for part, label, paper in parts:
            ours = (
                _reduction(found.get(f"{_side(n)}-all"), found.get(f"{_side(n)}-{part}"))
                for n in (3, 4, 5)
            )
            result.append(ComputedRow((label, *ours), (label, *paper)))
        return result

    return rows


def _won(run: Measured | None) -> str:
    return "-" if run is None or not run.solved else "B" if run.value > 0 else "W"


def _captured(label: str, name: str, paper: Sequence[str], found: _Found) -> ComputedRow:
    run = found.get(name)
    plies = str(abs(run.value)) if run and run.solved else _depth(run)
    seconds = f"{run.seconds:.2g}" if run else "-"
    factor = f"{run.nodes ** (1 / abs(run.value)):.1f}" if run and run.solved else "-"
    ours = (label, _won(run), plies, _count(run), seconds, factor)
    return ComputedRow(ours, (label, *paper))


def _empty_boards(found: _Found) -> list[ComputedRow]:
    return [_captured(_side(n), _side(n), paper, found) for n, *paper in CAPTURE]


def _centres(found: _Found) -> list[ComputedRow]:
    return [_captured(name, name, paper, found) for name, _, _, paper in CENTRES]


def _guesses(found: _Found) -> list[ComputedRow]:
    rows = []
    for n, paper in GUESSES:
        ours: list[str] = []
        for kind in ("guess", "three"):
            run = found.get(f"{_side(n)}-{kind}")
            ours += [_count(run), f"{run.seconds:.2g}" if run else "-"]
        rows.append(ComputedRow((_side(n), *ours), (_side(n), *paper)))
    return rows


def _go_runs() -> list[Run]:
    return [
        Run(
            f"{_side(n)}-{ko}",
            solve_go((n, n), ko, points),
            long=n == 5 or (n, ko) == (4, "ssk-full"),
        )
        for n, ko, _, points, *_ in SOLVED
    ]


def _territory_runs() -> list[Run]:
    return [
        Run(
            f"{_side(n)}-{'with' if used else 'without'}",
            solve_go((n, n), "basic", POINTS[n], () if used else ("territory",)),
            long=n == 5,
        )
        for n, used, *_ in TERRITORY
    ]


def _part_runs(parts: Sequence[tuple[str, str, tuple[str, ...]]], capture: bool) -> list[Run]:
    runs = []
    for n in (3, 4, 5):
        for part in ("all", *(name for name, *_ in parts)):
            without = () if part == "all" else (part,)
            solve = (
                solve_capture((n, n), without=without)
                if capture
                else solve_go((n, n), "basic", POINTS[n], without)
            )
            least = 5 if capture else 4  # from here on a search without a table takes long
            long = (part == "table" and n >= least) or (n == 5 and not capture)
            runs.append(Run(f"{_side(n)}-{part}", solve, long))
    return runs


def _capture_runs() -> list[Run]:
    return [Run(_side(n), solve_capture((n, n)), long=n > 5) for n, *_ in CAPTURE]


def _centre_runs() -> list[Run]:
    return [
        Run(name, solve_capture((6, 6), *stones, white_to_move=white), long=name == "stable")
        for name, stones, white, _ in CENTRES
    ]


def _guess_runs() -> list[Run]:
    return [
        Run(
            f"{_side(n)}-{kind}",
            solve_capture((n, n), without=() if kind == "guess" else ("guess",)),
        )
        for n, _ in GUESSES
        for kind in ("guess", "three")
    ]


GO_NOTE = (
    "A board is solved when the search at komi 0 has proved the document's score for Black, or for "
    "0 points that both sides have a draw; that Black cannot have more is proved with a komi.",
    "Time is that of one core of a newer machine; the table has at most 1,024 MB unless "
    "`--megabytes` is given.",
)
SUPERKO_NOTE = (
    "Approximate superko (SSK) is the document's. Ours keeps what leans on a forbidden move with "
    "the whole past of its position: it proves what full superko proves.",
)
CAPTURE_NOTE = (
    "Depth: moves to the end of the game by the shortest win that is proved.",
    "Our search also sees captures a few moves ahead without a search, which the document's did "
    "not: nodes and branching are lower.",
)


def _experiment(
    table: str,
    title: str,
    columns: tuple[str, ...],
    rows: _Rows,
    runs: Sequence[Run],
    notes: tuple[str, ...],
) -> Experiment:
    name = f"vanderwerf-{table}"

    def read(path: Path) -> list[ComputedRow]:
        return rows(measured(path, name))

    return Experiment(
        name,
        DOCUMENT,
        table,
        title,
        columns,
        read=read,
        runs=tuple(runs),
        made_by=f"keima experiment run {name} --file FILE",
        notes=notes,
    )


_WON = ("winner", "depth", "nodes", "seconds", "branching")
_BOARDS = ("part", "3x3", "4x4", "5x5")

EXPERIMENTS = {
    e.name: e
    for e in (
        _experiment(
            "4.1",
            "The capture game on empty boards",
            ("board", *_WON),
            _empty_boards,
            _capture_runs(),
            CAPTURE_NOTE,
        ),
        _experiment(
            "4.2",
            "The capture game on 6x6 with stones in the centre",
            ("centre", *_WON),
            _centres,
            _centre_runs(),
            CAPTURE_NOTE,
        ),
        _experiment(
            "4.3",
            "Nodes that each part of the capture game's search saves",
            _BOARDS,
            _left_out(CAPTURE_PARTS),
            _part_runs(CAPTURE_PARTS, capture=True),
            CAPTURE_NOTE,
        ),
        _experiment(
            "4.4",
            "The capture game's evaluation against three values",
            ("board", "nodes", "seconds", "three: nodes", "three: seconds"),
            _guesses,
            _guess_runs(),
            CAPTURE_NOTE,
        ),
        _experiment(
            "5.1",
            "Go on empty boards",
            ("board, ko", "move", "result", "depth", "nodes (log10)", "time", "branching"),
            _solved,
            _go_runs(),
            GO_NOTE + SUPERKO_NOTE,
        ),
        _experiment(
            "5.2",
            "Go with and without unconditional territory",
            ("board, territory", "depth", "nodes (log10)", "time", "knodes/s"),
            _territory,
            _territory_runs(),
            GO_NOTE,
        ),
        _experiment(
            "5.3",
            "Nodes that each part of the Go search saves",
            _BOARDS,
            _left_out(PARTS),
            _part_runs(PARTS, capture=False),
            GO_NOTE,
        ),
    )
}
