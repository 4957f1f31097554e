"""Win rates that are known, and games drawn from them."""

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pytest

from keima.tune.log import Played
from keima.tune.run import Job
from keima.tune.space import Number, Space, Value

Rate = Callable[[Mapping[str, Value]], float]


@dataclass(frozen=True)
class Coin:
    """Games that are won with a known probability; the same job always ends the same."""

    rate: Rate
    draws: float = 0.0

    def __call__(self, job: Job) -> Played:
        rng = random.Random(f"{job.seed} {job.number} {sorted(job.values.items())}")
        if rng.random() < self.draws:
            return Played(0.5)
        return Played(float(rng.random() < self.rate(job.values)))


@dataclass(frozen=True)
class Hill:
    """A win rate that falls from `top` at the optimum, in the logit, with the square of the
    distance in the unit cube."""

    space: Space
    optimum: tuple[float, ...]
    top: float = 0.6
    steepness: float = 8.0

    def __call__(self, values: Mapping[str, Value]) -> float:
        place = self.space.encode(values)
        far = sum((x - y) ** 2 for x, y in zip(place, self.optimum, strict=True))
        return 1 / (1 + math.exp(-(math.log(self.top / (1 - self.top)) - self.steepness * far)))


@pytest.fixture
def coin() -> type[Coin]:
    return Coin


@pytest.fixture
def hill() -> Callable[..., Hill]:
    def make(dimensions: int, seed: int) -> Hill:
        rng = random.Random(seed)
        space = Space(tuple(Number(f"x{i}", 0, 1) for i in range(dimensions)))
        return Hill(space, tuple(rng.uniform(0.15, 0.85) for _ in range(dimensions)))

    return make
