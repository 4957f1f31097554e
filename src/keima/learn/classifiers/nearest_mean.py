"""The nearest mean classifier (van der Werf 2004, 6.2.3)."""

from __future__ import annotations

from typing import Self

import numpy as np

from keima.learn.classifiers.base import Array, Labels, classes_of


class NearestMean:
    """Keeps the mean of each class and labels a vector by the nearest.

    >>> means = NearestMean().fit(np.array([[0.0], [2.0], [9.0]]), np.array([0, 0, 1]))
    >>> means.predict(np.array([[4.0], [6.0]])).tolist()
    [0, 1]
    """

    def fit(self, vectors: Array, labels: Labels) -> Self:
        self._classes = classes_of(vectors, labels)
        self._means = np.stack([vectors[labels == c].mean(0) for c in self._classes])
        return self

    def predict(self, vectors: Array) -> Labels:
        # |x - m|^2 without what is the same for all means.
        far = (self._means**2).sum(1) - 2 * vectors @ self._means.T
        return np.asarray(self._classes[far.argmin(1)])
