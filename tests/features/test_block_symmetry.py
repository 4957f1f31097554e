"""Features of blocks are the same however the board is turned, and with the colours swapped."""

from __future__ import annotations

import random

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from keima import _core

Stones = npt.NDArray[np.int64]

SIZES = [(1, 1), (1, 7), (2, 2), (3, 5), (9, 9), (13, 6), (19, 19), (25, 25), (25, 1)]


def board_of(stones: Stones) -> _core.Board:
    height, width = stones.shape
    return _core.Board.from_stones(width, height, stones.ravel().tolist())


def random_position(width: int, height: int, rng: random.Random) -> Stones:
    """After random moves that fill no eyes, more or less of them."""
    board = _core.Board(width, height)
    color = 1
    for _ in range(rng.randrange(3 * board.area)):
        legal = [
            p for p in range(board.area) if board.is_legal(p, color) and not board.is_eye(p, color)
        ]
        board.play(rng.choice(legal) if legal else board.area, color)
        color = 3 - color
    return np.array(board.stones).reshape(height, width)


def turned(stones: Stones, symmetry: int) -> Stones:
    stones = np.rot90(stones, symmetry % 4)
    return stones[:, ::-1] if symmetry >= 4 else stones


def all_features(stones: Stones, alive: npt.NDArray[np.float64]) -> npt.NDArray[np.float32]:
    """Of the block at each point, with predictions by point; nothing where there is no stone."""
    features = _core.BlockFeatures(board_of(stones))
    numbers = np.array(features.numbers)
    points = np.flatnonzero(numbers >= 0)
    values = np.zeros(len(features), np.float32)
    np.maximum.at(values, numbers[points], alive.ravel()[points].astype(np.float32))
    table = np.hstack([features.statics(), features.recursive(values), features.extra(1)[:, 1:]])
    found = np.zeros((numbers.size, table.shape[1]), np.float32)
    found[points] = table[numbers[points]]
    return found.reshape(*stones.shape, -1)


def check(stones: Stones, rng: random.Random) -> None:
    alive = np.array([[rng.random() for _ in row] for row in stones])
    want = all_features(stones, alive)
    for symmetry in range(8):
        found = all_features(turned(stones, symmetry), turned(alive, symmetry))
        np.testing.assert_allclose(found, turned(want, symmetry), rtol=1e-5, atol=1e-5)
    swapped = np.where(stones > 0, 3 - stones, 0)
    np.testing.assert_allclose(all_features(swapped, alive), want, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_every_size(width: int, height: int) -> None:
    rng = random.Random(width * 100 + height)
    for _ in range(3):
        check(random_position(width, height, rng), rng)


@given(st.integers(0, 2**32), st.integers(2, 9), st.integers(2, 9))
def test_random_positions(seed: int, width: int, height: int) -> None:
    rng = random.Random(seed)
    check(random_position(width, height, rng), rng)


def test_counts_agree_with_the_board() -> None:
    rng = random.Random(4)
    for _ in range(20):
        stones = random_position(9, 9, rng)
        board = board_of(stones)
        features = _core.BlockFeatures(board)
        table = features.statics()
        names = _core.block_feature_names()
        for p, n in enumerate(features.numbers):
            assert (n >= 0) == (board.at(p) != 0)
            if n >= 0:
                assert features.colors[n] == board.at(p)
                assert table[n][names.index("size")] == len(board.group(p))
                assert table[n][names.index("liberties")] == len(board.liberties(p))


def test_names() -> None:
    names = _core.block_feature_names()
    assert len(names) == len(set(names)) == 53 + 6 + 5
    features = _core.BlockFeatures(_core.Board(9, 9))
    assert len(features) == 0
    assert features.statics().shape == (0, 53)
    assert features.recursive(np.zeros(0, np.float32)).shape == (0, 59)
    assert features.extra(1).shape == (0, 5)
