"""What a block is by itself (van der Werf 2004, 8.3.1, general features)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

Read = Callable[..., Mapping[str, float]]

PAIR = (
    ". . . . .",
    ". X X . .",
    ". O . . .",
    ". . . . .",
)


def test_size_perimeter_opponents_and_liberties(block: Read) -> None:
    found = block(*PAIR, at="B3")
    assert found["size"] == 2
    assert found["perimeter"] == 6
    assert found["opponents"] == 1
    assert found["liberties"] == 5
    assert found["opponent_blocks"] == 1


def test_a_point_next_to_two_stones_is_one_liberty(block: Read) -> None:
    assert block("X X", "X .", at="A1")["liberties"] == 1


def test_liberties_of_the_second_and_third_order(block: Read) -> None:
    """Of the pair: A4 D4 A2 E3 D2 C1, and from there E4 A1 E2 D1 B1."""
    found = block(*PAIR, at="B3")
    assert found["liberties_2"] == 6
    assert found["liberties_3"] == 5


def test_opponents_are_points_and_blocks(block: Read) -> None:
    found = block("O X O", "O . O", at="B2")
    assert found["opponents"] == 2
    assert found["opponent_blocks"] == 2
    found = block("O X .", "O O .", ". . .", at="B3")
    assert found["opponents"] == 2
    assert found["opponent_blocks"] == 1


def test_protected_from_suicide_and_from_self_atari(block: Read) -> None:
    """A3 would be suicide of White; C3 and A1 leave one liberty."""
    found = block(
        ". X .",
        "X X .",
        ". . O",
        at="B3",
    )
    assert found["liberties"] == 5
    assert found["protected_liberties"] == 3


def test_where_the_enemy_captures_is_not_protected(block: Read) -> None:
    found = block(
        ". X O",
        "X O O",
        "X O .",
        at="B3",
    )
    assert found["liberties"] == 1
    assert found["protected_liberties"] == 0


def test_auto_atari(block: Read) -> None:
    both = block("X . O", "X O .", ". O O", at="A3")
    assert both["auto_atari_liberties"] == 2
    one = block("X . .", "X O O", ". O .", at="A3")
    assert one["auto_atari_liberties"] == 1
    none = block("X . .", "X . O", ". O .", at="A3")
    assert none["auto_atari_liberties"] == 0


def test_capturing_is_no_auto_atari(block: Read) -> None:
    found = block("X . O X", "X O X X", ". O . .", at="A3")
    assert found["auto_atari_liberties"] == 1


def test_local_majority_within_two_points(block: Read) -> None:
    """Black's own and E3 less White's C1; the stone at F1 is too far."""
    found = block(
        ". . . . . .",
        ". . X . X .",
        ". . . . . .",
        ". . O . . O",
        at="C3",
    )
    assert found["local_majority"] == 1


def test_distance_to_the_edges(block: Read) -> None:
    found = block(*PAIR, at="B3")
    assert found["edge_distance"] == 1
    assert found["second_edge_distance"] == 1.5
    corner = block(". . .", ". . .", "X . .", at="A1")
    assert (corner["edge_distance"], corner["second_edge_distance"]) == (0, 0)


def test_bounding_box(block: Read) -> None:
    assert block(*PAIR, at="B3")["bounding_box"] == 2
    assert block(". X .", "X X .", ". . .", at="A2")["bounding_box"] == 4
    assert block("X X X", ". . X", ". . X", at="A3")["bounding_box"] == 9
