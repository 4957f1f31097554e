"""What is told of a move by its surroundings: a drawn position for each kind of feature."""

import random
from collections.abc import Callable

import numpy as np
import pytest

from keima import _core
from keima.learn.pairs import KINDS, Regions

BLACK, WHITE = 1, 2
BoardOf = Callable[..., _core.Board]


def features(
    board: _core.Board, point: int, kind: str, *, to_play: int = BLACK, last: int = -1, **radii: int
) -> list[float]:
    """Those of one kind."""
    radii = {"stones": 2, "liberties": 2} | radii
    starts = _core.local_starts(**radii)
    (row,) = _core.local_features(board, to_play, [point], last, **radii)
    i = KINDS.index(kind)
    return row[starts[i] : starts[i + 1]].tolist()


# The region of 12 points, row by row, without the move in its middle:
#       0
#     1 2 3
#   4 5   6 7
#     8 9 10
#       11


def test_stones_by_side_in_the_region(board: BoardOf) -> None:
    drawn = board(
        ". . . . . . . . .",
        ". X . . . . . . .",
        ". O . . . . . . .",
        ". . . X . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
    )
    # At B6: the nearest edge is on the left, and the nearer one of the others above.
    found = features(drawn, 3 * 9 + 1, "stones")
    own, other = found[:12], found[12:]
    assert [i for i, x in enumerate(own) if x] == [0, 7]
    assert [i for i, x in enumerate(other) if x] == [2]
    # As White sees it the same stones are the other's.
    found = features(drawn, 3 * 9 + 1, "stones", to_play=WHITE)
    assert (found[:12], found[12:]) == (other, own)


def test_nothing_stands_beyond_the_edge(board: BoardOf) -> None:
    drawn = board("X . .", ". . .", ". . .")
    found = features(drawn, 1, "stones")
    assert sum(found) == 1


def test_edges_are_ones_along_the_ways_to_them() -> None:
    board = _core.Board(19, 19)
    third_fourth = features(board, 3 * 19 + 2, "edge")
    assert third_fourth[:9] == [0, 0, 1, 1, 1, 1, 1, 1, 1]
    assert third_fourth[9:] == [0, 0, 0, 1, 1, 1, 1, 1, 1]
    assert features(board, 9 * 19 + 9, "edge") == [0] * 18
    assert features(board, 0, "edge") == [1] * 18


def test_ko_and_how_far_it_is(board: BoardOf) -> None:
    drawn = board(". X O .", "X . X O", ". X O .", ". . . .")
    drawn.play(5, WHITE)
    assert drawn.ko == 6
    assert features(drawn, 3 * 4 + 3, "ko") == [1, 3]
    # White may play there.
    assert features(drawn, 3 * 4 + 3, "ko", to_play=WHITE) == [0, 0]


def test_liberties_of_groups_and_of_empty_points(board: BoardOf) -> None:
    drawn = board(
        ". . . . . . .",
        ". . . . . . .",
        ". O . . . . .",
        ". . . . . . .",
        ". X X . . . .",
        ". . . . . . .",
        ". . . . . . .",
    )
    found = features(drawn, 3 * 7 + 1, "liberties")
    # Above it White's stone with four, below it Black's two with six; the empty points beside it.
    assert found[2] == 4 and found[9] == 6 and found[10] == 6
    assert found[5] == 3 and found[6] == 3
    assert found[4] == 0


def test_liberties_after_and_captures_of_both_sides(board: BoardOf) -> None:
    drawn = board(
        "O O . X .",
        "X X X X .",
        ". . . . .",
        ". . . . .",
        ". . . . .",
    )
    # Black takes two stones; White has no liberty but would not take any.
    assert features(drawn, 2, "captures") == [2, 0]
    assert features(drawn, 2, "captures", to_play=WHITE) == [0, 2]
    # The stone joins all Black's: two points where White stood, five below and one beside.
    assert features(drawn, 2, "liberties after") == [8, 0]


