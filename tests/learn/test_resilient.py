"""Resilient propagation."""

from __future__ import annotations

import numpy as np
import pytest

from keima import _core
from keima.learn.resilient import Shape, train


@pytest.mark.parametrize("hidden", [0, 3])
def test_slopes_are_those_of_the_error(hidden: int) -> None:
    shape = Shape(4, hidden)
    rng = np.random.default_rng(1)
    inputs = rng.normal(size=(50, 4)).astype(np.float32)
    targets = rng.choice([-1, 0, 1], 50).astype(np.float32)
    weights = (0.5 * rng.normal(size=shape.weights)).astype(np.float32)
    error, slope = shape.slope(weights, inputs, targets)
    assert error == pytest.approx(shape.error(weights, inputs, targets), rel=1e-5)
    for i in range(shape.weights):
        step = np.zeros(shape.weights, np.float32)
        step[i] = 1e-2
        higher, lower = (shape.error(weights + s, inputs, targets) for s in (step, -step))
        assert slope[i] == pytest.approx((higher - lower) / 2e-2, abs=2e-3)


def test_hidden_units_learn_what_no_line_divides() -> None:
    rng = np.random.default_rng(2)
    inputs = rng.choice([-1, 1], (400, 2)).astype(np.float32)
    targets = (inputs[:, 0] * inputs[:, 1]).astype(np.float32)
    data = (inputs[:300], targets[:300]), (inputs[300:], targets[300:])
    assert train(Shape(2, 0), *data, epochs=60).error > 0.9
    assert min(train(Shape(2, 4), *data, epochs=150, seed=s).error for s in range(3)) < 0.05


def test_it_stops_when_nothing_is_gained_and_keeps_the_best() -> None:
    rng = np.random.default_rng(3)
    learn = rng.normal(size=(20, 5)).astype(np.float32), rng.choice([-1.0, 1.0], 20)
    choose = rng.normal(size=(200, 5)).astype(np.float32), rng.choice([-1.0, 1.0], 200)
    heard: list[float] = []
    found = train(
        Shape(5, 8), learn, choose, epochs=300, patience=5, tell=lambda e, a, b: heard.append(b)
    )  # type: ignore[arg-type]
    assert len(heard) == found.epochs + 5 < 300
    assert found.error <= min(heard)
    again = train(Shape(5, 8), learn, choose, epochs=300, patience=5)  # type: ignore[arg-type]
    assert (again.weights == found.weights).all()


@pytest.mark.parametrize("hidden", [0, 6])
def test_weights_mean_the_same_in_the_core(hidden: int) -> None:
    shape = Shape(24 + 20, hidden)
    rng = np.random.default_rng(4)
    weights = rng.normal(0, 0.3, shape.weights).astype(np.float32)
    signs = rng.choice([-1, 0, 0, 1], 72).tolist()
    alive = rng.random(72).astype(np.float32)
    values = _core.TerritoryNet(3, True, hidden, weights).evaluate(9, 8, signs, 1, alive)
    for point in (3, 20, 30):
        views = [
            _core.territory_inputs(
                9, 8, signs, 1, alive, [point], radius=3, enhanced=True, view=view
            )
            for view in range(2)
        ]
        outputs = [shape.outputs(weights, rows)[0] for rows in views]
        assert values[point] == pytest.approx(np.mean(outputs), abs=1e-5)
