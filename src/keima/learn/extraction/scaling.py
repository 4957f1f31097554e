"""Features brought to one scale before anything is learnt (van der Werf 2004, 7.3.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.floating[Any]]


@dataclass(frozen=True)
class Scaling:
    """From each feature `centre` is taken away, and the rest multiplied with `factor`."""

    centre: npt.NDArray[np.float64]
    factor: npt.NDArray[np.float64]

    def __call__(self, vectors: Array) -> Array:
        centre, factor = self.centre.astype(vectors.dtype), self.factor.astype(vectors.dtype)
        return np.asarray((vectors - centre) * factor)

    def weighted(self, weights: Array) -> Scaling:
        """The same with features that count more or less: their variances are these."""
        return Scaling(self.centre, self.factor * np.sqrt(weights))


def by_deviation(vectors: Array) -> Scaling:
    """Mean 0 and standard deviation 1.

    >>> by_deviation(np.array([[1.0], [5.0]]))(np.array([[7.0]])).tolist()
    [[2.0]]
    """
    spread = vectors.std(0, dtype=np.float64)
    return Scaling(vectors.mean(0, dtype=np.float64), _inverse(spread))


def by_range(vectors: Array) -> Scaling:
    """From -1, the least, to 1, the most.

    >>> by_range(np.array([[1.0], [5.0]]))(np.array([[1.0], [4.0]])).tolist()
    [[-1.0], [0.5]]
    """
    least, most = (vectors.min(0).astype(np.float64), vectors.max(0).astype(np.float64))
    return Scaling((least + most) / 2, _inverse((most - least) / 2))


def _inverse(spread: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """A feature that is always the same says nothing: it becomes 0."""
    return np.divide(1.0, spread, out=np.zeros_like(spread), where=spread > 1e-12)
