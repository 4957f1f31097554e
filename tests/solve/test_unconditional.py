"""Unconditional life and the static analysis of closed regions, against one-sided play. All
positions of boards of up to sixteen points: `bench/solver_static.cpp`."""

import random
from dataclasses import replace
from itertools import product

import pytest

from keima._core import solve_alive, solve_sure

from .reference import (
    Points,
    State,
    around,
    as_bits,
    board_points,
    drawn,
    from_bits,
    invasions,
    lasting,
    parts,
    random_state,
)
from .scoring import sure as slow_sure


def alive(width: int, height: int, mine: Points, theirs: Points) -> tuple[Points, Points]:
    stones, eyes = solve_alive(width, height, as_bits(mine, width), as_bits(theirs, width))
    return from_bits(stones, width), from_bits(eyes, width)


def sure(width: int, height: int, mine: Points, theirs: Points) -> Points:
    """What is declared the first side's."""
    own, other = solve_sure(width, height, as_bits(mine, width), as_bits(theirs, width))
    assert not own & other
    return from_bits(own, width)


def sure_of(state: State) -> Points:
    return sure(state.width, state.height, state.black, state.white)


def walled(rng: random.Random, width: int, height: int) -> State:
    """A region of any shape, the wall around it with holes for eyes, and stones in the region."""
    points = board_points(width, height)
    while True:
        region = {rng.choice(sorted(points))}
        size = rng.randint(3, width * height * 2 // 3)
        while len(region) < size:
            region.add(rng.choice(sorted(around(frozenset(region)) & points)))
        black = set(points - region) - set(rng.sample(sorted(points), rng.randint(2, 5)))
        white = set()
        mine, theirs = rng.uniform(0, 0.3), rng.uniform(0, 0.7)
        for p in region:
            if rng.random() < theirs:
                white.add(p)
            elif rng.random() < mine:
                black.add(p)
        state = State(width, height, frozenset(black - white), frozenset(white))
        if state.fits() and alive(width, height, state.black, state.white)[0]:
            return state


def all_states(width: int, height: int) -> list[State]:
    points = sorted(board_points(width, height))
    found = []
    for colours in product(".XO", repeat=len(points)):
        black, white = (
            frozenset(p for p, c in zip(points, colours, strict=True) if c == side) for side in "XO"
        )
        state = State(width, height, black, white)
        if state.fits():
            found.append(state)
    return found


@pytest.mark.parametrize(("width", "height"), [(1, 6), (2, 3), (7, 1)])
def test_benson_finds_all_lasting_stones(width: int, height: int) -> None:
    for state in all_states(width, height):
        stones, _ = alive(width, height, state.black, state.white)
        assert stones == lasting(width, height, state.black, state.white), state.draw()


@pytest.mark.parametrize(("width", "height", "count"), [(3, 3, 150), (4, 3, 100), (2, 6, 100)])
def test_benson_in_crowded_positions(width: int, height: int, count: int) -> None:
    rng = random.Random(width)
    living = 0
    for _ in range(count):
        state = random_state(rng, width, height, empty=0.4)
        stones, eyes = alive(width, height, state.black, state.white)
        assert stones == lasting(width, height, state.black, state.white), state.draw()
        assert not eyes & stones and bool(eyes) == bool(stones)
        living += bool(stones)
    assert living > 0


@pytest.mark.parametrize(("width", "height"), [(4, 4), (5, 4)])
def test_benson_within_walls(width: int, height: int) -> None:
    rng = random.Random(height)
    for _ in range(30):
        state = walled(rng, width, height)
        stones, _ = alive(width, height, state.black, state.white)
        if len(state.empty) <= 8:
            assert stones == lasting(width, height, state.black, state.white), state.draw()


@pytest.mark.parametrize(("width", "height"), [(1, 7), (4, 2), (3, 3)])
def test_what_is_sure_lasts_on_all_positions_of_a_board(width: int, height: int) -> None:
    # After one move of the invader: by induction after any number of them.
    for state in all_states(width, height):
        check_lasting(state)


@pytest.mark.parametrize(
    ("width", "height"), [(5, 2), (4, 3), (4, 4), (5, 4), (5, 5), (6, 5), (7, 7), (8, 8), (2, 9)]
)
def test_what_is_sure_lasts_within_walls(width: int, height: int) -> None:
    rng = random.Random(width * height)
    declared = 0
    for _ in range(60):
        state = walled(rng, width, height)
        stones, eyes = alive(width, height, state.black, state.white)
        declared += bool(sure_of(state) - stones - eyes)
        slow = slow_sure(state.black, state.white, board_points(width, height))
        assert sure_of(state) == slow, state.draw()
        check_lasting(state)
    assert declared > 3


def check_lasting(state: State) -> None:
    before = sure_of(state)
    if not before:
        return
    for black, white in invasions(state.width, state.height, state.black, state.white):
        after = sure(state.width, state.height, black, white)
        assert before <= after, (
            f"{state.draw()}\n\n{replace(state, black=black, white=white).draw()}"
        )


def whole(state: State) -> bool:
    return sure_of(state) == board_points(state.width, state.height)


def test_a_point_beside_an_alive_stone_is_no_eye_of_the_invader() -> None:
    # Once White has played in the lower left corner, the stone to its right lives, and the point
    # to the right of that looked like room for an eye, which it had not been before.
    before = drawn(
        "XXXXXX",
        ".XXXXX",
        "X.XXXX",
        "XX.X..",
        "..X..X",
    )
    after = drawn(
        "XXXXXX",
        ".XXXXX",
        "X.XXXX",
        "XX.X..",
        "O.X.OX",
    )
    assert whole(before) and whole(after)


@pytest.mark.parametrize(
    ("top", "all_sure"),
    [
        ("....X.", False),  # eyes at both ends of the edge
        (".X..X.", True),  # the stone makes one eye of it
        ("X...X.", False),
        ("OO..X.", True),
    ],
)
def test_room_for_two_eyes_is_not_sure(top: str, all_sure: bool) -> None:
    state = drawn(top, "....XX", "XXXXX.")
    room = frozenset((x, y) for x in range(4) for y in range(2))
    assert sure_of(state) == board_points(6, 3) - (frozenset() if all_sure else room)


def test_false_eyes_of_a_ring_are_eyes() -> None:
    # Stones all round the group need no corner to connect, unless the ring is cut.
    group = (".XXXX.", ".X.XX.", ".XX.X.", ".XXXX.", "......")
    inner = frozenset((x, y) for x in range(1, 5) for y in range(1, 5))
    assert sure_of(drawn("......", *group)) == inner
    assert whole(drawn("..X...", *group))


@pytest.mark.parametrize(
    ("inside", "seki"),
    [
        (("OO.OOO", "O.XX.O", "OOO.OO"), True),  # four liberties apart, two at each stone
        (("OO..OO", "O.XX.O", "OOO.OO"), True),  # five
        (("OO..OO", "O.XX.O", "OO..OO"), True),  # six
        (("OO.OOO", "O.XX.O", "OO.OOO"), False),  # four, three of them at one stone
        (("OO..OO", "O.XX.O", "OOOOOO"), False),  # four, two of them side by side
        (("OOO.OO", "OOXX.O", "OO.OOO"), False),  # three
    ],
)
def test_two_stones_in_the_invaders_eye(inside: tuple[str, ...], seki: bool) -> None:
    """Figure 5.4: whether the invader could live in seki."""
    top, *rows = (
        f"{row}X{end}" for row, end in zip(("OOOOOO", *inside, "OOOOOO"), ".X.X.", strict=True)
    )
    state = drawn(top, *rows, "XXXXXXXX", ".X.X.X.X")
    if not seki:
        assert whole(state)
        return
    region = frozenset((x, y) for x in range(6) for y in range(5))
    assert sure_of(state) == board_points(8, 7) - region | frozenset({(2, 2), (3, 2)})


def test_moonshine_life_is_dead() -> None:
    # The white stones live on two kos only (assumption two).
    state = drawn(
        ".XO.",
        "XX.O",
        "XXXO",
        ".XO.",
    )
    assert whole(state)


def test_parts_is_what_it_says() -> None:
    assert sorted(map(len, parts(drawn("X.X", "XX.").black))) == [1, 3]
