"""Optimistic chains (van der Werf 2004, 8.3.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

Read = Callable[..., Mapping[str, float]]

TWO = (
    "X . X .",
    ". . . .",
    "O O O O",
)
WALL = (
    ". O X .",
    ". O X .",
    ". O X .",
)


def test_blocks_that_share_a_liberty(block: Read) -> None:
    for stone in ("A3", "C3"):
        found = block(*TWO, at=stone)
        assert found["chain_blocks"] == 2
        assert found["chain_size"] == 2
        assert found["chain_perimeter"] == 4


def test_from_friend_to_friend(block: Read) -> None:
    assert block("X . X . X", ". . . . .", at="A2")["chain_blocks"] == 3
    assert block("X . . X . X", at="A1")["chain_blocks"] == 1


def test_the_shared_liberty_splits(block: Read) -> None:
    assert block(*TWO, at="A3")["chain_splits"] == 1
    assert block(". X . .", "X . . .", ". . . .", at="B3")["chain_splits"] == 0


def test_regions_and_those_with_eyespace(block: Read) -> None:
    found = block(*WALL, at="C1")
    assert found["chain_regions"] == 2
    assert found["chain_eye_regions"] == 1
    assert found["chain_full_regions"] == 1


def test_a_region_is_full_for_all_if_it_is_for_one(block: Read) -> None:
    """The corner is no liberty of the stone at C2, but of its friend's."""
    position = (
        ". X . .",
        "X O X .",
        ". . . .",
    )
    found = block(*position, at="C2")
    assert found["full_regions"] == 0
    assert found["chain_blocks"] == 3
    assert found["chain_full_regions"] == 1


def test_eyespace_of_the_chain(block: Read) -> None:
    """B3 for both stones and D3 for one of them."""
    assert block(*TWO, at="A3")["eyespace_size"] == 1
    found = block(*TWO, at="A3")
    assert found["chain_eyespace_size"] == 2
    assert found["chain_eyespace_perimeter"] == 3 + 2


def test_external_liberties_of_opponents(block: Read) -> None:
    """White's on the left are out of Black's reach; what both have is not external."""
    assert block(*WALL, at="C1")["chain_external_liberties"] == 3
    assert block("X O .", ". . .", at="A2")["chain_external_liberties"] == 2
    assert block("X O X", ". . .", at="A2")["chain_external_liberties"] == 1
