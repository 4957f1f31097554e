"""What a solver has found, and what it tells while it runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from keima.scoring import plain_number

if TYPE_CHECKING:
    from keima.sgf import GameTree


@dataclass(frozen=True)
class Progress:
    """How far a search is."""

    #: What is being asked, in words.
    question: str
    #: The last depth that was searched to its end.
    depth: int
    #: What is known, in words.
    known: str
    #: The best line so far, as names of points.
    line: tuple[str, ...]
    nodes: int
    seconds: float
    nodes_per_second: float
    #: Share of the table in use, from 0 to 1.
    fill: float


Watcher = Callable[[Progress], object]


@dataclass(frozen=True)
class Solution:
    """The result of a Go position in points for Black, whoever is to move."""

    width: int
    height: int
    ko: str
    #: The result, with play without end as 0; None if nothing is proved about the winner.
    value: int | None
    #: The points that Black can force.
    lower: int
    #: The points to which White can hold him.
    upper: int
    #: Is `value` proved to be the result?
    proved: bool
    #: Are both ends proved to be what they are? Between them play has no end.
    complete: bool
    #: The best move of the player to move, if one is known, and the line that begins with it.
    best: str | None
    line: tuple[str, ...]
    nodes: int
    #: The depth that the proof of the value took, or the one reached.
    depth: int
    seconds: float
    #: Why it ended early; None if it did not.
    stopped: str | None = None
    #: Questions that were given up.
    unanswered: tuple[str, ...] = ()
    #: Depth, nodes and seconds of every answer.
    answers: tuple[dict[str, Any], ...] = field(default=(), repr=False)
    #: Trees that show why Black gets `lower` and why White holds him to `upper`, if wanted.
    trees: tuple[GameTree, ...] = field(default=(), repr=False)

    @property
    def text(self) -> str:
        """The result as records write it, such as B+2; 0 for an even one, ? for an unknown one."""
        if self.value is None:
            return "?"
        if self.value == 0:
            return "0"
        return f"{'B' if self.value > 0 else 'W'}+{plain_number(abs(self.value))}"

    def describe(self) -> str:
        """The bounds in a sentence."""
        if self.lower == self.upper:
            return f"Black gets {signed(self.lower)}: both sides can force it."
        points = self.width * self.height
        told = []
        if self.lower > -points:
            told.append(f"Black can force {signed(self.lower)}")
        if self.upper < points:
            told.append(f"White can hold him to {signed(self.upper)}")
        if self.complete and not told:
            told.append("neither can force anything: play has no end")
        elif self.complete:
            told.append("neither can force more: the rest is play without end")
        elif self.proved and self.value == 0:
            told.append("neither can force a win")
        elif self.proved:
            told.append(f"{'Black' if self.lower > 0 else 'White'} can force no more")
        text = "; ".join(told) or "nothing is proved"
        return f"{text[0].upper()}{text[1:]}."

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        names = (
            "value lower upper proved complete best line nodes depth seconds stopped unanswered "
            "answers"
        )
        return {
            "game": "go",
            "board": f"{self.width}x{self.height}",
            "ko": self.ko,
            "result": self.text,
            **{name: getattr(self, name) for name in names.split()},
        }


def signed(points: int) -> str:
    """A number of points with its sign; 0 has none."""
    return f"{points:+d}" if points else "0"
