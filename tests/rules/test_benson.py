"""Unconditional life and territory, against brute force: what the opponent can do with any
number of moves in a row."""

import random
from collections.abc import Callable, Iterator
from functools import lru_cache, reduce
from itertools import product
from operator import and_

import pytest

from keima import _core
from keima.points import neighbours

Drawn = Callable[..., _core.Board]


class OneSided:
    """One side plays on, the other passes. Positions are pairs of bit sets: the stones of the
    one who passes and of the one who plays. Written without the board of the core."""

    def __init__(self, width: int, height: int, suicide: bool) -> None:
        self.area, self.suicide = width * height, suicide
        self.full = (1 << self.area) - 1
        self.near = [sum(1 << q for q in qs) for qs in neighbours(width, height)]
        self.around = lru_cache(maxsize=None)(self._around)

    def _around(self, stones: int) -> int:
        """The points next to a set of points."""
        result = 0
        while stones:
            low = stones & -stones
            result |= self.near[low.bit_length() - 1]
            stones ^= low
        return result

    def group(self, start: int, within: int) -> int:
        group = start
        while (grown := (group | self.around(group)) & within) != group:
            group = grown
        return group

    def moves(self, passer: int, player: int, within: int = -1) -> Iterator[tuple[int, int]]:
        """The positions after each legal move of the player. There is never a ko, as the other
        side takes nothing."""
        for p in range(self.area):
            stone = 1 << p
            if (passer | player | ~within) & stone:
                continue
            left, mine = passer, player | stone
            for q in range(self.area):
                if self.near[p] & left & 1 << q:
                    group = self.group(1 << q, left)
                    if not self.around(group) & ~(left | mine):
                        left &= ~group
            group = self.group(stone, mine)
            if not self.around(group) & ~(left | mine) & self.full:
                if not self.suicide or group == stone:
                    continue
                mine &= ~group
            yield left, mine

    def reachable(
        self, passer: int, player: int, within: int = -1, limit: float = float("inf")
    ) -> set[tuple[int, int]] | None:
        """Every position that can come about, or None if they are more than the limit."""
        found, queue = {(passer, player)}, [(passer, player)]
        for position in queue:
            for after in self.moves(*position, within):
                if after not in found:
                    found.add(after)
                    queue.append(after)
            if len(found) > limit:
                return None
        return found


def bits(values: list[int], wanted: int = 1) -> int:
    return sum(1 << p for p, value in enumerate(values) if value == wanted)


def stones_of(width: int, height: int, black: int, white: int) -> _core.Board:
    stones = [(black >> p & 1) + 2 * (white >> p & 1) for p in range(width * height)]
    return _core.Board.from_stones(width, height, stones)


def every_3x3() -> Iterator[tuple[_core.Board, int, int]]:
    for stones in product((0, 1, 2), repeat=9):
        try:
            board = _core.Board.from_stones(3, 3, stones)
        except ValueError:
            continue  # a group without liberties
        yield board, bits(list(stones), 1), bits(list(stones), 2)


def played_out(rng: random.Random, width: int, height: int) -> _core.Board:
    """A position from the late part of a random game in which nobody fills own eyes, with some
    stones lifted: eyes, false eyes and dead stones abound."""
    board, color, passes = _core.Board(width, height), 1, 0
    for _ in range(rng.randrange(width * height, 3 * width * height)):
        points = [
            p for p in range(board.area) if board.is_legal(p, color) and not board.is_eye(p, color)
        ]
        board.play(rng.choice(points) if points else board.area, color)
        passes = 0 if points else passes + 1
        if passes == 2:
            break
        color = 3 - color
    stones = board.stones
    for p in range(board.area):
        if rng.random() < 0.1:
            stones[p] = 0
    return _core.Board.from_stones(width, height, stones)


@pytest.fixture(scope="module", params=[False, True], ids=["no suicide", "suicide"])
def small(request: pytest.FixtureRequest) -> tuple[bool, dict[tuple[int, int], int]]:
    """For all 3x3 positions, as (passer, player): what is uncapturable."""
    play = OneSided(3, 3, request.param)
    positions = {(b, w) for _, b, w in every_3x3()}
    assert len(positions) == 12675
    after = {position: list(play.moves(*position)) for position in positions}
    safe = {position: position[0] for position in positions}
    changed = True
    while changed:  # with suicide there are cycles, so this runs to a fixed point
        changed = False
        for position in sorted(positions, key=lambda p: -p[1].bit_count()):
            left = safe[position]
            for next_position in after[position]:
                left &= safe[next_position]
            if left != safe[position]:
                safe[position] = left
                changed = True
    return request.param, safe


