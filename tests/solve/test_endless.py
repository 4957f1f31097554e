"""Play without end: both bounds of every position against a solution backwards from the ends."""

import random

import pytest

from keima import Color, Game, _core
from keima.solve import solve_go

from .graph import Graph, Place


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
        found = solve_go(width, height, position=game, megabytes=1, method="search")
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
    values = [there.search(depth)[0] for depth in range(1, 21)]
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
