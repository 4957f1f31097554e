"""Packs of games: many games of one size in one file (.npz)."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from keima import _core

#: Games whose number leaves these remainders are kept for the last test, and to choose by.
PARTS, TEST, VALIDATION = 20, 0, 1
#: A stone of the setup with this bit is White's.
WHITE_BIT = 0x8000


@dataclass(frozen=True)
class PackedGame:
    """A game: the position before its first move, who moves first (1 Black, 2 White), and the
    moves, row by row from the top left, `area` for a pass."""

    number: int
    board: _core.Board
    first: int
    moves: list[int]

    @property
    def part(self) -> int:
        return self.number % PARTS


@dataclass(frozen=True)
class Pack:
    path: Path
    size: int
    offsets: npt.NDArray[np.int64]
    moves: npt.NDArray[np.uint16]
    first: npt.NDArray[np.uint8]
    setup_offsets: npt.NDArray[np.int64]
    setup: npt.NDArray[np.uint16]

    def __len__(self) -> int:
        return len(self.first)

    def game(self, number: int) -> PackedGame:
        """Raises ValueError for a setup that no board can have."""
        stones = [0] * (self.size * self.size)
        placed = self.setup[self.setup_offsets[number] : self.setup_offsets[number + 1]]
        for stone in placed.tolist():
            point = stone & ~WHITE_BIT
            if point >= len(stones):
                raise ValueError(f"{self.path}: game {number} has a stone off the board")
            stones[point] = 2 if stone & WHITE_BIT else 1
        if len(placed):
            board = _core.Board.from_stones(self.size, self.size, stones)
        else:
            board = _core.Board(self.size, self.size)
        moves = self.moves[self.offsets[number] : self.offsets[number + 1]].tolist()
        return PackedGame(number, board, 1 + int(self.first[number]), moves)

    def shuffled(self, seed: int) -> Iterator[PackedGame]:
        """All games, in an order of chance."""
        for number in np.random.default_rng(seed).permutation(len(self)):
            yield self.game(int(number))


def read_pack(path: Path) -> Pack:
    """Raises ValueError, which names the file, if it is no pack of games."""
    try:
        with np.load(path) as members:
            size = int(members["size"])
            offsets = members["off"].astype(np.int64)
            moves = members["moves"]
            games = len(offsets) - 1
            first = members["first"] if "first" in members.files else np.zeros(games, np.uint8)
            setup, setup_offsets = np.zeros(0, np.uint16), np.zeros(games + 1, np.int64)
            if "setup" in members.files:
                setup, setup_offsets = members["setup"], members["setup_off"].astype(np.int64)
    except (OSError, KeyError, ValueError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise ValueError(f"{path} is no pack of games: {error}") from None
    pack = Pack(path, size, offsets, moves, first, setup_offsets, setup)
    if not _is_sound(pack):
        raise ValueError(f"{path} is no pack of games: its parts do not fit together")
    return pack


def _is_sound(pack: Pack) -> bool:
    games = len(pack.first)
    return (
        1 <= pack.size <= 25
        and set(map(int, np.unique(pack.first))) <= {0, 1}
        and all(
            len(offsets) == games + 1
            and offsets[0] == 0
            and int(offsets[-1]) == len(data)
            and bool((np.diff(offsets) >= 0).all())
            for offsets, data in (
                (pack.offsets, pack.moves),
                (pack.setup_offsets, pack.setup),
            )
        )
    )
