"""Small networks that learn."""

from __future__ import annotations

import numpy as np

from keima.learn.perceptron import Training, _slopes, errors, train
from keima.score.perceptron import Perceptron, logistic


def test_it_learns_what_is_not_linear() -> None:
    rng = np.random.default_rng(1)
    inputs = rng.normal(size=(2000, 2)).astype(np.float32)
    alive = inputs[:, 0] * inputs[:, 1] > 0
    net, wrong = train(
        inputs[:1500],
        alive[:1500],
        (inputs[1500:], alive[1500:]),
        Training(units=12, epochs=40, rate=2e-2),
    )
    assert wrong == errors(net, inputs[1500:], alive[1500:])
    assert wrong < 0.05


def test_the_same_seed_gives_the_same() -> None:
    rng = np.random.default_rng(2)
    inputs = rng.normal(size=(300, 4)).astype(np.float32)
    alive = inputs.sum(1) > 0
    how = Training(units=3, epochs=3)
    first, second = (train(inputs, alive, (inputs, alive), how)[0] for _ in range(2))
    assert (first(inputs) == second(inputs)).all()


def test_slopes_are_those_of_the_cross_entropy() -> None:
    rng = np.random.default_rng(3)
    arrays = [rng.normal(size=shape) for shape in ((4,), (4,), (4, 3), (3,), (3,), (1,))]
    x, wanted = rng.normal(size=(9, 4)), rng.integers(0, 2, 9).astype(float)

    def loss(parts: list[np.ndarray]) -> float:
        units = np.tanh(x @ parts[2] + parts[3])
        p = logistic(units @ parts[4] + parts[5])
        return float(-(wanted * np.log(p) + (1 - wanted) * np.log(1 - p)).mean())

    found = _slopes(Perceptron(*arrays), x, wanted)
    for number, slope in zip(range(2, 6), found, strict=True):
        for index in np.ndindex(slope.shape):
            changed = [a.copy() for a in arrays]
            changed[number][index] += 1e-6
            assert abs((loss(changed) - loss(arrays)) / 1e-6 - slope[index]) < 1e-4


def test_a_constant_input_does_no_harm() -> None:
    inputs = np.ones((50, 3), np.float32)
    inputs[:, 0] = np.arange(50)
    alive = inputs[:, 0] > 25
    net, _ = train(inputs, alive, (inputs, alive), Training(units=4, epochs=5))
    assert np.isfinite(net(inputs)).all()
