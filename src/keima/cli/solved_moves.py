"""`keima solve moves`: one position after the other, with what is proved kept on the way."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from keima.game import Game
    from keima.solve.moves import Memory, MoveValues

#: Seconds between two saves, and between two lines that tell how it goes.
_SAVE_EVERY = 30.0
_TELL_EVERY = 10.0
#: Tables that are kept at once, if there is memory: moves of one position are about different
#: questions, in turns, and a table that must make room has to be filled again.
TABLES = 12


def solve_moves_and_print(
    size: tuple[int, int],
    opening: Iterable[str],
    *,
    ko: str,
    seconds: float | None,
    plies: int,
    proved: Path | None,
    save: Path | None,
    megabytes: int | None,
    anew: bool,
    as_json: bool,
) -> None:
    """Proves what it can in the time and prints the values of the first position's moves."""
    from keima.cli.solved import check_file
    from keima.game import Game
    from keima.solve.facts import Facts
    from keima.solve.memory import check_memory
    from keima.solve.moves import Memory, MoveValues
    from keima.solve.start import check_size
    from keima.solve.tables import LARGEST, Tables

    check_size(*size)
    if megabytes is not None:
        check_memory(megabytes)
    check_file(proved)
    game = Game(size, komi=0)
    for move in opening:
        game.play(move)
    if save is not None:
        save.mkdir(parents=True, exist_ok=True)
    tables = Tables(save, total=TABLES * (megabytes or LARGEST), size=megabytes)
    memory = Memory(Facts() if anew else None, tables, proved)
    began = time.monotonic()
    end = None if seconds is None else began + seconds
    values = MoveValues(game, ko, memory, save_every=_SAVE_EVERY)
    interrupted = False
    try:
        _prove(values, memory, end, "")
        for before in _lines(game, plies - 1):
            if end is not None and time.monotonic() >= end:
                break
            after = game.copy()
            for move in before:
                after.play(move)
            there = MoveValues(after, ko, memory, save_every=_SAVE_EVERY)
            _prove(there, memory, end, f"after {' '.join(before)}: ")
    except KeyboardInterrupt:
        interrupted = True
    memory.save()
    told = _told(game, ko, values, time.monotonic() - began)
    if as_json:
        typer.echo(json.dumps(told))
    else:
        _print(told)
    if interrupted and not told["proved"]:
        raise typer.Exit(130)


def _prove(values: MoveValues, memory: Memory, end: float | None, name: str) -> None:
    """Works until all moves are proved, or the time is up."""
    from keima.solve.running import TICK

    spoken, stop = time.monotonic(), threading.Event()

    def tick() -> None:
        nonlocal spoken
        if time.monotonic() - spoken >= _TELL_EVERY:
            spoken = time.monotonic()
            print(f"{name}{_progress(values)}", file=sys.stderr, flush=True)
        if end is not None and time.monotonic() >= end - TICK:
            stop.set()

    while (end is None or time.monotonic() < end) and values.work(stop, tick):
        memory.save(every=_SAVE_EVERY)


def _progress(values: MoveValues) -> str:
    known = sum(worth.value is not None for worth in values.worths.values())
    at = f"; {values.at}: " if values.at else "; "
    if values.at:
        worth = values.worths[values.at]
        at += f"[{worth.lower}, {worth.upper}], depth {worth.depth}, "
    return f"{known} of {len(values.worths)} moves are proved{at}{values.positions:,} positions"


def _lines(game: Game, plies: int) -> list[tuple[str, ...]]:
    """All ways to play so many moves or fewer from here, those that lead to the same once; the
    shorter ones first."""
    from keima.solve.facts import key_of
    from keima.solve.start import start_of

    found: list[tuple[str, ...]] = []
    last: list[tuple[str, ...]] = [()]
    for _ in range(plies):
        seen: set[object] = set()
        longer: list[tuple[str, ...]] = []
        for line in last:
            here = game.copy()
            for move in line:
                here.play(move)
            for move in here.legal_moves:
                after = here.copy()
                after.play(move)
                key = key_of(start_of(after), "basic")
                if (key is None or key not in seen) and not after.is_over:
                    seen.add(key)
                    longer.append((*line, move))
        found += longer
        last = longer
    return found


def _told(game: Game, ko: str, values: MoveValues, seconds: float) -> dict[str, Any]:
    sign = 1 if game.to_play.letter == "B" else -1
    worths = values.worths
    proved = [worth.value for worth in worths.values() if worth.value is not None]
    best = max((sign * value for value in proved), default=None)
    hoped = max(
        (sign * (w.upper if sign > 0 else w.lower) for w in worths.values() if w.value is None),
        default=None,
    )
    known = best is not None and (hoped is None or best >= hoped)
    return {
        "game": "go",
        "board": f"{game.width}x{game.height}",
        "ko": ko,
        "to_play": game.to_play.letter,
        "value": sign * best if known and best is not None else None,
        "best": [m for m, w in worths.items() if known and w.value == sign * (best or 0)],
        "proved": len(proved) == len(worths),
        "moves": {
            move: {"value": w.value, "lower": w.lower, "upper": w.upper, "depth": w.depth}
            for move, w in worths.items()
        },
        "seconds": round(seconds, 3),
    }


def _print(told: dict[str, Any]) -> None:
    from keima.points import point_name
    from keima.solve.solution import signed

    width, height = map(int, told["board"].split("x"))
    moves = told["moves"]
    proved = sum(move["value"] is not None for move in moves.values())
    value = "?" if told["value"] is None else signed(told["value"])
    count = f"{proved} of {len(moves)} moves proved"
    typer.echo(f"{told['board']}, {told['ko']} ko: {value} for Black, {count}")
    names = [point_name(point, width, height) for point in range(width * height)]
    cells = [_cell(moves.get(name), width * height) for name in names]
    room = max(map(len, cells)) + 1
    for row in range(height):
        shown = "".join(cell.rjust(room) for cell in cells[row * width : (row + 1) * width])
        typer.echo(f"{height - row:>2}{shown}")
    typer.echo("  " + "".join(name[0].rjust(room) for name in names[:width]))
    typer.echo(f"pass {_cell(moves.get('pass'), width * height)}")


def _cell(move: dict[str, Any] | None, points: int) -> str:
    from keima.solve.solution import signed

    if move is None:
        return "-"
    if move["value"] is not None:
        return signed(move["value"])
    if (move["lower"], move["upper"]) == (-points, points):
        return "?"
    return f"{signed(move['lower'])}..{signed(move['upper'])}"
