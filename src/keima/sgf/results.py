"""The result of a game, as RE writes it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from keima.colors import Color
from keima.sgf.numbers import read_real, write_real

Reason = Literal["score", "resign", "time", "forfeit", "win", "draw", "void", "unknown"]

_WORDS: dict[str, Reason] = {
    "0": "draw",
    "draw": "draw",
    "jigo": "draw",
    "void": "void",
    "?": "unknown",
    "": "unknown",
}
_WINS: dict[str, Reason] = {
    "": "win",
    "r": "resign",
    "resign": "resign",
    "resignation": "resign",
    "t": "time",
    "time": "time",
    "f": "forfeit",
    "forfeit": "forfeit",
}
_TEXTS = {"draw": "0", "void": "Void", "unknown": "?", "resign": "R", "time": "T", "forfeit": "F"}
_WIN = re.compile(r"(b|w|black|white)\s*\+\s*(.*)", re.DOTALL)


@dataclass(frozen=True)
class Result:
    """Who won, why ("win" if it is not said), and by how many points.

    >>> Result.parse("B+3.5")
    Result(reason='score', winner=<Color.BLACK: 1>, margin=3.5)
    >>> str(Result.parse("White+Resign"))
    'W+R'
    """

    reason: Reason
    winner: Color | None = None
    margin: float | None = None

    @classmethod
    def parse(cls, text: str) -> Result:
        """Reads a result in any case; raises ValueError for what the standard does not know."""
        key = text.strip().lower()
        if key in _WORDS:
            return cls(_WORDS[key])
        if match := _WIN.fullmatch(key):
            winner, how = Color.parse(match[1]), match[2].strip()
            if how in _WINS:
                return cls(_WINS[how], winner)
            try:
                return cls("score", winner, abs(read_real(how)))
            except ValueError:
                pass
        raise ValueError("expected a result such as B+3.5, W+R, B+T, 0, Void or ?")

    def __str__(self) -> str:
        if self.winner is None:
            return _TEXTS.get(self.reason, "?")
        how = "" if self.margin is None else write_real(self.margin)
        return f"{self.winner.letter}+{how or _TEXTS.get(self.reason, '')}"
