"""Training until nothing is gained any more on examples that are not learnt from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from keima.learn.classifiers.rules import Rule

Weights = npt.NDArray[Any]
#: Gives what is to become small and its gradient.
Target = Callable[[Weights], tuple[float, Weights]]


def descend(weights: Weights, target: Target, rule: Rule) -> Iterator[tuple[Weights, float]]:
    """Weights after each step, with what they made of the target."""
    while True:
        error, gradient = target(weights)
        yield weights, error
        weights = rule.next(weights, error, gradient)


def stopped_early(
    course: Iterator[tuple[Weights, float]],
    judge: Callable[[Weights], float],
    *,
    steps: int,
    patience: int,
    tell: Callable[[int, float, float], object] | None = None,
) -> tuple[Weights, float]:
    """The weights of a course of at most so many steps that are judged best, and how: it ends when
    nothing was better for `patience` steps. `tell` is given steps, errors and judgements."""
    best: Weights | None = None
    most, since = -np.inf, 0
    for step, (weights, error) in enumerate(course):
        judged = judge(weights)
        if tell:
            tell(step, error, judged)
        if judged > most or best is None:
            best, most, since = weights.copy(), judged, 0
        else:
            since += 1
        if since >= patience or step >= steps:
            break
    if best is None:
        raise ValueError("there was nothing to learn from")
    return best, most
