"""How many positions a second the core turns into what a network sees, on one core.

    python bench/inputs.py                       random games on 19x19
    python bench/inputs.py pro19.npz --games 300 games of a pack (see docs/inputs.md)

`replayed` is for training: a game is played through, the ladders of each board are read once.
`single` is for a search: the ladders of the three boards that a position shows are read each time.
The best of several rounds is printed, as other programs only ever make it slower.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from keima import _core
from keima.nets.inputs import GLOBALS, PLANES, pack_inputs


def random_games(size: int, games: int, seed: int) -> _core.InputPack:
    """Games of random moves that fill no own eyes."""
    rng = np.random.default_rng(seed)
    moves: list[int] = []
    offsets = [0]
    for _ in range(games):
        board, color = _core.Board(size, size), 1
        for _ in range(size * size * 4 // 5):
            for point in rng.permutation(board.area):
                if board.is_legal(point, color) and not board.is_eye(point, color):
                    break
            else:
                point = board.area
            board.play(int(point), color)
            moves.append(int(point))
            color = 3 - color
        offsets.append(len(moves))
    return pack_inputs(size, np.array(moves), np.array(offsets))


def read_games(path: str, games: int) -> _core.InputPack:
    pack = np.load(path)
    off, setup_off = pack["off"][: games + 1], pack["setup_off"][: games + 1]
    komi = pack["komi"][:games]
    return pack_inputs(
        int(pack["size"]),
        pack["moves"][: off[-1]],
        off,
        first=pack["first"][:games],
        setup=pack["setup"][: setup_off[-1]],
        setup_offsets=setup_off,
        komi=np.where(np.isfinite(komi), komi, 7.5),
        rules=pack["rules"][:games],
    )


def positions_per_second(pack: _core.InputPack, games: int, reuse: bool, rounds: int) -> float:
    fills = []
    for game in range(games):
        moves = np.arange(pack.moves_of(game), dtype=np.int32)
        rng = np.random.default_rng(game)
        fills.append(
            (
                np.full(len(moves), game, np.int32),
                moves,
                rng.integers(0, 8, len(moves), np.uint8),
            )
        )
    most = max(len(moves) for _, moves, _ in fills)
    planes = np.zeros((most, PLANES, pack.size, pack.size), np.float32)
    numbers = np.zeros((most, GLOBALS), np.float32)
    targets = np.zeros(most, np.int32)
    best = 0.0
    for _ in range(rounds):
        start = time.perf_counter()
        for which, moves, symmetries in fills:
            n = len(moves)
            pack.fill(which, moves, symmetries, planes[:n], numbers[:n], targets[:n], reuse)
        best = max(best, sum(len(m) for _, m, _ in fills) / (time.perf_counter() - start))
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pack", nargs="?", help="games as .npz; random ones by default")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--size", type=int, default=19, help="of random games")
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    if args.pack:
        pack = read_games(args.pack, args.games)
    else:
        pack = random_games(args.size, args.games, seed=1)
    for name, reuse in (("replayed", True), ("single", False)):
        speed = positions_per_second(pack, len(pack), reuse, args.rounds)
        print(f"{name}: {speed:,.0f} positions a second")


if __name__ == "__main__":
    main()
