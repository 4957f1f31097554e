"""What was proved of positions, kept as text: a table of first moves comes with Keima.

A line is a board, a rule of repetition, the stones row by row with Black (X) to move (`*` is a
point that may not be retaken), passes so far, and what is proved: the points that Black can force,
those that he cannot force more than, those that White cannot hold him below, and those to which
White can hold him; at last the depth and the nodes of the search.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Self

from keima.colors import Color
from keima.files import read_text, write_file
from keima.solve.bounds import Bounds
from keima.solve.mirroring import reduced
from keima.solve.start import MOST_POINTS, Start, check_size

#: Fewer nodes are searched again faster than a table of them would be read.
WORTH_KEEPING = 20_000
#: Bytes of a file at most, and positions of which something is known.
_MOST_BYTES = 64 << 20
MOST_FACTS = 100_000
_HEAD = "# keima: proved positions, Black to move\n"
_SHIPPED = "proved.txt"
_DEEPEST, _MOST_NODES = 199, 1 << 63
Key = tuple[int, int, str, int, int, int, int]


@dataclass(frozen=True)
class Fact:
    """Points for Black, as `keima.solve.bounds.Bounds` has them, and what it took to know them."""

    lower: int
    cap: int
    floor: int
    upper: int
    depth: int = 0
    nodes: int = 0

    @classmethod
    def of(cls, bounds: Bounds, depth: int = 0, nodes: int = 0) -> Self:
        return cls(bounds.lower, bounds.cap, bounds.floor, bounds.upper, depth, nodes)

    @property
    def turned(self) -> Fact:
        """The same for the other colour."""
        return replace(self, lower=-self.upper, cap=-self.floor, floor=-self.cap, upper=-self.lower)

    def joined(self, other: Fact) -> Fact:
        """What both say together."""
        return Fact(
            max(self.lower, other.lower),
            min(self.cap, other.cap),
            max(self.floor, other.floor),
            min(self.upper, other.upper),
            max(self.depth, other.depth),
            max(self.nodes, other.nodes),
        )

    def says_more_than(self, other: Fact) -> bool:
        joined = self.joined(other)
        return replace(joined, depth=other.depth, nodes=other.nodes) != other

    @property
    def is_sound(self) -> bool:
        return self.lower <= self.cap <= self.upper and self.lower <= self.floor <= self.upper


def nothing(points: int) -> Fact:
    """What is known of every position of a board."""
    return Fact(-points, points, -points, points)


class Facts:
    """Proved bounds of positions, turned and mirrored ones alike, and those with the colours
    changed. For any thread.

    >>> facts = Facts()
    >>> facts.learn(Start(3, 3, black=16, to_play=Color.WHITE), "basic", Fact(9, 9, 9, 9))
    True
    >>> facts.of(Start(3, 3, white=16), "basic")
    Fact(lower=-9, cap=-9, floor=-9, upper=-9, depth=0, nodes=0)
    """

    def __init__(self, known: Iterable[tuple[Key, Fact]] = ()) -> None:
        self._known: dict[Key, Fact] = dict(known)
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._known)

    def of(self, start: Start, ko: str) -> Fact:
        """What is known of a position, in points for Black."""
        key = key_of(start, ko)
        fact = self._known.get(key) if key else None
        if fact is None:
            return nothing(start.points)
        return fact if start.sign > 0 else fact.turned

    def learn(self, start: Start, ko: str, fact: Fact) -> bool:
        """Notes what was proved; says whether it was not known. What contradicts itself, or what
        is known, is no proof: raises ValueError."""
        key = key_of(start, ko)
        if key is None:
            return False
        mine = fact if start.sign > 0 else fact.turned
        with self._lock:
            before = self._known.get(key, nothing(start.points))
            if not mine.says_more_than(before):
                return False
            joined = _joined(key, mine, before)
            if len(self._known) < MOST_FACTS or key in self._known:
                self._known[key] = joined
        return True

    def take(self, other: Facts) -> None:
        """Knows what another knows, too. Raises ValueError, and knows no more, if they contradict
        one another."""
        with self._lock:
            self._known |= {
                key: _joined(key, fact, self._known.get(key, fact))
                for key, fact in other._known.items()
            }

    # As text

    def text(self) -> str:
        """Those that took some work, in order."""
        with self._lock:
            kept = sorted((k, f) for k, f in self._known.items() if f.nodes >= WORTH_KEEPING)
        return _HEAD + "".join(f"{_line(key, fact)}\n" for key, fact in kept)

    @classmethod
    def read(cls, text: str) -> Facts:
        """Raises ValueError, with the line, for what is no such text."""
        lines = text.splitlines()
        if not lines or lines[0] != _HEAD.strip():
            raise ValueError(f"expected {_HEAD.strip()!r} in the first line")
        known: dict[Key, Fact] = {}
        for number, line in enumerate(lines[1:], 2):
            if not line or line.startswith("#"):
                continue
            try:
                key, fact = _read_line(line)
                known[key] = _joined(key, fact, known.get(key, fact))
            except ValueError as error:
                raise ValueError(f"line {number}: {error}") from None
        return cls(known.items())

    @classmethod
    def load(cls, path: Path) -> Facts:
        """Of a file, nothing if there is none. Raises ValueError if it is something else."""
        if not path.exists():
            return cls()
        try:
            return cls.read(read_text(path, _MOST_BYTES))
        except ValueError as error:
            raise ValueError(f"{path} is no file of proved positions: {error}") from None

    def save(self, path: Path) -> None:
        """Raises OSError; the file is then as it was."""
        write_file(path, self.text().encode())


def shipped() -> Facts:
    """What comes with Keima; a copy, to be added to."""
    facts = Facts()
    facts.take(_shipped())
    return facts


@cache
def _shipped() -> Facts:
    return Facts.read((files("keima.solve") / _SHIPPED).read_text(encoding="ascii"))


def _joined(key: Key, one: Fact, other: Fact) -> Fact:
    """What both say of a position. Raises ValueError if they contradict one another."""
    joined = one.joined(other)
    if not joined.is_sound:
        raise ValueError(f"two proofs of {_line(key, other)!r} contradict one another")
    return joined


def key_of(start: Start, ko: str) -> Key | None:
    """The same for all positions that are alike: the longer side is the width, Black is to move.
    None for one whose past counts: also for a ko that is not fresh, or was before it was lifted."""
    if start.past or start.fresh != (start.ko_point >= 0):
        return None
    here = start
    if start.to_play is Color.WHITE:
        here = replace(here, black=here.white, white=here.black, to_play=Color.BLACK)
    if here.width < here.height:
        here = _on_its_side(here)
    return (here.width, here.height, ko, *reduced(here), here.passes)


def _on_its_side(start: Start) -> Start:
    """With width and height changed."""

    def moved(point: int) -> int:
        row, column = divmod(point, start.width)
        return column * start.height + row

    def all_of(points: int) -> int:
        return sum(1 << moved(p) for p in range(start.points) if points >> p & 1)

    return replace(
        start,
        width=start.height,
        height=start.width,
        black=all_of(start.black),
        white=all_of(start.white),
        ko_point=moved(start.ko_point) if start.ko_point >= 0 else -1,
    )


def _line(key: Key, fact: Fact) -> str:
    width, height, ko, black, white, ko_point, passes = key
    points = [
        "X" if black >> p & 1 else "O" if white >> p & 1 else "." for p in range(width * height)
    ]
    if ko_point >= 0:
        points[ko_point] = "*"
    rows = "/".join("".join(points[r * width : (r + 1) * width]) for r in range(height))
    told = (fact.lower, fact.cap, fact.floor, fact.upper, fact.depth, fact.nodes)
    return " ".join(map(str, (f"{width}x{height}", ko, rows, passes, *told)))


def _read_line(line: str) -> tuple[Key, Fact]:
    words = line.split(" ")
    if len(words) != 10:
        raise ValueError(f"{len(words)} words, expected 10")
    board, ko, rows, *numbers = words
    width, _, height = board.partition("x")
    sides = _whole(width, 1, MOST_POINTS), _whole(height, 1, MOST_POINTS)
    check_size(*sides)
    points = sides[0] * sides[1]
    drawn = rows.split("/")
    if ko not in ("basic", "japanese") or [len(row) for row in drawn] != [sides[0]] * sides[1]:
        raise ValueError(f"{ko} {rows} is no position of {board}")
    stones = "".join(drawn)
    if set(stones) - set(".XO*") or stones.count("*") > 1:
        raise ValueError(f"{rows} has other points than . X O and one *")
    black, white = (sum(1 << p for p, s in enumerate(stones) if s == c) for c in "XO")
    passes, *bounds = (_whole(n, -points, points) for n in numbers[:5])
    depth, nodes = _whole(numbers[5], 0, _DEEPEST), _whole(numbers[6], 0, _MOST_NODES)
    fact = Fact(bounds[0], bounds[1], bounds[2], bounds[3], depth, nodes)
    if not fact.is_sound or not 0 <= passes <= 2:
        raise ValueError(f"{' '.join(numbers[:5])} contradict one another")
    ko_point = stones.find("*")
    start = Start(*sides, black, white, ko_point=ko_point, fresh=ko_point >= 0, passes=passes)
    key = key_of(start, ko)
    assert key is not None
    return key, fact


def _whole(text: str, low: int, high: int) -> int:
    try:
        value = int(text)
    except ValueError:
        value = high + 1
    if not low <= value <= high:
        raise ValueError(f"{text!r} is no whole number from {low} to {high}")
    return value
