"""A quadratic fitted to wins and losses, in the spirit of CLOP (Coulom 2011).

The logit of the win rate is taken to be a quadratic function of the parameters, near the optimum.
What is near is found by the data: samples that the fit says, with confidence, to be worse than
the average are given less weight, the fit is made again, and so on until nothing changes. New
samples are drawn in proportion to the weight a sample there would have. So the region shrinks as
fast as the results allow, and a fit that is not concave does no harm.

The optimum is the mean of all samples by weight, as in Coulom 2011: unlike the top of the fit it
exists always, and it is inside of the samples.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from keima.arena.statistics import Interval, Tally
from keima.tune.space import Space, Values
from keima.tune.tuner import Best, generator

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

MOST_PARAMETERS = 6
_SWEEPS = 4
_TRIES = 16


@dataclass(frozen=True)
class QuadraticSettings:
    """`height`: how many standard deviations below the average a sample must be to get the
    weight 1/e (Coulom's H). `prior`: standard deviation of each coefficient of the logit before
    any game, for parameters from -1 to 1. `uniform`: trials at random before the first fit."""

    height: float = 3.0
    prior: float = 10.0
    uniform: int = 10

    def __post_init__(self) -> None:
        for name in ("height", "prior"):
            if not getattr(self, name) > 0:
                raise ValueError(f"quadratic: {name} must be above 0, got {getattr(self, name)!r}")
        if self.uniform < 1:
            raise ValueError(f"quadratic: uniform must be 1 or more, got {self.uniform!r}")


class Levels(NamedTuple):
    """The rounds of a fit, one row each: samples lose weight as their logit falls below the mean
    that the round found, on its scale."""

    coefficients: Floats
    means: Floats
    scales: Floats

    def weight(self, x: Floats) -> Floats:
        """The weight of samples with these features: 1 where no round objects."""
        import numpy as np

        logs = ((x @ self.coefficients.T - self.means) / self.scales).min(axis=1)
        return np.asarray(np.exp(np.minimum(logs, 0)))


class Fit(NamedTuple):
    """A converged fit: the weight of every sample, the last coefficients and their covariance,
    and the rounds that define the weight anywhere."""

    weights: Floats
    coefficients: Floats
    covariance: Floats
    levels: Levels


class Quadratic:
    """See the module."""

    def __init__(self, space: Space, seed: int, settings: QuadraticSettings | None = None) -> None:
        self.space = space
        self.seed = seed
        self.settings = settings or QuadraticSettings()
        self._numbers = space.numbers("quadratic")
        if len(space) > MOST_PARAMETERS:
            raise ValueError(
                f"method quadratic tunes up to {MOST_PARAMETERS} parameters, got {len(space)}: "
                "use method spsa"
            )
        self._asked: dict[int, list[float]] = {}
        self._places: list[list[float]] = []
        self._results: list[Tally] = []
        self._fit: tuple[int, Fit] | None = None

    def ask(self, trial: int) -> list[Values]:
        rng = generator(self.seed, trial)
        place = [rng.random() for _ in self._numbers]
        count = self._fitted()
        if count:
            place = self._draw(self.fit(count).levels, rng, count)
        values = self.space.decode(place)
        self._asked[trial] = self.space.encode(values)
        return [values]

    def _draw(self, levels: Levels, rng: random.Random, count: int) -> list[float]:
        """A place drawn in proportion to weight, by a Markov chain from one of the samples: each
        parameter in turn takes one of many random values or stays, in proportion to weight."""
        place = list(self._places[rng.randrange(count)])
        for i in list(range(len(place))) * _SWEEPS:
            tries = [list(place) for _ in range(_TRIES)]
            for new in tries[1:]:
                new[i] = rng.random()
            weights = levels.weight(_features(tries))
            place = rng.choices(tries, weights.tolist())[0]
        return place

    def restore(self, trial: int, points: Sequence[Values]) -> None:
        self._asked[trial] = self.space.encode(points[0])

    def tell(self, trial: int, results: Sequence[Tally]) -> None:
        self._places.append(self._asked.pop(trial))
        self._results.append(results[0])

    def best(self) -> Best:
        if not self._results:
            return Best(self.space.start(), 0.5, Interval(0, 1), 0)
        import numpy as np

        fit = self.fit(len(self._results))
        places = np.array(self._places)
        games = np.array([t.games for t in self._results])
        weights = fit.weights * games
        centre = (weights @ places / weights.sum()).tolist()
        x = _features([centre])[0]
        logit = float(x @ fit.coefficients)
        error = math.sqrt(max(0.0, float(x @ fit.covariance @ x)))
        low, value, high = (_logistic(logit + z * error) for z in (-1.96, 0.0, 1.96))
        region = {}
        for i, p in enumerate(self._numbers):
            order = np.argsort(places[:, i])
            share = np.cumsum(weights[order]) / weights.sum()
            ends = [places[order[np.searchsorted(share, q)], i] for q in (0.025, 0.975)]
            region[p.name] = Interval(*(float(p.from_unit(e)) for e in ends))
        return Best(
            self.space.decode(centre), value, Interval(low, high), float(weights.sum()), region
        )

    def predict(self, places: Sequence[Sequence[float]]) -> list[float]:
        """Win rates at places of the unit cube, by the latest fit."""
        x = _features(places)
        logits = x @ self.fit(len(self._results)).coefficients
        return [_logistic(float(v)) for v in logits]

    def _fitted(self) -> int:
        """How many samples to fit: after each of the first ones, then after every twentieth
        part more. A restored run comes to the same number without the fits before it."""
        count = len(self._results)
        if count < self.settings.uniform:
            return 0
        step = max(1, 2 ** math.floor(math.log2(count / 20))) if count >= 20 else 1
        return count - count % step

    def fit(self, count: int) -> Fit:
        """The fit of the first `count` samples."""
        if self._fit is None or self._fit[0] != count:
            self._fit = count, _fit(self._places[:count], self._results[:count], self.settings)
        return self._fit[1]


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x)) if x > -700 else 0.0


@cache
def _pairs(count: int) -> tuple[NDArray[np.intp], ...]:
    import numpy as np

    return np.triu_indices(count)


def _features(places: Sequence[Sequence[float]]) -> Floats:
    """1, the parameters from -1 to 1, and their products."""
    import numpy as np

    x = 2 * np.asarray(places, dtype=float) - 1
    rows, columns = _pairs(x.shape[1])
    return np.concatenate([np.ones((len(x), 1)), x, x[:, rows] * x[:, columns]], axis=1)


def _fit(places: Sequence[Sequence[float]], results: Sequence[Tally], s: QuadraticSettings) -> Fit:
    import numpy as np

    x = _features(places)
    games = np.array([t.games for t in results], dtype=float)
    score = np.array([t.score for t in results], dtype=float)
    weights = np.ones(len(x))
    coefficients = np.zeros(x.shape[1])
    rounds: list[tuple[Floats, float, float]] = []
    precision = 1 / s.prior**2
    constant = np.ones((len(x), 1))
    total = math.inf
    # Each round takes at least a hundredth of the weight, and then the rest is soon small.
    while weights.sum() < 0.99 * total and len(rounds) < 100:
        total = float(weights.sum())
        coefficients, covariance = _regress(
            x, weights * games, weights * score, precision, coefficients
        )
        mean, variance = _regress(
            constant, weights * games, weights * score, precision, np.zeros(1)
        )
        scale = s.height * math.sqrt(float(variance[0, 0]))
        rounds.append((coefficients, float(mean[0]), scale))
        # A weight is the least of all rounds, hence never grows.
        levels = Levels(*(np.array(column) for column in zip(*rounds, strict=True)))
        weights = levels.weight(x)
    return Fit(weights, coefficients, covariance, levels)


def _regress(
    x: Floats, games: Floats, score: Floats, precision: float, start: Floats
) -> tuple[Floats, Floats]:
    """Logistic regression with a normal prior: coefficients and covariance, by Newton's method
    with halved steps."""
    import numpy as np

    def objective(c: Floats) -> float:
        logits = x @ c
        value = score @ logits - games @ np.logaddexp(0, logits) - precision / 2 * c @ c
        return float(value)

    c, value = start, objective(start)
    for _ in range(100):
        p = 1 / (1 + np.exp(-np.clip(x @ c, -500, 500)))
        gradient = x.T @ (score - games * p) - precision * c
        information = (x.T * (games * p * (1 - p))) @ x + precision * np.eye(len(c))
        step = np.linalg.solve(information, gradient)
        while (new := objective(c + step)) < value - 1e-9 * abs(value):
            step = step / 2
        c, value = c + step, new
        if np.abs(step).max() < 1e-6:
            break
    return c, np.asarray(np.linalg.inv(information), dtype=float)
