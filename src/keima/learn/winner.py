"""Learning who will win an unfinished game, from counted games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from keima.learn.finals import Final
from keima.learn.perceptron import Labels, Training, train
from keima.learn.territory_figures import LATE
from keima.score.perceptron import Floats, Perceptron
from keima.score.winner import look

#: Size of the first steps of training: there are few positions, and few steps.
RATE = 1e-2


@dataclass(frozen=True)
class Openings:
    """Unfinished positions, in arrays with an entry for each."""

    #: What the network sees.
    inputs: Floats
    #: 1 if Black won the game, -1 if White did, 0 for a draw.
    results: Floats
    #: Which game, stones played, and by how many points Black leads if mean owners are summed.
    games: Floats
    played: Floats
    leads: Floats

    def __len__(self) -> int:
        return len(self.results)

    def decided(self) -> tuple[Floats, Labels]:
        """Inputs of the games that somebody won, and whether it was Black."""
        won = self.results != 0
        return self.inputs[won], self.results[won] > 0


def collect(
    games: Iterable[Final],
    each: int | None,
    *,
    seed: int = 1,
    tell: Callable[[int], object] = lambda _: None,
) -> Openings:
    """Positions of games, so many of each by chance or all. Raises ValueError if there are
    none."""
    rng = np.random.default_rng(seed)
    inputs: list[Floats] = []
    facts: list[tuple[float, ...]] = []
    for number, game in enumerate(games, 1):
        positions = list(game.positions())
        chosen = list(range(len(positions)))
        if each is not None and each < len(positions):
            chosen = sorted(rng.choice(len(positions), each, replace=False).tolist())
        for i in chosen:
            board, to_play, played = positions[i]
            seen, lead = look(board, to_play, game.komi)
            inputs.append(seen)
            facts.append((np.sign(game.area - game.komi), number, played, lead))
        tell(number)
    if not facts:
        raise ValueError("there are no positions of counted games")
    return Openings(np.array(inputs), *np.array(facts, np.float32).T)


def learn(examples: Openings, validation: Openings, how: Training) -> tuple[Perceptron, float]:
    """The network that is best on positions for validation, and the part that it tells wrongly
    there. Raises ValueError if all games of either were drawn."""
    (inputs, black), judged = examples.decided(), validation.decided()
    if not len(black) or not len(judged[1]):
        raise ValueError("nobody won any of the games, so that nothing can be learnt of winners")
    return train(inputs, black, judged, how)


@dataclass(frozen=True)
class Told:
    """How often winners are told, over all positions and over late ones."""

    positions: int
    #: By the network, with one standard error.
    winners: float
    error: float
    late_winners: float
    #: By who leads if mean owners are summed, and if White is always said to win.
    by_sum: float
    late_by_sum: float
    white: float

    def __str__(self) -> str:
        return (
            f"{self.positions:,} positions, winner {self.winners:.1%} (standard error "
            f"{self.error:.1%}), after {LATE} moves {self.late_winners:.1%}; by the sum of mean "
            f"owners {self.by_sum:.1%}, {self.late_by_sum:.1%}; always White {self.white:.1%}"
        )


def report(test: Openings, net: Perceptron) -> Told:
    """Draws count as told wrongly, as in the tables of chapter 10."""
    told = np.where(net(test.inputs) >= 0.5, 1, -1)
    right, by_sum = told == test.results, np.sign(test.leads) == test.results
    by_sum &= test.results != 0
    late = test.played >= LATE
    games = [right[test.games == game] for game in np.unique(test.games)]
    # Positions of a game are alike: what varies by chance is games.
    more = np.array([(game - right.mean()).sum() for game in games])
    return Told(
        len(test),
        float(right.mean()),
        float(np.sqrt((more**2).sum()) / len(test)),
        _mean(right[late]),
        float(by_sum.mean()),
        _mean(by_sum[late]),
        float((test.results < 0).mean()),
    )


def _mean(right: Labels) -> float:
    return float(right.mean()) if len(right) else 0.0
