"""Boards whose corners are connected or not (van der Werf 2004, 6.4.3): stones or none on each
point, and the question whether the upper left stone is connected to the lower right one."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

#: The part of the points that are changed.
FLIPPED = 0.15
#: Training and test examples of each size, as in the document.
SIZES = {4: (300, 100), 5: (1326, 440), 6: (1826, 608)}


def neighbours(n: int, point: int) -> Iterator[int]:
    x, y = point % n, point // n
    for dx, dy in ((0, -1), (-1, 0), (1, 0), (0, 1)):
        if 0 <= x + dx < n and 0 <= y + dy < n:
            yield (y + dy) * n + x + dx


def is_connected(n: int, stones: frozenset[int]) -> bool:
    """Are the two corners connected by stones?

    >>> is_connected(2, frozenset({0, 1, 3})), is_connected(2, frozenset({0, 3}))
    (True, False)
    """
    reached, open_points = {0}, [0] if 0 in stones else []
    while open_points:
        for q in neighbours(n, open_points.pop()):
            if q in stones and q not in reached:
                reached.add(q)
                open_points.append(q)
    return n * n - 1 in reached


def minimal_paths(n: int) -> list[frozenset[int]]:
    """All ways to connect the corners of which no stone can be left out.

    >>> [len(minimal_paths(n)) for n in (2, 3, 4, 5)]
    [2, 6, 20, 92]
    """
    found: list[frozenset[int]] = []

    def extend(path: list[int]) -> None:
        if path[-1] == n * n - 1:
            found.append(frozenset(path))
            return
        for q in neighbours(n, path[-1]):
            # A second neighbour on the path would be a short cut.
            if q not in path and sum(r in path for r in neighbours(n, q)) == 1:
                extend([*path, q])

    extend([0])
    return found


@dataclass(frozen=True)
class Boards:
    """Rows of points, 1 for a stone and 0 for none, and whether the corners are connected."""

    points: npt.NDArray[np.float32]
    connected: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.connected)

    def take(self, rows: npt.NDArray[Any] | slice) -> Boards:
        return Boards(self.points[rows], self.connected[rows])

    def plus(self, other: Boards) -> Boards:
        return Boards(
            np.concatenate([self.points, other.points]),
            np.concatenate([self.connected, other.connected]),
        )

    def turned(self, chance: np.random.Generator) -> Boards:
        """Each of them as it is, mirrored at one of the diagonals or turned by half, by chance: so
        the corners are still the corners, and are connected or not as before."""
        n, rows = self.side, np.arange(len(self))
        seen = self.points.reshape(-1, n, n)
        half = seen[:, ::-1, ::-1]
        ways = np.stack([seen, seen.transpose(0, 2, 1), half, half.transpose(0, 2, 1)])
        chosen = ways[chance.integers(4, size=len(self)), rows]
        return Boards(chosen.reshape(len(self), -1), self.connected)

    @property
    def side(self) -> int:
        return math.isqrt(self.points.shape[1])


def draw_boards(n: int, count: int, seed: int) -> Boards:
    """So many different boards, half of them connected, in an order of chance: minimal paths of
    which points were changed. Both corners have a stone, and there are stones enough for a path.
    Raises ValueError if there are not so many."""
    rng = random.Random(seed)
    paths = minimal_paths(n)
    wanted = {True: (count + 1) // 2, False: count // 2}
    found: dict[frozenset[int], bool] = {}
    for tries in range(200 * count + 10_000):
        if not any(wanted.values()):
            break
        changed = {p for p in range(n * n) if rng.random() < FLIPPED}
        stones = (paths[tries % len(paths)] ^ changed) | {0, n * n - 1}
        if len(stones) < 2 * n - 1 or stones in found:
            continue
        connected = is_connected(n, stones)
        if wanted[connected]:
            wanted[connected] -= 1
            found[stones] = connected
    else:
        raise ValueError(f"there are not {count} different boards of {n}x{n}")
    rows = list(found.items())
    rng.shuffle(rows)
    points = np.zeros((len(rows), n * n), np.float32)
    for row, (stones, _) in zip(points, rows, strict=True):
        row[list(stones)] = 1
    return Boards(points, np.array([connected for _, connected in rows], np.int64))
