"""Networks that learn what to look at by trying (van der Werf 2004, 6.4.2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from keima.learn.classifiers.rules import Adam, Rprop, Rule
from keima.learn.erna.boards import Boards
from keima.learn.erna.episodes import accuracy, gradient, play
from keima.learn.erna.network import Architecture, Floats, Recurrent


@dataclass(frozen=True)
class Learning:
    """How it is done. The document's method is RPROP; by Adam the same networks learn more of the
    same boards in as many epochs, as actions by chance make each gradient another one."""

    epochs: int = 3000
    #: Boards that are played before the weights change; by RPROP always all.
    batch: int = 200
    method: str = "adam"
    #: Of Adam, at first: it falls to nothing. Of RPROP the first step.
    rate: float = 0.003
    #: A longer gradient is shortened to this: one that went back through many steps may be huge,
    #: and undo what many epochs have done. 0 for any length.
    longest: float = 1.0
    #: Actions by chance become rarer, and there are none after this part of the epochs. A long way
    #: is hardly ever gone to its end as long as one action of four is by chance.
    exploring: float = 0.9
    #: Is each board seen mirrored or turned by chance, in another way in each epoch?
    turned: bool = True
    #: What is judged, and what remains, is the mean of past weights: how much of it each change of
    #: weights keeps. An action that is just the best in one epoch may not be in the next.
    average: float = 0.99
    #: Epochs between looks at the boards for validation.
    every: int = 10
    seed: int = 1


def learn(
    shape: Architecture,
    train: Boards,
    validation: Boards,
    settings: Learning,
    tell: Callable[[int, float, float], object] | None = None,
) -> tuple[Recurrent, float]:
    """The network that named most classes of the boards for validation rightly, and how many, as a
    part. All boards are played in each epoch. `tell` is given
    epochs, errors and that part so far."""
    if settings.method not in ("adam", "rprop"):
        raise ValueError(f"unknown method {settings.method!r}: expected adam or rprop")
    network = Recurrent(shape, settings.seed)
    adam = Adam(settings.rate)
    rule: Rule = adam if settings.method == "adam" else Rprop(settings.rate)
    chance = np.random.default_rng(settings.seed)
    judged = Recurrent(shape)
    judged.weights = network.weights.copy()
    best, most = judged.weights, -1.0
    for epoch in range(settings.epochs + 1):
        if epoch % settings.every == 0 or epoch == settings.epochs:
            found = accuracy(judged, validation)
            # Of the same results the last: it has learnt longest.
            if found >= most:
                best, most = judged.weights.copy(), found
        adam.rate = settings.rate * (1 - epoch / (settings.epochs + 1))
        size = settings.batch if settings.method == "adam" else len(train)
        explored = max(0.0, 1 - epoch / max(1.0, settings.exploring * settings.epochs))
        order = chance.permutation(len(train))
        errors = []
        for start in range(0, len(train), size):
            boards = train.take(order[start : start + size])
            if settings.turned:
                boards = boards.turned(chance)
            error, slope = gradient(network, play(network, boards, chance, explored))
            network.weights = rule.next(network.weights, error, shortened(slope, settings.longest))
            judged.weights += (1 - settings.average) * (network.weights - judged.weights)
            errors.append(error)
        if tell and epoch % settings.every == 0:
            tell(epoch, float(np.mean(errors)), most)
    judged.weights = best
    return judged, most


def shortened(slope: Floats, longest: float) -> Floats:
    """A gradient of at most that length, in its direction; of any length if it is 0."""
    length = float(np.linalg.norm(slope))
    return slope * np.float32(longest / length) if longest and length > longest else slope
