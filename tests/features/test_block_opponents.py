"""Weak opponents, and what is predicted of opponents and friends (van der Werf 2004, 8.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

Read = Callable[..., Mapping[str, float]]

SIDES = (
    ". O X O . .",
    ". . X O . .",
    ". . X O . .",
)


def opponent(found: Mapping[str, float], which: str) -> list[float]:
    names = ("perimeter", "liberties", "shared", "splits", "eyespace")
    return [found[f"{which}_{name}"] for name in names]


def test_the_weakest_has_fewest_liberties(block: Read) -> None:
    found = block(*SIDES, at="C1")
    assert opponent(found, "weakest") == [3, 2, 1, 0, 3]


def test_the_second_weakest(block: Read) -> None:
    found = block(*SIDES, at="C1")
    assert opponent(found, "second") == [6, 3, 0, 1, 3]


def test_the_weakest_around_the_chain(block: Read) -> None:
    """The stone at E2 is next to the friend only, and in atari."""
    found = block(
        "X . X O .",
        "O O O X O",
        ". . . . X",
        at="A3",
    )
    assert found["weakest_liberties"] == 4
    assert found["around_liberties"] == 1
    assert found["around_perimeter"] == 3


def test_sharing_a_liberty_is_enough(block: Read) -> None:
    """White touches no stone of Black's."""
    found = block(". X . O .", at="B1")
    assert opponent(found, "weakest") == [0] * 5
    assert opponent(found, "around") == [2, 2, 1, 0, 1]


def test_without_opponents(block: Read) -> None:
    found = block(". X .", at="B1", alive={})
    for which in ("weakest", "second", "around"):
        assert opponent(found, which) == [0] * 5
    assert found["friend_alive"] == 0
    assert found["weakest_alive"] == found["second_alive"] == found["weakest_chain_alive"] == 1
    assert found["weakest_chain_eyespace_size"] == 0


def test_predictions_of_opponents(block: Read) -> None:
    found = block(*SIDES, at="C1", alive={"B3": 0.75, "D1": 0.625})
    assert found["weakest_alive"] == 0.75
    assert found["second_alive"] == 0.625


def test_the_strongest_friend(block: Read) -> None:
    found = block(
        "X . X . X",
        ". . . . .",
        at="C2",
        alive={"A2": 0.25, "E2": 0.5, "C2": 1.0},
    )
    assert found["friend_alive"] == 0.5


def test_the_chain_of_the_weakest(block: Read) -> None:
    """White's stone beside Black and its friends; their eyespace is A2, as B3 is false."""
    found = block(
        "O . . . .",
        ". O X X .",
        "O . X . .",
        at="C1",
        alive={"A3": 1.0, "B2": 0.75, "A1": 0.5},
    )
    assert found["weakest_alive"] == 0.75
    assert found["weakest_chain_alive"] == pytest.approx(0.75)
    assert found["weakest_chain_eyespace_size"] == 1
    assert found["weakest_chain_eyespace_perimeter"] == 3


def test_eyespace_of_opponents_follows_predictions(block: Read) -> None:
    position = (
        "O O O O X .",
        "O X . O X .",
        "O O O O X .",
    )
    before = block(*position, at="E1")
    assert before["weakest_eyespace"] == 6
    after = block(*position, at="E1", alive={"B2": 1.0})
    assert after["weakest_eyespace"] == 0
    assert after["weakest_chain_eyespace_size"] == 0
