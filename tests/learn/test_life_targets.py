"""Targets of life and death by going back through a game."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from keima import _core
from keima.learn.life_targets import Kind, life_kinds

BLACK, WHITE = 1, 2
PASS5 = 25


def drawn(kinds: list[Kind], width: int) -> list[str]:
    """c captured, l lost, e at the edge, i inside."""
    text = "".join(".clei"[kind] for kind in kinds)
    return [" ".join(text[i : i + width]) for i in range(0, len(text), width)]


#: Black has the left, White the right, C5 nobody's; a white stone at A3 is dead.
END = (
    ". X . O .",
    "X X . O .",
    "O X X O O",
    ". . X O .",
    "X . X O .",
)
OWNERS = [
    *(1, 1, 0, -1, -1),
    *(1, 1, 0, -1, -1),
    *(1, 1, 1, -1, -1),
    *(1, 1, 1, -1, -1),
    *(1, 1, 1, -1, -1),
]


def test_the_end(board: Callable[..., _core.Board]) -> None:
    found = life_kinds(board(*END), BLACK, [], OWNERS)
    assert len(found) == 1
    assert drawn(found[0], 5) == [
        ". e . e .",
        "e e . e .",
        "l e e e e",
        ". . e e .",
        "i . e e .",
    ]


def test_blocks_split_and_keep_their_kind(board: Callable[..., _core.Board]) -> None:
    """Before C3 joined them Black had two blocks, one of them not at the edge: both inherit."""
    start = board(
        ". X . O .",
        "X X . O .",
        "O X . O O",
        ". . X O .",
        "X . X O .",
    )
    found = life_kinds(start, BLACK, [12], OWNERS)
    assert drawn(found[1], 5)[2] == "l e e e e"
    assert drawn(found[0], 5) == [
        ". e . e .",
        "e e . e .",
        "l e . e e",
        ". . e e .",
        "i . e e .",
    ]


def test_captured_blocks_appear_going_back(board: Callable[..., _core.Board]) -> None:
    start = board(
        "O X . O .",
        ". X . O .",
        "O X X O O",
        ". . X O .",
        ". . X O .",
    )
    moves = [5, 13 + 11, PASS5]  # Black takes A5 from below, White plays in his own corner, a pass
    found = life_kinds(start, BLACK, moves, OWNERS)
    assert [kinds[0] for kinds in found] == [Kind.CAPTURED, Kind.NONE, Kind.NONE, Kind.NONE]
    assert [kinds[10] for kinds in found] == [Kind.LOST] * 4
    assert [kinds[24] for kinds in found] == [Kind.NONE, Kind.NONE, Kind.EDGE, Kind.EDGE]


def test_a_stone_on_the_same_point_later_has_its_own_fate(
    board: Callable[..., _core.Board],
) -> None:
    """A ko: Black takes B2, White takes back, and has it at the end."""
    start = board(". X O .", "X O . O", ". X O .")
    found = life_kinds(start, BLACK, [6, 12, 12, 5], [-1] * 12)
    assert [kinds[5] for kinds in found] == [
        Kind.CAPTURED,
        Kind.NONE,
        Kind.NONE,
        Kind.NONE,
        Kind.INSIDE,
    ]
    assert [kinds[6] for kinds in found] == [Kind.NONE, *[Kind.CAPTURED] * 3, Kind.NONE]


def test_suicide_is_a_capture_too(board: Callable[..., _core.Board]) -> None:
    start = board("X . O", "O O O", ". . .")
    found = life_kinds(start, BLACK, [1], [-1] * 9)
    assert found[0][0] == Kind.CAPTURED and found[1][0] == Kind.NONE


def test_absurd_owners() -> None:
    with pytest.raises(ValueError, match="owners of 81 points, got 3"):
        life_kinds(_core.Board(9, 9), BLACK, [], [0, 0, 0])


def test_moves_that_cannot_be_played() -> None:
    with pytest.raises(ValueError):
        life_kinds(_core.Board(3, 3), BLACK, [0, 0], [0] * 9)
