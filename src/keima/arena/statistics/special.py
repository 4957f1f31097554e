"""The regularised incomplete beta function and its inverse."""

from __future__ import annotations

import math
from collections.abc import Callable

_TINY = 1e-300


def beta_cdf(x: float, a: float, b: float) -> float:
    """Probability that a Beta(a, b) variable is at most `x`; a, b > 0.

    Lentz's evaluation of the continued fraction (Abramowitz & Stegun, 26.5.8), on the side of
    the mean where it converges fast.

    >>> round(beta_cdf(0.5, 3, 3), 12)
    0.5
    """
    if not (a > 0 and b > 0):
        raise ValueError(f"both parameters of a beta distribution must be above 0, got {a}, {b}")
    if x <= 0:
        return 0.0
    if x >= 1:
        return 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_cdf(1 - x, b, a)
    log_front = (
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    )
    return math.exp(log_front) / a * _fraction(x, a, b)


def _fraction(x: float, a: float, b: float) -> float:
    c, d = 1.0, 1 / _away_from_zero(1 - (a + b) * x / (a + 1))
    value = d
    # The fraction needs about the square root of the larger parameter in terms.
    for m in range(1, 200 + int(5 * math.sqrt(max(a, b)))):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1 / _away_from_zero(1 + term * d)
            c = _away_from_zero(1 + term / c)
            value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return value


def _away_from_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY


def beta_quantile(q: float, a: float, b: float) -> float:
    """The `x` with `beta_cdf(x, a, b) == q`.

    >>> round(beta_quantile(0.5, 2, 2), 12)
    0.5
    """
    return bisect(lambda x: beta_cdf(x, a, b) - q, 0.0, 1.0)


def bisect(function: Callable[[float], float], low: float, high: float) -> float:
    """The root of an increasing function between two points, to the last bit."""
    while True:
        middle = (low + high) / 2
        if not low < middle < high:
            return middle
        if function(middle) < 0:
            low = middle
        else:
            high = middle
