"""Books that learn from a player's own games: where it went wrong, a better move is kept.

A game is followed as far as a book leads, and from there through the player's next moves. Each is
compared with what a judge would have played. At the first one that is much worse, the judge's move
is kept, and so are the moves before it, which were good: the book then leads to where the mistake
was made. Games in which nothing went wrong leave nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from keima.book.growing import Line, Writer, grow, replay
from keima.book.reduction import Reduced, inverse, reduce
from keima.points import parse_point, point_name


class Judge(Writer, Protocol):
    """A writer who also says what a mistake costs."""

    def loss(self, moves: list[str], played: str, best: str) -> float:
        """How much less `played` wins than `best`, from 0 to 1; less than 0 if it wins more."""


@dataclass(frozen=True)
class Lesson:
    """What a game has taught: lines for a text book, the first of them about the mistake."""

    lines: tuple[Line, ...]
    #: What was played where the first line has a better move, and how much it loses.
    played: str
    loss: float


class Learner:
    """Learns from one game after another on boards of one size.

    `known` is asked first: None where a book has no answer. `least` is the loss that makes a
    mistake, `turns` how many moves of a game are looked at, and `follow` how many positions after
    a better move are prepared for, too, the likeliest first.
    """

    def __init__(
        self,
        judge: Judge,
        size: int,
        known: Callable[[list[str]], str | None],
        *,
        least: float = 0.1,
        turns: int = 30,
        follow: int = 0,
    ) -> None:
        self._judge, self._size, self._known = judge, size, known
        self._least, self._turns, self._follow = least, turns, follow
        #: By reduced positions, moves of these.
        self._learnt: dict[bytes, int] = {}
        self._best: dict[bytes, int | None] = {}
        self._losses: dict[tuple[bytes, int], float] = {}

    def add(self, lines: Iterable[Line]) -> None:
        """Takes over what was learnt before."""
        for line in lines:
            if line.size == self._size:
                reduced = self._reduced(line.moves)
                self._learnt[reduced.stones] = reduced.move(self._point(line.answer))

    def learn(self, moves: Sequence[str], side: int) -> Lesson | None:
        """What a game teaches Black (0) or White (1); None if there is nothing to learn."""
        good: list[Line] = []
        for number in range(side, min(len(moves), self._turns), 2):
            before, played = list(moves[:number]), moves[number]
            if played == "pass":
                return None
            reduced = self._reduced(before)
            known = self._answer(reduced, before)
            if known is not None:
                if known != reduced.move(self._point(played)):
                    return None  # the book would not let it come to this again
                continue
            if reduced.stones not in self._best:
                answer = self._judge.answer(before)
                self._best[reduced.stones] = (
                    None if answer is None else reduced.move(self._point(answer))
                )
            found = self._best[reduced.stones]
            if found is None:
                return None
            best = point_name(inverse(reduced.ways[0])[found], self._size, self._size)
            loss = self._loss(reduced, before, played, best)
            if loss >= self._least:
                lines = [Line(self._size, tuple(before), best), *good]
                self.add(lines)
                lines += self._followed((*before, best))
                return Lesson(tuple(lines), played, loss)
            good.append(Line(self._size, tuple(before), played))
        return None

    def _loss(self, reduced: Reduced, before: list[str], played: str, best: str) -> float:
        move = reduced.move(self._point(played))
        if move == self._best[reduced.stones]:
            return 0.0
        key = reduced.stones, move
        if key not in self._losses:
            self._losses[key] = self._judge.loss(before, played, best)
        return self._losses[key]

    def _followed(self, moves: tuple[str, ...]) -> list[Line]:
        found = grow(self._judge, self._size, self._follow, start=moves)
        lines = [
            line
            for line in found
            if self._answer(self._reduced(line.moves), list(line.moves)) is None
        ]
        self.add(lines)
        return lines

    def _answer(self, reduced: Reduced, moves: list[str]) -> int | None:
        if reduced.stones in self._learnt:
            return self._learnt[reduced.stones]
        known = self._known(moves)
        return None if known is None else reduced.move(self._point(known))

    def _reduced(self, moves: Iterable[str]) -> Reduced:
        board, color = replay(moves, self._size)
        return reduce(board.stones, color, self._size, self._size)

    def _point(self, name: str) -> int:
        return parse_point(name, self._size, self._size)
