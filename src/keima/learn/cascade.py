"""Training of the cascade that scores final positions (van der Werf 2004, 8.5.3)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from keima.learn.blocks import Positions
from keima.learn.perceptron import Training, train
from keima.score.cascade import Cascade
from keima.score.perceptron import Floats

STEPS = 4
#: Networks that are trained for each step; the best on the games for validation is taken.
TRIES = 3


def train_cascade(
    learn: Positions,
    validation: Positions,
    how: Training,
    *,
    steps: int = STEPS,
    tries: int = TRIES,
    tell: Callable[[str], None] = lambda line: None,
) -> Cascade:
    """Each network learns from what the one before says of all blocks, those included that do not
    matter for the score."""
    nets = []
    said: list[list[Floats] | None] = [None, None]
    for step in range(steps):
        tables = [
            part.features(values) for part, values in zip((learn, validation), said, strict=True)
        ]
        examples = tables[0][learn.relevant()], learn.alive()
        judged = tables[1][validation.relevant()], validation.alive()
        found = []
        for number in range(tries):
            seed = how.seed + 1000 * step + number
            found.append(train(*examples, judged, replace(how, seed=seed)))
            tell(f"step {step + 1}, network {number + 1}: {found[-1][1]:.2%} wrong")
        net, _ = min(found, key=lambda pair: pair[1])
        nets.append(net)
        said = [
            part.split(net(table)) for part, table in zip((learn, validation), tables, strict=True)
        ]
    return Cascade(tuple(nets))
