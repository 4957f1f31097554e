"""How good the moves of engines are, as a search with a network judges them: less noise than games.

    python bench/move_quality.py NETWORK ogs9_a.npz --playouts 3000 \
        classic classic:policy=mogo classic:rave_equivalence=300 classic@12000

Takes positions of games between people that are not decided yet, lets each engine choose a move in
each of them, and prints what a search with the network then expects the mover to win, on average
and beside the first engine, with the standard error of the difference. `@N` after an engine is its
own number of playouts. Two engines that err in the same way as the network look better than they
are; the word of the network alone (`--visits 1`) does not even tell 5,000 playouts from 80,000.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from keima import Engine, Game, Limit
from keima.learn.packs import read_pack
from keima.nets import Network

#: Positions of which a network is surer than this are left out.
DECIDED = 0.03


def positions(path: Path, seed: int) -> Iterator[tuple[int, list[int]]]:
    """Size and moves of beginnings of games, from the sixth move to four fifths of a game."""
    rng = np.random.default_rng(seed)
    pack = read_pack(path)
    for number in rng.permutation(len(pack)):
        game = pack.game(int(number))
        until = len(game.moves) * 4 // 5
        if not any(game.board.stones) and game.first == 1 and until > 6:
            yield pack.size, game.moves[: int(rng.integers(6, until))]


def replay(size: int, moves: list[int], komi: float) -> Game:
    game = Game(size, komi=komi, rules="chinese")
    for move in moves:
        game.play("pass" if move == size * size else game.name(move))
    return game


def value_after(judge: Engine, game: Game, move: str, visits: int) -> float:
    """What the mover may expect of a game after a move."""
    game.play(move)
    judge.new_game()
    found = judge.search(game, Limit(playouts=visits)).winrate
    game.undo()
    return 1.0 - found


def with_playouts(spec: str, playouts: int) -> tuple[str, int]:
    """An engine and how many playouts it has: `classic@5000`.

    >>> with_playouts("classic@5000", 100), with_playouts("classic", 100)
    (('classic', 5000), ('classic', 100))
    """
    name, _, own = spec.partition("@")
    return name, int(own) if own else playouts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("network", help="a network file or its name")
    parser.add_argument("games", type=Path, help="a pack of games (.npz)")
    parser.add_argument("engines", nargs="+", help="PROFILE[:name=value,...][@PLAYOUTS]")
    parser.add_argument("--positions", type=int, default=600)
    parser.add_argument("--playouts", type=int, default=3000)
    parser.add_argument("--visits", type=int, default=60, help="of the search that judges")
    parser.add_argument("--komi", type=float, default=7.5)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    network = Network(given.network)
    games = []
    for size, moves in positions(given.games, given.seed):
        game = replay(size, moves, given.komi)
        if not game.is_over and DECIDED < network.evaluate(game).winrate < 1 - DECIDED:
            games.append(game)
        if len(games) == given.positions:
            break
    if not games:
        parser.error(f"{given.games} has no positions that are not decided")
    values = np.zeros((len(given.engines), len(games)))
    seconds = np.zeros(len(given.engines))
    specs = [with_playouts(spec, given.playouts) for spec in given.engines]
    engines = [Engine(name, threads=1, resign_threshold=0) for name, _ in specs]
    judge = Engine("kata", net=given.network, threads=1, seed=1, resign_threshold=0, early_stop=0)
    for number, game in enumerate(games):
        judged: dict[str, float] = {}
        for which, engine in enumerate(engines):
            engine.new_game()
            engine.seed = number
            start = time.process_time()
            move = engine.search(game, Limit(playouts=specs[which][1])).move
            seconds[which] += time.process_time() - start
            if move not in judged:
                judged[move] = value_after(judge, game, move, given.visits)
            values[which, number] = judged[move]
        if sys.stderr.isatty():
            print(f"\r{number + 1} of {len(games)} positions", end="", file=sys.stderr)
    print("| engine | expects | beside the first | standard error | CPU seconds |")
    print("|---|---|---|---|---|")
    for which, spec in enumerate(given.engines):
        beside = values[which] - values[0]
        error = beside.std() / np.sqrt(len(games))
        print(
            f"| `{spec}` | {values[which].mean():.4f} | {beside.mean():+.4f} | {error:.4f} "
            f"| {seconds[which]:.0f} |"
        )


if __name__ == "__main__":
    main()
