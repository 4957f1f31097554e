"""The capture game's solver against a plain minimax without a table, and against itself with parts
left out."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import pytest

from keima._core import SOLVE_FINAL, CaptureSolver
from keima.solve.capture import best_line, centre, prove


@dataclass(frozen=True)
class Board:
    """A position as sets of points, slow and plain."""

    width: int
    height: int
    mine: frozenset[int] = frozenset()
    theirs: frozenset[int] = frozenset()
    captures: int = 1
    taken: int = 0
    lost: int = 0
    ko: int | None = None

    def beside(self, point: int) -> list[int]:
        y, x = divmod(point, self.width)
        near = [(y, x - 1), (y, x + 1), (y - 1, x), (y + 1, x)]
        return [v * self.width + u for v, u in near if 0 <= v < self.height and 0 <= u < self.width]

    @property
    def empty(self) -> frozenset[int]:
        return frozenset(range(self.width * self.height)) - self.mine - self.theirs

    def block(self, point: int, stones: frozenset[int]) -> tuple[set[int], set[int]]:
        """The block at a point and the points beside it that hold no stone of its colour."""
        block, rim, todo = {point}, set(), [point]
        while todo:
            for q in self.beside(todo.pop()):
                if q not in stones:
                    rim.add(q)
                elif q not in block:
                    block.add(q)
                    todo.append(q)
        return block, rim

    def play(self, point: int) -> Board | None:
        """The position after a move, seen by the other player; None if it is illegal."""
        if point == self.ko or point not in self.empty:
            return None
        mine = self.mine | {point}
        taken: set[int] = set()
        for q in self.beside(point):
            if q in self.theirs:
                block, rim = self.block(q, self.theirs)
                if not rim - mine:
                    taken |= block
        theirs = self.theirs - taken
        block, rim = self.block(point, mine)
        free = rim - theirs
        if not free:
            return None
        ko = min(free) if len(taken) == len(block) == len(free) == 1 else None
        return replace(
            self, mine=theirs, theirs=mine, taken=self.lost, lost=self.taken + len(taken), ko=ko
        )

    def after(self) -> Iterator[Board]:
        return (q for p in sorted(self.empty) if (q := self.play(p)) is not None)

    def wins(self, plies: int) -> bool:
        """Whether the player to move can end the game to his good within so many moves."""
        if plies < 1:
            return False
        return any(q.lost >= q.captures or q.loses(plies - 1) for q in self.after())

    def loses(self, plies: int) -> bool:
        children = list(self.after())
        if not children:
            return True
        if plies < 2 or any(q.lost >= q.captures for q in children):
            return False
        return all(q.wins(plies - 1) for q in children)

    def result(self) -> tuple[bool, int]:
        """Whether the player to move wins, and in how many moves."""
        for plies in range(200):
            if plies % 2 == 1 and self.wins(plies):
                return True, plies
            if plies % 2 == 0 and self.loses(plies):
                return False, plies
        raise AssertionError

    def solver(self, **options: object) -> CaptureSolver:
        return CaptureSolver(
            self.width,
            self.height,
            bits(self.mine),
            bits(self.theirs),
            captures=self.captures,
            taken_by_black=self.taken,
            taken_by_white=self.lost,
            ko_point=-1 if self.ko is None else self.ko,
            megabytes=1,
            **options,  # type: ignore[arg-type]
        )

    def solved(self, **options: object) -> tuple[bool, int]:
        proof = prove(self.solver(**options))
        assert proof is not None
        return proof.wins, proof.plies


def bits(points: frozenset[int]) -> int:
    return sum(1 << p for p in points)


def random_board(
    rng: random.Random, width: int, height: int, empty: int, captures: int = 1
) -> Board:
    """A position of a random game that nobody has won yet, with at most so many empty points."""
    while True:
        board = Board(width, height, captures=captures)
        while len(board.empty) > empty:
            children = [q for q in board.after() if q.lost < captures]
            if not children:
                break
            board = rng.choice(children)
        else:
            return board


PARTS = (["tactics"], ["chases"], ["guess"], ["tactics", "guess"], ["table"])


@pytest.mark.parametrize(
    ("width", "height", "winner", "plies"),
    [
        (2, 2, "W", 4),
        (3, 3, "B", 7),
        (4, 4, "W", 14),
        (2, 3, "W", 6),
        (2, 4, "W", 8),
        (3, 4, "B", 9),
    ],
)
def test_empty_boards(width: int, height: int, winner: str, plies: int) -> None:
    for without in ([], *PARTS[:-1]):
        assert Board(width, height).solved(without=without) == (winner == "B", plies)


@pytest.mark.parametrize(
    ("width", "height"), [(1, n) for n in range(1, 8)] + [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)]
)
def test_small_boards_as_minimax(width: int, height: int) -> None:
    board = Board(width, height)
    expected = board.result()
    for without in ([], *PARTS):
        assert board.solved(without=without) == expected


def test_a_player_without_a_move_loses() -> None:
    # Black in the middle of three points leaves White only suicide.
    assert Board(3, 1).solved() == (True, 1)
    assert Board(1, 1).solved() == (False, 0)


@pytest.mark.parametrize(("width", "height"), [(3, 3), (4, 3), (4, 4), (5, 3), (7, 2)])
def test_random_positions_as_minimax(width: int, height: int) -> None:
    rng = random.Random(width * 10 + height)
    for _ in range(40):
        board = random_board(rng, width, height, 6)
        expected = board.result()
        for without in ([], ["tactics"], ["chases", "guess"]):
            assert board.solved(without=without) == expected, board


def test_every_part_left_out_gives_the_same_answer() -> None:
    rng = random.Random(3)
    for _ in range(30):
        board = random_board(rng, 5, rng.choice((4, 5)), 13)
        expected = board.solved(without=["tactics"])
        for without in ([], *PARTS[1:3]):
            assert board.solved(without=without) == expected, board
        assert board.solved(ladders=True) == expected, board


@pytest.mark.parametrize("captures", [2, 3])
def test_several_captures_as_minimax(captures: int) -> None:
    rng = random.Random(captures)
    boards = [Board(2, 2, captures=captures), Board(4, 1, captures=captures)]
    boards += [
        random_board(rng, width, height, 3, captures)
        for width, height in ((2, 3), (3, 3), (4, 2))
        for _ in range(8)
    ]
    for board in boards:
        expected = board.result()
        assert board.solved() == expected, board
        assert board.solved(without=["table"]) == expected, board


def test_symmetric_positions_have_the_same_result() -> None:
    rng = random.Random(5)
    for _ in range(5):
        board = random_board(rng, 4, 4, 10)
        answers = set()
        for flip in range(8):

            def turned(stones: frozenset[int], flip: int = flip) -> frozenset[int]:
                all_points = set()
                for p in stones:
                    y, x = divmod(p, 4)
                    y, x = (3 - y if flip & 1 else y), (3 - x if flip & 2 else x)
                    all_points.add(x * 4 + y if flip & 4 else y * 4 + x)
                return frozenset(all_points)

            answers.add(
                replace(board, mine=turned(board.mine), theirs=turned(board.theirs)).solved()
            )
        white = CaptureSolver(
            4, 4, bits(board.theirs), bits(board.mine), white_to_move=True, megabytes=1
        )
        proof = prove(white)
        assert proof is not None
        assert answers == {(proof.wins, proof.plies)}


def slow_guess(board: Board) -> float:
    """Equation 4.2 by its definitions: distances point by point, Euler numbers by quads."""

    def liberties(stones: frozenset[int], order: int) -> int:
        def far(p: int) -> int:
            y, x = divmod(p, board.width)
            return min(
                (abs(y - q // board.width) + abs(x - q % board.width) for q in stones), default=99
            )

        return sum(far(p) == order for p in board.empty)

    def euler(stones: frozenset[int]) -> int:
        total = 0
        for y in range(-1, board.height):
            for x in range(-1, board.width):
                quad = [
                    0 <= v < board.height and 0 <= u < board.width and v * board.width + u in stones
                    for v, u in ((y, x), (y, x + 1), (y + 1, x), (y + 1, x + 1))
                ]
                if sum(quad) == 1:
                    total += 1
                elif sum(quad) == 3:
                    total -= 1
                elif quad in ([True, False, False, True], [False, True, True, False]):
                    total += 2
        return total // 4

    near = sum(
        weight * (liberties(board.mine, order) - liberties(board.theirs, order))
        for order, weight in ((1, 1.0), (2, 1.0), (3, 0.5))
    )
    return max(-3.0, min(3.0, near)) - 4 * (euler(board.mine) - euler(board.theirs))


def test_guess_is_equation_4_2() -> None:
    rng = random.Random(7)
    for _ in range(60):
        width, height = rng.randint(1, 8), rng.randint(2, 8)
        board = random_board(rng, width, height, rng.randint(width * height // 2, width * height))
        assert board.solver().guess() == 2 * slow_guess(board), board


def test_legal_moves() -> None:
    rng = random.Random(11)
    for _ in range(60):
        width, height = rng.randint(2, 6), rng.randint(2, 6)
        board = random_board(rng, width, height, 9, captures=width * height)
        legal = frozenset(p for p in board.empty if board.play(p) is not None)
        assert board.solver().legal() == bits(legal), board


def follow(board: Board, line: Sequence[int]) -> Board:
    for move in line:
        after = board.play(move)
        assert after is not None
        board = after
    return board


@pytest.mark.parametrize("board", [Board(3, 3), Board(4, 4), Board(2, 2, captures=2)])
def test_line_ends_with_the_capture(board: Board) -> None:
    solver = board.solver()
    proof = prove(solver)
    assert proof is not None
    line = best_line(solver, proof)
    assert len(line) == proof.plies
    assert follow(board, line).lost >= board.captures
    assert all(follow(board, line[:n]).lost < board.captures for n in range(len(line)))
    # Nobody has left the best way.
    for n in range(1, len(line)):
        later = follow(board, line[:n])
        assert later.solved() == (proof.wins == (n % 2 == 0), proof.plies - n)


def test_crosscut() -> None:
    black, white = centre(6, 6, "crosscut")
    solver = CaptureSolver(6, 6, black, white, megabytes=64)
    proof = prove(solver)
    assert proof is not None
    assert (proof.wins, proof.plies) == (True, 15)
    assert solver.nodes < 1_500_000


def test_centres() -> None:
    assert centre(4, 4, "stable") == (1 << 5 | 1 << 6, 1 << 9 | 1 << 10)
    with pytest.raises(ValueError, match="no centre 'cross'"):
        centre(6, 6, "cross")
    with pytest.raises(ValueError, match="5x6"):
        centre(5, 6, "stable")


def test_ladder_is_seen_from_the_leaves() -> None:
    # White's stone at B2 in the corner of 8x8 is chased to the other side.
    black = frozenset({1, 8, 10})
    white = frozenset({9})
    board = Board(8, 8, black, white)
    value, best, _, _ = board.solver(ladders=True).search(1)
    assert value > SOLVE_FINAL
    assert best == 17
    chased = Board(8, 8, frozenset({1, 8, 18}), white)
    assert abs(chased.solver().search(1)[0]) < SOLVE_FINAL
    value, _, _, _ = chased.solver(ladders=True).search(1)
    assert value > SOLVE_FINAL


def test_a_stopped_search_says_so() -> None:
    solver = CaptureSolver(6, 6, megabytes=1)
    solver.stop()
    assert prove(solver, most=12) is None
    solver.go_on()
    assert prove(solver, most=3) is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"captures": 0}, "captures"),
        ({"black": 3, "white": 1}, "two stones stand on one point"),
        ({"black": 1, "white": 1 << 1 | 1 << 4}, "without a liberty"),
        ({"black": 1 << 16}, "off the board"),
        ({"without": ["brain"]}, "no part 'brain'"),
        ({"without": ["territory"]}, "no part 'territory'"),
        ({"taken_by_black": 1}, "taken by Black"),
    ],
)
def test_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        CaptureSolver(4, 4, megabytes=1, **options)  # type: ignore[arg-type]
