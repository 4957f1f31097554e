"""Optuna's tree-structured Parzen estimator, for spaces of numbers and choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from keima.arena.settings import derive_seed
from keima.arena.statistics import Interval, Tally
from keima.arena.statistics.intervals import wilson_of
from keima.tune.space import Choice, Number, Space, Values
from keima.tune.tuner import Best

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


@dataclass(frozen=True)
class OptunaSettings:
    """`startup`: trials at random before the estimator begins."""

    startup: int = 10

    def __post_init__(self) -> None:
        if self.startup < 1:
            raise ValueError(f"optuna: startup must be 1 or more, got {self.startup!r}")


class OptunaTuner:
    """See the module. The first trial is the start of the space.

    The estimator takes the rate of each trial for what it is: give a trial enough games, ten or
    more. The best values are those of the trial with the best neighbourhood (a weighted mean of
    all trials with the same choices), by the lower limit of its interval.
    """

    def __init__(self, space: Space, seed: int, settings: OptunaSettings | None = None) -> None:
        self._optuna = _import()
        self.space = space
        self.seed = seed
        self.settings = settings or OptunaSettings()
        self._study = self._optuna.create_study(direction="maximize", sampler=self._sampler(0))
        distributions = self._optuna.distributions
        self._distributions: dict[str, Any] = {}
        for p in space:
            if isinstance(p, Choice):
                kind = distributions.CategoricalDistribution(p.choices)
            elif p.integer:
                kind = distributions.IntDistribution(int(p.low), int(p.high), log=p.log)
            else:
                kind = distributions.FloatDistribution(p.low, p.high, log=p.log)
            self._distributions[p.name] = kind
        self._open: dict[int, Any] = {}
        self._values: list[Values] = []
        self._results: list[Tally] = []

    def ask(self, trial: int) -> list[Values]:
        if trial == 0:
            points = [self.space.start()]
            self.restore(trial, points)
            return points
        # A sampler of its own for each trial: no state but the trials that were told.
        self._study.sampler = self._sampler(trial)
        opened = self._study.ask(self._distributions)
        self._open[trial] = opened
        return [{p.name: opened.params[p.name] for p in self.space}]

    def restore(self, trial: int, points: Sequence[Values]) -> None:
        self._study.enqueue_trial(dict(points[0]))
        self._open[trial] = self._study.ask(self._distributions)

    def tell(self, trial: int, results: Sequence[Tally]) -> None:
        opened = self._open.pop(trial)
        self._study.tell(opened, results[0].rate)
        self._values.append({p.name: opened.params[p.name] for p in self.space})
        self._results.append(results[0])

    def best(self) -> Best:
        if not self._results:
            return Best(self.space.start(), 0.5, Interval(0, 1), 0)
        import numpy as np

        near = self._nearness()
        games = near @ np.array([t.games for t in self._results])
        score = near @ np.array([t.score for t in self._results])
        limits = [wilson_of(float(s), float(n)) for s, n in zip(score, games, strict=True)]
        top = max(range(len(limits)), key=lambda i: limits[i].low)
        # Who could still be as good, and is not worse than the best with certainty?
        rates = score / games
        close = [i for i in range(len(limits)) if rates[i] >= limits[top].low]
        region = {
            p.name: Interval(
                *(pick(float(self._values[i][p.name]) for i in close) for pick in (min, max))
            )
            for p in self.space
            if isinstance(p, Number)
        }
        return Best(self._values[top], float(rates[top]), limits[top], float(games[top]), region)

    def _nearness(self) -> Floats:
        """How much each trial says of each other: a normal kernel over the numbers, of a width
        by Scott's rule for uniform samples, and nothing across choices."""
        import numpy as np

        n = len(self._values)
        width = 0.29 * n ** (-1 / (len(self.space) + 4))
        near = np.zeros((n, n))
        for p in self.space:
            if isinstance(p, Number):
                x = np.array([p.to_unit(v[p.name]) for v in self._values])
                near -= ((x[:, None] - x[None, :]) / width) ** 2 / 2
            else:
                c = np.array([p.choices.index(v[p.name]) for v in self._values])
                near = np.where(c[:, None] == c[None, :], near, -np.inf)
        return np.asarray(np.exp(near))

    def _sampler(self, trial: int) -> Any:
        return self._optuna.samplers.TPESampler(
            seed=derive_seed(self.seed, "optuna", trial),
            n_startup_trials=self.settings.startup,
            multivariate=True,
            constant_liar=True,
        )


def _import() -> Any:
    try:
        import optuna
    except ImportError:
        raise ValueError("Optuna is not installed: pip install 'keima[tune]'") from None
    import warnings

    # It tells of every trial, and that the options above may change.
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    warnings.filterwarnings("ignore", category=optuna.exceptions.ExperimentalWarning)
    return optuna
