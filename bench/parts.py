"""How many simulations `classic` makes in the time of one when a part is changed.

    python bench/parts.py [FILE.jsonl] [--size 9] [--part reading ...] [--playouts 1000] [--times 3]

The changes are those of table 5.1 of Ferreira 2016 as `keima experiment` plays it, beside
`classic` as it is, those of `classic-parts`, beside `classic` with all of these parts, and that of
`judged-parts`; these experiments give each change the simulations of equal time by these numbers.
Searches positions of games from a file of games, one engine after the other, and takes the least
processor time of several rounds.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from keima import Engine, Game, Limit
from keima.experiments.ferreira import CLASSIC
from keima.experiments.judged_parts import PRIORS
from keima.experiments.search_parts import CLASSIC_PARTS

GAMES = Path(__file__).parent.parent / "docs" / "experiments" / "classic-gnugo.jsonl"
#: Positions of a game: so many moves for each point of the board.
MOMENTS = (0.08, 0.17, 0.3)
WITH = ",".join(CLASSIC_PARTS[part][1] for part in ("reading", "pruning"))
#: Part -> the player without a change, and the change. Both have parts of the same name.
CHANGES = {f"5.1-{part}": ("", change) for part, ((_, change), _) in CLASSIC.items()} | {
    part: (WITH, off) for part, (_, _, off) in CLASSIC_PARTS.items()
}
#: All such priors cost the same: what costs is the judgement.
CHANGES["judged"] = ("", PRIORS["settled"][1])


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


def merged(base: str, change: str) -> str:
    pairs = dict(pair.split("=") for text in (base, change) if text for pair in text.split(","))
    return "".join(f",{name}={value}" for name, value in pairs.items())


def seconds(changes: str, games: list[Game], playouts: int) -> float:
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
    pairs = {
        part: (merged(base, ""), merged(base, change))
        for part, (base, change) in CHANGES.items()
        if part in (given.part or CHANGES)
    }
    least: dict[str, float] = {}
    for _ in range(given.times):
        for changes in dict.fromkeys(each for pair in pairs.values() for each in pair):
            found = seconds(changes, games, given.playouts)
            least[changes] = min(found, least.get(changes, found))
    for part, (before, after) in pairs.items():
        ratio = least[before] / least[after]
        print(f"{part:18} {least[before]:6.3f} s, changed {least[after]:6.3f} s  {ratio:.2f}")


if __name__ == "__main__":
    main()
