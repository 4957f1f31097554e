"""Simulation balancing (Silver and Tesauro 2009; Huang, Coulom and Lin 2010).

A playout need not play well: it is enough if the mistakes of both sides cancel out. So the numbers
of a policy are changed until the mean of many playouts agrees with what a strong network says of
the same positions, here who owns each point and, for a smaller part, who wins. The network is the
teacher only: the playouts that come of it know nothing but their rules and 3x3 shapes.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from keima import _core
from keima.gammas import SHAPES, load_gammas
from keima.learn.judged import Judged
from keima.playouts import GAMMAS
from keima.trained_policy import FACTORS, OFFERS, RATES, TrainedPolicy

Array = npt.NDArray[np.float64]

#: How the error of the result counts beside that of owners.
WIN_WEIGHT = 0.3
#: Adam's, for slopes that are mostly noise.
_SMOOTH, _SCALE, _LEAST = 0.95, 0.999, 1e-6
#: Weights stay within e to these powers.
_LOW, _HIGH = -6.9, 11.0
#: Where a policy begins: rates by hand, and points near the last moves.
_RATES = (0.2, 0.2, 0.9, 0.9, 0.97, 0.03)
_FACTOR = 0.2
#: Positions whose errors are found at once.
_AT_ONCE = 50
#: So many weights of shapes are there.
_SHAPES = len(OFFERS) * len(SHAPES)


@dataclass(frozen=True)
class Step:
    """After so many steps: the mean errors of those since the last word."""

    number: int
    policy: TrainedPolicy
    owner_error: float
    win_error: float


def first_policy() -> TrainedPolicy:
    """Where training begins: shapes by the gammas of moves (see `keima.learn.mm`)."""
    gammas = load_gammas(GAMMAS).shapes
    roots = [math.sqrt(gamma) for gamma in gammas]
    return TrainedPolicy(
        [list(weights) for weights in (gammas, roots, roots, gammas)],
        list(_RATES),
        [_FACTOR] * len(FACTORS),
    )


def errors(
    policy: TrainedPolicy, judged: Judged, games: int = 100, seed: int = 1
) -> tuple[float, float]:
    """Mean squared errors of owners and of results, by the means of so many playouts."""
    sums = np.zeros(2)
    # Some at a time, so that Ctrl-C does not wait for all.
    for first in range(0, len(judged), _AT_ONCE):
        part = judged.take(range(first, min(first + _AT_ONCE, len(judged))))
        sums += np.array(_balance(policy, part, games, 1.0, seed + first)[1:]) * len(part)
    owner_error, win_error = sums / len(judged)
    return float(owner_error), float(win_error)


def train(
    judged: Judged,
    start: TrainedPolicy,
    *,
    steps: int = 1200,
    batch: int = 64,
    games: int = 60,
    rate: float = 0.03,
    win_weight: float = WIN_WEIGHT,
    seed: int = 1,
    every: int = 20,
    tell: Callable[[Step], object] | None = None,
) -> TrainedPolicy:
    """The policy after so many steps, which become smaller and smaller. Each looks at `batch`
    positions by `games` playouts."""
    rng = np.random.default_rng(seed)
    numbers = _flat(start)
    mean, square = np.zeros_like(numbers), np.zeros_like(numbers)
    sums = np.zeros(2)
    for step in range(1, steps + 1):
        part = judged.take(rng.integers(len(judged), size=batch).tolist())
        slope, *found = _balance(
            _policy(numbers), part, games, win_weight, int(rng.integers(1 << 62))
        )
        mean = _SMOOTH * mean + (1 - _SMOOTH) * slope
        square = _SCALE * square + (1 - _SCALE) * slope**2
        size = rate * (1 - step / (steps + 1))
        scale = np.sqrt(square / (1 - _SCALE**step)) + _LEAST
        numbers = np.clip(numbers + size * mean / (1 - _SMOOTH**step) / scale, _LOW, _HIGH)
        sums += found
        if tell and step % every == 0:
            tell(Step(step, _policy(numbers), *(sums / every)))
            sums[:] = 0
    return _policy(numbers)


def _balance(
    policy: TrainedPolicy, judged: Judged, games: int, win_weight: float, seed: int
) -> tuple[Array, float, float]:
    table = _core.PatternTable("", None, policy.native())
    return _core.balance(
        judged.positions, judged.owners, judged.wins, table, games, win_weight, seed
    )


def _flat(policy: TrainedPolicy) -> Array:
    """Logarithms of weights and factors, log odds of rates."""
    rates = np.clip(policy.rates, 0.001, 0.999)
    return np.concatenate(
        [np.log(np.ravel(policy.shapes)), np.log(rates / (1 - rates)), np.log(policy.factors)]
    )


def _policy(numbers: Array) -> TrainedPolicy:
    shapes, rates, factors = np.split(numbers, [_SHAPES, _SHAPES + len(RATES)])
    return TrainedPolicy(
        np.exp(shapes).reshape(len(OFFERS), -1).tolist(),
        (1 / (1 + np.exp(-rates))).tolist(),
        np.exp(factors).tolist(),
    )
