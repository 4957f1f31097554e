"""Multilayer perceptrons with one hidden layer (van der Werf 2004, 6.2.4): what they compute, and
how that changes with their weights."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from keima.learn.classifiers.base import Array


class Network:
    """Hidden neurons are hyperbolic tangents of sums, outputs are sums of these. All weights are
    one array, `weights`, of which the parts are views: training methods need not know them."""

    def __init__(
        self,
        inputs: int,
        hidden: int,
        outputs: int = 1,
        *,
        seed: int = 1,
        dtype: npt.DTypeLike = np.float64,
    ) -> None:
        if min(inputs, hidden, outputs) < 1:
            raise ValueError("a network needs inputs, hidden neurons and outputs")
        self.inputs, self.hidden, self.outputs = inputs, hidden, outputs
        random = np.random.default_rng(seed)
        self.weights: npt.NDArray[Any] = np.zeros(self.count, dtype)
        into, _, out, _ = self.parts(self.weights)
        into[:] = random.normal(0, 1 / np.sqrt(inputs), into.shape)
        out[:] = random.normal(0, 1 / np.sqrt(hidden), out.shape)

    @property
    def count(self) -> int:
        """Of all weights.

        >>> Network(4, 3, 2).count
        23
        """
        return (self.inputs + 1) * self.hidden + (self.hidden + 1) * self.outputs

    def parts(self, weights: npt.NDArray[Any]) -> tuple[Array, Array, Array, Array]:
        """Views of such an array: from inputs to hidden neurons, biases of these, from these to
        outputs, and the biases of those."""
        ends = np.cumsum(
            [self.inputs * self.hidden, self.hidden, self.hidden * self.outputs, self.outputs]
        )
        into, bias, out, last = np.split(weights, ends[:-1])
        return (
            into.reshape(self.inputs, self.hidden),
            bias,
            out.reshape(self.hidden, self.outputs),
            last,
        )

    def hidden_of(self, vectors: Array) -> Array:
        into, bias, _, _ = self.parts(self.weights)
        return np.asarray(np.tanh(vectors @ into + bias))

    def outputs_of(self, hidden: Array) -> Array:
        _, _, out, last = self.parts(self.weights)
        return np.asarray(hidden @ out + last)

    def __call__(self, vectors: Array) -> Array:
        return self.outputs_of(self.hidden_of(vectors))

    def add_gradient(
        self, gradient: npt.NDArray[Any], vectors: Array, hidden: Array, errors: Array
    ) -> None:
        """Adds the derivative by all weights of what has the derivatives `errors` by the outputs
        (backpropagation)."""
        into, bias, out, last = self.parts(gradient)
        out += hidden.T @ errors
        last += errors.sum(0)
        _, _, weights, _ = self.parts(self.weights)
        back = (errors @ weights.T) * (1 - hidden * hidden)
        into += vectors.T @ back
        bias += back.sum(0)

    def jacobian(self, vectors: Array) -> Array:
        """The derivatives of all outputs, vector by vector, by all weights."""
        hidden = self.hidden_of(vectors)
        rows = np.zeros((len(vectors), self.outputs, self.count))
        _, _, weights, _ = self.parts(self.weights)
        slope = 1 - hidden * hidden
        first, second = self.inputs * self.hidden, (self.inputs + 1) * self.hidden
        third = second + self.hidden * self.outputs
        for o in range(self.outputs):
            back = slope * weights[:, o]
            rows[:, o, :first] = (vectors[:, :, None] * back[:, None, :]).reshape(len(vectors), -1)
            rows[:, o, first:second] = back
            rows[:, o, second + o : third : self.outputs] = hidden
            rows[:, o, third + o] = 1
        return rows.reshape(-1, self.count)
