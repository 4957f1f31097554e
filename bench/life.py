"""How well territory is told by judges of life and death, on games for the test.

    python bench/life.py OGS_A.npz OGS_B.npz --games 60

Each judge says how likely stones live, and EMLP whose the empty points will be. For each: how often
the winner is told and how far the area is off, by the owners told (dead stones removed) and by the
sum of the mean owners; after 20 moves in brackets.

    python bench/life.py OGS_A.npz OGS_B.npz --games 2000 --resigned

How often the winner of games that were resigned is told in their last positions, if every point is
that of the nearest block that lives (van der Werf 2004, section 9.5.3); with --all in all of them.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from itertools import islice
from pathlib import Path

import numpy as np

from keima.colors import Color
from keima.learn.finals import KOMI, finals
from keima.learn.games import read_packs
from keima.learn.life import counted_owners
from keima.learn.packs import TEST, Pack
from keima.learn.territory_figures import Figures, mean_teller, measure, teller
from keima.learn.territory_tables import TABLE_WINDOW
from keima.score.distance import distance_owners
from keima.score.life import (
    Alive,
    alive_by_both,
    alive_by_learning,
    alive_by_playouts,
    all_alive,
)
from keima.score.territory import Method, learned
from keima.scoring import without

#: How a game ended, in a pack.
RESIGNED = 2

JUDGES: dict[str, Alive] = {
    "learned": alive_by_learning,
    "10 playouts": partial(alive_by_playouts, playouts=10),
    "100 playouts": alive_by_playouts,
    "100 playouts and learned": alive_by_both,
}


def told(figures: Figures) -> str:
    return (
        f"{figures.all.winners:.1%} ({figures.late.winners:.1%}), "
        f"{figures.all.points:.2f} ({figures.late.points:.2f})"
    )


def resigned_games(packs: Sequence[Pack], count: int) -> list[tuple[Pack, int]]:
    """Even games for the test by chance."""
    found = [
        (pack, int(number))
        for pack in packs
        for number in np.flatnonzero(
            (pack.facts.reason == RESIGNED)
            & (pack.facts.winner != 0)
            & (pack.facts.part == TEST)
            & (pack.facts.komi >= KOMI[0])
            & (pack.facts.komi <= KOMI[1])
            & (np.diff(pack.setup_offsets) == 0)
        )
    ]
    chosen = np.random.default_rng(1).permutation(len(found))[:count]
    return [found[i] for i in chosen.tolist()]


def winners_told(
    games: Sequence[tuple[Pack, int]], alive: Alive, everywhere: bool
) -> tuple[int, int]:
    """Right ones, and positions."""
    right = positions = 0
    for pack, number in games:
        record = pack.game(number)
        board, color = record.board, record.first
        komi, winner = float(pack.facts.komi[number]), int(pack.facts.winner[number])
        for turn, move in enumerate(record.moves, 1):
            board.play(move, color, allow_suicide=True)
            color = 3 - color
            if not everywhere and turn < len(record.moves):
                continue
            dead = np.flatnonzero((alive(board, color) < 0.5) & (np.array(board.stones) > 0))
            owners = distance_owners(without(board, dead.tolist()))
            area = owners.count(Color.BLACK) - owners.count(Color.WHITE)
            right += (area - komi) * winner > 0
            positions += 1
    return right, positions


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("packs", type=Path, nargs="+")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--net", default="emlp", help="the network of territory, by name or file")
    parser.add_argument("--judge", action="append", choices=["all alive", *JUDGES])
    parser.add_argument("--resigned", action="store_true", help="ask for the winners of those")
    parser.add_argument("--all", action="store_true", help="with --resigned: in all positions")
    arguments = parser.parse_args()
    packs = read_packs(arguments.packs)
    if arguments.resigned:
        chosen = resigned_games(packs, arguments.games)
        for name in arguments.judge or ["all alive", *JUDGES]:
            right, positions = winners_told(chosen, JUDGES.get(name, all_alive), arguments.all)
            print(f"{name}: {right / positions:.1%} of {positions:,} positions", flush=True)
        return
    method = Method("EMLP", learned(arguments.net), TABLE_WINDOW, weighs=True)
    tellers = {"told": teller(method, "remove"), "mean": mean_teller(method)}
    games = list(islice(finals(packs, "test", 1, counted_owners), arguments.games))
    print("| judge | winner and points by owners | by the sum of mean owners | positions |")
    print("|---|---|---|---|")
    for name in arguments.judge or JUDGES:
        found = measure(games, tellers, playouts=1, alive=JUDGES[name])
        count = found["told"].all.positions
        print(f"| {name} | {told(found['told'])} | {told(found['mean'])} | {count:,} |", flush=True)


if __name__ == "__main__":
    main()
