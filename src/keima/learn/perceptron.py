"""Training of small networks with one hidden layer: Adam (Kingma and Ba 2015) on the cross entropy,
stopped when examples for validation are told no better."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from keima.score.perceptron import Floats, Perceptron, logistic, rooted

Labels = npt.NDArray[np.bool_]

#: Adam's decay of the two means, and what keeps steps finite.
FIRST, SECOND, TINY = 0.9, 0.999, 1e-8


@dataclass(frozen=True)
class Training:
    """How to train."""

    units: int = 50
    batch: int = 256
    epochs: int = 60
    #: Size of the first steps; it falls to nothing over the epochs like half a cosine.
    rate: float = 2e-3
    #: How fast weights shrink by themselves: of each step that part of them.
    decay: float = 1e-2
    seed: int = 1


@dataclass
class _Adam:
    """Steps for an array of weights."""

    weights: Floats
    shrinks: bool

    def __post_init__(self) -> None:
        self._first = np.zeros_like(self.weights)
        self._second = np.zeros_like(self.weights)
        self._steps = 0

    def step(self, slope: Floats, rate: float, decay: float) -> None:
        self._steps += 1
        self._first += (1 - FIRST) * (slope - self._first)
        self._second += (1 - SECOND) * (slope * slope - self._second)
        first = self._first / (1 - FIRST**self._steps)
        second = self._second / (1 - SECOND**self._steps)
        if self.shrinks:
            self.weights *= 1 - rate * decay
        self.weights -= rate * first / (np.sqrt(second) + TINY)


def errors(net: Perceptron, inputs: Floats, alive: Labels) -> float:
    """The part of the examples that are told wrongly."""
    return float(((net(inputs) >= 0.5) != alive).mean()) if len(alive) else 0.0


def train(
    inputs: Floats,
    alive: Labels,
    validation: tuple[Floats, Labels],
    how: Training,
    tell: Callable[[int, float], None] = lambda epoch, wrong: None,
) -> tuple[Perceptron, float]:
    """The network of the epoch that told most examples for validation rightly, the surest among
    equals, and its errors there."""
    rng = np.random.default_rng(how.seed)
    rows = rooted(inputs)
    scale = rows.std(0)
    net = _start(rows.mean(0), np.where(scale > 0, 1 / np.maximum(scale, 1e-6), 0), how.units, rng)
    scaled, wanted = net.scaled(inputs), alive.astype(np.float32)
    parts = (net.hidden, net.hidden_bias, net.output, net.output_bias)
    steppers = [_Adam(part, shrinks=part.ndim == 2 or part is net.output) for part in parts]
    best, least = net, (2.0, np.inf)
    batches = max(1, len(alive) // how.batch)
    for epoch in range(how.epochs):
        order = rng.permutation(len(alive))
        for number, chosen in enumerate(np.array_split(order, batches)):
            done = (epoch + number / batches) / how.epochs
            rate = how.rate * 0.5 * (1 + np.cos(np.pi * done))
            slopes = _slopes(net, scaled[chosen], wanted[chosen])
            for stepper, slope in zip(steppers, slopes, strict=True):
                stepper.step(slope, rate, how.decay)
        found = net(validation[0])
        wrong = float(((found >= 0.5) != validation[1]).mean())
        distance = float(np.abs(found - validation[1]).mean())
        tell(epoch, wrong)
        if (wrong, distance) < least:
            least, best = (wrong, distance), _copy(net)
    return best, least[0]


def _start(mean: Floats, scale: Floats, units: int, rng: np.random.Generator) -> Perceptron:
    count = len(mean)
    return Perceptron(
        mean.astype(np.float32),
        scale.astype(np.float32),
        rng.normal(0, count**-0.5, (count, units)).astype(np.float32),
        np.zeros(units, np.float32),
        rng.normal(0, units**-0.5, units).astype(np.float32),
        np.zeros(1, np.float32),
    )


def _slopes(net: Perceptron, x: Floats, wanted: Floats) -> tuple[Floats, ...]:
    """Of the mean cross entropy, for hidden weights and biases and those of the output."""
    units = np.tanh(x @ net.hidden + net.hidden_bias)
    missing = (logistic(units @ net.output + net.output_bias) - wanted) / len(wanted)
    inner = np.outer(missing, net.output) * (1 - units * units)
    return x.T @ inner, inner.sum(0), units.T @ missing, missing.sum(keepdims=True)


def _copy(net: Perceptron) -> Perceptron:
    return replace(
        net,
        hidden=net.hidden.copy(),
        hidden_bias=net.hidden_bias.copy(),
        output=net.output.copy(),
        output_bias=net.output_bias.copy(),
    )
