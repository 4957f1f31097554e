"""A game on its way into a shard."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from keima.book.reduction import symmetries
from keima.learn.packs import PARTS, TEST, VALIDATION, WHITE_BIT

#: A game that is neither for the test nor for validation.
LEARN = 2
PART_NAMES = {TEST: "test", VALIDATION: "validation", LEARN: "training"}


@dataclass
class Record:
    """What `keima.learn.packs.Facts` says of a game, and the game itself."""

    size: int
    moves: list[int]
    #: 0 Black, 1 White.
    first: int = 0
    #: Points; White's with `WHITE_BIT`.
    setup: list[int] = field(default_factory=list)
    winner: int = 0
    reason: int = 0
    margin: float = math.nan
    komi: float = math.nan
    rules: int = 0
    black_rank: int = -99
    white_rank: int = -99
    part: int = LEARN
    owners: list[int] | None = None

    @property
    def key(self) -> bytes:
        """The same for the same stones in the same order, however the board is turned."""
        tables = _tables(self.size)
        ways = tables[:, np.array(self.moves, np.int64)].astype(">u2")
        stones = np.array(self.setup, np.int64)
        placed = tables[:, stones & ~WHITE_BIT] | (stones & WHITE_BIT)
        placed = np.sort(placed, axis=1).astype(">u2")
        least = min(p.tobytes() + b"/" + w.tobytes() for p, w in zip(placed, ways, strict=True))
        start = bytes((self.size, self.first))
        return hashlib.blake2b(start + least, digest_size=16).digest()


@lru_cache(maxsize=8)
def _tables(size: int) -> npt.NDArray[np.int64]:
    return np.array(symmetries(size, size), np.int64)


def part_of_key(key: bytes) -> int:
    """The part of a game that has no number in a pack: as many as of those that have one.

    >>> [part_of_key(bytes([n] * 16)) for n in (0, 1, 2)]
    [0, 2, 2]
    """
    return part_of_number(int.from_bytes(key[:8], "big"))


def part_of_number(number: int) -> int:
    """
    >>> [part_of_number(n) for n in (0, 1, 2, 19, 20, 21)]
    [0, 1, 2, 2, 0, 1]
    """
    rest = number % PARTS
    return rest if rest in (TEST, VALIDATION) else LEARN
