"""What is proved of a Go position, and what to ask next: the two-sided proof by a shifted komi
(section 5.4.1 of van der Werf 2004).

A question is whether Black gets k points or more. Its komi lies between two results, so that no
game that ends is a draw. Where play can go on without end it is counted for one of the sides, so
that every question has an answer: with endless play for White, "yes" says that Black can force k
points and "no" that he cannot; with endless play for Black, "no" says that White can force fewer
and "yes" that he cannot.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from keima.solve.checking import Fields
from keima.solve.start import MOST_POINTS

YES, NO, OPEN = "yes", "no", "open"


@dataclass(frozen=True)
class Question:
    """Does Black get `points` or more? Without points: who wins, and by how much at least?"""

    points: int | None = None
    #: Who wins by play without end: 1 Black, -1 White, 0 nobody.
    endless: int = 0

    @property
    def komi(self) -> int:
        """In half points."""
        return 0 if self.points is None else 2 * self.points - 1

    @property
    def key(self) -> str:
        return "first" if self.points is None else f"{self.points} {self.endless:+d}"

    @classmethod
    def of_key(cls, key: str) -> Question:
        """The one with that key. Raises ValueError if there is none.

        >>> Question.of_key("3 -1")
        Question(points=3, endless=-1)
        """
        found = cls()
        if key != found.key:
            try:
                points, endless = map(int, key.split())
            except ValueError:
                points, endless = 0, 2
            found = cls(points, endless)
            if abs(endless) > 1 or key != found.key:
                raise ValueError(f"{key!r} is no question")
        return found

    def __str__(self) -> str:
        if self.points is None:
            return "who wins?"
        asked = f"does Black get {self.points} or more?"
        if self.endless:
            asked += f" (endless play for {'Black' if self.endless > 0 else 'White'})"
        return asked


@dataclass
class Bounds:
    """Black can force `lower` points and no more than `cap`; White can hold him to `upper`, and to
    no fewer than `floor`.

    >>> bounds = Bounds(16)
    >>> bounds.take(Question(), YES, 2)
    >>> bounds.next()
    Question(points=3, endless=-1)
    >>> bounds.take(bounds.next(), NO)
    >>> bounds.value, bounds.proved, bounds.next()
    (2, True, Question(points=3, endless=1))
    """

    size: int
    #: Can play go on without end?
    endless: bool = True
    lower: int = field(init=False)
    cap: int = field(init=False)
    floor: int = field(init=False)
    upper: int = field(init=False)
    #: What was asked, with the answer.
    asked: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.lower = self.floor = -self.size
        self.cap = self.upper = self.size

    # What is known

    @property
    def value(self) -> int | None:
        """The result, with play without end as 0; None if even the winner is not known."""
        if self.lower > 0:
            return self.lower
        if self.upper < 0:
            return self.upper
        return 0 if self.cap <= 0 <= self.floor else None

    @property
    def proved(self) -> bool:
        """Is `value` the result, with play without end as 0?"""
        if self.lower > 0:
            return self.lower == self.cap
        if self.upper < 0:
            return self.upper == self.floor
        return self.cap <= 0 <= self.floor

    @property
    def complete(self) -> bool:
        """Are both ends known exactly?"""
        return self.lower == self.cap and self.floor == self.upper

    # Answers

    def take(self, question: Question, answer: str, points: int | None = None) -> None:
        """Notes an answer, and the points that Black gets at least (YES) or at most (NO) if more
        is known of them than was asked."""
        self.asked[question.key] = answer
        k = question.points
        if answer == YES and question.endless > 0:
            assert k is not None
            self.floor = max(self.floor, k)
        elif answer == NO and question.endless < 0:
            assert k is not None
            self.cap = min(self.cap, k - 1)
        elif answer == YES:
            self._raise(max(x for x in (k, points) if x is not None))
        elif answer == NO:
            known = (None if k is None else k - 1, points)
            self._fall(min(x for x in known if x is not None))
        self._know_winner()

    def know(self, lower: int, upper: int, all_of_it: bool) -> None:
        """Notes what both sides can force, and whether neither can force more.

        >>> bounds = Bounds(12)
        >>> bounds.know(4, 12, all_of_it=True)
        >>> bounds.value, bounds.complete
        (4, True)
        """
        self._raise(lower)
        self._fall(upper)
        if all_of_it:
            self.cap, self.floor = self.lower, self.upper

    def learn(self, lower: int, cap: int, floor: int, upper: int) -> None:
        """Notes what is known from elsewhere. A question whose answer follows is not asked.

        >>> bounds = Bounds(16)
        >>> bounds.learn(2, 2, 2, 16)
        >>> bounds.value, bounds.proved, bounds.next(ends=False)
        (2, True, None)
        """
        self.lower, self.cap = max(self.lower, lower), min(self.cap, cap)
        self.floor, self.upper = max(self.floor, floor), min(self.upper, upper)
        self._know_winner()

    def _know_winner(self) -> None:
        """Who wins is not asked where it is known."""
        if self.value is not None:
            answer = YES if self.lower > 0 else NO if self.upper < 0 else OPEN
            self.asked.setdefault("first", answer)

    def _raise(self, points: int) -> None:
        points = min(points, self.size)
        self.lower = max(self.lower, points)
        self.floor = max(self.floor, points)

    def _fall(self, points: int) -> None:
        points = max(points, -self.size)
        self.upper = min(self.upper, points)
        self.cap = min(self.cap, points)

    # Questions

    def next(self, ends: bool = True, ask: int | None = None) -> Question | None:
        """What to ask next: the value first, then, if wanted, where the other end lies. None if
        nothing is left, or nothing that was not given up. `ask` is a result that is asked for
        before all that is not under way.

        >>> bounds = Bounds(18)
        >>> bounds.next(ask=18)
        Question(points=18, endless=-1)
        >>> bounds.take(bounds.next(ask=18), YES)
        >>> bounds.next(ask=18) is None
        True
        """
        if ask is not None:
            (guess,) = self._force(ask) if ask > 0 else self._hold(ask + 1)
            if guess.key not in self.asked and not self._follows(guess):
                return guess
        if "first" not in self.asked:
            return Question()
        wanted: list[Question] = []
        if self.lower > 0:
            wanted = self._force(self.lower + 1) if self.lower < self.cap else []
        elif self.upper < 0:
            wanted = self._hold(self.upper) if self.floor < self.upper else []
        else:
            wanted += self._force(1) if self.cap > 0 else []
            wanted += self._hold(0) if self.floor < 0 else []
        if not wanted and ends:
            wanted = self._white_end() + self._black_end()
        return next((q for q in wanted if q.key not in self.asked), None)

    def given_up(self) -> list[Question]:
        """Questions that had no answer, and have none by the others."""
        open_ones = [Question.of_key(key) for key, answer in self.asked.items() if answer == OPEN]
        return [question for question in open_ones if not self._follows(question)]

    def _follows(self, question: Question) -> bool:
        """Does its answer follow from what is known?"""
        if question.points is None:
            return self.value is not None
        white = question.endless <= 0
        low, high = (self.lower, self.cap) if white else (self.floor, self.upper)
        return low >= question.points or high < question.points

    def _force(self, points: int) -> list[Question]:
        """Can Black force so many?"""
        return [Question(points, -1 if self.endless else 0)]

    def _hold(self, points: int) -> list[Question]:
        """Can White hold him to fewer?"""
        return [Question(points, 1 if self.endless else 0)]

    def _white_end(self) -> list[Question]:
        """To how many can White hold Black? If not to what Black can force, then often to no
        number at all; else halves of what is left are asked for."""
        if self.floor >= self.upper:
            return []
        if self.floor == self.lower:
            return self._hold(self.lower + 1)
        if self.upper == self.size:
            return self._hold(self.upper)
        return self._hold((self.floor + self.upper + 1) // 2)

    def _black_end(self) -> list[Question]:
        """How many can Black force? The same from the other side."""
        if self.lower >= self.cap:
            return []
        if self.cap == self.upper:
            return self._force(self.upper)
        if self.lower == -self.size:
            return self._force(self.lower + 1)
        return self._force((self.lower + self.cap + 1) // 2)

    # As plain values

    def to_json(self) -> dict[str, Any]:
        names = ("size", "endless", "lower", "cap", "floor", "upper", "asked")
        return {name: getattr(self, name) for name in names}

    @classmethod
    def from_json(cls, data: object) -> Bounds:
        """Raises ValueError if that is none."""
        fields = Fields(data, "bounds")
        size = fields.whole("size", 1, MOST_POINTS)
        bounds = cls(size, fields.flag("endless"))
        for name in ("lower", "cap", "floor", "upper"):
            setattr(bounds, name, fields.whole(name, -size, size))
        asked = fields.fields("asked")
        for key in asked.names():
            bounds.asked[Question.of_key(key).key] = asked.one_of(key, (YES, NO, OPEN))
        return bounds
