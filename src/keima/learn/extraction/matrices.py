"""Matrices whose eigenvectors are worth looking along (van der Werf 2004, 7.3.1). Vectors are rows:
those of moves that were played, and each one's of another move."""

from __future__ import annotations

import numpy as np

from keima.learn.extraction.scaling import Array


def covariance(played: Array, others: Array) -> Array:
    """Of all vectors together."""
    both = np.concatenate([played, others])
    off = both - both.mean(0)
    return np.asarray(off.T @ off / len(both))


def within_scatter(played: Array, others: Array) -> Array:
    """Of each class around its own mean."""
    parts = [group - group.mean(0) for group in (played, others)]
    return np.asarray(sum(part.T @ part / len(part) for part in parts) / 2)


def between_scatter(played: Array, others: Array) -> Array:
    """Of the two means."""
    off = (played.mean(0) - others.mean(0)) / 2
    return np.outer(off, off)


def pair_scatter(played: Array, others: Array) -> Array:
    """S_mp (eq. 7.2): of the differences of pairs."""
    off = played - others
    return np.asarray(off.T @ off / len(off))


def correlation_difference(played: Array, others: Array) -> Array:
    """M (eq. 7.3)."""
    return np.asarray(played.T @ played / len(played) - others.T @ others / len(others))
