"""How much more a search with a network does with two threads than with one, on an idle machine.

    python bench/threads.py kata:net=g170-b6c96.bin.gz pro9.npz --positions 8 --seconds 12
    python bench/threads.py kata:net=keima-9x9 pro9.npz --positions 12 --playouts 24000

Searches the empty board and positions of games, with one thread and with several by turns, and
prints visits and new positions a second. Many visits find what was reached in other ways and cost
next to nothing, and how many do is a matter of chance, with one thread too. So one position tells
little about visits; the last line is the mean of all ratios, with its standard error. With
`--playouts` all searches have so many visits, and how many new positions these took is compared,
which can be done on a busy machine.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from keima import Engine, Game, Limit
from keima.learn.packs import read_pack

#: Of the points of the board so many have been played at when a search begins.
PLAYED = 0.25


def positions(path: Path, count: int, seed: int) -> Iterator[Game]:
    """The empty board, and then middle games."""
    pack = read_pack(path)
    yield Game(pack.size, komi=7.5, rules="chinese")
    moves = round(PLAYED * pack.size**2)
    for number in np.random.default_rng(seed).permutation(len(pack)):
        record = pack.game(int(number))
        if any(record.board.stones) or record.first != 1 or len(record.moves) < 2 * moves:
            continue
        if (count := count - 1) < 1:
            return
        game = Game(pack.size, komi=7.5, rules="chinese")
        for move in record.moves[:moves]:
            game.play("pass" if move == pack.size**2 else game.name(move))
        yield game


def speeds(spec: str, threads: int, game: Game, limit: Limit, seed: int) -> tuple[float, float]:
    """Visits and new positions, a second if the search has a limit of time."""
    engine = Engine(spec, threads=threads, seed=seed, book="none", early_stop=0)
    engine.prepare(game)
    found = engine.search(game, limit)
    seconds = 1.0 if limit.seconds is None else found.seconds
    return found.playouts / seconds, found.evaluations / seconds


def mean_ratio(ratios: list[float]) -> str:
    """
    >>> mean_ratio([1.9, 1.9])
    '1.90 (0.00)'
    """
    logs = np.log(ratios)
    mean = math.exp(logs.mean())
    error = mean * logs.std(ddof=1) / math.sqrt(len(logs)) if len(logs) > 1 else math.nan
    return f"{mean:.2f} ({error:.2f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine", help="PROFILE:net=NETWORK[,name=value...]")
    parser.add_argument("games", type=Path, help="a pack of games (.npz)")
    parser.add_argument("--positions", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=12)
    parser.add_argument("--playouts", type=int, help="of each search, in place of seconds")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    limit = Limit(given.playouts) if given.playouts else Limit(seconds=given.seconds)
    ratios: list[tuple[float, float]] = []
    print("| position | one thread: visits, new | more: visits, new | times visits | times new |")
    print("|---|---|---|---|---|")
    for number, game in enumerate(positions(given.games, given.positions, given.seed)):
        one, more = (
            speeds(given.engine, threads, game, limit, given.seed + number)
            for threads in (1, given.threads)
        )
        ratios.append((more[0] / one[0], more[1] / one[1]))
        print(
            f"| {number or 'empty'} | {one[0]:,.0f}, {one[1]:,.0f} | {more[0]:,.0f}, {more[1]:,.0f}"
            f" | {ratios[-1][0]:.2f} | {ratios[-1][1]:.2f} |",
            flush=True,
        )
    visits, new = (mean_ratio(list(column)) for column in zip(*ratios, strict=True))
    print(f"mean of {len(ratios)} (standard error): visits {visits}, new positions {new}")


if __name__ == "__main__":
    main()
