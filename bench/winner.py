"""How often the winner of unfinished games is told, on games for the test.

    python bench/winner.py OGS_A.npz OGS_B.npz --games 1000

In all positions, by the network that Keima brings (`--model` for another), by the sum of mean
owners, and if White is always said to win. Games begin with number `--start` of an order of chance.
"""

from __future__ import annotations

import argparse
from itertools import islice
from pathlib import Path

from keima.learn.finals import finals
from keima.learn.games import read_packs
from keima.learn.life import counted_owners
from keima.learn.winner import collect, report
from keima.models.winner import load_winner


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("packs", type=Path, nargs="+")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--model", default="winner")
    arguments = parser.parse_args()
    end = arguments.start + arguments.games
    games = finals(read_packs(arguments.packs), "test", 1, counted_owners)
    test = collect(islice(games, arguments.start, end), None)
    print(report(test, load_winner(arguments.model)))


if __name__ == "__main__":
    main()
