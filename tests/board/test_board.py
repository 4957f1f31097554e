"""Captures, ko, suicide and eyes on drawn positions; hashes and symmetries; bad input."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

import pytest

from keima import _core
from keima.points import parse_point

BLACK, WHITE = 1, 2
Draw = Callable[..., _core.Board]


def at(board: _core.Board, name: str) -> int:
    return parse_point(name, board.width, board.height)


def test_a_stone_is_captured(board: Draw) -> None:
    b = board(". X .", "X O .", ". X .")
    assert b.play(at(b, "C2"), BLACK) == 1
    assert b.stones == board(". X .", "X . X", ". X .").stones
    assert b.ko == b.area


def test_a_ko_may_not_be_retaken_at_once(board: Draw) -> None:
    b = board(
        ". X O . .",
        "X . X O .",
        ". X O . .",
        ". . . . .",
        ". . . . .",
    )
    assert b.play(at(b, "B4"), WHITE) == 1
    assert (b.ko, b.ko_color) == (at(b, "C4"), BLACK)
    assert not b.is_legal(at(b, "C4"), BLACK)
    assert b.is_legal(at(b, "C4"), WHITE), "the ko forbids nothing to the one who took it"
    with pytest.raises(ValueError, match="illegal move 7: the ko was just taken"):
        b.play(at(b, "C4"), BLACK)
    b.play(b.area, BLACK)
    assert (b.ko, b.ko_color) == (b.area, 0)
    assert b.play(at(b, "C4"), BLACK) == 1


def test_a_ko_in_the_corner(board: Draw) -> None:
    b = board("O . O .", "X O . .", ". . . .")
    assert b.play(at(b, "B3"), BLACK) == 1
    assert (b.ko, b.ko_color) == (at(b, "A3"), WHITE)
    assert not b.is_legal(at(b, "A3"), WHITE)


def test_a_capture_by_a_stone_with_friends_is_no_ko(board: Draw) -> None:
    b = board("O . X .", "X X . .", ". . . .")
    assert b.play(at(b, "B3"), BLACK) == 1
    assert b.ko == b.area
    assert not b.is_legal(at(b, "A3"), WHITE), "it would be suicide"


def test_snapback(board: Draw) -> None:
    b = board(
        ". O O O .",
        "O X X X O",
        "O . O X O",
    )
    assert b.play(at(b, "B1"), BLACK) == 1
    assert b.ko == b.area, "five stones took one: no ko"
    assert b.play(at(b, "C1"), WHITE) == 5
    assert b.ko == b.area
    assert b.stones == board(". O O O .", "O . . . O", "O . O . O").stones


def test_one_move_captures_several_groups(board: Draw) -> None:
    b = board(
        ". . X . .",
        ". X O X .",
        "X O . O X",
        ". X O X .",
        ". . X . .",
    )
    assert b.liberties(at(b, "C4")) == [at(b, "C3")]
    assert b.play(at(b, "C3"), BLACK) == 4
    assert b.ko == b.area, "four stones were taken: no ko"
    assert sorted(b.liberties(at(b, "C3"))) == [at(b, n) for n in ("C4", "B3", "D3", "C2")]
    assert b.hash == _core.Board.from_stones(5, 5, b.stones).hash


def test_a_group_beside_the_move_twice_is_captured_once(board: Draw) -> None:
    b = board(
        "O O X",
        "O . X",
        "O O X",
        "X X .",
    )
    assert b.play(at(b, "B3"), BLACK) == 5
    assert b.stones == board(". . X", ". X X", ". . X", "X X .").stones


def test_the_whole_board_is_captured(board: Draw) -> None:
    b = board("O O", "O .")
    assert b.play(at(b, "B1"), BLACK) == 3
    assert b.stones == board(". .", ". X").stones


def test_suicide_of_several_stones(board: Draw) -> None:
    b = board("O O .", ". O .", "X O .")
    assert not b.is_legal(at(b, "A2"), BLACK)
    assert b.is_legal(at(b, "A2"), BLACK, allow_suicide=True)
    with pytest.raises(ValueError, match="illegal move 3: it would be suicide"):
        b.play(at(b, "A2"), BLACK)
    assert b.play(at(b, "A2"), BLACK, allow_suicide=True) == -2
    assert b.stones == board("O O .", ". O .", ". O .").stones
    assert sorted(b.liberties(at(b, "B2"))) == [2, 3, 5, 6, 8]


def test_suicide_of_one_stone_is_never_legal(board: Draw) -> None:
    b = board(". O .", "O O .", ". . .")
    assert not b.is_legal(0, BLACK)
    assert not b.is_legal(0, BLACK, allow_suicide=True)
    assert b.is_legal(0, WHITE)


def test_filling_the_last_liberty_to_capture_is_no_suicide(board: Draw) -> None:
    b = board(". O X", "O O X", "X X .")
    assert b.is_legal(0, BLACK)
    assert b.play(0, BLACK) == 3


@pytest.mark.parametrize(
    ("name", "rows", "usual", "strict"),
    [
        ("B2", ("X X X", "X . X", "X X X"), True, True),
        ("B2", (". X .", "X . X", ". X ."), True, True),
        ("C3", (". . . . .", ". X X O .", ". X . X .", ". X X X .", ". . . . ."), True, False),
        ("C3", (". . . . .", ". X X O .", ". X . X .", ". O X X .", ". . . . ."), False, False),
        ("C3", (". . . . .", ". . X . .", ". X . X .", ". . X . .", ". . . . ."), True, True),
        ("C3", (". . . . .", ". X O X .", ". X . X .", ". X X X .", ". . . . ."), False, False),
        ("A3", (". X .", "X X .", ". . ."), True, True),
        ("A3", (". X .", "X . .", ". . ."), True, True),
        ("A3", (". X .", "X O .", ". . ."), False, False),
        ("A2", ("X X .", ". X .", "X X ."), True, True),
        ("A2", ("X X .", ". X .", "X O ."), False, False),
        ("A1", (".",), True, True),
    ],
)
def test_eyes(name: str, rows: tuple[str, ...], usual: bool, strict: bool, board: Draw) -> None:
    b = board(*rows)
    assert b.is_eye(at(b, name), BLACK) == usual
    assert b.is_strict_eye(at(b, name), BLACK) == strict
    mirror = _core.Board.from_stones(b.width, b.height, [(0, 2, 1)[s] for s in b.stones])
    assert mirror.is_eye(at(b, name), WHITE) == usual
    assert mirror.is_strict_eye(at(b, name), WHITE) == strict
    if b.area > 1:
        assert not b.is_eye(at(b, name), WHITE)


def test_a_stone_is_no_eye(board: Draw) -> None:
    b = board("X X X", "X X X", "X . X")
    assert not b.is_eye(at(b, "B2"), BLACK)
    assert not b.is_strict_eye(at(b, "B2"), BLACK)


def test_hash_does_not_depend_on_the_order() -> None:
    rng = random.Random(1)
    moves = [(p, 1 + i % 2) for i, p in enumerate(rng.sample(range(361), 60))]
    hashes = set()
    for _ in range(20):
        b = _core.Board(19, 19)
        rng.shuffle(moves)
        captured = [b.play(p, c) for p, c in moves]
        if not any(captured):
            hashes.add(b.hash)
    assert len(hashes) == 1


def test_different_positions_have_different_hashes() -> None:
    hashes = set()
    for stones in itertools.product(range(3), repeat=9):
        try:
            hashes.add(_core.Board.from_stones(3, 3, stones).hash)
        except ValueError:
            continue
    assert len(hashes) == 12_675


def test_a_copy_goes_its_own_way() -> None:
    b = _core.Board(7, 3)
    b.play(3, BLACK)
    c = b.copy()
    c.play(4, WHITE)
    assert b.at(4) == 0
    assert c.at(3) == BLACK
    assert b.hash != c.hash
    assert b.liberties(3) == [2, 4, 10]


@pytest.mark.parametrize(("width", "height"), [(9, 9), (5, 8), (1, 6), (13, 13)])
def test_symmetric_games_give_symmetric_positions(width: int, height: int) -> None:
    def mirrors(p: int) -> list[tuple[int, int, int]]:
        """(width, point, height) under each symmetry."""
        y, x = divmod(p, width)
        found = []
        for a in (x, width - 1 - x):
            for b in (y, height - 1 - y):
                found += [(width, b * width + a, height), (height, a * height + b, width)]
        return found

    rng = random.Random(width)
    boards = [_core.Board(w, h) for w, _, h in mirrors(0)]
    color = BLACK
    for _ in range(2 * width * height):
        legal = [
            p
            for p in range(width * height)
            if boards[0].is_legal(p, color) and not boards[0].is_eye(p, color)
        ]
        if not legal:
            break
        move = rng.choice(legal)
        results = {b.play(m, color) for b, (_, m, _) in zip(boards, mirrors(move), strict=True)}
        assert len(results) == 1
        for point in range(width * height):
            seen = {b.at(m) for b, (_, m, _) in zip(boards, mirrors(point), strict=True)}
            assert len(seen) == 1
        if boards[0].ko != boards[0].area:
            kos = [m for _, m, _ in mirrors(boards[0].ko)]
            assert [b.ko for b in boards] == kos
        color = 3 - color


@pytest.mark.parametrize(("width", "height"), [(0, 9), (9, 0), (-1, 9), (26, 9), (9, 26), (99, 99)])
def test_sizes_that_do_not_exist(width: int, height: int) -> None:
    with pytest.raises(ValueError, match=f"{width}x{height} is not between 1x1 and 25x25"):
        _core.Board(width, height)


@pytest.mark.parametrize("point", [-1, 6, 7, 2**31 - 1, -(2**31)])
def test_points_off_the_board(point: int) -> None:
    b = _core.Board(3, 2)
    for ask in (b.at, b.code, b.liberties, b.group):
        with pytest.raises(IndexError, match=f"point {point} is not on the board"):
            ask(point)
    with pytest.raises(IndexError):
        b.is_eye(point, BLACK)
    with pytest.raises(IndexError):
        b.is_strict_eye(point, BLACK)
    if point != b.area:
        with pytest.raises(IndexError):
            b.is_legal(point, BLACK)
        with pytest.raises(IndexError):
            b.play(point, BLACK)


@pytest.mark.parametrize("color", [0, 3, -1, 255, 257])
def test_colours_that_do_not_exist(color: int) -> None:
    b = _core.Board(3, 3)
    message = f"colour {color} is neither 1"
    for ask in (b.is_legal, b.is_eye, b.is_strict_eye, b.play):
        with pytest.raises(ValueError, match=message):
            ask(4, color)
    assert b.stones == [0] * 9


def test_other_bad_input() -> None:
    b = _core.Board(3, 3)
    with pytest.raises(TypeError):
        b.play(2**80, BLACK)
    with pytest.raises(TypeError):
        b.play("E5", BLACK)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="there is no stone at point 4"):
        b.liberties(4)
    with pytest.raises(ValueError, match="there is no stone at point 4"):
        b.group(4)
    b.play(4, BLACK)
    with pytest.raises(ValueError, match="illegal move 4: the point is not empty"):
        b.play(4, WHITE)
    with pytest.raises(ValueError, match="expected 9 stones, got 8"):
        _core.Board.from_stones(3, 3, [0] * 8)
    with pytest.raises(ValueError, match="stone 3 is neither 0"):
        _core.Board.from_stones(3, 3, [3] * 9)
    with pytest.raises(ValueError, match="a group has no liberties"):
        _core.Board.from_stones(3, 3, [1] * 9)
