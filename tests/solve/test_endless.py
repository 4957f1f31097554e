"""Play without end: both bounds of every position against a solution backwards from the ends."""

import random
from functools import cache
from typing import NamedTuple

import pytest

from keima import Color, Game, _core
from keima.points import neighbours
from keima.solve import solve_go


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


@pytest.mark.parametrize(("width", "height"), [(5, 1), (6, 1), (2, 2), (3, 2)])
def test_both_bounds_of_random_positions(width: int, height: int) -> None:
    points, rng = width * height, random.Random(7)
    graph = Graph(width, height, [Place(0, 0, 1)])
    places = [p for p in graph.after if p.passes == 2 and p.ko < 0]
    chosen = [Place(0, 0, 1), *rng.sample(sorted(places), min(15, len(places)))]
    black = [graph.forced(k, 1) for k in range(-points, points + 1)]
    white = [graph.forced(k, -1) for k in range(-points, points + 1)]
    endless = 0
    for place in chosen:
        forces = [k - points for k, won in enumerate(black) if place in won]
        holds = [k - points for k, won in enumerate(white) if place in won]
        lower, upper = max(forces, default=-points), min(holds, default=points)
        game = Game((width, height), komi=0)
        stones = [[p for p in range(points) if s >> p & 1] for s in (place.black, place.white)]
        game.setup(*stones, to_play=Color.BLACK if place.turn == 1 else Color.WHITE)
        found = solve_go(width, height, position=game, megabytes=1)
        assert (found.lower, found.upper) == (lower, upper), place
        assert found.complete
        endless += lower < upper
    assert bool(endless) == (height == 1)  # in a row it is the rule


def test_no_guess_is_kept_for_ever() -> None:
    """What a null window finds by a guess and a second search only confirms is still a guess."""
    solver = _core.GoSolver(3, 3, 0x1B0, 0x00A, white_to_move=True, komi=1, megabytes=8)
    for depth in range(1, 13):
        solver.search(depth)
    after = solver.probe([2])
    assert after is not None
    assert (after[0], after[1]) != (0, _core.SOLVE_FOREVER)
    there = _core.GoSolver(3, 3, 0x1B0, 0x00E, komi=1, megabytes=8)
    values = [there.search(depth)[0] for depth in range(1, 20)]
    assert values[-1] < -_core.SOLVE_FINAL  # White wins


def test_nothing_is_played_after_the_end() -> None:
    solver = _core.GoSolver(2, 2, megabytes=1)
    assert solver.probe([4]) is None
    with pytest.raises(ValueError, match="illegal move 4"):
        solver.probe([4, 4, 4])
    with pytest.raises(ValueError, match="illegal move 0"):
        _core.GoSolver(2, 2, passes=2, megabytes=1).probe([0])


def test_windows_that_make_no_sense() -> None:
    solver = _core.GoSolver(2, 2, megabytes=1)
    for alpha, beta in ((5, 5), (7, 3), (-100_000, 0), (0, 100_000)):
        with pytest.raises(ValueError, match="must be from"):
            solver.search(1, alpha, beta)


def test_a_stopped_solver_searches_one_ply_only() -> None:
    solver = _core.GoSolver(3, 3, megabytes=1)
    solver.stop()
    assert solver.search(1)[2]
    assert not solver.search(2)[2]
    solver.go_on()
    assert solver.search(2)[2]
