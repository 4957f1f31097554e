"""Linear feature extraction (van der Werf 2004, 7.3.1 and table 7.2): fewer features, made from all
by a matrix, from pairs of a move that was played and another one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from keima.learn.extraction.matrices import (
    between_scatter,
    correlation_difference,
    covariance,
    pair_scatter,
    within_scatter,
)
from keima.learn.extraction.scaling import Array

#: Part of the mean variance that is added before a matrix is inverted.
RIDGE = 1e-3

#: Gives directions as columns, the best first, from vectors of the played and of the others.
Directions = Callable[[Array, Array], Array]


def pca(played: Array, others: Array) -> Array:
    """Principal components: where all vectors differ most."""
    return _largest(covariance(played, others))


def lda(played: Array, others: Array) -> Array:
    """Discriminant analysis, by Fisher's criterion: the classes apart, each of them together."""
    return _fisher(within_scatter(played, others), between_scatter(played, others))


def lda_pairs(played: Array, others: Array) -> Array:
    """LDA*: the same with the scatter of pairs between the classes."""
    return _fisher(within_scatter(played, others), pair_scatter(played, others))


def mpa(played: Array, others: Array) -> Array:
    """Move pair analysis: where the moves of a pair differ most."""
    return _largest(pair_scatter(played, others))


def est(played: Array, others: Array) -> Array:
    """The eigenspace separation transform (Torrieri 1999): where vectors of one class are longer.
    There are no more directions than those of one sign."""
    values, directions = np.linalg.eigh(correlation_difference(played, others))
    positive, negative = values[values > 0].sum(), -values[values < 0].sum()
    more = int((values > 0).sum()), int((values < 0).sum())
    use = positive > negative if positive != negative else more[0] <= more[1]
    signed = values if use else -values
    order = np.argsort(-signed, kind="stable")
    return np.asarray(directions[:, order[signed[order] > 0]])


def mest(played: Array, others: Array) -> Array:
    """Modified: where the lengths differ most, whichever class has the longer ones."""
    values, directions = np.linalg.eigh(correlation_difference(played, others))
    return np.asarray(directions[:, np.argsort(-np.abs(values), kind="stable")])


METHODS: Mapping[str, tuple[Directions, ...]] = {
    "pca": (pca,),
    "lda": (lda,),
    "lda*": (lda_pairs,),
    "mpa": (mpa,),
    "pcampa": (pca, mpa),
    "mpapca": (mpa, pca),
    "est": (est,),
    "mest": (mest,),
    "mestmpa": (mest, mpa),
}


def extraction(method: str, played: Array, others: Array, count: int) -> Array:
    """A matrix of at most `count` columns, which the rows of vectors are multiplied with. Of a
    combination, half of the columns is from the first method and the rest from the second one, of
    what is orthogonal to them. Raises ValueError for an unknown method.

    >>> x, y = np.diag([3.0, 1.0]), np.zeros((2, 2))
    >>> extraction("mpa", x, y, 1).round(3).tolist()
    [[1.0], [0.0]]
    """
    if method not in METHODS:
        raise ValueError(f"unknown method {method!r}: expected one of {', '.join(METHODS)}")
    played, others = played.astype(np.float64), others.astype(np.float64)
    first, *second = METHODS[method]
    if not second:
        return _signed(first(played, others)[:, :count])
    half = _signed(first(played, others)[:, : (count + 1) // 2])
    rest = _complement(half)
    found = rest @ second[0](played @ rest, others @ rest)
    return np.hstack([half, _signed(found[:, : count - half.shape[1]])])


def _largest(matrix: Array) -> Array:
    _, directions = np.linalg.eigh(matrix)
    return np.asarray(directions[:, ::-1])


def _fisher(within: Array, between: Array) -> Array:
    """Eigenvectors of the inverse of `within` times `between`, of length 1."""
    size = len(within)
    ridge = RIDGE * (float(np.trace(within)) / size or 1.0)
    lower = np.linalg.cholesky(within + ridge * np.eye(size))
    inverse = np.linalg.inv(lower)
    found = inverse.T @ _largest(inverse @ between @ inverse.T)
    return np.asarray(found / np.linalg.norm(found, axis=0))


def _complement(columns: Array) -> Array:
    """An orthonormal basis of what is orthogonal to these columns."""
    whole, _ = np.linalg.qr(columns, mode="complete")
    return np.asarray(whole[:, columns.shape[1] :])


def _signed(columns: Array) -> Array:
    """The same directions, turned so that their largest number is positive: the same anywhere."""
    largest = columns[np.abs(columns).argmax(0), np.arange(columns.shape[1])]
    return np.asarray(columns * np.where(largest < 0, -1.0, 1.0))
