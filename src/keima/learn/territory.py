"""Learned estimates of territory: examples from counted games, and training (van der Werf 2004,
sections 10.3 and 10.5.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from keima import _core
from keima.learn.finals import Final
from keima.learn.resilient import Shape, Trained, train
from keima.score.life import Alive, alive_by_playouts, all_alive
from keima.score.territory import signs_of

Floats = npt.NDArray[np.float32]

#: Positions that are taken of one game, and examples of one position: these are much alike.
POSITIONS, EACH = 6, 16
#: The document's numbers: examples to learn from and to choose by, hidden units, trials.
EXAMPLES, CHOICE, HIDDEN, TRIALS = 200_000, 25_000, 25, 3


@dataclass(frozen=True)
class Sight:
    """What a network sees: stones up to a distance, and with `enhanced` how likely they live, the
    edges and the nearest colours."""

    radius: int = 5
    enhanced: bool = True

    @property
    def points(self) -> int:
        """
        >>> [Sight(radius).points for radius in (3, 4, 5)]
        [24, 40, 60]
        """
        return 2 * self.radius * (self.radius + 1)

    def columns(self, radius: int) -> list[int]:
        """Which of the inputs another sight with a smaller radius has.

        >>> Sight(2, enhanced=False).columns(1)
        [2, 5, 6, 9]
        """
        found, number = [], 0
        for down in range(-self.radius, self.radius + 1):
            reach = self.radius - abs(down)
            for right in range(-reach, reach + 1):
                if down or right:
                    if abs(down) + abs(right) <= radius:
                        found.append(number)
                    number += 1
        rest = range(number, number + 20) if self.enhanced else ()
        return [*found, *rest]


@dataclass(frozen=True)
class Examples:
    """Inputs, a row for each empty point, and who has it at the end: 1 who is to play, -1 the
    other, 0 nobody."""

    inputs: Floats
    targets: Floats
    games: int

    def narrowed(self, sight: Sight, radius: int) -> Examples:
        """The same for a smaller radius."""
        return Examples(self.inputs[:, sight.columns(radius)], self.targets, self.games)


def collect(
    games: Iterable[Final],
    count: int,
    sight: Sight,
    *,
    alive: Alive = alive_by_playouts,
    seed: int = 1,
    tell: Callable[[int], object] = lambda _: None,
) -> Examples:
    """So many examples of games, or fewer if there are no more of them. Raises ValueError if there
    are none."""
    rng = np.random.default_rng(seed)
    judge = alive if sight.enhanced else all_alive
    inputs: list[Floats] = []
    targets: list[Floats] = []
    found = done = 0
    for done, game in enumerate(games, 1):  # noqa: B007 -- wanted after the loop
        for rows, wanted in _examples(game, sight, judge, rng):
            inputs.append(rows)
            targets.append(wanted)
            found += len(rows)
        tell(found)
        if found >= count:
            break
    if not found:
        raise ValueError("there are no positions to learn from")
    return Examples(np.concatenate(inputs)[:count], np.concatenate(targets)[:count], done)


def _examples(
    game: Final, sight: Sight, judge: Alive, rng: np.random.Generator
) -> list[tuple[Floats, Floats]]:
    positions = list(game.positions())
    chosen = rng.choice(len(positions), min(POSITIONS, len(positions)), replace=False)
    found = []
    for i in sorted(chosen.tolist()):
        board, to_play, _ = positions[i]
        signs = signs_of(board)
        empty = np.flatnonzero(signs == 0)
        points = rng.choice(empty, min(EACH, len(empty)), replace=False).tolist()
        rows = _core.territory_inputs(
            board.width,
            board.height,
            signs.tolist(),
            to_play,
            judge(board, to_play),
            points,
            radius=sight.radius,
            enhanced=sight.enhanced,
            view=int(rng.integers(840)),
        )
        side = 1 if to_play == 1 else -1
        found.append((rows, (side * game.owners[points]).astype(np.float32)))
    return found


def learn(
    examples: Examples,
    choice: Examples,
    sight: Sight,
    *,
    hidden: int = HIDDEN,
    trials: int = TRIALS,
    epochs: int = 300,
    seed: int = 1,
    tell: Callable[[int, int, float, float], object] = lambda *_: None,
) -> tuple[_core.TerritoryNet, Trained]:
    """The best of several trials, by its error on `choice`; `tell` hears the trial, the epoch and
    both errors. A linear network needs one trial only: its error has one least."""
    shape = Shape(examples.inputs.shape[1], hidden)
    best: Trained | None = None
    for trial in range(trials if hidden else 1):
        found = train(
            shape,
            (examples.inputs, examples.targets),
            (choice.inputs, choice.targets),
            epochs=epochs,
            seed=seed + trial,
            tell=lambda epoch, a, b, trial=trial: tell(trial, epoch, a, b),  # type: ignore[misc]
        )
        if best is None or found.error < best.error:
            best = found
    assert best is not None
    return _core.TerritoryNet(sight.radius, sight.enhanced, hidden, best.weights), best
