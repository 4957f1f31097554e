"""What networks are worth, in three ways, and whether the best one is good enough to stop."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from typing import TypeVar

import numpy as np

from keima import _core
from keima.evolve.games import GnuGos, game_between, mixed_game, random_game
from keima.evolve.populations import Floats
from keima.evolve.settings import Settings

T = TypeVar("T")
#: Parts of GNU Go, level 0, in the opponents of the stop test.
STEPS = tuple(i / 10 for i in range(11))


class Valuer:
    """Plays games, several at the same time. The core does not hold Python's lock while it plays,
    so that threads are enough; results do not depend on their number."""

    def __init__(self, settings: Settings, pool: Executor, gnugo: GnuGos | None) -> None:
        self._settings, self._pool, self._gnugo = settings, pool, gnugo

    def fitness(
        self, networks: Sequence[_core.SaneNetwork], seed: int, share: float, level: int
    ) -> Floats:
        """Mean points of a game, of each network."""
        s = self._settings
        if s.fitness == "tournament":
            return self._tournament(networks, seed)
        seeds = [[seed + i * s.games + j for j in range(s.games)] for i in range(len(networks))]

        def value(number: int) -> float:
            net = networks[number]
            if s.fitness == "random" or self._gnugo is None:
                return _mean(random_game(net, s, one) for one in seeds[number])
            gnugo = self._gnugo
            return _mean(mixed_game(net, share, level, s, one, gnugo) for one in seeds[number])

        return np.array(self._each(value, range(len(networks))))

    def _tournament(self, networks: Sequence[_core.SaneNetwork], seed: int) -> Floats:
        """Everyone begins so many games, against others by chance."""
        count, games = len(networks), self._settings.games
        rng = np.random.default_rng(seed)
        pairs = [
            (first, int((first + rng.integers(1, count)) % count))
            for first in range(count)
            for _ in range(games)
        ]

        def play(pair: tuple[int, int]) -> tuple[float, float]:
            return game_between(networks[pair[0]], networks[pair[1]], self._settings)

        total, played = np.zeros(count), np.zeros(count)
        for pair, results in zip(pairs, self._each(play, pairs), strict=True):
            for number, result in zip(pair, results, strict=True):
                total[number] += result
                played[number] += 1
        return total / played

    def steps_won(self, net: _core.SaneNetwork, seed: int, games: int) -> int:
        """The stop test: opponents that become harder, so many games each, until one is lost. How
        many of the steps were won; all of them is enough to stop."""
        for number, share in enumerate(STEPS):
            if share and self._gnugo is None:
                return number
            for game in range(games):
                one = seed + number * games + game
                won = (
                    mixed_game(net, share, 0, self._settings, one, self._gnugo)
                    if self._gnugo
                    else random_game(net, self._settings, one)
                )
                if won < 1:
                    return number
        return len(STEPS)

    def _each(self, function: Callable[..., T], items: Iterable[object]) -> list[T]:
        return list(self._pool.map(function, items))


def _mean(values: Iterable[float]) -> float:
    return float(np.mean(list(values)))
