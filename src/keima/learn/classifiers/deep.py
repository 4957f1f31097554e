"""Multilayer perceptrons with two hidden layers (van der Werf 2004, table 9.1)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from keima.learn.classifiers.base import Array

#: Weights and biases of a layer.
Layer = tuple[Array, Array]


class DeepNetwork:
    """As `Network`, but the first hidden neurons are seen by second ones, and these by the outputs.
    What `hidden_of` gives are the values of both, side by side."""

    def __init__(
        self,
        inputs: int,
        hidden: tuple[int, int],
        outputs: int = 1,
        *,
        seed: int = 1,
        dtype: npt.DTypeLike = np.float64,
    ) -> None:
        sizes = (inputs, *hidden, outputs)
        if min(sizes) < 1:
            raise ValueError("a network needs inputs, hidden neurons and outputs")
        self.hidden = hidden
        self._shapes = list(pairwise(sizes))
        random = np.random.default_rng(seed)
        self.weights: npt.NDArray[Any] = np.zeros(self.count, dtype)
        for into, _ in self.layers(self.weights):
            into[:] = random.normal(0, 1 / np.sqrt(len(into)), into.shape)

    @property
    def count(self) -> int:
        """Of all weights.

        >>> DeepNetwork(4, (3, 2), 1).count
        26
        """
        return sum((rows + 1) * columns for rows, columns in self._shapes)

    def layers(self, weights: npt.NDArray[Any]) -> tuple[Layer, Layer, Layer]:
        """Views of such an array, from the inputs on."""
        found, start = [], 0
        for rows, columns in self._shapes:
            middle = start + rows * columns
            found.append((weights[start:middle].reshape(rows, columns), weights[middle:][:columns]))
            start = middle + columns
        first, second, last = found
        return first, second, last

    def hidden_of(self, vectors: Array) -> Array:
        (into, bias), (between, second_bias), _ = self.layers(self.weights)
        first = np.tanh(vectors @ into + bias)
        return np.concatenate([first, np.tanh(first @ between + second_bias)], axis=1)

    def outputs_of(self, hidden: Array) -> Array:
        _, _, (out, last) = self.layers(self.weights)
        return np.asarray(hidden[:, self.hidden[0] :] @ out + last)

    def __call__(self, vectors: Array) -> Array:
        return self.outputs_of(self.hidden_of(vectors))

    def add_gradient(
        self, gradient: npt.NDArray[Any], vectors: Array, hidden: Array, errors: Array
    ) -> None:
        """Adds the derivative by all weights of what has the derivatives `errors` by the outputs
        (backpropagation)."""
        seen = (vectors, hidden[:, : self.hidden[0]], hidden[:, self.hidden[0] :])
        layers = zip(self.layers(gradient), self.layers(self.weights), seen, strict=True)
        for number, ((into, bias), (weights, _), values) in reversed(list(enumerate(layers))):
            into += values.T @ errors
            bias += errors.sum(0)
            if number:
                errors = (errors @ weights.T) * (1 - values * values)
