"""Does memory stay what it is? Self-play in one process, and the memory after each hundred games.

python bench/leak.py
python bench/leak.py --profile brugmann --size 9 --games 300
"""

from __future__ import annotations

import argparse
import gc
import resource
import sys
from pathlib import Path

from keima import Engine, Game


def resident_kb() -> int:
    """Memory that the process holds now or, where that is not told, has held at most."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most // 1024 if sys.platform == "darwin" else most
    return pages * resource.getpagesize() // 1024


def play_games(engine: Engine, numbers: range, size: int) -> int:
    """Plays and scores games, each with its number as seed; returns how many moves they had."""
    moves = 0
    for number in numbers:
        engine.seed = number
        game = Game(size)
        engine.new_game()
        while not game.is_over and game.move_number < 3 * game.area:
            move = engine.search(game).move
            if move == "resign":
                break
            game.play(move)
        moves += game.move_number
        engine.score(game)
    return moves


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--profile", default="classic:playouts=50,memory_mb=16")
    parser.add_argument("--size", type=int, default=7)
    parser.add_argument("--games", type=int, default=1000)
    given = parser.parse_args()
    engine = Engine(given.profile, threads=1, seed=1)
    for done in range(100, given.games + 1, 100):
        moves = play_games(engine, range(done - 100, done), given.size)
        gc.collect()
        print(f"{done} games, {moves / 100:.0f} moves each: {resident_kb()} kB", flush=True)


if __name__ == "__main__":
    main()
