"""Levenberg-Marquardt: Gauss and Newton's steps for sums of squares, shortened where they fail
(van der Werf 2004, 6.2.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

Weights = npt.NDArray[Any]
#: What is added to the diagonal at first, at most, and by which it changes.
FIRST, MOST, FACTOR = 1e-3, 1e10, 10.0


def levenberg_marquardt(
    weights: Weights,
    residuals: Callable[[Weights], Weights],
    jacobian: Callable[[Weights], Weights],
) -> Iterator[tuple[Weights, float]]:
    """Gives better and better weights, each with the sum of the squares, until there are none.

    >>> line = lambda w: w[0] * np.arange(4.0) + w[1] - [1, 3, 5, 7]
    >>> slopes = lambda w: np.stack([np.arange(4.0), np.ones(4)], 1)
    >>> found = [w for w, error in levenberg_marquardt(np.zeros(2), line, slopes)][-1]
    >>> found.round(3).tolist()
    [2.0, 1.0]
    """
    damping = FIRST
    left = residuals(weights)
    error = float(left @ left)
    while damping <= MOST:
        slopes = jacobian(weights)
        curvature, gradient = slopes.T @ slopes, slopes.T @ left
        while damping <= MOST:
            step = np.linalg.solve(curvature + damping * np.eye(len(weights)), gradient)
            tried = residuals(weights - step)
            lower = float(tried @ tried)
            if lower < error:
                weights, left, error = weights - step, tried, lower
                damping = max(damping / FACTOR, 1e-20)
                yield weights, error
                break
            damping *= FACTOR
