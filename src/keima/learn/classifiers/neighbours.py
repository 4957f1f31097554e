"""Nearest neighbours, one or several (van der Werf 2004, 6.2.3)."""

from __future__ import annotations

from typing import Self

import numpy as np

from keima.learn.classifiers.base import Array, Labels, classes_of

#: Vectors that are compared with all others at a time.
CHUNK = 512


class NearestNeighbours:
    """Keeps all vectors and labels by the most frequent class of the `k` nearest; of classes that
    are as frequent, by that of the nearest. Without `k`, the best one up to `most` is chosen:
    that with the fewest errors when each vector is labelled by the others.

    >>> known = np.array([[0.0], [1.0], [5.0]]), np.array([0, 0, 1])
    >>> NearestNeighbours(1).fit(*known).predict(np.array([[2.0], [4.0]])).tolist()
    [0, 1]
    """

    def __init__(self, k: int | None = None, most: int = 50) -> None:
        if (k is not None and k < 1) or most < 1:
            raise ValueError("there must be one neighbour at least")
        #: How many neighbours are asked; None until it is known.
        self.k = k
        self._most = most

    def fit(self, vectors: Array, labels: Labels) -> Self:
        self._classes = classes_of(vectors, labels)
        self._vectors, self._labels = vectors, np.searchsorted(self._classes, labels)
        if self.k is None:
            self.k = self._best_k()
        return self

    def _best_k(self) -> int:
        """By leave-one-out; of the best the smallest."""
        most = min(self._most, len(self._vectors) - 1)
        found = self._nearest(self._vectors, most + 1)
        itself = np.arange(len(found))[:, None]
        # Of vectors that are there twice, the other one may come first.
        others = np.stack(
            [
                row[row != i][:most] if i in row else row[:most]
                for i, row in zip(itself[:, 0], found, strict=True)
            ]
        )
        errors = [(self._vote(others[:, :k]) != self._labels).mean() for k in range(1, most + 1)]
        return int(np.argmin(errors)) + 1

    def predict(self, vectors: Array) -> Labels:
        k = min(self.k or 1, len(self._vectors))
        return np.asarray(self._classes[self._vote(self._nearest(vectors, k))])

    def _nearest(self, vectors: Array, count: int) -> Labels:
        """Numbers of the nearest vectors, the nearest first."""
        rows = []
        squares = (self._vectors**2).sum(1)
        for start in range(0, len(vectors), CHUNK):
            far = squares - 2 * vectors[start : start + CHUNK] @ self._vectors.T
            rows.append(np.argsort(far, 1, kind="stable")[:, :count])
        return np.concatenate(rows)

    def _vote(self, neighbours: Labels) -> Labels:
        found = self._labels[neighbours]
        votes = np.stack([(found == c).sum(1) for c in range(len(self._classes))], 1).astype(float)
        votes[np.arange(len(found)), found[:, 0]] += 0.5
        return np.asarray(votes.argmax(1))
