"""Small perceptrons trained by resilient propagation (RPROP, Riedmiller and Braun 1993): every
weight has a step of its own, which grows while the sign of its slope stays and shrinks when it
turns; how steep the slope is does not matter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

#: How steps grow and shrink, the first one, and their range.
GROW, SHRINK, FIRST, LEAST, MOST = 1.2, 0.5, 0.05, 1e-6, 5.0
#: Examples that are looked at together, so that memory stays small.
BLOCK = 8192


class Steps:
    """The steps of all weights."""

    def __init__(self, count: int) -> None:
        self._steps = np.full(count, FIRST, np.float32)
        self._last = np.zeros(count, np.float32)

    def change(self, slope: Floats) -> Floats:
        """What to add to the weights; after a slope has turned, its weight waits once.

        >>> steps = Steps(2)
        >>> [(1000 * steps.change(np.array([1, s]))).round().tolist() for s in (1, -1, -1)]
        [[-50.0, -50.0], [-60.0, -0.0], [-72.0, 25.0]]
        """
        same = slope * self._last
        self._steps[same > 0] *= GROW
        self._steps[same < 0] *= SHRINK
        np.clip(self._steps, LEAST, MOST, out=self._steps)
        used = np.where(same < 0, np.float32(0), slope)
        self._last = used
        change: Floats = -np.sign(used) * self._steps
        return change


@dataclass(frozen=True)
class Shape:
    """Inputs and hidden tanh units of a perceptron with one tanh output; without hidden units the
    output is linear. Weights are in the order of `cpp/features/territory_net.h`."""

    inputs: int
    hidden: int

    @property
    def weights(self) -> int:
        return (self.inputs + 2) * self.hidden + 1 if self.hidden else self.inputs + 1

    def random(self, seed: int) -> Floats:
        """Small ones, to begin with."""
        rng = np.random.default_rng(seed)
        spread = (1 / np.sqrt(self.inputs)) if self.hidden else 0.0
        return (spread * rng.normal(size=self.weights)).astype(np.float32)

    def _split(self, weights: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        n, h = self.inputs, self.hidden
        return (
            weights[: n * h].reshape(n, h),
            weights[n * h : (n + 1) * h],
            weights[(n + 1) * h : -1],
            weights[-1:],
        )

    def outputs(self, weights: Floats, inputs: Floats) -> Floats:
        """One for each row."""
        found = np.empty(len(inputs), np.float32)
        for start in range(0, len(inputs), BLOCK):
            found[start : start + BLOCK] = self._forward(weights, inputs[start : start + BLOCK])[1]
        return found

    def _forward(self, weights: Floats, inputs: Floats) -> tuple[Floats, Floats]:
        if not self.hidden:
            return inputs, inputs @ weights[:-1] + weights[-1]
        inner, biases, outer, bias = self._split(weights)
        middle = np.tanh(inputs @ inner + biases)
        return middle, np.tanh(middle @ outer + bias)

    def error(self, weights: Floats, inputs: Floats, targets: Floats) -> float:
        """The mean squared error."""
        return float(np.mean((self.outputs(weights, inputs) - targets) ** 2))

    def slope(self, weights: Floats, inputs: Floats, targets: Floats) -> tuple[float, Floats]:
        """The mean squared error, and how it grows with each weight."""
        total, slope = 0.0, np.zeros(self.weights, np.float32)
        for start in range(0, len(inputs), BLOCK):
            rows = inputs[start : start + BLOCK]
            middle, found = self._forward(weights, rows)
            missed = found - targets[start : start + BLOCK]
            total += float(missed @ missed)
            self._add_slope(weights, rows, middle, found, missed, slope)
        return total / len(inputs), slope * np.float32(2 / len(inputs))

    def _add_slope(
        self,
        weights: Floats,
        rows: Floats,
        middle: Floats,
        found: Floats,
        missed: Floats,
        slope: Floats,
    ) -> None:
        if not self.hidden:
            slope[:-1] += missed @ rows
            slope[-1] += missed.sum()
            return
        outer = self._split(weights)[2]
        into = self._split(slope)  # views: what is added to them is added to the slope
        at_output = missed * (1 - found * found)
        into[2][:] += at_output @ middle
        into[3][:] += at_output.sum()
        at_middle = np.outer(at_output, outer) * (1 - middle * middle)
        into[0][:] += rows.T @ at_middle
        into[1][:] += at_middle.sum(axis=0)


@dataclass(frozen=True)
class Trained:
    """The weights with the least error on examples that were not learnt from."""

    weights: Floats
    error: float
    epochs: int


def train(
    shape: Shape,
    learn: tuple[Floats, Floats],
    choose: tuple[Floats, Floats],
    *,
    epochs: int = 300,
    patience: int = 25,
    seed: int = 1,
    tell: Callable[[int, float, float], object] = lambda *_: None,
) -> Trained:
    """Learns from inputs and targets, all of them in each epoch; ends after `epochs`, or when the
    error on `choose` has not fallen for `patience` of them. `tell` hears after each epoch its
    number and both errors."""
    weights = shape.random(seed)
    steps = Steps(shape.weights)
    best, least, at = weights, shape.error(weights, *choose), 0
    for epoch in range(1, epochs + 1):
        error, slope = shape.slope(weights, *learn)
        weights = weights + steps.change(slope)
        chosen = shape.error(weights, *choose)
        if chosen < least:
            best, least, at = weights, chosen, epoch
        tell(epoch, error, chosen)
        if epoch - at >= patience:
            break
    return Trained(best, least, at)
