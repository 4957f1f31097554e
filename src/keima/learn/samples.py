"""Positions of packs of games as shallow networks see them, with the moves that were played."""

from __future__ import annotations

import hashlib
import io
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from keima import _core
from keima.files import write_file
from keima.learn.packs import TEST, VALIDATION, Pack
from keima.playouts import GAMMAS, load_patterns

#: Parts of a pack: the numbers that `Pack.part` gives.
LEARN = -1


@dataclass(frozen=True)
class Samples:
    """A table with a row for each position."""

    #: By point: one of the states of `cpp/features/shallow_states.h`.
    states: npt.NDArray[np.uint8]
    #: The last move and the one before by row-major index, -1 if there is none; the move played.
    last: npt.NDArray[np.int16]
    before: npt.NDArray[np.int16]
    moves: npt.NDArray[np.int16]
    #: By point: who owned it after a few playouts, from 127 (to move) to -127; None if not asked.
    owners: npt.NDArray[np.int8] | None

    def __len__(self) -> int:
        return len(self.moves)

    def take(self, rows: Any) -> Samples:
        owners = None if self.owners is None else np.ascontiguousarray(self.owners[rows])
        return Samples(
            np.ascontiguousarray(self.states[rows]),
            self.last[rows],
            self.before[rows],
            self.moves[rows],
            owners,
        )


@dataclass(frozen=True)
class Playouts:
    """How owners are found: by 1 to `most` games of a policy."""

    most: int = 10
    policy: str = "pachi"
    patterns: str = "mogo"


class Source:
    """Positions of the games of packs of one size, in chunks that are the same each time."""

    def __init__(
        self,
        packs: Sequence[Pack],
        *,
        games: int = 1000,
        per_game: int = 0,
        playouts: Playouts | None = None,
        seed: int = 1,
        folder: Path | None = None,
    ) -> None:
        """Chunks are of so many games, with at most `per_game` positions of each, all if it is 0.
        With a folder they are kept there. Raises ValueError if the packs are of several sizes."""
        sizes = {pack.size for pack in packs}
        if len(sizes) != 1:
            raise ValueError("a shallow network is for one size of board: give packs of one size")
        (self.size,) = sizes
        self._packs, self._games, self._per_game = packs, games, per_game
        self._playouts, self._seed, self._folder = playouts, seed, folder
        of = [(pack.path.name, len(pack), len(pack.moves)) for pack in packs]
        about = repr((of, games, per_game, playouts, seed)).encode()
        #: Chunks that are kept are of these games, drawn in this way.
        self._key = hashlib.sha256(about).hexdigest()[:12]
        self._parts = {part: self._of_part(part) for part in (LEARN, VALIDATION, TEST)}
        if not self._parts[LEARN]:
            raise ValueError("there are no games to learn from")

    def _of_part(self, part: int) -> list[tuple[int, int]]:
        known = (VALIDATION, TEST)
        found = [
            (number, game)
            for number, pack in enumerate(self._packs)
            for game in range(len(pack))
            if (pack.part(game) if pack.part(game) in known else LEARN) == part
        ]
        order = np.random.default_rng([self._seed, part + 1]).permutation(len(found))
        return [found[i] for i in order]

    def chunks(self, part: int = LEARN) -> int:
        """How many there are until games come again."""
        return -(-len(self._parts[part]) // self._games)

    def chunk(self, number: int, part: int = LEARN) -> Samples:
        """Positions to learn from, or of another part. Games come again after `chunks()` chunks:
        with other positions, unless they are kept in a folder."""
        if self._folder is None:
            return self._make(number, part)
        number %= self.chunks(part)
        path = self._folder / f"samples-{self._key}-{part}-{number}.npz"
        if not path.exists():
            self._folder.mkdir(parents=True, exist_ok=True)
            write_samples(path, self._make(number, part))
        samples = read_samples(path)
        if self._playouts and samples.owners is None:
            raise ValueError(f"{path} has no owners: give another folder")
        return samples

    def _make(self, number: int, part: int) -> Samples:
        rng = np.random.default_rng([self._seed, part + 1, number])
        games = self._parts[part]
        start = number % self.chunks(part) * self._games
        made = self._maker(int(rng.integers(2**63)))
        for pack, game in games[start : start + self._games]:
            try:
                played = self._packs[pack].game(game)
            except ValueError:  # stones that cannot stand
                continue
            wanted = np.arange(len(played.moves))
            if 0 < self._per_game < len(wanted):
                wanted = np.sort(rng.choice(wanted, self._per_game, replace=False))
            made.add_game(played.board, played.first, played.moves, wanted.tolist())
        return Samples(*made.take())

    def _maker(self, seed: int) -> _core.MoveSamples:
        if self._playouts is None:
            return _core.MoveSamples(self.size)
        how = self._playouts
        patterns = load_patterns(how.patterns, GAMMAS)
        return _core.MoveSamples(self.size, how.policy, {}, patterns, how.most, seed)


def write_samples(path: Path, samples: Samples) -> None:
    """As a whole or not at all."""
    columns = {
        name: column
        for name in ("states", "last", "before", "moves", "owners")
        if (column := getattr(samples, name)) is not None
    }
    data = io.BytesIO()
    np.savez_compressed(data, **columns)
    write_file(path, data.getvalue())


def read_samples(path: Path) -> Samples:
    """Raises ValueError, which names the file, if there are no samples in it."""
    try:
        with np.load(path, allow_pickle=False) as found:
            owners = found["owners"].astype(np.int8) if "owners" in found else None
            last, before, moves = (
                found[name].astype(np.int16) for name in ("last", "before", "moves")
            )
            samples = Samples(found["states"].astype(np.uint8), last, before, moves, owners)
        rows = {len(c) for c in (samples.states, samples.last, samples.before, samples.moves)}
        if len(rows) != 1 or samples.states.ndim != 2:
            raise ValueError("its parts do not fit together")
    except (OSError, ValueError, KeyError, zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise ValueError(f"{path} has no samples: {error}") from None
    return samples
