"""Go on small boards, slowly: sets of (x, y) points, written from the rules of appendix A of van
der Werf 2004 and not from the solver's code."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import cache

Point = tuple[int, int]
Points = frozenset[Point]


@cache
def board_points(width: int, height: int) -> Points:
    return frozenset((x, y) for x in range(width) for y in range(height))


def beside(p: Point) -> Points:
    x, y = p
    return frozenset({(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)})


def parts(points: Points) -> list[Points]:
    """The connected parts of a set."""
    rest, found = set(points), []
    while rest:
        part, todo = set(), [rest.pop()]
        while todo:
            p = todo.pop()
            part.add(p)
            new = rest & beside(p)
            rest -= new
            todo.extend(new)
        found.append(frozenset(part))
    return found


def around(points: Points) -> Points:
    """Points next to a set, on the board or off it."""
    return frozenset().union(*map(beside, points)) - points


def as_bits(points: Points, width: int) -> int:
    return sum(1 << (y * width + x) for x, y in points)


def from_bits(bits: int, width: int) -> Points:
    return frozenset((p % width, p // width) for p in range(bits.bit_length()) if bits >> p & 1)


@dataclass(frozen=True)
class State:
    """A position with all that play goes on from."""

    width: int
    height: int
    black: Points = frozenset()
    white: Points = frozenset()
    white_to_move: bool = False
    ko: Point | None = None
    #: The last stone made a ko, and before it there was none.
    fresh: bool = False
    #: In a row.
    passes: int = 0

    @property
    def situation(self) -> tuple[object, ...]:
        """What repeats (A.4)."""
        return self.black, self.white, self.ko, self.passes, self.white_to_move

    @property
    def is_over(self) -> bool:
        """By two passes, or by three where a ko has just come up (A.5)."""
        return self.passes == (3 if self.fresh else 2)

    @property
    def empty(self) -> Points:
        return board_points(self.width, self.height) - self.black - self.white

    def fits(self) -> bool:
        return all(
            around(block) & self.empty for side in (self.black, self.white) for block in parts(side)
        )

    def play(self, p: Point) -> State | None:
        """After a stone, or None where the rules forbid it."""
        if p == self.ko or p not in self.empty:
            return None
        mine, theirs = (self.black, self.white)[:: -1 if self.white_to_move else 1]
        mine |= {p}
        empty = self.empty - {p}
        taken = frozenset[Point]().union(*(b for b in parts(theirs) if not around(b) & empty))
        theirs -= taken
        empty |= taken
        own = next(b for b in parts(mine) if p in b)
        free = around(own) & empty
        if not free:
            return None
        black, white = (mine, theirs)[:: -1 if self.white_to_move else 1]
        ko = next(iter(taken)) if len(taken) == len(own) == len(free) == 1 else None
        return replace(
            self,
            black=black,
            white=white,
            white_to_move=not self.white_to_move,
            ko=ko,
            fresh=ko is not None and self.ko is None,
            passes=0,
        )

    def after_pass(self) -> State:
        return replace(self, white_to_move=not self.white_to_move, ko=None, passes=self.passes + 1)

    def draw(self) -> str:
        return "\n".join(
            "".join(
                "X" if (x, y) in self.black else "O" if (x, y) in self.white else "."
                for x in range(self.width)
            )
            for y in range(self.height)
        )


def drawn(*rows: str) -> State:
    """The position of a drawing, X is Black."""
    at = {(x, y): c for y, row in enumerate(rows) for x, c in enumerate(row)}
    black, white = (frozenset(p for p, c in at.items() if c == side) for side in "XO")
    return State(len(rows[0]), len(rows), black, white)


def random_state(rng: random.Random, width: int, height: int, empty: float | None = None) -> State:
    """A position in which every block has a liberty."""
    points = sorted(board_points(width, height))
    while True:
        share = empty if empty is not None else rng.uniform(0.05, 0.8)
        black_share = rng.uniform(0.2, 0.8)
        sides: tuple[set[Point], set[Point]] = (set(), set())
        for p in points:
            if rng.random() >= share:
                sides[rng.random() >= black_share].add(p)
        state = State(width, height, frozenset(sides[0]), frozenset(sides[1]), rng.random() < 0.5)
        if state.fits():
            return state


def random_ko(rng: random.Random, width: int, height: int) -> State:
    """A position in which the player to move may not take back a ko."""
    while True:
        state = random_state(rng, width, height, empty=0.3)
        for p in sorted(state.empty):
            if (after := state.play(p)) and after.ko:
                return after


# --- one-sided play ---


def invasions(width: int, height: int, mine: Points, theirs: Points) -> list[tuple[Points, Points]]:
    """The boards after one more stone of `theirs`."""
    found = []
    start = State(width, height, mine, theirs, white_to_move=True)
    for p in start.empty:
        if after := start.play(p):
            found.append((after.black, after.white))
    return found


def lasting(width: int, height: int, mine: Points, theirs: Points) -> Points:
    """Stones of `mine` that `theirs` can never take, although `mine` always passes."""
    seen = {(mine, theirs)}
    todo = [(mine, theirs)]
    alive = mine
    while todo and alive:
        for after in invasions(width, height, *todo.pop()):
            if after not in seen:
                seen.add(after)
                todo.append(after)
                alive &= after[0]
    return alive
