"""How fast the small networks are: evaluations and training steps a second, and what priors by them
cost a search. All by processor time, on one thread.

    python bench/small_networks.py
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import numpy as np

from keima import Engine, Game, Limit, _core

BOARDS = ((9, 9), (13, 9), (19, 6), (19, 9), (19, 10))
STEPS, PLAYOUTS = 4000, 2000


def seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def random_games(side: int, count: int) -> _core.Examples:
    rng, examples = random.Random(side), _core.Examples(side)
    for _ in range(count):
        board, moves, color = _core.Board(side, side), list[int](), 1
        for _ in range(side * side // 2):
            legal = [p for p in range(side * side) if board.is_legal(p, color)]
            moves.append(rng.choice(legal))
            board.play(moves[-1], color)
            color = 3 - color
        examples.add_game(_core.Board(side, side), 1, moves, last=0, most_stones=side * side)
    return examples


def middle_game(side: int) -> Game:
    """A quarter of the board has been played, well spread."""
    game, engine = Game(side, komi=7.5), Engine("matilda", threads=1, seed=1, playouts=20)
    while len(game.moves) < side * side // 4:
        game.play(engine.search(game).move)
    return game


def main() -> None:
    for side, distance in BOARDS:
        examples = random_games(side, 5)
        net = _core.Perceptron(side, distance)
        net.randomize(1)
        numbers = np.random.default_rng(1).integers(8 * len(examples), size=STEPS, dtype=np.uint32)
        ranks, learn = net.ranks, net.learn
        evaluations = STEPS / seconds(lambda n=numbers, r=ranks, e=examples: r(e, n))
        steps = STEPS / seconds(lambda n=numbers, w=learn, e=examples: w(e, n, 0.002))
        print(
            f"{side}x{side}, distance {distance}: {len(net):,} weights, "
            f"{evaluations:,.0f} evaluations a second, {steps:,.0f} training steps a second"
        )
    for side in (9, 13, 19):
        game = middle_game(side)
        took = []
        for profile in ("matilda", "matilda-mlp"):
            engine = Engine(profile, threads=1, seed=1, early_stop=0)
            engine.prepare(game)
            took.append(seconds(lambda e=engine, g=game: e.search(g, Limit(playouts=PLAYOUTS))))
        print(
            f"{side}x{side}: {PLAYOUTS / took[0]:,.0f} simulations a second without priors by a "
            f"small network, {took[1] / took[0]:.2f} times as long with them"
        )


if __name__ == "__main__":
    main()
