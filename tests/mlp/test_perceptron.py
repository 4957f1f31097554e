"""The small network, against the same in plain arithmetic."""

from __future__ import annotations

import random

import numpy as np
import numpy.typing as npt
import pytest

from keima import _core

Array = npt.NDArray[np.float64]


def random_board(side: int, moves: int, seed: int) -> _core.Board:
    rng, board, color = random.Random(seed), _core.Board(side, side), 1
    for _ in range(moves):
        legal = [p for p in range(board.area) if board.is_legal(p, color)]
        board.play(rng.choice(legal), color)
        color = 3 - color
    return board


def near(side: int, distance: int) -> list[list[int]]:
    """By unit, the units within reach."""
    places = [divmod(i, side) for i in range(side * side)]
    return [
        [j for j, (r, c) in enumerate(places) if abs(r - row) + abs(c - column) <= distance]
        for row, column in places
    ]


def matrices(net: _core.Perceptron) -> tuple[Array, Array]:
    """Of the hidden map, by unit, input point and bit, and of the output map."""
    area, values = net.side**2, iter(net.weights.tolist())
    first, second = np.zeros((area, area, 3)), np.zeros((area, area))
    for source, targets in enumerate(near(net.side, net.distance)):
        for target in targets:
            first[target, source] = [next(values) for _ in range(3)]
    for source, targets in enumerate(near(net.side, net.distance)):
        for target in targets:
            second[target, source] = next(values)
    assert next(values, None) is None
    return first, second


def inputs(states: list[int]) -> Array:
    bits = _core.state_bits()
    return np.array([[1.0 if bits[s] >> b & 1 else -1.0 for b in range(3)] for s in states])


def f(x: Array) -> Array:
    result: Array = 1.7159 * np.tanh(2 / 3 * x)
    return result


@pytest.mark.parametrize(
    ("distance", "count"), [(6, 96_196), (7, 122_628), (8, 150_724), (9, 180_004), (10, 210_004)]
)
def test_weights_of_the_document(distance: int, count: int) -> None:
    net = _core.Perceptron(19, distance)
    assert len(net) == count
    # "With p = 10 each of the 722 neurons has an average of 291 connections."
    assert distance != 10 or round(count / 722) == 291


def test_first_weights_are_small_but_not_too_small() -> None:
    net = _core.Perceptron(9, 3)
    net.randomize(1)
    for layer, maps in zip(matrices(net), (3, 1), strict=True):
        for unit, sources in enumerate(near(9, 3)):
            weights = layer[unit, sources].ravel()
            most = 2.4 / (maps * len(sources))
            assert (np.abs(weights) <= most * 1.0001).all()
            assert (np.abs(weights) > 0.001).all()
            assert np.abs(weights).max() > most / 3
    other = _core.Perceptron(9, 3)
    other.randomize(1)
    assert (other.weights == net.weights).all()
    other.randomize(2)
    assert (other.weights != net.weights).any()


@pytest.mark.parametrize(("side", "distance"), [(5, 3), (9, 4), (9, 16), (13, 6), (1, 0)])
def test_outputs_are_those_of_plain_arithmetic(side: int, distance: int) -> None:
    net = _core.Perceptron(side, distance)
    net.randomize(side)
    net.set_weights(net.weights * np.float32(5))  # so that units are not all in the middle
    board = random_board(side, side * side // 3, 1)
    first, second = matrices(net)
    x = inputs(_core.point_states(board, 2))
    hidden = f(np.einsum("tsb,sb->t", first, x))
    assert net.outputs(board, 2) == pytest.approx(f(second @ hidden), abs=1e-5)


def test_a_step_is_that_of_plain_arithmetic() -> None:
    side, distance, rate, move = 6, 3, 0.05, 8
    net = _core.Perceptron(side, distance)
    net.randomize(3)
    examples = _core.Examples(side)
    examples.add_game(_core.Board(side, side), 1, [14, move, 20], last=0, most_stones=36)
    states, target_point = examples.get(1)
    first, second = matrices(net)
    x = inputs(states)
    hidden = f(np.einsum("tsb,sb->t", first, x))
    out = f(second @ hidden)
    target = np.full(side * side, -1.0)
    target[target_point] = 1
    # df/dx = a b (1 - tanh^2)
    error = (target - out) * (2 / 3 * 1.7159) * (1 - (out / 1.7159) ** 2)
    hidden_error = (second.T @ error) * (2 / 3 * 1.7159) * (1 - (hidden / 1.7159) ** 2)
    connected = np.zeros_like(second)
    for unit, sources in enumerate(near(side, distance)):
        connected[unit, sources] = 1
    second += rate * connected * np.outer(error, hidden)
    first += rate * connected[:, :, None] * hidden_error[:, None, None] * x[None]

    net.learn(examples, np.array([8], np.uint32), rate)
    for ours, expected in zip(matrices(net), (first, second), strict=True):
        assert ours == pytest.approx(expected, abs=1e-6)


def test_it_learns_a_small_set_by_heart() -> None:
    rng, examples = random.Random(2), _core.Examples(5)
    for _ in range(5):
        examples.add_game(_core.Board(5, 5), 1, rng.sample(range(25), 4), last=0, most_stones=25)
    net = _core.Perceptron(5, 8)
    net.randomize(1)
    numbers = np.arange(8 * len(examples), dtype=np.uint32)
    before = net.ranks(examples, numbers)
    shuffled = np.random.default_rng(1).permuted(np.tile(numbers, (150, 1)), axis=1).ravel()
    net.learn(examples, shuffled, 0.02)
    after = net.ranks(examples, numbers)
    assert (after[:, 1] <= 1.5).mean() > 0.8 > (before[:, 1] <= 1.5).mean()


def test_ranks_of_ties_are_in_the_middle() -> None:
    net, examples = _core.Perceptron(3, 1), _core.Examples(3)  # all outputs are 0
    examples.add_game(_core.Board(3, 3), 1, [4, 0], last=0, most_stones=9)
    assert net.ranks(examples, np.array([0, 8], np.uint32)).tolist() == [[5, 5, 9], [5, 4.5, 8]]


def test_bad_input_is_refused() -> None:
    net, examples = _core.Perceptron(5, 2), _core.Examples(5)
    for side, distance in ((0, 0), (26, 3), (5, -1), (5, 9)):
        with pytest.raises(ValueError):
            _core.Perceptron(side, distance)
    with pytest.raises(ValueError):
        _core.Examples(0)
    with pytest.raises(ValueError, match=f"expected {len(net)} weights, got 3"):
        net.set_weights(np.zeros(3, np.float32))
    with pytest.raises(ValueError, match="not a number"):
        net.set_weights(np.full(len(net), np.nan, np.float32))
    with pytest.raises(ValueError, match="another size"):
        net.outputs(_core.Board(6, 6), 1)
    with pytest.raises(IndexError):
        net.learn(examples, np.array([0], np.uint32), 0.1)
    with pytest.raises(ValueError, match="another size"):
        net.ranks(_core.Examples(6), np.array([], np.uint32))
