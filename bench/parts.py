"""How many simulations `classic` makes in the time of one when a part is changed.

    python bench/parts.py [FILE.jsonl] [--size 9] [--part reading ...] [--playouts 1000] [--times 3]

The changes are those of table 5.1 of Ferreira 2016 as `keima experiment` plays it, and those of
`classic-parts`, which give each of them the simulations of equal time by these numbers. Searches
positions of games from a file of games, one engine after the other, and takes the least processor
time of several rounds.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from keima import Engine, Game, Limit
from keima.experiments.ferreira import CLASSIC

GAMES = Path(__file__).parent.parent / "docs" / "experiments" / "classic-gnugo.jsonl"
#: Positions of a game: so many moves for each point of the board.
MOMENTS = (0.08, 0.17, 0.3)
CHANGES = {"nothing": ""} | {part: change for part, ((_, change), _) in CLASSIC.items()}


def positions(path: Path, side: int, games: int = 10) -> list[Game]:
    found = []
    for line in path.read_text().splitlines():
        record = json.loads(line)
        if record.get("cell") != f"{side}x{side}" or "moves" not in record:
            continue
        for moment in MOMENTS:
            game = Game(side, komi=7.5)
            for move in record["moves"].split()[: round(moment * side * side)]:
                game.play(move)
            found.append(game)
        if len(found) >= len(MOMENTS) * games:
            break
    return found


def seconds(change: str, games: list[Game], playouts: int) -> float:
    changes = f",{change}" if change else ""
    engine = Engine(f"classic:book=none,solve_points=0,early_stop=0{changes}", threads=1, seed=1)
    begun = time.process_time()
    for game in games:
        engine.new_game()
        engine.search(game, Limit(playouts=playouts))
    return time.process_time() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", nargs="?", type=Path, default=GAMES, help="a file of games")
    parser.add_argument("--size", type=int, default=9, help="the side of the board")
    parser.add_argument("--part", nargs="+", choices=CHANGES, help="those alone")
    parser.add_argument("--playouts", type=int, default=1000)
    parser.add_argument("--times", type=int, default=3)
    given = parser.parse_args()
    games = positions(given.file, given.size)
    if not games:
        parser.error(f"{given.file} has no games of {given.size}x{given.size}")
    parts = [part for part in CHANGES if part in ("nothing", *(given.part or CHANGES))]
    rounds = [
        {part: seconds(CHANGES[part], games, given.playouts) for part in parts}
        for _ in range(given.times)
    ]
    least = {part: min(times[part] for times in rounds) for part in parts}
    for part, found in least.items():
        print(f"{part:18} {found:6.3f} s  {least['nothing'] / found:.2f}")


if __name__ == "__main__":
    main()
