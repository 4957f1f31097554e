"""The vital points of eyes: drawn, and against all games inside every eye of up to six points.

    python tests/tactics/test_nakade.py > cpp/tactics/nakade_table.inc

prints the table of vital points of eyes of five and six points with stones of the attacker in them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from keima import _core

FUNCTIONS = {"nakade": _core.nakade_point}
BLACK, WHITE = 1, 2


def test_drawn(case: Any, check: Callable[..., None]) -> None:
    check(case, FUNCTIONS)


Cells = frozenset[tuple[int, int]]


def normal(cells: Cells) -> Cells:
    """The same shape for all its turns and reflections, at the origin."""

    def moved(points: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
        left, top = min(x for x, _ in points), min(y for _, y in points)
        return tuple(sorted((x - left, y - top) for x, y in points))

    turned = [list(cells)]
    for _ in range(3):
        turned.append([(-y, x) for x, y in turned[-1]])
    turned += [[(-x, y) for x, y in points] for points in turned]
    return frozenset(min(moved(points) for points in turned))


def shapes(size: int) -> set[Cells]:
    if size == 1:
        return {frozenset([(0, 0)])}
    return {
        normal(shape | {(x + dx, y + dy)})
        for shape in shapes(size - 1)
        for x, y in shape
        for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))
        if (x + dx, y + dy) not in shape
    }


class Eye:
    """A black wall around an eye, without liberties outside, inside White. All games in it."""

    def __init__(self, shape: Cells, top: int = 2) -> None:
        self.width = max(x for x, _ in shape) + 5
        self.height = max(y for _, y in shape) + 5 + top
        at = {(x + 2, y + top) for x, y in shape}
        wall = {(x + dx, y + dy) for x, y in at for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - at
        wall = {(x, y) for x, y in wall if y >= 0}
        self.points = sorted(y * self.width + x for x, y in at)
        self.wall = min(y * self.width + x for x, y in wall)
        self.start = [WHITE] * (self.width * self.height)
        for x, y in at | wall:
            self.start[y * self.width + x] = 0 if (x, y) in at else BLACK
        # White's own two eyes, far from the wall.
        self.start[-1] = self.start[-3] = 0
        self.killed = self._solve()

    def board(self, taken: tuple[int, ...]) -> _core.Board | None:
        stones = list(self.start)
        for p, color in zip(self.points, taken, strict=True):
            stones[p] = color
        try:
            return _core.Board.from_stones(self.width, self.height, stones)
        except ValueError:
            return None

    def positions(self) -> Iterator[tuple[int, ...]]:
        """White stones in the eye in all ways that leave a liberty."""
        for number in range(2 ** len(self.points) - 1):
            taken = tuple(WHITE * (number >> i & 1) for i in range(len(self.points)))
            if self.board(taken) is not None:
                yield taken

    def key(self, board: _core.Board) -> tuple[Any, ...]:
        return (*(board.at(p) for p in self.points), board.ko)

    def _solve(self) -> dict[tuple[Any, ...], bool]:
        """By position, ko and player: can White force the capture of the wall? Whatever goes
        round for ever, he cannot."""
        after: dict[tuple[Any, ...], set[tuple[Any, ...]]] = {}
        won: set[tuple[Any, ...]] = set()
        todo = []
        for taken in self.positions():
            board = self.board(taken)
            assert board is not None
            todo += [(board, BLACK), (board, WHITE)]
        while todo:
            board, color = todo.pop()
            state = (*self.key(board), color)
            if state in after:
                continue
            following = after[state] = set()
            for move in [*self.points, board.area]:
                if not board.is_legal(move, color):
                    continue
                now = board.copy()
                now.play(move, color)
                if now.at(self.wall) != BLACK:
                    won.add(state)
                    continue
                following.add((*self.key(now), 3 - color))
                todo.append((now, 3 - color))
        changed = True
        while changed:
            changed = False
            for state, following in after.items():
                if state in won:
                    continue
                test = any if state[-1] == WHITE else all
                if test(f in won for f in following):
                    won.add(state)
                    changed = True
        return {state: state in won for state in after}

    def is_killed(self, board: _core.Board, to_play: int) -> bool:
        return board.at(self.wall) != BLACK or self.killed[(*self.key(board), to_play)]

    def vital(self, board: _core.Board) -> set[int]:
        """Where White kills, Black lives, and neither move is a matter of ko."""
        found = set()
        for p in self.points:
            if not board.is_legal(p, WHITE) or not board.is_legal(p, BLACK):
                continue
            black, white = board.copy(), board.copy()
            white.play(p, WHITE)
            black.play(p, BLACK)
            if self.is_killed(white, BLACK) and not self.is_killed(black, WHITE):
                found.add(p)
        return found


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6])
def test_empty_eyes_against_all_games(size: int) -> None:
    for shape in shapes(size):
        eye = Eye(shape)
        board = eye.board((0,) * size)
        assert board is not None
        found = _core.nakade_point(board, eye.points[0], WHITE)
        assert eye.vital(board) == ({found} if found != board.area else set()), sorted(shape)


# With White's stones inside: positions that have a vital point.
WITH_STONES = {3: 8, 4: 32, 5: 101, 6: 362}


@pytest.mark.parametrize("size", WITH_STONES)
def test_eyes_with_stones_against_all_games(size: int) -> None:
    named = 0
    for shape in shapes(size):
        eye = Eye(shape)
        for taken in eye.positions():
            board = eye.board(taken)
            assert board is not None
            vital = eye.vital(board)
            found = _core.nakade_point(board, eye.points[0], WHITE)
            named += found in vital
            assert found in vital if vital else found == board.area, (sorted(shape), taken)
    assert named == WITH_STONES[size]


def turned(shape: Cells) -> set[Cells]:
    """All turns and reflections, at the origin."""
    found = set()
    cells = list(shape)
    for turn in range(8):
        cells = [(-x, y) for x, y in cells] if turn == 4 else [(-y, x) for x, y in cells]
        left, top = min(x for x, _ in cells), min(y for _, y in cells)
        found.add(frozenset((x - left, y - top) for x, y in cells))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("size", "different"), [(3, 0), (4, 0), (5, 5)])
def test_eyes_at_the_edge_against_all_games(size: int, different: int) -> None:
    """The edge makes little difference, and none to empty eyes."""
    count = 0
    for shape in {t for free in shapes(size) for t in turned(free)}:
        eye = Eye(shape, top=0)
        for taken in eye.positions():
            board = eye.board(taken)
            assert board is not None
            if len(board.group(eye.wall)) != eye.start.count(BLACK):
                continue  # the edge cuts the wall
            vital = eye.vital(board)
            found = _core.nakade_point(board, eye.points[0], WHITE)
            right = found in vital if vital else found == board.area
            assert right or any(taken)
            count += not right
    assert count == different


def table_key(stones: dict[tuple[int, int], int], vital: tuple[int, int]) -> int:
    """The smallest number that says where the points are, which are taken and which is vital, of
    all turns and reflections."""
    keys = []
    for turn in range(8):
        bits = {}
        for x, y in stones:
            a, b = (y, x) if turn & 1 else (x, y)
            bits[x, y] = (-a if turn & 2 else a, -b if turn & 4 else b)
        left, top = min(a for a, _ in bits.values()), min(b for _, b in bits.values())
        bit = {at: (b - top) * 6 + a - left for at, (a, b) in bits.items()}
        order = sorted(stones, key=bit.__getitem__)
        shape = sum(1 << bit[at] for at in order)
        taken = sum((stones[at] != 0) << i for i, at in enumerate(order))
        keys.append((shape << 6 | taken) << 3 | order.index(vital))
    return min(keys)


def print_table() -> None:
    entries = {}
    for size in (5, 6):
        for shape in shapes(size):
            eye = Eye(shape)
            for taken in eye.positions():
                board = eye.board(taken)
                assert board is not None
                at = {
                    divmod(p, board.width)[::-1]: c for p, c in zip(eye.points, taken, strict=True)
                }
                for vital in eye.vital(board) if any(taken) else ():
                    key = table_key(at, divmod(vital, board.width)[::-1])
                    entries[key >> 3] = min(key, entries.get(key >> 3, key))
    numbers = [f"0x{key:x}" for key in sorted(entries.values())]
    for i in range(0, len(numbers), 6):
        print(", ".join(numbers[i : i + 6]) + ",")


if __name__ == "__main__":
    print_table()