def test_the_nearest_stones_in_eight_beams(board: BoardOf) -> None:
    drawn = board(
        ". . . . . . . . . . .",
        ". . . . . . . . . . .",
        ". . . . . . . . . X .",
        ". . . . . . . . O . .",
        ". . . . . X . . . . .",
        ". . . . . . . . . . .",
        ". . . . . . . . . . .",
        ". . . . . . O . . . .",
        ". . . . . . . . . . .",
        ". . . . . . . . . . .",
        ". . . . . . . . . . .",
    )
    # The point in row 4 and column 3: the left edge is nearer than the upper one.
    found = features(drawn, 3 * 11 + 2, "nearest stones", stones=5)
    beams = [found[4 * i : 4 * i + 4] for i in range(8)]
    none = [0, 20, 0, 0]
    left, right, up, down, *diagonals = beams
    assert right == [-1, 6, 0, 4]
    assert [left, up, down] == [none] * 3
    # Four columns to the right and four rows down.
    assert diagonals == [none, none, none, [-1, 8, 0, 4]]
    # What stands inside the region does not count.
    found = features(drawn, 3 * 11 + 2, "nearest stones", stones=2)
    assert found[4:8] == [1, 4, 1, 4]
    # One line above the middle of the beam.
    found = features(drawn, 4 * 11 + 2, "nearest stones", stones=5)
    assert found[4:8] == [-1, 7, -1, 4]


def test_the_last_move() -> None:
    board = _core.Board(9, 9)
    board.play(40, WHITE)
    assert features(board, 22, "last move", last=40) == [2]
    assert features(board, 22, "last move") == [20]
    assert features(board, 22, "last move", last=81) == [20]


@pytest.mark.parametrize(("width", "height"), [(7, 7), (9, 5), (2, 2), (1, 6)])
@pytest.mark.parametrize("symmetry", range(8))
def test_the_same_in_all_symmetries_and_for_both_colours(
    width: int, height: int, symmetry: int
) -> None:
    rng = random.Random(width + height)
    swap = bool(symmetry & 4)

    def turned(point: int) -> int:
        x, y = point % width, point // width
        x = width - 1 - x if symmetry & 1 else x
        y = height - 1 - y if symmetry & 2 else y
        return x * height + y if swap else y * width + x

    sides = (height, width) if swap else (width, height)
    one, other = _core.Board(width, height), _core.Board(*sides)
    color, last = BLACK, -1
    for _ in range(width * height):
        legal = [p for p in range(width * height) if one.is_legal(p, color)]
        if not legal:
            break
        there = [turned(p) for p in legal]
        seen = _core.local_features(one, color, legal, last)
        same = _core.local_features(other, 3 - color, there, turned(last) if last >= 0 else -1)
        np.testing.assert_array_equal(seen, same)
        last = rng.choice(legal)
        one.play(last, color)
        other.play(turned(last), 3 - color)
        color = 3 - color


def test_how_many_there_are() -> None:
    assert Regions(60, 24).length == 120 + 18 + 2 + 24 + 2 + 2 + 32 + 1
    assert Regions(12, 12).length == 24 + 18 + 2 + 12 + 2 + 2 + 32 + 1
    weights = Regions(12, 12).nearness()
    assert weights[:12].tolist() == [0.5, 0.5, 1, 0.5, 0.5, 1, 1, 0.5, 0.5, 1, 0.5, 0.5]
    assert weights[Regions(12, 12).columns(["edge", "ko", "last move"])].tolist() == [1] * 21


def test_refuses_what_cannot_be() -> None:
    board = _core.Board(5, 5)
    with pytest.raises(ValueError, match="from 2 to 5"):
        _core.local_features(board, BLACK, [3], stones=6)
    with pytest.raises(ValueError, match="from 2 to 5"):
        _core.local_starts(1, 3)
    board.play(3, BLACK)
    with pytest.raises(ValueError, match="not empty"):
        _core.local_features(board, BLACK, [3])
    with pytest.raises(IndexError):
        _core.local_features(board, BLACK, [25])
    with pytest.raises(ValueError, match="12, 24, 40, 60"):
        Regions(13, 24)
