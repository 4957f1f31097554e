"""Networks and how they are trained."""

import numpy as np
import pytest

from keima.learn.classifiers.deep import DeepNetwork
from keima.learn.classifiers.levenberg import levenberg_marquardt
from keima.learn.classifiers.network import Network
from keima.learn.classifiers.rules import Momentum, Rprop, Rule
from keima.learn.classifiers.training import descend, stopped_early


def slopes(network: Network | DeepNetwork, vectors: np.ndarray) -> np.ndarray:
    """All derivatives of the outputs by the weights, by small changes."""
    step, rows = 1e-6, []
    for i in range(network.count):
        kept = network.weights[i]
        network.weights[i] = kept + step
        more = network(vectors)
        network.weights[i] = kept - step
        less = network(vectors)
        network.weights[i] = kept
        rows.append((more - less).ravel() / (2 * step))
    return np.stack(rows, 1)


@pytest.mark.parametrize("outputs", [1, 3])
def test_derivatives_are_those_of_small_changes(outputs: int) -> None:
    network = Network(4, 5, outputs, seed=3)
    vectors = np.random.default_rng(1).normal(size=(6, 4))
    wanted = slopes(network, vectors)
    np.testing.assert_allclose(network.jacobian(vectors), wanted, atol=1e-8)
    errors = np.random.default_rng(2).normal(size=(6, outputs))
    gradient = np.zeros(network.count)
    network.add_gradient(gradient, vectors, network.hidden_of(vectors), errors)
    np.testing.assert_allclose(gradient, errors.ravel() @ wanted, atol=1e-8)


@pytest.mark.parametrize("hidden", [(5, 3), (1, 4)])
def test_derivatives_through_two_hidden_layers(hidden: tuple[int, int]) -> None:
    network = DeepNetwork(4, hidden, 2, seed=3)
    vectors = np.random.default_rng(1).normal(size=(6, 4))
    errors = np.random.default_rng(2).normal(size=(6, 2))
    gradient = np.zeros(network.count)
    network.add_gradient(gradient, vectors, network.hidden_of(vectors), errors)
    np.testing.assert_allclose(gradient, errors.ravel() @ slopes(network, vectors), atol=1e-8)
    with pytest.raises(ValueError, match="hidden neurons"):
        DeepNetwork(4, (5, 0))


def bowl(weights: np.ndarray) -> tuple[float, np.ndarray]:
    """Long and narrow, least at (1, -2)."""
    scale = np.array([1.0, 30.0])
    off = weights - [1, -2]
    return float((scale * off**2).sum()), 2 * scale * off


@pytest.mark.parametrize("rule", [Momentum(), Rprop()], ids=["momentum", "rprop"])
def test_rules_find_the_bottom_of_a_bowl(rule: Rule) -> None:
    course = descend(np.array([5.0, 5.0]), bowl, rule)
    found, _ = stopped_early(course, lambda w: -bowl(w)[0], steps=2000, patience=2000)
    np.testing.assert_allclose(found, [1, -2], atol=1e-3)


def test_rprop_by_hand() -> None:
    rule = Rprop(0.1)
    weights = np.zeros(3)
    weights = rule.next(weights, 0, np.array([1.0, -1.0, 0.0]))
    np.testing.assert_allclose(weights, [-0.1, 0.1, 0])
    # The same sign: 1.2 times as far. The other sign: half the step, after one turn of waiting.
    weights = rule.next(weights, 0, np.array([5.0, 2.0, 0.0]))
    np.testing.assert_allclose(weights, [-0.22, 0.1, 0])
    weights = rule.next(weights, 0, np.array([5.0, 2.0, 0.0]))
    np.testing.assert_allclose(weights, [-0.364, 0.05, 0])


def test_momentum_takes_back_what_made_it_worse() -> None:
    rule = Momentum(rate=1.0, momentum=0.0)
    start = np.array([1.0])
    worse = rule.next(start, 1.0, np.array([3.0]))
    assert worse.tolist() == [-2.0]
    # 0.7 of the rate, from the start again.
    np.testing.assert_allclose(rule.next(worse, 1.05, np.array([-9.0])), 1 - 0.7 * 3)


def test_levenberg_marquardt_fits_a_curve_and_ends() -> None:
    x = np.linspace(0, 2, 20)
    wanted = 2 * np.exp(-1.5 * x)

    def residuals(w: np.ndarray) -> np.ndarray:
        return w[0] * np.exp(w[1] * x) - wanted

    def jacobian(w: np.ndarray) -> np.ndarray:
        return np.stack([np.exp(w[1] * x), w[0] * x * np.exp(w[1] * x)], 1)

    course = list(levenberg_marquardt(np.array([1.0, 0.0]), residuals, jacobian))
    np.testing.assert_allclose(course[-1][0], [2, -1.5], atol=1e-5)
    errors = [error for _, error in course]
    assert errors == sorted(errors, reverse=True)


def test_stops_when_nothing_was_better_for_long() -> None:
    judged = iter([0.1, 0.5, 0.3, 0.4, 0.2, 0.9])
    course = ((np.array([float(i)]), 0.0) for i in range(100))
    found, most = stopped_early(course, lambda _: next(judged), steps=99, patience=3)
    assert (found.tolist(), most) == ([1.0], 0.5)
