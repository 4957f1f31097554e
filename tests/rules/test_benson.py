"""Unconditional life and territory, against brute force: what the opponent can do with any
number of moves in a row."""

import random
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product

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

    def moves(self, passer: int, player: int) -> Iterator[tuple[int, int]]:
        """The positions after each legal move of the player. There is never a ko, as the other
        side takes nothing."""
        for p in range(self.area):
            stone = 1 << p
            if (passer | player) & stone:
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

    def reachable(self, passer: int, player: int) -> set[tuple[int, int]]:
        found, queue = {(passer, player)}, [(passer, player)]
        for position in queue:
            for after in self.moves(*position):
                if after not in found:
                    found.add(after)
                    queue.append(after)
        return found

    def uncapturable(self, passer: int, player: int) -> int:
        """Stones of the passer that are there whatever the player does."""
        left = passer
        for after, _ in self.reachable(passer, player):
            left &= after
        return left


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
            p
            for p in range(board.area)
            if board.is_legal(p, color) and not board.is_eye(p, color)
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
                for left, invader in play.reachable(own, enemy):
                    assert not safe[invader, left] & territory, (board.stones, color)


@pytest.mark.parametrize("suicide", [False, True])
def test_life_on_sampled_4x4_positions(suicide: bool) -> None:
    rng = random.Random(44)
    play = OneSided(4, 4, suicide)
    checked = alive = 0
    while checked < 300:
        board = played_out(rng, 4, 4)
        if board.stones.count(0) > 7:
            continue
        checked += 1
        for color in (1, 2):
            own, enemy = bits(board.stones, color), bits(board.stones, 3 - color)
            found = bits(_core.pass_alive(board, color, suicide)) & own
            true = play.uncapturable(own, enemy)
            assert found == true if not suicide else not found & ~true, (board.stones, color)
            alive += found != 0
    assert alive > 60


def test_no_life_in_unconditional_territory() -> None:
    """The closed regions of van der Werf 2004: no invasion makes Benson's two eyes, even if the
    defender always passes."""
    rng = random.Random(55)
    regions = 0
    while regions < 150:
        stones = [rng.choices((0, 1, 2), (5, 8, 2))[0] for _ in range(25)]
        try:
            board = _core.Board.from_stones(5, 5, stones)
        except ValueError:
            continue
        defended = bits(_core.unconditional_territory(board, 1))
        closed = defended & ~bits(_core.pass_alive(board, 1))
        if not closed or stones.count(0) > 8:
            continue
        regions += 1
        play = OneSided(5, 5, False)
        for black, white in play.reachable(bits(stones, 1), bits(stones, 2)):
            if white & closed:
                alive = bits(_core.pass_alive(stones_of(5, 5, black, white), 2))
                assert not alive & closed, (stones, bin(black), bin(white))


def alive_points(board: _core.Board, color: int = 1, suicide: bool = False) -> list[int]:
    return [p for p, alive in enumerate(_core.pass_alive(board, color, suicide)) if alive]


def test_two_eyes_live_and_one_does_not(board: Drawn) -> None:
    assert len(alive_points(board(". X . X O", "X X X X O", "O O O O O"))) == 0
    alive = board(". X . X .", "X X X X .", "O O O O .")
    assert alive_points(alive) == [0, 1, 2, 3, 5, 6, 7, 8]


def test_big_eyes_need_every_empty_point_to_be_a_liberty(board: Drawn) -> None:
    rows = ("X . . X", "X X X X", ". . . .")
    assert alive_points(board(*rows)) == []
    assert alive_points(board(". X . . X", "X X X X X", ". . . . .")) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]


def test_a_dead_stone_in_an_eye_belongs_to_it(board: Drawn) -> None:
    rows = (". X O . X .", "X X X X X .", ". . . . . .")
    assert alive_points(board(*rows)) == [0, 1, 2, 3, 4, 6, 7, 8, 9, 10]


def test_chains_may_share_eyes(board: Drawn) -> None:
    drawn = board(". X . X .", "X . . . X")
    assert alive_points(drawn) == []
    drawn = board(". X . X .", "X O X O X", "X X X X X", ". . . . .")
    assert set(range(15)) <= set(alive_points(drawn))


def test_suicide_can_take_an_eye(board: Drawn) -> None:
    # White may fill the large eye, die there, and find room that was not a liberty.
    rows = (". X O O . X .", "X X X O O X .", ". . X X X X .", ". . . . . . .")
    drawn = board(*rows)
    assert len(alive_points(drawn)) >= len(alive_points(drawn, suicide=True))


def test_an_empty_board_is_nobodys(board: Drawn) -> None:
    assert alive_points(board(". . .", ". . .")) == []
