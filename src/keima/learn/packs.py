"""Packs of games: many games of one size in one file (.npz)."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt
from numpy.lib import format as npy

from keima import _core
from keima.files import read_file

Array = npt.NDArray[Any]

#: Games whose number leaves these remainders are kept for the last test, and to choose by.
PARTS, TEST, VALIDATION = 20, 0, 1
#: A stone of the setup with this bit is White's.
WHITE_BIT = 0x8000
#: What is read of a file; others may be there. These hold whole numbers, these any.
INTEGERS = (
    *("size", "off", "moves", "first", "setup", "setup_off"),
    *("winner", "restype", "rules", "brank", "wrank", "part", "owned", "owners"),
)
REALS = ("margin", "komi")
MEMBERS = (*INTEGERS, *REALS)
#: More than any pack needs; a file with more is not read.
MOST_SIZE, MOST_ENTRIES, MOST_BYTES = 25, 1 << 28, 1 << 30
MOST_POINTS = 10_000


@dataclass(frozen=True)
class PackedGame:
    """A game: the position before its first move, who moves first (1 Black, 2 White), and the
    moves, row by row from the top left, `area` for a pass."""

    number: int
    board: _core.Board
    first: int
    moves: list[int]


@dataclass(frozen=True)
class Facts:
    """What is known of each game beside its moves. A pack that says nothing has the defaults."""

    #: 1 Black, -1 White, 0 unknown or a draw.
    winner: npt.NDArray[np.int8]
    #: How it ended: 0 unknown, 1 counted, 2 resigned, 3 time, 4 forfeit, 5 draw, 6 not said.
    reason: npt.NDArray[np.uint8]
    #: Points that the winner won by; NaN unless counted.
    margin: npt.NDArray[np.float32]
    #: NaN if it is not said.
    komi: npt.NDArray[np.float32]
    #: 0 unknown, 1 Japanese, 2 Korean, 3 Chinese, 4 AGA, 5 New Zealand, 6 Ing.
    rules: npt.NDArray[np.uint8]
    #: 1 to 9 dan, 0 for 1 kyu, -1 for 2 kyu and so on, 21 to 29 professional, -99 unknown.
    black_rank: npt.NDArray[np.int8]
    white_rank: npt.NDArray[np.int8]
    #: 0 for the test, 1 for validation, any other number to learn from.
    part: npt.NDArray[np.uint8]
    #: Of a game whose last position was counted: which row of `owners`; else -1.
    owned: npt.NDArray[np.int32]
    #: Rows of owners of all points at the end, 1 Black, -1 White, 0 nobody.
    owners: npt.NDArray[np.int8]


@dataclass(frozen=True)
class Pack:
    """Games of one board size."""

    path: Path
    size: int
    offsets: npt.NDArray[np.int64]
    moves: npt.NDArray[np.uint16]
    first: npt.NDArray[np.uint8]
    setup_offsets: npt.NDArray[np.int64]
    setup: npt.NDArray[np.uint16]
    facts: Facts

    def __len__(self) -> int:
        return len(self.first)

    def game(self, number: int) -> PackedGame:
        """Raises ValueError, which names file and game, for a setup that no board can have."""
        stones = [0] * (self.size * self.size)
        placed = self.setup[self.setup_offsets[number] : self.setup_offsets[number + 1]]
        for stone in placed.tolist():
            stones[stone & ~WHITE_BIT] = 2 if stone & WHITE_BIT else 1
        board = _core.Board(self.size, self.size)
        if len(placed):
            try:
                board = _core.Board.from_stones(self.size, self.size, stones)
            except ValueError as error:
                raise ValueError(f"{self.path}: game {number}: {error}") from None
        moves = self.moves[self.offsets[number] : self.offsets[number + 1]].tolist()
        return PackedGame(number, board, 1 + int(self.first[number]), moves)

    def part(self, number: int) -> int:
        """TEST, VALIDATION, or another number if the game is to learn from."""
        return int(self.facts.part[number])

    def shuffled(self, seed: int) -> list[int]:
        """The numbers of all games, in an order of chance."""
        order: list[int] = np.random.default_rng(seed).permutation(len(self)).tolist()
        return order


def read_pack(path: Path) -> Pack:
    """Raises ValueError, which names the file, if it is no pack of games."""
    data = read_file(path, MOST_BYTES)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            pack = _unpacked(path, _members(archive))
        _check(pack)
    except Exception as error:  # zipfile and numpy raise nearly anything for a broken file
        told = f"no member {error}" if isinstance(error, KeyError) else error
        raise ValueError(f"{path} is no pack of games: {told or type(error).__name__}") from None
    return pack


def _members(archive: zipfile.ZipFile) -> dict[str, Array]:
    """Those that a pack needs, as far as they are there. All headers are checked before any data
    is read, so that a small file cannot ask for much memory."""
    names = [name for name in MEMBERS if f"{name}.npy" in archive.namelist()]
    total = 0
    for name in names:
        with archive.open(f"{name}.npy") as member:
            dtype, count = _header(member, name)
        total += dtype.itemsize * count
        if total > MOST_BYTES:
            raise ValueError(f"more than {MOST_BYTES:,} bytes")
    members = {}
    for name in names:
        with archive.open(f"{name}.npy") as member:
            members[name] = _data(member, name)
    return members


def _header(member: IO[bytes], name: str) -> tuple[np.dtype[Any], int]:
    """The type and the length that a member says it has."""
    version = npy.read_magic(member)
    if version not in ((1, 0), (2, 0)):
        raise ValueError(f"{name} has an unknown version")
    read = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
    shape, _, dtype = read(member)
    if dtype.kind not in ("iuf" if name in REALS else "iu"):
        raise ValueError(f"{name} does not hold {'numbers' if name in REALS else 'integers'}")
    if len(shape) != (name != "size"):
        raise ValueError(f"{name} has {len(shape)} dimensions")
    count = shape[0] if shape else 1
    if not 0 <= count <= MOST_ENTRIES:
        raise ValueError(f"{name} cannot have {count} entries")
    return dtype, count


def _data(member: IO[bytes], name: str) -> Array:
    dtype, count = _header(member, name)
    data = member.read(dtype.itemsize * count)
    if len(data) != dtype.itemsize * count or member.read(1):
        raise ValueError(f"{name} is not as long as it says")
    return np.frombuffer(data, dtype)


def _unpacked(path: Path, members: dict[str, Array]) -> Pack:
    """With the types that a pack has; what does not fit them is refused."""
    games = max(len(members["off"]) - 1, 0)
    size = int(members["size"][0])
    if not 1 <= size <= MOST_SIZE:
        raise ValueError(f"boards of size {size}")
    first = members.get("first", np.zeros(games, np.uint8))
    setup = members.get("setup", np.zeros(0, np.uint16))
    setup_offsets = members["setup_off"] if "setup" in members else np.zeros(games + 1, np.int64)
    for name, values, most in (
        ("first", first, 1),
        ("moves", members["moves"], size * size),
        ("setup", setup, 0xFFFF),
        ("off", members["off"], MOST_ENTRIES),
        ("setup_off", setup_offsets, MOST_ENTRIES),
    ):
        if len(values) and not (values.min() >= 0 and values.max() <= most):
            raise ValueError(f"{name} holds what is not within 0 and {most}")
    return Pack(
        path,
        size,
        members["off"].astype(np.int64),
        members["moves"].astype(np.uint16),
        first.astype(np.uint8),
        setup_offsets.astype(np.int64),
        setup.astype(np.uint16),
        facts_of(members, games, size * size),
    )


def facts_of(members: dict[str, Array], games: int, area: int) -> Facts:
    """What the members of a pack say; raises ValueError for what cannot be."""
    owners = members.get("owners", np.zeros(0, np.int8)).astype(np.int8)
    if len(owners) % area:
        raise ValueError("owners of half a board")
    rows = len(owners) // area

    def column(name: str, default: Array, low: float, high: float, kind: type[Any]) -> Array:
        values = members.get(name, default)
        if len(values) != games:
            raise ValueError(f"{name} has {len(values)} entries for {games} games")
        known = values[~np.isnan(values)] if name in REALS else values
        if len(known) and not (known.min() >= low and known.max() <= high):
            raise ValueError(f"{name} holds what is not within {low:g} and {high:g}")
        return values.astype(kind)

    nothing, unsaid = np.zeros(games, np.int64), np.full(games, np.nan)
    parts = np.arange(games) % PARTS
    return Facts(
        winner=column("winner", nothing, -1, 1, np.int8),
        reason=column("restype", nothing, 0, 6, np.uint8),
        margin=column("margin", unsaid, 0, MOST_POINTS, np.float32),
        komi=column("komi", unsaid, -MOST_POINTS, MOST_POINTS, np.float32),
        rules=column("rules", nothing, 0, 6, np.uint8),
        black_rank=column("brank", nothing - 99, -99, 29, np.int8),
        white_rank=column("wrank", nothing - 99, -99, 29, np.int8),
        part=column("part", parts, 0, 255, np.uint8),
        owned=column("owned", nothing - 1, -1, rows - 1, np.int32),
        owners=owners.reshape(rows, area),
    )


def _check(pack: Pack) -> None:
    if ((pack.setup & ~np.uint16(WHITE_BIT)) >= pack.size * pack.size).any():
        raise ValueError("a stone off the board")
    for offsets, data in ((pack.offsets, pack.moves), (pack.setup_offsets, pack.setup)):
        if (
            len(offsets) != len(pack) + 1
            or offsets[0] != 0
            or offsets[-1] != len(data)
            or (offsets[1:] < offsets[:-1]).any()
        ):
            raise ValueError("its parts do not fit together")
