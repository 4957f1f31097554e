"""How often do people play what the tree search leaves out?

    python bench/pruning.py PACK.npz --games 150

For every third move of a game from the tenth on, and each rule by which the search prunes: is the
move that was played among those that are left?
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from keima import _core
from keima.learn.packs import read_pack

#: By the names of the parameters, with a value where there are several.
RULES = (
    *("self_atari", "self_atari=2", "eye_shapes", "ladders", "seki", "nakade", "long_eyes"),
    *("distance", "corners"),
)
FIRST, EVERY = 10, 3
#: What `matilda` has where a rule is more than a switch.
VALUES = {"long_eyes": 5.0, "distance": 3.0}


def searcher(rule: str) -> _core.TreeSearch:
    """A search that has this rule alone, and no opinion."""
    off = {n: 0.0 for n, *_ in _core.tree_parameters() if n.startswith(("prune_", "prior_"))}
    name, _, value = rule.partition("=")
    on = {f"prune_{name}": float(value or VALUES.get(name, 1.0)), "prior_even": 10.0}
    return _core.TreeSearch("uniform", {}, off | on | {"memory_mb": 8.0})


def left(tree: _core.TreeSearch, board: _core.Board, to_play: int) -> set[int]:
    tree.reset()
    found = tree.search(board, to_play, komi=7.5, last=board.area, before=board.area, playouts=1)
    return {move["move"] for move in found["moves"]}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("pack", type=Path)
    parser.add_argument("--games", type=int, default=150)
    arguments = parser.parse_args()
    pack = read_pack(arguments.pack)
    trees = {rule: searcher(rule) for rule in RULES}
    seen, pruned = 0, Counter[str]()
    for number in pack.shuffled(1)[: arguments.games]:
        game = pack.game(number)
        board, color = game.board.copy(), game.first
        for turn, move in enumerate(game.moves):
            if move == board.area:
                break
            if turn >= FIRST and turn % EVERY == 0:
                seen += 1
                pruned.update(
                    r for r, tree in trees.items() if move not in left(tree, board, color)
                )
            board.play(move, color)
            color = 3 - color
    print(f"{seen} moves of {pack.size}x{pack.size}")
    for rule in RULES:
        print(f"{rule:12} {pruned[rule]:5} {100 * pruned[rule] / max(seen, 1):6.2f} %")


if __name__ == "__main__":
    main()
