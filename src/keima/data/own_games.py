"""Games that a network plays against itself by its bare policy.

A network that learns from games of people alone is never told what to do after its own mistakes.
Positions of its own games, judged by a teacher, are those that it will meet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from keima.files import alone_in, write_file
from keima.game import Game
from keima.nets.network import Network

#: Also of positions that a network judges (`keima.learn.judged`).
RULES = "chinese-ogs"
KOMI = (5.5, 6.5, 7.5, 7.5)
#: A player plays its best moves more often the lower its temperature is: each has one of these for
#: a game.
TEMPERATURES = (0.2, 0.5, 1.0, 1.5)
#: The first moves have this one, so that games differ.
OPENING, OPENING_TEMPERATURE = 4, 1.0
#: Some moves have this one, whoever plays, so that it is seen how odd moves are punished.
ODD, ODD_TEMPERATURE = 0.05, 2.0
#: Moves with less are never played.
LEAST = 1e-4
#: A game ends with two passes or after so many moves for each point.
LENGTH = 1.4


def play(network: Network, size: int, seed: int, number: int) -> Game:
    """The game with this number, the same each time."""
    rng = np.random.default_rng([seed, number])
    game = Game(size, komi=float(rng.choice(KOMI)), rules=RULES)
    own = rng.choice(TEMPERATURES, size=2).tolist()
    while not game.is_over and game.move_number < LENGTH * game.area:
        chances = np.asarray(network.evaluate(game).policy, np.float64).ravel()
        temperature = _temperature(game.move_number, own, rng)
        chances = np.where(chances >= LEAST, chances, 0) ** (1 / temperature)
        game.play(int(rng.choice(len(chances), p=chances / chances.sum())))
    return game


def _temperature(number: int, own: Sequence[float], rng: np.random.Generator) -> float:
    """Of the move with this number, by players with these."""
    odd = rng.random() < ODD
    if number < OPENING:
        return OPENING_TEMPERATURE
    return ODD_TEMPERATURE if odd else float(own[number % 2])


def write_games(
    network: Network,
    folder: Path,
    count: int,
    *,
    size: int = 9,
    seed: int = 1,
    tell: Callable[[int], object] | None = None,
) -> int:
    """Writes games as SGF files; returns how many were new. Those of the same network stay, so that
    a run that was stopped goes on. Raises ValueError if another process writes there."""
    name = network.prepared(size, size).hash[:8]
    new = 0
    with alone_in(folder):
        for number in range(count):
            path = folder / f"{name}-{size}x{size}-{seed}-{number}.sgf"
            if path.exists():
                continue
            write_file(path, play(network, size, seed, number).to_sgf().encode())
            new += 1
            if tell:
                tell(number + 1)
    return new
