"""Direct methods for potential territory, drawn: b and w are points that a method gives away."""

from __future__ import annotations

import random

import numpy as np
import pytest

from keima import _core

METHODS = ("explicit", "direct", "distance", "zobrist", "bouzy")
SIGNS = {"X": 1, "O": -1, "b": 0, "w": 0, ".": 0}
TOLD = {"X": 1, "O": -1, "b": 1, "w": -1, ".": 0}


def told(method: str, rows: tuple[str, ...], **options: int) -> list[int]:
    signs = [SIGNS[c] for row in rows for c in row.split()]
    width, height = len(rows[0].split()), len(rows)
    values = _core.direct_territory(method, width, height, signs, **options)
    found: list[int] = np.sign(values).tolist()
    return found


def wanted(rows: tuple[str, ...]) -> list[int]:
    return [TOLD[c] for row in rows for c in row.split()]


EXPLICIT = (
    "b X . O w",
    "X . . . O",
    ". . X . .",
    ". X b X O",
    ". . X O w",
)
DIRECT = (
    "b X . O w",
    "X b b w O",
    "b b X b w",
    "b X b X O",
    ". b X O w",
)
DISTANCE = (
    "b b b . w w w",
    "b X b . w O w",
    "b b b . w w w",
    "b b b . w w w",
    "b b b . w w w",
)
NEARER = (  # Manhattan distance, not the way around stones
    "b X O w",
    "b X O w",
    "b X O w",
    "b b w w",
)


@pytest.mark.parametrize(
    "method, rows",
    [
        ("explicit", EXPLICIT),
        ("direct", DIRECT),
        ("distance", DISTANCE),
        ("distance", NEARER),
    ],
)
def test_who_has_what(method: str, rows: tuple[str, ...]) -> None:
    assert told(method, rows) == wanted(rows)


def test_influence_spreads_four_steps_and_fades() -> None:
    line = [0] * 11
    line[0] = 1
    values = _core.direct_territory("zobrist", 11, 1, line).tolist()
    # After each pass: 50 1; 51 2 1; 52 4 2 1; 53 6 4 2 1.
    assert values == [53, 6, 4, 2, 1, 0, 0, 0, 0, 0, 0]


def test_influence_of_both_sides_meets_in_the_middle() -> None:
    rows = ("b b b . w w w", "b X b . w O w", "b b b . w w w")
    assert told("zobrist", rows) == wanted(rows)


@pytest.mark.parametrize("dilations, erosions", [(4, 13), (5, 21)])
def test_a_lone_stone_has_nothing(dilations: int, erosions: int) -> None:
    """Bouzy's relation: e = d (d - 1) + 1 gives a stone in the middle back."""
    signs = [0] * 19 * 19
    signs[9 * 19 + 9] = 1
    values = _core.direct_territory(
        "bouzy", 19, 19, signs, dilations=dilations, erosions=erosions, start=64
    )
    assert np.flatnonzero(values).tolist() == [9 * 19 + 9]
    assert values[9 * 19 + 9] == 64


def test_bouzy_gives_corners_that_are_held() -> None:
    rows = (
        "b b b X . . . . .",
        "b b b X . . . . .",
        "b b b X . . . . .",
        "X X X X . . . . .",
        ". . . . . . . . .",
        ". . . . . O O O O",
        ". . . . . O w w w",
        ". . . . . O w w w",
        ". . . . . O w w w",
    )
    # What the walls look at is open or theirs; what is behind them is theirs for sure.
    found, sure = told("bouzy", rows, dilations=4, erosions=13), wanted(rows)
    assert all(f == s for f, s in zip(found, sure, strict=True) if s)
    assert found[4 * 9 + 4] == 0


def test_one_dilation_and_one_erosion_by_hand() -> None:
    rows = [0, 1, 0, -1, 0]
    grown = _core.direct_territory("bouzy", 5, 1, rows, dilations=1, erosions=0, start=8)
    assert grown.tolist() == [1, 8, 0, -8, -1]
    again = _core.direct_territory("bouzy", 5, 1, rows, dilations=2, erosions=0, start=8)
    assert again.tolist() == [2, 9, 0, -9, -2]
    worn = _core.direct_territory("bouzy", 5, 1, rows, dilations=1, erosions=2, start=8)
    assert worn.tolist() == [1, 6, 0, -6, -1]


def turned(values: np.ndarray, symmetry: int) -> np.ndarray:
    values = np.rot90(values, symmetry % 4)
    return values.T if symmetry >= 4 else values


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("size", [(1, 1), (1, 7), (2, 2), (5, 5), (9, 9), (7, 12), (25, 25)])
def test_turned_boards_and_other_colours(method: str, size: tuple[int, int]) -> None:
    width, height = size
    rng = random.Random(width * 100 + height)
    signs = np.array(rng.choices([1, -1, 0], [1, 1, 3], k=width * height)).reshape(height, width)

    def values(of: np.ndarray) -> np.ndarray:
        rows, columns = of.shape
        found = _core.direct_territory(method, columns, rows, of.ravel().tolist())
        return found.reshape(rows, columns)

    plain = values(signs)
    assert (values(-signs) == -plain).all()
    for symmetry in range(8):
        assert (values(turned(signs, symmetry)) == turned(plain, symmetry)).all()


@pytest.mark.parametrize("method", METHODS)
def test_an_empty_board_is_nobody_s(method: str) -> None:
    assert not _core.direct_territory(method, 9, 9, [0] * 81).any()


@pytest.mark.parametrize(
    "arguments, message",
    [
        (("moyo", 1, 1, [0]), "unknown method 'moyo'"),
        (("direct", 0, 1, []), "1 to 25 rows and columns, got 0x1"),
        (("direct", 26, 1, [0] * 26), "got 26x1"),
        (("direct", 2, 2, [0]), "each of 4 points, got 1"),
        (("direct", 1, 1, [2]), "signs 1, -1 and 0, got 2"),
    ],
)
def test_what_is_no_position_is_refused(arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _core.direct_territory(*arguments)  # type: ignore[arg-type]
