"""Pairs of moves of real games, as vectors: one that was played, another one near it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from keima import _core
from keima.learn.packs import TEST, VALIDATION, Pack

Vectors = npt.NDArray[np.float32]

#: Kinds of features, in the order of `cpp/features/local_features.h`.
KINDS = (
    "stones",
    "edge",
    "ko",
    "liberties",
    "liberties after",
    "captures",
    "nearest stones",
    "last move",
)
#: Points of a region -> how far it reaches.
REGIONS = {12: 2, 24: 3, 40: 4, 60: 5}
LEARNING = -1


@dataclass(frozen=True)
class Regions:
    """How many points the regions have in which stones and liberties are seen."""

    stones: int = 60
    liberties: int = 24

    def __post_init__(self) -> None:
        for points in (self.stones, self.liberties):
            if points not in REGIONS:
                allowed = ", ".join(map(str, REGIONS))
                raise ValueError(f"a region must have one of {allowed} points, got {points!r}")

    @property
    def radii(self) -> tuple[int, int]:
        """
        >>> Regions(60, 24).radii
        (5, 3)
        """
        return REGIONS[self.stones], REGIONS[self.liberties]

    @classmethod
    def of(cls, stones: int, liberties: int) -> Regions:
        """By how far they reach.

        >>> Regions.of(5, 3)
        Regions(stones=60, liberties=24)
        """
        points = {radius: count for count, radius in REGIONS.items()}
        return cls(points[stones], points[liberties])

    @property
    def starts(self) -> list[int]:
        return _core.local_starts(*self.radii)

    @property
    def length(self) -> int:
        """
        >>> Regions(60, 24).length
        201
        """
        return self.starts[-1]

    def columns(self, kinds: Sequence[str]) -> npt.NDArray[np.int64]:
        """The numbers of all features of these kinds."""
        starts = self.starts
        found = [np.arange(starts[i], starts[i + 1]) for i, k in enumerate(KINDS) if k in kinds]
        return np.concatenate(found) if found else np.zeros(0, np.int64)

    def nearness(self) -> npt.NDArray[np.float64]:
        """For each feature of a region 1 / its distance from the move, for others 1: variances
        that make near stones count more (van der Werf 2004, 7.3.2)."""
        weights = np.ones(self.length)
        starts = self.starts
        for kind, radius, times in (("stones", self.radii[0], 2), ("liberties", self.radii[1], 1)):
            start = starts[KINDS.index(kind)]
            far = _distances(radius)
            for i in range(times):
                weights[start + i * len(far) : start + (i + 1) * len(far)] = 1 / far
        return weights


def _distances(radius: int) -> npt.NDArray[np.float64]:
    """Of the points of a region, row by row."""
    steps = range(-radius, radius + 1)
    far = [abs(x) + abs(y) for y in steps for x in steps]
    return np.array([d for d in far if 0 < d <= radius], np.float64)


@dataclass(frozen=True)
class Pairs:
    """Rows of vectors of moves played, and of the other moves."""

    played: Vectors
    others: Vectors

    def __len__(self) -> int:
        return len(self.played)

    def take(self, columns: npt.NDArray[Any]) -> Pairs:
        """With these features alone."""
        return Pairs(
            np.ascontiguousarray(self.played[:, columns]),
            np.ascontiguousarray(self.others[:, columns]),
        )

    def first(self, count: int) -> Pairs:
        return Pairs(self.played[:count], self.others[:count])


def sample_pairs(
    packs: Sequence[Pack],
    part: int,
    count: int,
    regions: Regions | None = None,
    *,
    seed: int = 1,
    per_game: int = 20,
) -> Pairs:
    """So many pairs, as many of each pack, of games of a part: TEST, VALIDATION or LEARNING; fewer
    if there are no more games. About so many are of one game."""
    found = _core.LocalPairs(*(regions or Regions()).radii)
    for i, pack in enumerate(packs):
        wanted = count * (i + 1) // len(packs)
        for number in games_of(pack, part, seed):
            if len(found) >= wanted:
                break
            _add(found, pack, number, per_game, seed)
    return _mixed(found, seed, count)


class PairStream:
    """Chunks of pairs of games to learn from, by number: each of other games, drawn by chance, so
    that what was begun can go on with the next one."""

    def __init__(
        self,
        packs: Sequence[Pack],
        regions: Regions,
        *,
        chunk: int = 100_000,
        seed: int = 1,
        per_game: int = 20,
    ) -> None:
        self._packs, self._regions = packs, regions
        self._chunk, self._seed, self._per_game = chunk, seed, per_game
        self._games = [(p, n) for p, pack in enumerate(packs) for n in games_of(pack, LEARNING, 1)]
        if not self._games:
            raise ValueError("the packs have no games to learn from")

    def __call__(self, number: int) -> Pairs:
        """About as many pairs as a chunk has; fewer if all games together have no more."""
        found = _core.LocalPairs(*self._regions.radii)
        own = self._seed * 1_000_003 + number
        for i in np.random.default_rng(own).permutation(len(self._games)):
            pack, game = self._games[i]
            _add(found, self._packs[pack], game, self._per_game, own)
            if len(found) >= self._chunk:
                break
        return _mixed(found, own)


def games_of(pack: Pack, part: int, seed: int) -> Iterator[int]:
    """The numbers of the games of a part, in an order of chance."""
    for number in pack.shuffled(seed):
        own = pack.part(number)
        if (own if own in (TEST, VALIDATION) else LEARNING) == part:
            yield number


def _add(found: _core.LocalPairs, pack: Pack, number: int, most: int, seed: int) -> None:
    """What can be played of a game."""
    with suppress(ValueError):
        game = pack.game(number)
        moves = np.array(game.moves, np.uint16)
        found.add_game(game.board, game.first, moves, most, seed * 1_000_003 + number)


def _mixed(found: _core.LocalPairs, seed: int, most: int | None = None) -> Pairs:
    order = np.random.default_rng(seed).permutation(len(found))[:most]
    return Pairs(found.played()[order], found.others()[order])
