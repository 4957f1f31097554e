"""The solver's boards as sets of bits: shapes, moves, kos and area, against slow Python on boards
of every form up to 64 points."""

import random

import pytest

import keima
from keima._core import GoSolver, solve_euler

from .reference import (
    Points,
    State,
    as_bits,
    beside,
    board_points,
    drawn,
    from_bits,
    parts,
    random_ko,
    random_state,
)
from .scoring import score

SIZES = [(w, h) for w in range(1, 9) for h in range(1, 9)] + [
    (1, 64),
    (64, 1),
    (2, 32),
    (32, 2),
    (21, 3),
    (4, 16),
    (13, 1),
    (1, 20),
]


def solver(state: State, ko: str = "basic") -> GoSolver:
    width = state.width
    return GoSolver(
        width,
        state.height,
        as_bits(state.black, width),
        as_bits(state.white, width),
        white_to_move=state.white_to_move,
        ko_point=-1 if state.ko is None else state.ko[1] * width + state.ko[0],
        ko=ko,
        megabytes=1,
    )


def objects_less_holes(points: Points, width: int, height: int) -> int:
    """Parts of the set, less the parts of what is not in it that do not reach beyond the edge;
    these connect by diagonals too."""
    rest = {(x, y) for x in range(-1, width + 1) for y in range(-1, height + 1)} - points
    outside = 0
    while rest:
        outside += 1
        todo = [rest.pop()]
        while todo:
            x, y = todo.pop()
            near = {(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} & rest
            rest -= near
            todo.extend(near)
    return len(parts(points)) - (outside - 1)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_shapes_moves_and_area(width: int, height: int) -> None:
    rng = random.Random(100 * width + height)
    for _ in range(4):
        state = random_state(rng, width, height)
        assert solve_euler(width, height, as_bits(state.black, width)) == objects_less_holes(
            state.black, width, height
        )
        legal = frozenset(p for p in state.empty if state.play(p))
        tool = solver(state)
        assert from_bits(tool.legal(), width) == legal, state.draw()
        sign = -1 if state.white_to_move else 1
        assert tool.area() == sign * score(state, superko=False), state.draw()
        assert solver(state, "ssk").area() == sign * score(state, superko=True), state.draw()


@pytest.mark.parametrize(("width", "height"), [(4, 4), (7, 3), (5, 5), (8, 8)])
def test_legal_moves_are_those_of_the_game(width: int, height: int) -> None:
    """Play, captures and ko, as the rest of Keima knows them."""
    rng = random.Random(width)
    for _ in range(3):
        game = keima.Game((width, height), rules="japanese")
        state = State(width, height)
        for _ in range(width * height * 2):
            legal = sorted(from_bits(solver(state).legal(), width))
            names = [game.name(y * width + x) for x, y in legal]
            assert set(names) == set(game.legal_moves) - {"pass"}, state.draw()
            if not legal:
                break
            i = rng.randrange(len(legal))
            after = state.play(legal[i])
            assert after is not None
            game.play(names[i])
            state = after


@pytest.mark.parametrize(("width", "height"), [(3, 2), (4, 3), (4, 4), (5, 4)])
def test_a_ko_may_not_be_taken_back(width: int, height: int) -> None:
    rng = random.Random(height)
    for _ in range(10):
        state = random_ko(rng, width, height)
        assert state.ko is not None and state.play(state.ko) is None
        legal = frozenset(p for p in state.empty if state.play(p))
        assert from_bits(solver(state).legal(), width) == legal, state.draw()


def test_the_euler_number_of_drawings() -> None:
    for rows, number in [
        (("XXX", "X.X", "XXX"), 0),
        (("XX", "XX"), 1),
        (("X.", ".X"), 2),
        (("XXXXX", "X.X.X", "XXXXX"), -1),
    ]:
        state = drawn(*rows)
        assert solve_euler(state.width, state.height, as_bits(state.black, state.width)) == number


def test_neighbours_do_not_cross_the_edge() -> None:
    # A lone stone at the end of a row and the point that begins the next one.
    for width, height in SIZES:
        points = board_points(width, height)
        for p in points if len(points) < 26 else [(0, 0), (width - 1, height - 1), (width - 1, 0)]:
            state = State(width, height, frozenset({p}), points - {p} - beside(p), True)
            if not state.fits():
                continue
            legal = frozenset(q for q in state.empty if state.play(q))
            assert from_bits(solver(state).legal(), width) == legal
