"""Disputed territory, and what matters before the end (van der Werf 2004, 8.3.1 and 9.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from keima import _core
from keima.points import parse_point

Read = Callable[..., Mapping[str, float]]
Draw = Callable[..., _core.Board]

BLACK, WHITE = 1, 2


def disputed(found: Mapping[str, float]) -> list[float]:
    return [found[f"disputed_{name}"] for name in ("own", "friends", "enemies")]


def test_disputed_territory(block: Read) -> None:
    """B3, C3 and C2 are everybody's; the corner stone has one of them, its colour two."""
    position = (
        "X . . O .",
        ". X . O .",
        "X X O . .",
    )
    assert disputed(block(*position, at="A3")) == [1, 2, 2]
    assert disputed(block(*position, at="B2")) == [2, 2, 2]
    assert disputed(block(*position, at="C1")) == [1, 2, 2]


def test_only_the_regions_beside_the_block(block: Read) -> None:
    position = (
        "X . O X X . O",
        "X . O X X . O",
    )
    assert disputed(block(*position, at="A1")) == [2, 2, 2]


def test_settled_territory_is_not_disputed(block: Read) -> None:
    assert disputed(block("X O .", ". O .", ". O .", at="B1")) == [2, 2, 1]
    assert disputed(block(". X O .", ". X O .", at="B1")) == [0, 0, 0]


@pytest.mark.parametrize("to_play", [BLACK, WHITE])
def test_player_to_move(board: Draw, to_play: int) -> None:
    features = _core.BlockFeatures(board("X . O"))
    own = [row[0] for row in features.extra(to_play).tolist()]
    assert own == ([1, -1] if to_play == BLACK else [-1, 1])


def test_stones_on_the_board(board: Draw) -> None:
    features = _core.BlockFeatures(board("X . O", "X . .", ". X ."))
    assert [row[3:] for row in features.extra(BLACK).tolist()] == [[3, 1], [1, 3], [3, 1]]


def test_ko_and_how_far_it_is(board: Draw) -> None:
    position = board(
        ". X O . .",
        "X . X O .",
        ". X O . .",
    )
    width, height = position.width, position.height
    features = _core.BlockFeatures(position)
    assert {tuple(row[1:3]) for row in features.extra(BLACK).tolist()} == {(0, 6)}
    assert position.play(parse_point("B2", width, height), WHITE) == 1
    features = _core.BlockFeatures(position)
    table = features.extra(BLACK)
    assert set(table[:, 1].tolist()) == {1}
    distance = {
        name: table[features.numbers[parse_point(name, width, height)], 2]
        for name in ("B2", "C3", "D2", "A2")
    }
    assert distance == {"B2": 1, "C3": 1, "D2": 1, "A2": 2}


def test_bad_arguments(board: Draw) -> None:
    import numpy as np

    features = _core.BlockFeatures(board("X . O"))
    with pytest.raises(ValueError, match="colour 3"):
        features.extra(3)
    with pytest.raises(ValueError, match="2 blocks, but values for 3"):
        features.recursive(np.ones(3, np.float32))
    for bad in (-0.1, 1.1, float("nan")):
        with pytest.raises(ValueError, match="from 0 to 1"):
            features.recursive(np.full(2, bad, np.float32))
