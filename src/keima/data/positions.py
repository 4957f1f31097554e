"""Positions of packs as a network sees them, and what became of them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from keima import _core
from keima.data.record import LEARN
from keima.learn.packs import WHITE_BIT, Pack, read_pack
from keima.nets.description import GLOBALS, PLANES

Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float32]

#: Ko, suicide, territory, tax and friendly pass: of the rules that packs know by number, then of
#: others, so that a network learns how little they matter.
_CHINESE = ("simple", False, False, "none", True)
_JAPANESE = ("simple", False, True, "seki", False)
KINDS = [
    _CHINESE,
    _JAPANESE,
    _JAPANESE,
    _CHINESE,
    ("situational", False, False, "none", True),
    ("situational", True, False, "none", True),
    ("positional", True, False, "none", True),
    ("positional", False, False, "none", True),
    ("positional", True, False, "none", False),
    ("simple", False, False, "seki", True),
    ("simple", False, False, "all", True),
    ("simple", False, True, "none", False),
    ("simple", False, True, "all", False),
    ("positional", False, True, "seki", False),
    ("situational", True, True, "seki", False),
]
#: How many games get any of these with `vary`.
ANY_KIND = 0.2
#: What White gets for N handicap stones.
_BONUS = {0: 0, 3: 0, 4: -1}
#: Komi beyond this is a mistake of the record or a bet.
MOST_KOMI = 20.0


@dataclass
class Batch:
    """Positions of one board size. Everything is from the view of the side to move; a target that
    is not known has 0 in its `has_` array."""

    planes: Floats
    globals: Floats
    #: The move played; the area is a pass.
    moves: npt.NDArray[np.int64]
    #: Probabilities of all moves, if a teacher gave them.
    policy: Floats | None
    #: Won, lost, no result.
    value: Floats
    has_value: Floats
    #: Mean, deviation, lead and time left, as raw outputs; from games only mean and lead.
    score: Floats
    has_score: Floats
    #: From -1 to 1.
    owners: Floats
    has_owners: Floats
    taught: bool = False

    def __len__(self) -> int:
        return len(self.moves)


@dataclass(frozen=True)
class Choice:
    """Positions that were drawn: game, moves made before, and how the board is turned."""

    games: Ints
    moves: Ints
    symmetries: npt.NDArray[np.uint8]


class Positions:
    """The positions of one pack that have a next move.

    With `vary` a half of the games gets another komi near the usual ones, a half Chinese rules, and
    then a fifth any rules: for a teacher, who can judge them all, not for results of games.
    `played` is the part that the move played has in the policy beside a teacher's word.
    """

    def __init__(self, pack: Pack, *, vary: bool = False, played: float = 0.0) -> None:
        self.pack, self.size, self.played = pack, pack.size, played
        self.komi, self.rules = _komi_and_rules(pack, vary)
        self._native = _core.InputPack(
            pack.size,
            pack.moves,
            pack.offsets,
            pack.first,
            pack.setup,
            pack.setup_offsets,
            self.komi,
            self.rules,
            KINDS,
        )
        self._lengths = np.diff(pack.offsets)
        usable = np.abs(np.nan_to_num(pack.facts.komi)) <= MOST_KOMI
        parts = np.minimum(pack.facts.part, LEARN)
        self._games = [np.flatnonzero(usable & (parts == part)) for part in (0, 1, LEARN)]
        self._ends = [np.cumsum(self._lengths[games]) for games in self._games]
        #: Games with a move that cannot be played.
        self.bad: set[int] = set()

    @property
    def digest(self) -> str:
        """The same for the same positions under the same komi and rules, whatever their file is
        called; the part that a game is in counts too."""
        pack = self.pack
        found = hashlib.blake2b(repr((self.size, KINDS)).encode(), digest_size=16)
        for array in (
            *(pack.offsets, pack.moves, pack.first, pack.setup_offsets, pack.setup),
            *(pack.facts.part, self.komi, self.rules),
        ):
            found.update(f"{array.dtype}{len(array)}".encode())
            found.update(array.tobytes())
        return found.hexdigest()

    def count(self, part: int) -> int:
        ends = self._ends[part]
        return int(ends[-1]) if len(ends) else 0

    def draw(self, part: int, count: int, rng: np.random.Generator, turned: bool = True) -> Choice:
        """Positions of a part, each as likely as any other."""
        ends, games = self._ends[part], self._games[part]
        if not len(ends) or not ends[-1]:
            raise ValueError(f"{self.pack.path} has no positions of this part")
        at = rng.integers(ends[-1], size=count)
        rows = np.searchsorted(ends, at, side="right")
        chosen = games[rows]
        made = at - (ends[rows] - self._lengths[chosen])
        turns = rng.integers(8, size=count) if turned else np.zeros(count)
        return Choice(chosen.astype(np.int32), made.astype(np.int32), turns.astype(np.uint8))

    def inputs(self, choice: Choice) -> tuple[Floats, Floats, Ints]:
        """Planes, globals and next moves. A game that cannot be played is noted in `bad`, and
        another position of the choice takes its place."""
        count = len(choice.games)
        planes = np.empty((count, PLANES, self.size, self.size), np.float32)
        numbers = np.empty((count, GLOBALS), np.float32)
        targets = np.empty(count, np.int32)
        for _ in range(count):
            try:
                self._native.fill(
                    choice.games, choice.moves, choice.symmetries, planes, numbers, targets
                )
                return planes, numbers, targets
            except ValueError as error:
                self._replace(choice, error)
        raise ValueError(f"{self.pack.path}: none of {count} positions can be played")

    def _replace(self, choice: Choice, error: ValueError) -> None:
        match = re.search(r"game (\d+)", str(error))
        if not match:
            raise error
        self.bad.add(int(match[1]))
        wrong = np.isin(choice.games, list(self.bad))
        if wrong.all():
            raise ValueError(f"{self.pack.path}: {error}")
        good = int(np.flatnonzero(~wrong)[0])
        for array in (choice.games, choice.moves):
            array[wrong] = array[good]

    def batch(self, choice: Choice) -> Batch:
        """With what the games themselves say."""
        planes, numbers, targets = self.inputs(choice)
        facts, games = self.pack.facts, choice.games
        # 1 if Black is to move, else -1.
        side = 1 - 2 * ((self.pack.first[games] + choice.moves) % 2).astype(np.float32)
        won = facts.winner[games] * side
        count, area = len(games), self.size * self.size
        value = np.stack([(1 + won) / 2, (1 - won) / 2, np.zeros(count)], 1).astype(np.float32)
        draw = facts.reason[games] == 5
        # Who loses on time or does not come may have been winning.
        played_out = ~np.isin(facts.reason[games], (3, 4))
        margin = np.nan_to_num(facts.margin[games]) * won
        counted = (facts.reason[games] == 1) & (np.abs(margin) <= area) & (won != 0)
        score = np.zeros((count, 4), np.float32)
        score[:, 0] = score[:, 2] = margin / 20
        rows = facts.owned[games]
        owners = np.zeros((count, area), np.float32)
        if (rows >= 0).any():
            turned = turned_back(self.size)[choice.symmetries]
            known = facts.owners[np.maximum(rows, 0)].astype(np.float32)
            owners = np.take_along_axis(known, turned, 1) * side[:, None]
        return Batch(
            planes,
            numbers,
            targets.astype(np.int64),
            None,
            value,
            (((won != 0) | draw) & played_out).astype(np.float32),
            score,
            counted.astype(np.float32),
            owners.astype(np.float32),
            (rows >= 0).astype(np.float32),
        )


@lru_cache(maxsize=8)
def turned_back(size: int) -> npt.NDArray[np.int64]:
    """For each symmetry and point: which point of the board as it was stands there now."""
    tables = [np.argsort(_core.symmetry_map(size, size, s)) for s in range(8)]
    return np.array(tables, np.int64)


def _komi_and_rules(pack: Pack, vary: bool) -> tuple[Floats, npt.NDArray[np.uint8]]:
    facts, count = pack.facts, len(pack)
    rules = facts.rules.copy()
    stones = np.diff(pack.setup_offsets)
    whites = np.add.reduceat(
        np.append(pack.setup & WHITE_BIT > 0, False), pack.setup_offsets[:-1], dtype=np.int64
    ) * (stones > 0)
    handicap = np.where((whites == 0) & (stones >= 2), stones, 0)
    usual = np.where((rules == 1) | (rules == 2), 6.5, 7.5)
    komi = np.where(np.isnan(facts.komi), np.where(handicap > 0, 0.5, usual), facts.komi)
    if vary:
        rng = np.random.default_rng(count)
        other = rng.random(count) < 0.5
        near = np.array([5.5, 6, 6.5, 7, 7, 7.5, 7.5, 7.5])[rng.integers(8, size=count)]
        far = near + np.round(rng.normal(0, 5, count))
        near = np.where(rng.random(count) < 0.15, far, near)
        komi = np.where(other & (handicap == 0), near, komi)
        rules = np.where(rng.random(count) < 0.5, np.uint8(3), rules)
        any_kind = rng.integers(len(KINDS), size=count)
        rules = np.where(rng.random(count) < ANY_KIND, any_kind, rules)
    for number, less in _BONUS.items():
        komi = komi + np.where((rules == number) & (handicap > 0), handicap + less, 0)
    komi = np.clip(komi, -MOST_KOMI, 2 * MOST_KOMI)
    return komi.astype(np.float32), rules.astype(np.uint8)


def read_data(named: Sequence[str], *, vary: bool = False) -> list[tuple[Positions, float]]:
    """Packs, folders of shards, or either with `:weight` or `:weight:played`; how often positions
    of a pack are drawn is up to its weight (shards of a folder share theirs). Raises ValueError for
    what is none."""
    found: list[tuple[Positions, float]] = []
    for text in named:
        name, weight, played = split_source(text)
        path = Path(name)
        paths = sorted(path.glob("*.npz")) if path.is_dir() else [path]
        if not paths:
            raise ValueError(f"there are no packs (.npz) in {path}")
        packs = [Positions(read_pack(each), vary=vary, played=played) for each in paths]
        total = sum(pack.count(LEARN) for pack in packs) or 1
        found += [(pack, weight * pack.count(LEARN) / total) for pack in packs]
    return found


def split_source(text: str) -> tuple[str, float, float]:
    """Name, weight and part of the moves played.

    >>> split_source("games.npz:0.5"), split_source("games.npz")
    (('games.npz', 0.5, 0.0), ('games.npz', 1.0, 0.0))
    >>> split_source("games.npz:2:0.3")
    ('games.npz', 2.0, 0.3)
    """
    name, numbers = text, list[float]()
    for _ in range(2):
        head, colon, tail = name.rpartition(":")
        try:
            if not colon:
                break
            numbers.insert(0, float(tail))
        except ValueError:
            break
        name = head
    weight, played = (*numbers, *(1.0, 0.0)[len(numbers) :])
    if not 0 < weight < 1e9:
        raise ValueError(f"{text}: a weight must be above 0 and below a billion")
    if not 0 <= played <= 1:
        raise ValueError(f"{text}: the part of the moves played must be from 0 to 1")
    return name, weight, played
