"""What a run shows while it goes on: a live table on a terminal, plain lines elsewhere."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from keima.arena.records import GameRecord
from keima.arena.run import MatchState, Run
from keima.arena.statistics import elo_from_rate, wilson

if TYPE_CHECKING:
    from rich.console import RenderableType

LINE_EVERY = 10.0
"""Seconds between two plain lines."""


class Progress:
    """Follows a run; `saw` is called after every game."""

    def __init__(self, run: Run, stream: TextIO) -> None:
        self._run, self._stream = run, stream
        self._began = self._printed = time.monotonic()
        self._games = 0

    @contextmanager
    def showing(self) -> Iterator[Progress]:
        """Shows until the end of the block."""
        if self._stream.isatty():
            from rich.console import Console
            from rich.live import Live

            console = Console(file=self._stream)
            with Live(
                get_renderable=self._render, console=console, refresh_per_second=4, transient=True
            ):
                yield self
        else:
            yield self
        self._line()

    def saw(self, record: GameRecord) -> None:
        self._games += 1
        if not self._stream.isatty() and time.monotonic() - self._printed > LINE_EVERY:
            self._line()

    def _line(self) -> None:
        self._printed = time.monotonic()
        print(self._summary(), file=self._stream, flush=True)

    def _summary(self) -> str:
        minutes = max(time.monotonic() - self._began, 1e-9) / 60
        rate = self._games / minutes
        text = f"{len(self._run.done)} games, {self._run.left} left, {rate:.1f} a minute"
        if self._run.left and self._games:
            text += f", {_clock(60 * self._run.left / rate)} to go"
        if self._run.faults:
            text += f", {self._run.faults} faults"
        return text

    def _render(self) -> RenderableType:
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, header_style="bold")
        for name in ("match", "games", "won", "lost", "drawn", "rate", "95 %", "Elo", ""):
            table.add_column(name, justify="left" if name == "match" else "right")
        for state in self._run.states.values():
            table.add_row(*_row(state))
        return Group(table, Text(self._summary(), style="dim"))


def _row(state: MatchState) -> tuple[str, ...]:
    tally = state.tally
    counted = f"{tally.games}/{state.match.games}"
    verdict = f"{state.decided.verdict} after {state.decided_after}" if state.decided else ""
    if not tally.games:
        return (state.match.name, counted, "", "", "", "", "", "", verdict)
    low, high = wilson(tally)
    elo = elo_from_rate(tally.rate)
    return (
        state.match.name,
        counted,
        str(tally.wins),
        str(tally.losses),
        str(tally.draws),
        f"{tally.rate:.1%}",
        f"{low:.1%} - {high:.1%}",
        f"{elo:+.0f}",
        verdict,
    )


def _clock(seconds: float) -> str:
    """
    >>> _clock(59), _clock(3725)
    ('0:59', '1:02:05')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
