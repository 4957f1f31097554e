"""What a search has found in a position, as it is kept in files."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from keima.colors import Color
from keima.engine.result import Candidate, SearchResult

#: Moves that are kept of a position, and of a line of play.
MOST_MOVES, LONGEST = 8, 12


@dataclass(frozen=True)
class Choice:
    """A move that was looked at. Win rate and score are Black's, as everywhere in this room."""

    move: str
    visits: int
    winrate: float | None
    score: float | None
    line: tuple[str, ...]


@dataclass(frozen=True)
class Found:
    """What is known of a position: with the best play, and the moves looked at, best first."""

    number: int
    color: Color
    winrate: float | None
    score: float | None
    visits: int
    seconds: float
    choices: tuple[Choice, ...]

    @property
    def best(self) -> Choice:
        return self.choices[0]

    def rank(self, move: str) -> int | None:
        """The place of a move among the choices, from 1; None if it is not one."""
        return next((i for i, each in enumerate(self.choices, 1) if each.move == move), None)

    def to_json(self) -> dict[str, Any]:
        return {
            "position": self.number,
            "to_play": self.color.letter,
            "winrate": self.winrate,
            "score": self.score,
            "visits": self.visits,
            "seconds": self.seconds,
            "choices": [
                {
                    "move": each.move,
                    "visits": each.visits,
                    "winrate": each.winrate,
                    "score": each.score,
                    "line": list(each.line),
                }
                for each in self.choices
            ],
        }

    @classmethod
    def from_json(cls, value: object) -> Found:
        """Raises ValueError for what `to_json` cannot have made."""
        try:
            return _read(value)  # type: ignore[arg-type]
        except (KeyError, TypeError, AttributeError, OverflowError) as error:
            raise ValueError(f"not the analysis of a position: {error!r}") from None


def _read(value: Mapping[str, Any]) -> Found:
    choices = tuple(
        Choice(
            str(each["move"]),
            int(each["visits"]),
            _number(each["winrate"]),
            _number(each["score"]),
            tuple(str(move) for move in each["line"]),
        )
        for each in value["choices"]
    )
    if not choices:
        raise ValueError("a position has at least one choice")
    return Found(
        int(value["position"]),
        Color.parse(value["to_play"]),
        _number(value["winrate"]),
        _number(value["score"]),
        int(value["visits"]),
        float(value["seconds"]),
        choices,
    )


def _number(value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise TypeError(f"{value!r} is not a number")
    return value


def found_by(result: SearchResult, number: int, color: Color) -> Found:
    """The result of a search for a side, as Black sees it."""

    def choice(each: Candidate) -> Choice:
        return Choice(
            each.move,
            each.visits,
            _winrate(each.winrate, color),
            _score(each.score, color),
            (each.pv or (each.move,))[:LONGEST],
        )

    moves = [choice(each) for each in result.candidates]
    # A game that is lost is looked at all the same: a resignation is no move.
    chosen = next((each for each in moves if each.move == result.move), None)
    if chosen is None and (result.move != "resign" or not moves):
        move = "pass" if result.move == "resign" else result.move
        winrate, score = _winrate(result.winrate, color), _score(result.score, color)
        chosen = Choice(move, 0, winrate, score, tuple(result.pv or [move])[:LONGEST])
    first = chosen or moves[0]
    known = first if first.winrate is not None or first.score is not None else None
    return Found(
        number,
        color,
        known.winrate if known else _winrate(result.winrate, color),
        known.score if known else _score(result.score, color),
        result.visits if result.visits is not None else result.playouts,
        round(result.seconds, 4),
        (first, *(each for each in moves if each is not first))[:MOST_MOVES],
    )


def _winrate(value: float | None, color: Color) -> float | None:
    if value is None:
        return None
    return round(value if color == Color.BLACK else 1 - value, 4)


def _score(value: float | None, color: Color) -> float | None:
    if value is None:
        return None
    return round(value if color == Color.BLACK else -value, 2)
