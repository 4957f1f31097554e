"""Simultaneous perturbation stochastic approximation (Spall 1992) with momentum.

Each trial moves all parameters at once, by plus and by minus the same random vector, and plays
both: two points give a slope in a random direction, whatever the number of parameters (Keller &
Perez 2016, equation 3.12). The centre climbs along it. As most pairs of games end alike and give
no slope, the latest slope that was not zero is added again, with the weight `momentum` (Keller &
Perez 2016, section 3.2.3.2). There the weight stays the same until the next slope; here it is
multiplied by `momentum` each time, because on a plateau, where all games end alike, the centre
would be driven on to the edge.

Everything happens in the unit cube: all ranges are 1 wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from keima.arena.statistics import Interval, Tally, wilson
from keima.tune.space import Space, Values
from keima.tune.tuner import Best, generator


@dataclass(frozen=True)
class SpsaSettings:
    """Gains after k trials: steps `a / (A + k + 1)**alpha`, perturbations `c / (k + 1)**gamma`,
    with the exponents of Spall 1998. `a` follows from `step`, how far the first trial moves each
    parameter if one point wins all of its games and the other none. `A` is `delay` trials."""

    step: float = 0.02
    c: float = 0.2
    alpha: float = 0.602
    gamma: float = 0.101
    delay: float = 20.0
    momentum: float = 0.5

    def __post_init__(self) -> None:
        for name in ("step", "c"):
            if not 0 < getattr(self, name) <= 0.5:
                raise ValueError(
                    f"spsa: {name} must be above 0 and at most 0.5 (of the range), "
                    f"got {getattr(self, name)!r}"
                )
        for name in ("alpha", "gamma", "momentum"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"spsa: {name} must be from 0 to 1, got {getattr(self, name)!r}")
        if not self.delay >= 0:
            raise ValueError(f"spsa: delay must be 0 or more, got {self.delay!r}")


class Spsa:
    """See the module. `path` has the centre before each trial that was told, and at the end."""

    def __init__(self, space: Space, seed: int, settings: SpsaSettings | None = None) -> None:
        self.space = space
        self.seed = seed
        self.settings = settings or SpsaSettings()
        self._numbers = space.numbers("spsa")
        self.path: list[list[float]] = [[p.middle for p in self._numbers]]
        #: The latest slope, as much of it as is to be added again.
        self._push = [0.0] * len(space)
        self._results: list[Tally] = []

    def ask(self, trial: int) -> list[Values]:
        centre = self.path[-1]
        shift = self._shift(trial)
        return [
            self.space.decode([x + sign * d for x, d in zip(centre, shift, strict=True)])
            for sign in (1, -1)
        ]

    def restore(self, trial: int, points: Sequence[Values]) -> None:
        pass

    def tell(self, trial: int, results: Sequence[Tally]) -> None:
        plus, minus = results
        difference = plus.rate - minus.rate
        s = self.settings
        # Twice the perturbation lies between the points (the 2 of equation 3.11, which 3.12
        # leaves to the learning rate).
        slope = [difference / (2 * d) for d in self._shift(trial)]
        gain = 2 * s.c * s.step * ((s.delay + 1) / (s.delay + trial + 1)) ** s.alpha
        self.path.append(
            [
                min(1.0, max(0.0, x + gain * (new + old)))
                for x, new, old in zip(self.path[-1], slope, self._push, strict=True)
            ]
        )
        self._push = [s.momentum * x for x in (slope if difference else self._push)]
        self._results.append(plus + minus)

    def best(self) -> Best:
        """The mean of the latter half of the path, which is known better than its end."""
        half = len(self._results) // 2
        path = self.path[half:]
        columns = list(zip(*path, strict=True))
        values = self.space.decode([sum(c) / len(c) for c in columns])
        total = sum(self._results[half:], Tally(0, 0))
        if not total.games:
            return Best(self.space.start(), 0.5, Interval(0, 1), 0)
        region = {
            p.name: Interval(*(float(p.from_unit(x)) for x in (min(c), max(c))))
            for p, c in zip(self._numbers, columns, strict=True)
        }
        return Best(values, total.rate, wilson(total), total.games, region)

    def _shift(self, trial: int) -> list[float]:
        rng = generator(self.seed, trial)
        width = self.settings.c / (trial + 1) ** self.settings.gamma
        # Two neighbouring integers are told apart only by points that are a whole step apart.
        return [rng.choice((-1, 1)) * max(width, p.step / 2) for p in self._numbers]
