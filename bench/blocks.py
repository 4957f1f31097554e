"""Features and learned judgement of blocks: how fast, and how often right.

    python bench/blocks.py PACK.npz --games 500
    python bench/blocks.py PACK.npz ... --labels LABELS
    python bench/blocks.py PACK.npz ... --settled 250

The first takes the last positions of counted games. The second compares with the labels that
`keima learn csa` has kept of games for the test; with `--make` those that are missing are made, by
random games and GNU Go. Below it says the same of boards and winners by random games and judgement
together, as `final_score` asks by default. The third says how often judgement finds unfinished
positions of games for validation settled, and who won these.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from keima import Color, _core
from keima.engine.decided import leader
from keima.learn.csa import Data, by_playouts, report
from keima.learn.finals import finals
from keima.learn.finished import LabelFile, counted_games, finished_game, label
from keima.learn.life import counted_owners
from keima.learn.oracles import GnuGoOracle
from keima.learn.packs import TEST, Pack, read_pack
from keima.models.csa import load_csa
from keima.score import find_dead
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


def errors(packs: Sequence[Pack], path: Path, make: bool) -> None:
    labels, data = LabelFile(path), Data()
    oracles = {"keima": by_playouts, "gnugo": GnuGoOracle()} if make else {}
    for pack in packs:
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
    boards = right = winners = 0
    for finished, found in data.test_games:
        if not found.by:
            continue
        game = finished.game
        wanted, score = game.score(found.dead), game.score(find_dead(game.board))
        boards += 1
        right += wanted.owners == score.owners
        winners += wanted.winner == score.winner
    print(
        f"together with random games {right:,} boards right ({right / max(boards, 1):.2%}), "
        f"{winners:,} with the right winner ({winners / max(boards, 1):.2%})"
    )


def settled(packs: Sequence[Pack], games: int) -> None:
    positions = found = right = left = 0
    for final in islice(finals(packs, "validation", 1, counted_owners), games):
        lead = final.area - final.komi
        winner = Color.BLACK if lead > 0 else Color.WHITE if lead < 0 else None
        boards = [board for board, _, _ in final.positions()]
        for number, board in enumerate(boards, 1):
            positions += 1
            if told := leader(board, final.komi):
                found += 1
                right += told == winner
                left += len(boards) - number
    print(
        f"{positions:,} positions, {found:,} settled ({found / positions:.1%}), "
        f"{left / max(found, 1):.1f} moves before the end, winner right in "
        f"{right / max(found, 1):.1%}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("packs", type=Path, nargs="+")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--labels", type=Path)
    parser.add_argument("--make", action="store_true")
    parser.add_argument("--settled", type=int, metavar="GAMES")
    given = parser.parse_args()
    packs = [read_pack(path) for path in given.packs]
    if given.labels:
        errors(packs, given.labels, given.make)
    elif given.settled:
        settled(packs, given.settled)
    else:
        for pack in packs:
            speed(pack, given.games)


if __name__ == "__main__":
    main()
