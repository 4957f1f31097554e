"""Linear and quadratic discriminants: the best classifiers of normal densities (van der Werf 2004,
6.2.3)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Self

import numpy as np

from keima.learn.classifiers.base import Array, Labels, classes_of

#: Part of the mean variance that is added to each, so that no covariance is singular.
RIDGE = 1e-6


def regular(covariance: Array, ridge: float) -> Array:
    """A covariance matrix that can be inverted."""
    size = len(covariance)
    scale = float(np.trace(covariance)) / size or 1.0
    return np.asarray(covariance + ridge * scale * np.eye(size))


class _Normal(ABC):
    """Classes with normal densities; log densities decide."""

    def __init__(self, ridge: float = RIDGE) -> None:
        self._ridge = ridge

    def _means(self, vectors: Array, labels: Labels) -> list[Array]:
        self._classes = classes_of(vectors, labels)
        groups = [vectors[labels == c] for c in self._classes]
        self._shares = [len(group) / len(vectors) for group in groups]
        return groups

    @abstractmethod
    def scores(self, vectors: Array) -> Array:
        """For each vector and class, a number that is larger the more likely the class is."""

    def predict(self, vectors: Array) -> Labels:
        return np.asarray(self._classes[self.scores(vectors).argmax(1)])


class LinearDiscriminant(_Normal):
    """The same covariance for all classes.

    >>> x = np.array([[0.0], [2.0], [4.0], [6.0]])
    >>> linear = LinearDiscriminant().fit(x, np.array([0, 0, 1, 1]))
    >>> linear.predict(np.array([[2.9], [3.1]])).tolist()
    [0, 1]
    """

    def fit(self, vectors: Array, labels: Labels) -> Self:
        groups = self._means(vectors, labels)
        means = np.stack([group.mean(0) for group in groups])
        off = np.concatenate([group - group.mean(0) for group in groups])
        shared = regular(off.T @ off / len(vectors), self._ridge)
        self._weights = np.linalg.solve(shared, means.T)
        self._bias = np.log(self._shares) - 0.5 * (means.T * self._weights).sum(0)
        return self

    def scores(self, vectors: Array) -> Array:
        return np.asarray(vectors @ self._weights + self._bias)


class QuadraticDiscriminant(_Normal):
    """A covariance of its own for each class."""

    def fit(self, vectors: Array, labels: Labels) -> Self:
        self._parts = []
        for group, share in zip(self._means(vectors, labels), self._shares, strict=True):
            mean = group.mean(0)
            covariance = regular((group - mean).T @ (group - mean) / len(group), self._ridge)
            values, directions = np.linalg.eigh(covariance)
            whiten = directions / np.sqrt(values)
            bias = float(np.log(share) - 0.5 * np.log(values).sum())
            self._parts.append((mean, whiten, bias))
        return self

    def scores(self, vectors: Array) -> Array:
        columns = [
            bias - 0.5 * (((vectors - mean) @ whiten) ** 2).sum(1)
            for mean, whiten, bias in self._parts
        ]
        return np.stack(columns, 1)
