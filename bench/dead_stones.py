"""How often the score with the dead stones found equals another judge's.

    python bench/dead_stones.py gnugo --games 50
    python bench/dead_stones.py pack FILE.npz --games 200 --judge classic

`gnugo` lets GNU Go finish games against itself and takes its own final score; `pack` takes
counted games and the margin that the players agreed on. A pack is a NumPy archive with, for each
game, `moves[off[i]:off[i + 1]]` (row-major points, the area is a pass), `first`, `komi`, `rules`,
`winner`, `margin` and `restype`.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterator

from keima import Color, Engine, Game
from keima.score import find_dead, find_dead_by_playouts
from keima.score.csa import find_dead_by_csa

PACK_RULES = {1: "japanese", 2: "korean", 3: "chinese", 4: "aga", 5: "new-zealand"}
COUNTED = 1


def signed(text: str) -> float:
    """B+3.5 as 3.5, W+10 as -10."""
    return 0.0 if text == "0" else float(text[2:]) * (1 if text[0] == "B" else -1)


def gnugo_games(count: int, size: int, seed: int) -> Iterator[tuple[Game, float]]:
    """Games of GNU Go, levels 1 to 5 in turn, against itself under Chinese rules."""
    path = shutil.which("gnugo", path=os.environ["PATH"] + ":/usr/games")
    if path is None:
        sys.exit("GNU Go is not installed")
    for number in range(seed, seed + count):
        options = f"--mode gtp --chinese-rules --level {1 + number % 5} --seed {number}"
        program = subprocess.Popen(
            [path, *options.split()], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert program.stdin and program.stdout

        def ask(command: str, program: subprocess.Popen[str] = program) -> str:
            assert program.stdin and program.stdout
            program.stdin.write(command + "\n")
            program.stdin.flush()
            answer = program.stdout.readline()
            program.stdout.readline()
            return answer.removeprefix("=").strip()

        game = Game(size, komi=7.5, rules="chinese")
        ask(f"boardsize {size}")
        ask("komi 7.5")
        while not game.is_over and game.move_number < 3 * game.area:
            move = ask(f"genmove {game.to_play.word}")
            if move.lower() == "resign":
                break
            game.play(move)
        if game.is_over:
            yield game, signed(ask("final_score"))
        ask("quit")
        program.wait()


def pack_games(
    path: str, count: int, seed: int, without: list[str], test: bool = False
) -> Iterator[tuple[Game, float]]:
    """A sample of the even games in a pack that were counted. `without` names other samples, as
    SEED:COUNT, whose games are left out; `test` keeps the games that no model was learnt from."""
    import numpy as np

    pack = dict(np.load(path).items())
    size = int(pack["size"])
    counted = [
        i
        for i in range(len(pack["restype"]))
        if pack["restype"][i] == COUNTED
        and (not test or i % 20 == 0)
        and int(pack["rules"][i]) in PACK_RULES
        and 0.5 <= pack["komi"][i] <= 8
        and pack["setup_off"][i] == pack["setup_off"][i + 1]
    ]

    def sample(number: int) -> list[int]:
        order = counted.copy()
        random.Random(number).shuffle(order)
        return order

    used: set[int] = set()
    for other, _, size_of_it in (text.partition(":") for text in without):
        used.update(sample(int(other))[: int(size_of_it)])
    for i in [i for i in sample(seed) if i not in used][:count]:
        rules = PACK_RULES[int(pack["rules"][i])]
        game = Game(size, komi=float(pack["komi"][i]), rules=rules)
        game.to_play = Color.WHITE if pack["first"][i] else Color.BLACK
        for move in pack["moves"][pack["off"][i] : pack["off"][i + 1]]:
            game.play(int(move))
        yield game, float(pack["winner"][i]) * float(pack["margin"][i])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    kinds = parser.add_subparsers(dest="kind", required=True)
    for kind in ("gnugo", "pack"):
        sub = kinds.add_parser(kind)
        if kind == "pack":
            sub.add_argument("file")
            sub.add_argument("--without", action="append", default=[], metavar="SEED:COUNT")
            sub.add_argument("--test", action="store_true", help="only games for the test")
        else:
            sub.add_argument("--size", type=int, default=9)
        sub.add_argument("--games", type=int, default=50)
        sub.add_argument("--seed", type=int, default=1)
        sub.add_argument(
            "--judge",
            default="default",
            metavar="default | playouts | csa | PROFILE",
            help="what games are scored by, random games alone, learned judgement of blocks alone, "
            "or a player's own judgement, as classic:score_playouts=4000",
        )
    given = parser.parse_args()
    games = (
        gnugo_games(given.games, given.size, given.seed)
        if given.kind == "gnugo"
        else pack_games(given.file, given.games, given.seed, given.without, given.test)
    )
    judges: dict[str, Callable[[Game], Collection[int]]] = {
        "default": find_dead,
        "playouts": find_dead_by_playouts,
        "csa": find_dead_by_csa,
    }
    judge = judges.get(given.judge) or Engine(given.judge, seed=1).find_dead
    count = same = close = winner = as_it_stands = 0
    seconds = 0.0
    for game, truth in games:
        start = time.perf_counter()
        found = game.score(sorted(judge(game))).margin
        seconds += time.perf_counter() - start
        count += 1
        same += found == truth
        close += abs(found - truth) <= 1
        winner += (found > 0) == (truth > 0)
        as_it_stands += game.score().margin == truth
    print(
        f"{count} games: same score {same} ({100 * same / count:.1f} %), within a point {close}, "
        f"same winner {winner}; {as_it_stands} without taking anything off; "
        f"{1000 * seconds / count:.0f} ms a position"
    )


if __name__ == "__main__":
    main()
