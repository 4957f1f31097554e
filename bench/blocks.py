"""Features and learned judgement of blocks: how fast, and how often right.

    python bench/blocks.py PACK.npz --games 500
    python bench/blocks.py PACK.npz --labels LABELS

The first takes the last positions of counted games. The second compares with the labels that
`keima learn csa` has kept of a pack's games for the test; with `--make` those that are missing are
made, by random games and GNU Go.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from keima import _core
from keima.learn.csa import Data, by_playouts, report
from keima.learn.finished import LabelFile, counted_games, finished_game, label
from keima.learn.oracles import GnuGoOracle
from keima.learn.packs import TEST, Pack, read_pack
from keima.models.csa import load_csa
from keima.score.csa import judge


def speed(pack: Pack, games: int) -> None:
    boards = [finished_game(pack, i).game.board for i in counted_games(pack)[:games]]
    judge(boards[0])
    blocks = 0
    start = time.process_time()
    for board in boards:
        features = _core.BlockFeatures(board)
        features.statics()
        blocks += len(features)
    middle = time.process_time()
    for board in boards:
        judge(board)
    end = time.process_time()
    print(
        f"{len(boards)} positions of {pack.size}x{pack.size}, {blocks / len(boards):.1f} blocks: "
        f"static features of {len(boards) / (middle - start):,.0f} positions a second, "
        f"judgement in {1000 * (end - middle) / len(boards):.2f} ms"
    )


def errors(pack: Pack, path: Path, make: bool) -> None:
    labels, data = LabelFile(path), Data()
    oracles = {"keima": by_playouts, "gnugo": GnuGoOracle()} if make else {}
    for number in counted_games(pack):
        found = labels.get(pack.path.stem, number)
        if pack.part(number) != TEST or (found is None and not make):
            continue
        finished = finished_game(pack, number)
        if found is None:
            found = label(finished, oracles)
            labels.add(pack.path.stem, number, found)
        data.add(finished, found)
    print(report(load_csa(), data))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pack", type=Path)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--labels", type=Path)
    parser.add_argument("--make", action="store_true")
    given = parser.parse_args()
    pack = read_pack(given.pack)
    if given.labels:
        errors(pack, given.labels, given.make)
    else:
        speed(pack, given.games)


if __name__ == "__main__":
    main()