def test_life_on_every_3x3_position(small: tuple[bool, dict[tuple[int, int], int]]) -> None:
    suicide, safe = small
    alive_somewhere = 0
    for board, black, white in every_3x3():
        for color, own, enemy in ((1, black, white), (2, white, black)):
            found = bits(_core.pass_alive(board, color, suicide)) & own
            true = safe[own, enemy]
            if suicide:
                assert not found & ~true, (board.stones, color)
            else:
                assert found == true, (board.stones, color)
            alive_somewhere += found != 0
    assert alive_somewhere > 100


def test_no_life_in_territory_on_every_3x3_position(
    small: tuple[bool, dict[tuple[int, int], int]],
) -> None:
    suicide, safe = small
    play = OneSided(3, 3, suicide)
    for board, black, white in every_3x3():
        for color, own, enemy in ((1, black, white), (2, white, black)):
            territory = bits(_core.pass_alive(board, color, suicide)) & ~own
            if not suicide:
                wider = bits(_core.unconditional_territory(board, color)) & ~own
                assert not territory & ~wider
                territory = wider
            if territory:
                for left, invader in play.reachable(own, enemy) or ():
                    assert not safe[invader, left] & territory, (board.stones, color)


@pytest.mark.parametrize("suicide", [False, True])
def test_life_on_sampled_4x4_positions(suicide: bool) -> None:
    rng = random.Random(44)
    play = OneSided(4, 4, suicide)
    checked = alive = 0
    while checked < 400:
        board = played_out(rng, 4, 4)
        color = rng.choice((1, 2))
        own, enemy = bits(board.stones, color), bits(board.stones, 3 - color)
        positions = play.reachable(own, enemy, limit=300 if suicide else 600)
        if positions is None:
            continue
        checked += 1
        found = bits(_core.pass_alive(board, color, suicide)) & own
        true = reduce(and_, (left for left, _ in positions))
        assert found == true if not suicide else not found & ~true, (board.stones, color)
        alive += found != 0
    assert alive > 60


def test_no_life_in_unconditional_territory() -> None:
    """The closed regions of van der Werf 2004: no invasion makes Benson's two eyes, even if the
    defender always passes."""
    rng = random.Random(55)
    play = OneSided(5, 5, False)
    regions = 0
    while regions < 200:
        stones = [rng.choices((0, 1, 2), (5, 8, 2))[0] for _ in range(25)]
        try:
            board = _core.Board.from_stones(5, 5, stones)
        except ValueError:
            continue
        black, white = bits(stones, 1), bits(stones, 2)
        alive = bits(_core.pass_alive(board, 1))
        closed = bits(_core.unconditional_territory(board, 1)) & ~alive
        if not closed:
            continue
        region = play.group(closed, ~(alive & black) & play.full)
        positions = play.reachable(black, white, region, limit=2000)
        if positions is None:
            continue
        regions += 1
        for left, invader in positions:
            if invader & closed:
                lives = bits(_core.pass_alive(stones_of(5, 5, left, invader), 2))
                assert not lives & closed, (stones, bin(left), bin(invader))


def alive_points(board: _core.Board, color: int = 1, suicide: bool = False) -> list[int]:
    return [p for p, alive in enumerate(_core.pass_alive(board, color, suicide)) if alive]


def test_two_eyes_live_and_one_does_not(board: Drawn) -> None:
    assert alive_points(board(". X . .", "X X . .", ". . . .")) == []
    two = board(". X . X .", "X X X X .", "O O O O .")
    assert alive_points(two) == [0, 1, 2, 3, 5, 6, 7, 8]
    assert alive_points(two, color=2) == []


def test_every_empty_point_of_an_eye_must_be_a_liberty(board: Drawn) -> None:
    roomy = board(
        "X X X X X X X",
        "X . . . X . X",
        "X . . . X X X",
        "X . . . X O O",
        "X X X X X O .",
    )
    assert alive_points(roomy) == []
    filled = board(
        "X X X X X X X",
        "X . . . X . X",
        "X . O . X X X",
        "X . . . X O O",
        "X X X X X O .",
    )
    assert alive_points(filled) == [p for p in range(35) if p not in (26, 27, 33, 34)]


def test_suicide_makes_room_under_the_invaders_stones(board: Drawn) -> None:
    filled = board(
        "X X X X X X X",
        "X . . . X . X",
        "X . O . X X X",
        "X . . . X O O",
        "X X X X X O .",
    )
    assert alive_points(filled, suicide=True) == []


def test_an_eye_may_not_border_on_a_chain_that_can_be_taken(board: Drawn) -> None:
    cut = board(". X O .", "X . X O", "O X X O", ". O O .")
    assert alive_points(cut) == []
    joined = board(". X . .", "X . X .", ". X . .")
    assert alive_points(joined) == []
    solid = board(". X X .", "X . X .", "X X X .")
    assert alive_points(solid) == list(range(12))


def test_an_empty_board_is_nobodys(board: Drawn) -> None:
    assert alive_points(board(". . .", ". . .")) == []
