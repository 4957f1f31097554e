"""How weights follow a gradient: descent with momentum and adaptive rate, and RPROP."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

Weights = npt.NDArray[Any]


class Rule(Protocol):
    """Told what is to become small, at weights that it gave, and its gradient, it gives the next
    weights. One rule is for one training."""

    def next(self, weights: Weights, error: float, gradient: Weights) -> Weights: ...


class Momentum:
    """Gradient descent with momentum and adaptive rate (van der Werf 2004, 6.2.4). A step after
    which the error is more than `worse` times as large is taken back, and the rate becomes smaller;
    after one that helps, larger."""

    def __init__(
        self,
        rate: float = 0.01,
        momentum: float = 0.9,
        larger: float = 1.05,
        smaller: float = 0.7,
        worse: float = 1.04,
    ) -> None:
        self._rate, self._momentum = rate, momentum
        self._larger, self._smaller, self._worse = larger, smaller, worse
        self._kept: tuple[Weights, float, Weights] | None = None
        self._step: Weights | None = None

    def next(self, weights: Weights, error: float, gradient: Weights) -> Weights:
        momentum = self._momentum
        if self._kept is not None and not error <= self._worse * self._kept[1]:
            weights, error, gradient = self._kept
            self._rate *= self._smaller
            momentum = 0.0
        elif self._kept is not None and error < self._kept[1]:
            self._rate *= self._larger
        self._kept = weights, error, gradient
        last = 0.0 if self._step is None else self._step
        self._step = momentum * last - (1 - momentum) * self._rate * gradient
        return np.asarray(weights + self._step)


class Rprop:
    """Resilient propagation (Riedmiller and Braun 1993): each weight has a step of its own, which
    grows while the sign of its derivative stays and shrinks when it changes; then the weight waits
    for one turn."""

    LARGER, SMALLER, LEAST, MOST = 1.2, 0.5, 1e-6, 50.0

    def __init__(self, first: float = 0.07) -> None:
        self._first = first
        self._steps: Weights | None = None
        self._last: Weights | None = None

    def next(self, weights: Weights, error: float, gradient: Weights) -> Weights:
        if self._steps is None or self._last is None:
            self._steps = np.full_like(weights, self._first)
            self._last = np.zeros_like(weights)
        same = gradient * self._last
        self._steps[same > 0] *= self.LARGER
        self._steps[same < 0] *= self.SMALLER
        np.clip(self._steps, self.LEAST, self.MOST, out=self._steps)
        self._last = np.where(same < 0, 0, gradient)
        return np.asarray(weights - np.sign(self._last) * self._steps)
