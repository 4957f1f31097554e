"""Play without end, slowly: the graph of all positions of a board under basic ko, and what both
sides can force in it."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from keima import _core
from keima.points import neighbours


class Place(NamedTuple):
    """A position of the game graph; passes are those that are left."""

    black: int
    white: int
    turn: int
    ko: int = -1
    fresh: bool = False
    passes: int = 2


class Graph:
    """All positions that can come up from some, and what both sides can force there: by sets that
    grow backwards from the ends of games, so that play without end is in none of them."""

    def __init__(self, width: int, height: int, starts: list[Place]) -> None:
        self.width, self.height, self.points = width, height, width * height
        self.near = neighbours(width, height)
        self.after: dict[Place, list[Place]] = {}
        waiting = list(starts)
        while waiting:
            place = waiting.pop()
            if place in self.after:
                continue
            self.after[place] = [] if place.passes == 0 else list(self.moves(place))
            waiting += self.after[place]
        self.before: dict[Place, list[Place]] = {place: [] for place in self.after}
        for place, following in self.after.items():
            for other in following:
                self.before[other].append(place)

    def block(self, stones: int, point: int) -> int:
        found, waiting = 1 << point, [point]
        while waiting:
            for q in self.near[waiting.pop()]:
                if stones >> q & 1 and not found >> q & 1:
                    found |= 1 << q
                    waiting.append(q)
        return found

    def free(self, block: int, taken: int) -> bool:
        return any(
            not taken >> q & 1 for p in range(self.points) if block >> p & 1 for q in self.near[p]
        )

    def moves(self, place: Place) -> list[Place]:
        mine, theirs = (place.black, place.white) if place.turn == 1 else (place.white, place.black)
        lifts = place.ko >= 0 and place.fresh
        found = [
            Place(place.black, place.white, -place.turn, passes=2 if lifts else place.passes - 1)
        ]
        for point in range(self.points):
            if (mine | theirs) >> point & 1 or point == place.ko:
                continue
            own, other = mine | 1 << point, theirs
            for q in self.near[point]:
                if other >> q & 1:
                    block = self.block(other, q)
                    if not self.free(block, own | other):
                        other &= ~block
            if not self.free(self.block(own, point), own | other):
                continue
            taken, ko = theirs & ~other, -1
            if taken.bit_count() == 1 and all(
                other >> q & 1 or taken >> q & 1 for q in self.near[point]
            ):
                ko = taken.bit_length() - 1
            black, white = (own, other) if place.turn == 1 else (other, own)
            found.append(Place(black, white, -place.turn, ko, ko >= 0 and place.ko < 0))
        return found

    @cache  # noqa: B019
    def area(self, black: int, white: int) -> int:
        solver = _core.GoSolver(self.width, self.height, black, white, passes=2, megabytes=1)
        return solver.area() // 2

    def forced(self, goal: int, side: int) -> set[Place]:
        """Where Black forces that many points (side 1), or White that Black gets no more."""
        won = {
            p
            for p in self.after
            if p.passes == 0 and side * (self.area(p.black, p.white) - goal) >= 0
        }
        open_ = {place: len(following) for place, following in self.after.items()}
        waiting = list(won)
        while waiting:
            for place in self.before[waiting.pop()]:
                if place in won:
                    continue
                open_[place] -= 1
                if place.turn == side or open_[place] == 0:
                    won.add(place)
                    waiting.append(place)
        return won
