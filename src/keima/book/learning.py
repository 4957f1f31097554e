"""Books that learn from a player's own games: where it went wrong, a better move is kept.

A game is followed as far as a book leads, and from there through the player's next moves. Each is
compared with what a judge would have played. At the first one that is much worse, the judge's move
is kept, and so are the moves before it, which were good: the book then leads to where the mistake
was made. Games in which nothing went wrong leave nothing, nor do those with an illegal move.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from keima.book.growing import Line, Writer, grow, replay
from keima.book.reduction import inverse, reduce
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

    `known` is asked first, for the answers of a book to a position: none where it has none.
    `least` is the loss that makes a mistake, `turns` how many moves of a game are looked at, and
    `follow` how many positions after a better move are prepared for, too, the likeliest first.
    """

    def __init__(
        self,
        judge: Judge,
        size: int,
        known: Callable[[list[str]], Collection[str]],
        *,
        least: float = 0.1,
        turns: int = 30,
        follow: int = 0,
    ) -> None:
        self._judge, self._size, self._known = judge, size, known
        self._least, self._turns, self._follow = least, turns, follow
        self.replies = judge.replies
        #: By reduced positions, moves of these.
        self._learnt: dict[bytes, int] = {}
        self._best: dict[bytes, int | None] = {}
        self._losses: dict[tuple[bytes, int], float] = {}

    def add(self, lines: Iterable[Line]) -> None:
        """Takes over what was learnt before."""
        for line in lines:
            if line.size == self._size:
                place = _Place(line.moves, self._size)
                self._learnt[place.stones] = place.move(line.answer)

    def learn(self, moves: Sequence[str], side: int) -> Lesson | None:
        """What a game teaches Black (0) or White (1); None if there is nothing to learn."""
        moves = moves[: self._turns]
        try:
            replay(moves, self._size)
        except ValueError:  # an illegal move
            return None
        good: list[Line] = []
        for number in range(side, len(moves), 2):
            before, played = tuple(moves[:number]), moves[number]
            if played == "pass":
                return None
            place = _Place(before, self._size)
            answers = self._answers(place)
            if answers:
                if place.move(played) not in answers:
                    return None  # the book would not let it come to this again
                continue
            best = self._judged(place)
            if best is None:
                return None
            if place.move(played) != place.move(best):
                loss = self._loss(place, played, best)
                if loss >= self._least:
                    lines = [Line(self._size, before, best), *good]
                    self.add(lines)
                    lines += self._followed((*before, best))
                    return Lesson(tuple(lines), played, loss)
            good.append(Line(self._size, before, played))
        return None

    def answer(self, moves: list[str]) -> str | None:
        """What is known or was learnt, else what the judge would play: a learner is a writer."""
        place = _Place(moves, self._size)
        names = (place.name(move) for move in self._answers(place))
        return next((name for name in names if name is not None), None) or self._judged(place)

    def _followed(self, moves: tuple[str, ...]) -> list[Line]:
        found = grow(self, self._size, self._follow, start=moves)
        lines = [line for line in found if not self._answers(_Place(line.moves, self._size))]
        self.add(lines)
        return lines

    def _answers(self, place: _Place) -> list[int]:
        if place.stones in self._learnt:
            return [self._learnt[place.stones]]
        return [place.move(name) for name in self._known(list(place.moves))]

    def _judged(self, place: _Place) -> str | None:
        if place.stones not in self._best:
            answer = self._judge.answer(list(place.moves))
            self._best[place.stones] = None if answer is None else place.move(answer)
        best = self._best[place.stones]
        return None if best is None else place.name(best)

    def _loss(self, place: _Place, played: str, best: str) -> float:
        key = place.stones, place.move(played)
        if key not in self._losses:
            self._losses[key] = self._judge.loss(list(place.moves), played, best)
        return self._losses[key]


class _Place:
    """A position that moves lead to, and how its moves are called in the reduced position."""

    def __init__(self, moves: Iterable[str], size: int) -> None:
        self.moves, self._size = tuple(moves), size
        self._board, self._color = replay(self.moves, size)
        self._reduced = reduce(self._board.stones, self._color, size, size)
        self.stones = self._reduced.stones

    def move(self, name: str) -> int:
        return self._reduced.move(parse_point(name, self._size, self._size))

    def name(self, move: int) -> str | None:
        """None if it is illegal here: a reduced position does not tell where a ko is."""
        point = inverse(self._reduced.ways[0])[move]
        if not self._board.is_legal(point, self._color):
            return None
        return point_name(point, self._size, self._size)
