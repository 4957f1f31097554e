"""What each move of a game has lost, and how well the players played."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from keima.colors import Color
from keima.review.found import Found
from keima.review.record import Record, Turn

#: A mistake that costs so many times what makes a move one is a blunder.
BLUNDER = 3.0
#: Moves among which a good one is expected.
GOOD = 3
#: What a win rate counts for where there is no score, in points for all of it.
POINTS = 40.0


@dataclass(frozen=True)
class Threshold:
    """From which loss on a move is a mistake: points, or a part of the win rate.

    >>> Threshold.parse("2.5"), Threshold.parse("10%")
    (Threshold(points=2.5, winrate=None), Threshold(points=None, winrate=0.1))
    """

    points: float | None = 2.0
    winrate: float | None = None

    @classmethod
    def parse(cls, text: str) -> Threshold:
        """Raises ValueError for what is neither points nor percents."""
        match = re.fullmatch(r"\s*([0-9]{1,4}(?:\.[0-9]{1,4})?)\s*(%?)\s*", text)
        value = float(match[1]) if match else 0.0
        if not match or value <= 0 or (match[2] and value > 100):
            raise ValueError(
                f"{text!r} is not a loss: expected points above 0, as in 2, or percents of the "
                "win rate, as in 10%"
            )
        return cls(None, value / 100) if match[2] else cls(value)

    def __str__(self) -> str:
        return f"{self.points:g} points" if self.points else f"{100 * (self.winrate or 0):g} %"

    def times(self, points: float | None, winrate: float | None) -> float:
        """How often a loss has it, 0 if that is not known."""
        if self.winrate is not None:
            return (winrate or 0.0) / self.winrate
        assert self.points
        if points is None:
            points = POINTS * (winrate or 0.0)
        return points / self.points


@dataclass(frozen=True)
class Judged:
    """A move of the game and what it has lost, for the one who made it: the difference between the
    search before it and the one after it, which may be below 0. None if that is not known."""

    turn: Turn
    color: Color
    move: str
    before: Found
    after: Found
    points: float | None
    winrate: float | None
    #: How many times the threshold was lost; 0 for the best move, whatever was found after it.
    times: float

    @property
    def is_mistake(self) -> bool:
        return self.times >= 1

    @property
    def is_blunder(self) -> bool:
        return self.times >= BLUNDER

    @property
    def grade(self) -> str | None:
        return "blunder" if self.is_blunder else "mistake" if self.is_mistake else None

    @property
    def rank(self) -> int | None:
        return self.before.rank(self.move)

    @property
    def lost(self) -> str:
        """The loss in words."""
        if self.points is not None:
            return f"{max(0.0, self.points):.1f} points"
        return "?" if self.winrate is None else f"{100 * max(0.0, self.winrate):.0f} %"


def judge_moves(
    record: Record, found: Mapping[int, Found], threshold: Threshold
) -> dict[int, Judged]:
    """The moves whose loss is known, by the number of the position after them."""
    judged = {}
    for turn in record.turns[1:]:
        before, after = found.get(turn.number - 1), found.get(turn.number)
        if turn.color is None or turn.move is None or before is None or after is None:
            continue
        sign = 1 if turn.color == Color.BLACK else -1
        points = _loss(before.score, after.score, sign)
        winrate = _loss(before.winrate, after.winrate, sign)
        # The search after the best move may see more than the one before it, as the player might
        # have: that is nobody's mistake.
        times = 0.0 if before.best.move == turn.move else threshold.times(points, winrate)
        judged[turn.number] = Judged(
            turn, turn.color, turn.move, before, after, points, winrate, times
        )
    return judged


def _loss(before: float | None, after: float | None, sign: int) -> float | None:
    return None if before is None or after is None else round(sign * (before - after), 4)


def worst(judged: Iterable[Judged], most: int) -> list[Judged]:
    """The mistakes that cost most, the worst first."""
    mistakes = [each for each in judged if each.is_mistake]
    return sorted(mistakes, key=lambda each: (-each.times, each.turn.number))[:most]


@dataclass(frozen=True)
class Play:
    """How well a side played."""

    moves: int
    #: Moves that were the best, and that were among the best few.
    best: int
    good: int
    mistakes: int
    blunders: int
    #: Means of what a move lost, at least nothing.
    points: float | None
    winrate: float | None

    def to_json(self) -> dict[str, Any]:
        return {
            "moves": self.moves,
            "best_moves": self.best,
            f"among_best_{GOOD}": self.good,
            "mistakes": self.mistakes,
            "blunders": self.blunders,
            "mean_loss": self.points,
            "mean_winrate_loss": self.winrate,
        }


def play_of(color: Color, judged: Iterable[Judged]) -> Play:
    own = [each for each in judged if each.color == color]
    ranks = [each.rank or GOOD + 1 for each in own]
    return Play(
        moves=len(own),
        best=sum(rank == 1 for rank in ranks),
        good=sum(rank <= GOOD for rank in ranks),
        mistakes=sum(each.is_mistake for each in own),
        blunders=sum(each.is_blunder for each in own),
        points=_mean([0.0 if each.rank == 1 else each.points for each in own], 2),
        winrate=_mean([0.0 if each.rank == 1 else each.winrate for each in own], 4),
    )


def _mean(values: Sequence[float | None], places: int) -> float | None:
    known = [max(0.0, value) for value in values if value is not None]
    return round(sum(known) / len(known), places) if known else None
