"""Learns a move model (`keima.models.moves`) from packs of games and from what a teacher, a strong
network, would play in some of their positions."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from keima import _core
from keima.learn.packs import TEST, VALIDATION, Pack, PackedGame

if TYPE_CHECKING:
    from keima.learn.judged import Judged, Position

#: A teacher's moves that are less likely count as never played.
RARE = 0.003
#: It is taken to prefer its best moves more than it says.
POWER = 1.5
#: With less for all points together it would pass, which the model does not know.
LEAST_OF_ALL = 0.2


@dataclass(frozen=True)
class Accuracy:
    """How well the moves of some games were predicted."""

    positions: int = 0
    first: int = 0
    five: int = 0
    ten: int = 0
    log_likelihood: float = 0.0

    def __add__(self, other: Accuracy) -> Accuracy:
        return Accuracy(
            self.positions + other.positions,
            self.first + other.first,
            self.five + other.five,
            self.ten + other.ten,
            self.log_likelihood + other.log_likelihood,
        )

    def __str__(self) -> str:
        if not self.positions:
            return "no positions"
        first, five, ten = (count / self.positions for count in (self.first, self.five, self.ten))
        return (
            f"{self.positions:,} positions, move played is the best {first:.1%}, among five "
            f"{five:.1%}, among ten {ten:.1%}, log-likelihood "
            f"{self.log_likelihood / self.positions:.4f}"
        )


@dataclass(frozen=True)
class Split:
    """Games to learn from, to choose by and for the last test."""

    train: list[PackedGame]
    validation: list[PackedGame]
    test: list[PackedGame]
    #: Of games that were left out, as their stones cannot stand: which, and why.
    impossible: list[str] = field(default_factory=list)


def split_games(packs: Iterable[Pack], games: int, seed: int) -> Split:
    """At most so many games of each pack to learn from, and a tenth as many of each other part."""
    split = Split([], [], [])
    for pack in packs:
        parts: dict[int, tuple[list[PackedGame], int]] = {
            TEST: (split.test, games // 10 + 1),
            VALIDATION: (split.validation, games // 10 + 1),
        }
        taken = dict.fromkeys((TEST, VALIDATION, -1), 0)
        numbers = list(range(len(pack)))
        random.Random(seed).shuffle(numbers)
        for number in numbers:
            part = pack.part(number) if pack.part(number) in parts else -1
            into, most = parts.get(part, (split.train, games))
            if taken[part] >= most:
                continue
            try:
                into.append(pack.game(number))
            except ValueError as error:
                split.impossible.append(str(error))
                continue
            taken[part] += 1
    return split


@dataclass(frozen=True)
class Lesson:
    """A position and how likely each of its points is played."""

    position: Position
    chances: npt.NDArray[np.float32]

    def arguments(self) -> tuple[_core.Board, int, int, int, list[float]]:
        """As the core wants them."""
        board, to_play, last, before, _ = self.position
        return board, to_play, last, before, self.chances.tolist()


def lessons_of(judged: Judged) -> list[Lesson]:
    """What a teacher says of its moves, but for positions where it would pass."""
    lessons = []
    for position, policy in zip(judged.positions, judged.policies, strict=True):
        chances = np.where(policy[:-1] >= RARE, policy[:-1], 0)
        if chances.sum() >= LEAST_OF_ALL:
            lessons.append(Lesson(position, np.power(chances, POWER, dtype=np.float32)))
    return lessons


class Learner:
    """Weights on their way.

    First all games and lessons are counted: a shape or feature that is played fewer than `least`
    times is not kept. Then `learn` goes over them, with smaller and smaller steps.
    """

    def __init__(
        self,
        games: Sequence[PackedGame],
        least: int,
        tell: Callable[[int], None] = lambda _: None,
        *,
        lessons: Sequence[Lesson] = (),
    ) -> None:
        self._native = _core.MoveTrainer()
        self._tasks: list[PackedGame | Lesson] = [*games, *lessons]
        for done, task in enumerate(self._tasks, 1):
            if isinstance(task, Lesson):
                self._native.count_lesson(*task.arguments())
            else:
                self._native.count(task.board, task.first, task.moves)
            tell(done)
        #: How many shapes and features have a weight.
        self.codes = self._native.keep(least)

    def learn(
        self,
        epochs: int,
        rate: float,
        seed: int,
        tell: Callable[[int, Accuracy], None] = lambda *_: None,
    ) -> None:
        """Goes over all of them so many times, each time in another order. `tell` hears of the
        number done and how well the moves were predicted before they were learnt. Raises
        ValueError if there are no moves."""
        rng = random.Random(seed)
        total, done, result = epochs * len(self._tasks), 0, Accuracy()
        for _ in range(epochs):
            for task in rng.sample(self._tasks, len(self._tasks)):
                result += self._learn(task, rate / (1 + 4 * done / total))
                done += 1
                tell(done, result)
        if not result.positions:
            raise ValueError("there are no positions to learn from")

    def _learn(self, task: PackedGame | Lesson, rate: float) -> Accuracy:
        if isinstance(task, Lesson):
            found = self._native.learn_lesson(*task.arguments(), rate)
        else:
            found = self._native.learn(task.board, task.first, task.moves, rate)
        return Accuracy(*found)

    def judge(self, games: Iterable[PackedGame]) -> Accuracy:
        result = Accuracy()
        for game in games:
            result += self._learn(game, 0.0)
        return result

    def model(self) -> tuple[list[int], list[int]]:
        return self._native.model()
