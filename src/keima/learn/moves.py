"""Learns a move model (`keima.models.moves`) from packs of games."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from keima import _core
from keima.learn.packs import TEST, VALIDATION, Pack, PackedGame


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


class Learner:
    """Weights on their way.

    First all games are counted: a shape or feature that is played fewer than `least` times is
    not kept. Then `learn` goes over them, with smaller and smaller steps.
    """

    def __init__(
        self, games: Sequence[PackedGame], least: int, tell: Callable[[int], None] = lambda _: None
    ) -> None:
        self._native = _core.MoveTrainer()
        self._games = games
        for done, game in enumerate(games, 1):
            self._native.count(game.board, game.first, game.moves)
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
        """Goes over the games so many times, each time in another order. `tell` hears of the
        number of games done and how well the moves were predicted before they were learnt. Raises
        ValueError if there are no moves."""
        rng = random.Random(seed)
        total, done, result = epochs * len(self._games), 0, Accuracy()
        for _ in range(epochs):
            for game in rng.sample(self._games, len(self._games)):
                step = rate / (1 + 4 * done / total)
                result += Accuracy(*self._native.learn(game.board, game.first, game.moves, step))
                done += 1
                tell(done, result)
        if not result.positions:
            raise ValueError("there are no positions to learn from")

    def judge(self, games: Iterable[PackedGame]) -> Accuracy:
        result = Accuracy()
        for game in games:
            result += Accuracy(*self._native.learn(game.board, game.first, game.moves, 0.0))
        return result

    def model(self) -> tuple[list[int], list[int]]:
        return self._native.model()
