"""Colour-enclosed regions and what a block reaches of them (van der Werf 2004, 8.3.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

Read = Callable[..., Mapping[str, float]]

FULL = ("full_regions", "full_size", "full_perimeter", "full_splits")
PARTIAL = (
    *("partial_regions", "partial_size", "partial_perimeter"),
    *("inner_size", "inner_perimeter", "inner_splits"),
)


def full(found: Mapping[str, float]) -> list[float]:
    return [found[name] for name in FULL]


def partial(found: Mapping[str, float]) -> list[float]:
    return [found[name] for name in PARTIAL]


def test_all_liberties(block: Read) -> None:
    """Three points in a row: the middle one splits them."""
    found = block(
        "X X X X X",
        "X . . . X",
        "X X X X X",
        at="A1",
    )
    assert full(found) == [1, 3, 8, 1]
    assert partial(found) == [0] * 6


def test_regions_are_summed(block: Read) -> None:
    found = block(". X . X .", "X X X X X", at="A1")
    assert full(found) == [3, 3, 7, 0]


def test_the_middle_by_miai(block: Read) -> None:
    """If White takes one neighbour of the middle, Black takes another."""
    found = block(
        "X X X X X",
        "X . . . X",
        "X . . . X",
        "X . . . X",
        "X X X X X",
        at="A1",
    )
    assert full(found) == [1, 9, 12, 0]


def test_points_that_are_reached_help_to_reach_others(block: Read) -> None:
    """The nine points in the middle: corners by liberties, the others by corners."""
    found = block(
        "X X X X X X X",
        "X . . . . . X",
        "X . . . . . X",
        "X . . . . . X",
        "X . . . . . X",
        "X . . . . . X",
        "X X X X X X X",
        at="A1",
    )
    assert full(found)[:2] == [1, 25]


def test_two_points_profit_from_one_pair(block: Read) -> None:
    """B4 and C3 are miai for both C4 and B3, which have no other pair."""
    found = block(
        "X X X X X .",
        "X X O O X .",
        "X . . O X .",
        "O . . X X .",
        "O O X X . .",
        "X X X . . .",
        at="A6",
    )
    assert full(found)[:2] == [2, 10 + 9]


def test_a_liberty_of_one_pair_is_not_of_another(block: Read) -> None:
    """On the second line every point has only one liberty beside it."""
    found = block(
        "X X X X X",
        ". . . . .",
        ". . . . .",
        at="A3",
    )
    assert full(found) == [0] * 4
    assert partial(found) == [1, 5, 10, 5, 5, 3]


def test_protected_liberties_reach_further(block: Read) -> None:
    """White cannot play beside the stone, so Black reaches one point more, and only one."""
    assert full(block(". X . .", at="B1")) == [2, 3, 2, 0]
    assert partial(block(". X . . .", at="B1")) == [1, 2, 2, 1, 1, 0]


def test_stones_in_a_region_are_points_of_it(block: Read) -> None:
    found = block(
        "X X X X X",
        "X . . . X",
        "X . O . X",
        "X . . . X",
        "X X X X X",
        at="A1",
    )
    assert full(found) == [1, 9, 12, 0]


def test_eyes_of_the_enemy_are_out_of_reach(block: Read) -> None:
    """The two eyes and the stone between; the other stones are touched."""
    found = block(
        "X X X X X X",
        ". . . . . X",
        "O O O O . X",
        ". O . O . X",
        at="F1",
    )
    assert full(found) == [0] * 4
    assert partial(found)[:2] == [1, 15 - 3]
    assert partial(found)[3:] == [3, 4, 1]


def test_each_block_reaches_on_its_own(block: Read) -> None:
    """The right stone has no liberty in the left corner, which the left ones reach whole."""
    position = (
        ". X . .",
        "X O X .",
        ". . . .",
    )
    assert full(block(*position, at="B3"))[0] == 1
    assert full(block(*position, at="C2"))[0] == 0
