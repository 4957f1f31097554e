"""What a classifier is: it is fitted to labelled vectors, and then labels others."""

from __future__ import annotations

from typing import Any, Protocol, Self

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.floating[Any]]
Labels = npt.NDArray[np.integer[Any]]


class Classifier(Protocol):
    """Vectors are rows. Classes are whole numbers, any two or more of them."""

    def fit(self, vectors: Array, labels: Labels) -> Self:
        """Learns from these; raises ValueError if they are of fewer than two classes."""

    def predict(self, vectors: Array) -> Labels:
        """The class of each."""


def classes_of(vectors: Array, labels: Labels) -> Labels:
    """The classes there are, ascending. Raises ValueError for anything that is not labelled vectors
    of two classes at least.

    >>> classes_of(np.eye(3), np.array([5, 2, 5])).tolist()
    [2, 5]
    """
    if vectors.ndim != 2 or labels.shape != vectors.shape[:1]:
        raise ValueError(
            f"expected rows of numbers and a label for each, got {vectors.shape} and {labels.shape}"
        )
    found = np.unique(labels)
    if len(found) < 2:
        raise ValueError("expected vectors of two classes at least")
    return found


def accuracy(classifier: Classifier, vectors: Array, labels: Labels) -> float:
    """The part of the vectors that it labels rightly."""
    return float((classifier.predict(vectors) == labels).mean())
