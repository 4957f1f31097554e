"""The logistic linear classifier: a perceptron without hidden layer that maximises the likelihood
(van der Werf 2004, 6.2.3)."""

from __future__ import annotations

from typing import Self

import numpy as np

from keima.learn.classifiers.base import Array, Labels, classes_of

#: Weight of the squares of all weights but the biases: classes that can be told apart for sure
#: would have infinite weights.
DECAY = 1e-3
STEPS, ENOUGH = 100, 1e-8


class Logistic:
    """Several classes share a softmax. Fitted by Newton's method, with steps that are halved until
    the likelihood grows."""

    def __init__(self, decay: float = DECAY) -> None:
        self._decay = decay

    def fit(self, vectors: Array, labels: Labels) -> Self:
        self._classes = classes_of(vectors, labels)
        self._mean = vectors.mean(0)
        self._scale = np.where(vectors.std(0) > 0, vectors.std(0), 1.0)
        x = self._inputs(vectors)
        wanted = (labels[:, None] == self._classes).astype(x.dtype)
        weights = np.zeros((x.shape[1], len(self._classes)))
        loss = self._loss(x, wanted, weights)
        for _ in range(STEPS):
            step = self._step(x, wanted, weights)
            size = 1.0
            while (lower := self._loss(x, wanted, weights - size * step)) > loss and size > 1e-6:
                size /= 2
            if loss - lower < ENOUGH * abs(loss):
                break
            weights, loss = weights - size * step, lower
        self._weights = weights
        return self

    def _inputs(self, vectors: Array) -> Array:
        return np.hstack([(vectors - self._mean) / self._scale, np.ones((len(vectors), 1))])

    def _penalty(self, count: int) -> Array:
        return self._decay * np.append(np.ones(count - 1), 0.0)

    def _loss(self, x: Array, wanted: Array, weights: Array) -> float:
        chances = np.maximum(_softmax(x @ weights), 1e-300)
        penalty = 0.5 * (self._penalty(x.shape[1])[:, None] * weights**2).sum()
        return float(penalty - (wanted * np.log(chances)).sum() / len(x))

    def _step(self, x: Array, wanted: Array, weights: Array) -> Array:
        """Class by class: the others' part of the curvature is bounded by its own."""
        chances = _softmax(x @ weights)
        penalty = self._penalty(x.shape[1])
        gradient = x.T @ (chances - wanted) / len(x) + penalty[:, None] * weights
        # Two classes move against each other, which doubles what each does.
        both = 2.0 if len(self._classes) == 2 else 1.0
        columns = []
        for c in range(weights.shape[1]):
            spread = both * chances[:, c] * (1 - chances[:, c])
            curvature = (x * spread[:, None]).T @ x / len(x) + np.diag(penalty + 1e-9)
            columns.append(np.linalg.solve(curvature, gradient[:, c]))
        return np.stack(columns, 1)

    def chances(self, vectors: Array) -> Array:
        """The probability of each class."""
        return _softmax(self._inputs(vectors) @ self._weights)

    def predict(self, vectors: Array) -> Labels:
        return np.asarray(self._classes[self.chances(vectors).argmax(1)])


def _softmax(x: Array) -> Array:
    powers = np.exp(x - x.max(1, keepdims=True))
    return np.asarray(powers / powers.sum(1, keepdims=True))
