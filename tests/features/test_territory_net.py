"""Networks of territory: what they compute, and that how the board lies does not matter."""

from __future__ import annotations

import random

import numpy as np
import pytest

from keima import _core


def random_net(radius: int, enhanced: bool, hidden: int) -> _core.TerritoryNet:
    inputs = 2 * radius * (radius + 1) + (20 if enhanced else 0)
    count = (inputs + 2) * hidden + 1 if hidden else inputs + 1
    weights = np.random.default_rng(7).normal(0, 0.2, count).astype(np.float32)
    return _core.TerritoryNet(radius, enhanced, hidden, weights)


def test_a_linear_network_by_hand() -> None:
    # On 3x1 from the first point the only neighbour is to the right; in a view it stands below, as
    # the nearest edge is above.
    weights = np.array([0.1, 0.2, 0.3, 0.4, 0.05], np.float32)
    net = _core.TerritoryNet(1, False, 0, weights)
    values = net.evaluate(3, 1, [0, 1, 0], 1, np.ones(3, np.float32))
    one_of = (0.4 + 0.05, 0.3 + 0.05)
    assert values[0] == pytest.approx(sum(one_of) / 2)  # both edges are as near
    assert values[0] == values[2]


def test_hidden_units_by_hand() -> None:
    weights = np.zeros((4 + 2) * 2 + 1, np.float32)
    weights[8:10] = 1, -1  # biases
    weights[10:12] = 0.5, 0.25
    weights[12] = 0.125
    net = _core.TerritoryNet(1, False, 2, weights)
    value = net.evaluate(1, 1, [0], 1, np.ones(1, np.float32))[0]
    assert value == pytest.approx(np.tanh(0.25 * np.tanh(1) + 0.125), rel=1e-6)


def turned(values: np.ndarray, symmetry: int) -> np.ndarray:
    values = np.rot90(values, symmetry % 4)
    return values.T if symmetry >= 4 else values


@pytest.mark.parametrize("enhanced, hidden", [(False, 5), (True, 5), (True, 0)])
@pytest.mark.parametrize("size", [(1, 1), (1, 4), (5, 5), (9, 9), (6, 13), (25, 25)])
def test_turned_boards_and_other_colours(
    enhanced: bool, hidden: int, size: tuple[int, int]
) -> None:
    width, height = size
    rng = random.Random(width * 100 + height)
    signs = np.array(rng.choices([1, -1, 0], [1, 1, 3], k=width * height)).reshape(height, width)
    alive = np.array([rng.random() for _ in range(width * height)], np.float32)
    alive = alive.reshape(height, width)
    net = random_net(4, enhanced, hidden)

    def values(of: np.ndarray, likely: np.ndarray, to_play: int) -> np.ndarray:
        rows, columns = of.shape
        flat = np.ascontiguousarray(likely).ravel()
        found = net.evaluate(columns, rows, of.ravel().tolist(), to_play, flat)
        return found.reshape(rows, columns)

    plain = values(signs, alive, 1)
    assert (values(-signs, alive, 2) == -plain).all()
    for symmetry in range(8):
        same = values(turned(signs, symmetry), turned(alive, symmetry), 1)
        assert (same == turned(plain, symmetry)).all()


@pytest.mark.parametrize(
    "radius, enhanced, hidden, weights, message",
    [
        (0, False, 0, [0.0], "radius must be from 1 to 8"),
        (1, False, -1, [0.0], "hidden units must be from 0 to 256"),
        (1, False, 0, [0.0], "expected 5 weights, got 1"),
        (1, False, 0, [float("nan")] * 5, "a weight is no number"),
        (1, False, 0, [1e30] * 5, "a weight is no number"),
    ],
)
def test_what_is_no_network(
    radius: int, enhanced: bool, hidden: int, weights: list[float], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        _core.TerritoryNet(radius, enhanced, hidden, np.array(weights, np.float32))
