"""Eyespace next to a block (van der Werf 2004, 8.3.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

Read = Callable[..., Mapping[str, float]]


def eyespace(found: Mapping[str, float]) -> tuple[float, float]:
    return found["eyespace_size"], found["eyespace_perimeter"]


def test_not_beside_the_enemy(block: Read) -> None:
    """Black has A3, and A1 with B1; White has E2."""
    position = (
        ". X . O O",
        "X X . O .",
        ". . . O O",
    )
    assert eyespace(block(*position, at="A2")) == (3, 2 + 3)
    assert eyespace(block(*position, at="D1")) == (1, 3)


def test_false_at_the_edge_with_one_diagonal(block: Read) -> None:
    assert eyespace(block(". X O .", "X O O .", "X X O .", at="A1")) == (0, 0)
    assert eyespace(block(". X O .", "X X O .", "X X O .", at="A1")) == (1, 2)


def test_false_inside_with_two_diagonals(block: Read) -> None:
    """C2 and the right side; C3, and E3 at the edge; neither of them."""
    none = (
        "O . X X .",
        "O X . X .",
        ". X X X .",
    )
    one = (
        "O O . O .",
        ". X X X .",
        "O X . X .",
        ". O X X .",
        ". O O O .",
    )
    assert block(*none, at="B2")["eyespace_size"] == 1 + 3
    assert block(*one, at="B4")["eyespace_size"] == 1 + 1
    two = (*one[:3], ". O X O .", one[4])
    assert block(*two, at="B4")["eyespace_size"] == 0


def test_a_stone_in_atari_is_eyespace(block: Read) -> None:
    found = block(
        "X X X X .",
        "X O . X .",
        "X X X X .",
        at="A1",
    )
    assert eyespace(found) == (2 + 3, 6 + 3)


def test_a_stone_with_two_liberties_is_not(block: Read) -> None:
    position = (
        "X X X X X",
        "X . O . X",
        "X X X X X",
    )
    assert eyespace(block(*position, at="A1")) == (0, 0)
    assert eyespace(block(*position, at="A1", alive={"C2": 0.2})) == (3, 8)


def test_predicted_alive_makes_no_eye(block: Read) -> None:
    position = ("X X X X", "X O . X", "X X X X")
    assert block(*position, at="A1")["eyespace_size"] == 2
    assert block(*position, at="A1", alive={"B2": 0.9})["eyespace_size"] == 0


def test_predicted_dead_makes_no_false_eye(block: Read) -> None:
    position = (". X O", "X O .", "X X O")
    dead = block(*position, at="A1", alive={"B2": 0.1})
    assert dead["eyespace_size"] == 1  # its own point is false by the others, and C2 is theirs
    assert block(*position, at="A1", alive={"B2": 0.6})["eyespace_size"] == 0
