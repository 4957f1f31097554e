"""The three ways to use several threads (Ferreira 2016, 4.6)."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from keima import _core

TREE, ROOT, LEAF = 0, 1, 2
BLACK, WHITE = 1, 2


@pytest.mark.parametrize("parallel", [TREE, ROOT, LEAF])
@pytest.mark.parametrize("threads", [1, 3])
def test_every_way_counts_its_playouts(trees: SimpleNamespace, parallel: int, threads: int) -> None:
    tree, board = trees.make(parallel=parallel), _core.Board(7, 7)
    found = trees.search(tree, board, playouts=1000, threads=threads)
    assert found["playouts"] == found["root_visits"] == 1000
    assert sum(m["visits"] for m in found["moves"]) == 1000
    board.play(found["moves"][0]["move"], BLACK)
    second = trees.search(
        tree, board, WHITE, last=found["moves"][0]["move"], playouts=200, threads=threads
    )
    assert second["playouts"] == 200 < second["root_visits"]


def test_one_thread_is_one_tree(trees: SimpleNamespace) -> None:
    board = _core.Board(7, 7)
    first, second = (
        trees.search(trees.make(parallel=p), board, playouts=500) for p in (TREE, ROOT)
    )
    assert first == second


def test_threads_have_trees_of_their_own(trees: SimpleNamespace) -> None:
    """Each has a node for the root; what they know is added up, but for priors."""
    alone = trees.search(trees.make(), _core.Board(7, 7), playouts=400)
    tree = trees.make(parallel=ROOT, expand_after=10000)
    found = trees.search(tree, _core.Board(7, 7), playouts=400, threads=3)
    assert found["nodes"] == 3
    priors = {m["move"]: (m["prior_visits"], m["prior_mean"]) for m in alone["moves"]}
    assert {m["move"]: (m["prior_visits"], m["prior_mean"]) for m in found["moves"]} == priors
    assert found["bytes"] <= 32 << 20
    # Another number of threads starts anew.
    assert trees.search(tree, _core.Board(7, 7), playouts=10, threads=2)["root_visits"] == 10


def test_threads_play_out_one_leaf(trees: SimpleNamespace) -> None:
    """Without a tree below the root every descent brings as many visits as there are threads."""
    tree = trees.make(parallel=LEAF, expand_after=10000)
    found = trees.search(tree, _core.Board(7, 7), playouts=402, threads=4)
    odd = [m["visits"] for m in found["moves"] if m["visits"] % 4]
    assert len(odd) == 1 and odd[0] % 4 == 2


def test_parallel_at_the_leaves_is_reproducible(trees: SimpleNamespace) -> None:
    """Games have their own chance, whoever plays them."""
    board = _core.Board(7, 7)
    options = {"playouts": 600, "threads": 3}
    runs = [trees.search(trees.make(parallel=LEAF), board, **options) for _ in range(3)]
    assert runs[0] == runs[1] == runs[2]
    assert runs[0] != trees.search(trees.make(parallel=LEAF), board, **options, seed=2)


@pytest.mark.parametrize("parallel", [TREE, ROOT, LEAF])
def test_an_early_end_comes_in_every_way(trees: SimpleNamespace, parallel: int) -> None:
    board = _core.Board(5, 5)
    options = {"komi": 0.5, "playouts": 20000, "threads": 2, "early_stop": True, "seconds": 60.0}
    found = trees.search(trees.make(parallel=parallel), board, **options)
    assert found["moves"][0]["move"] == 12
    assert found["playouts"] < 20000


def test_trees_that_left_out_the_only_allowed_move_are_not_searched(
    trees: SimpleNamespace, board: Callable[..., _core.Board]
) -> None:
    """Of two fillings in miai each tree keeps one, by its own chance."""
    position = board(
        ". . X . . .",
        "X X X . . .",
        ". . . . . .",
    )
    searched = []
    for seed in range(16):
        tree = trees.make(parallel=ROOT, prune_miai=1, prune_self_atari=0, prune_seki=0)
        found = trees.search(tree, position, WHITE, playouts=60, threads=3, seed=seed, moves=[0])
        searched.append(found["playouts"])
    # One time in eight all three have it.
    assert 0 < searched.count(60) < 6 and searched.count(0) == 16 - searched.count(60)


def test_a_tree_takes_no_more_than_it_can_add_up(trees: SimpleNamespace) -> None:
    tree, board = _core.TreeSearch("uniform", {}, {"memory_mb": 1}), _core.Board(1, 2)
    assert trees.search(tree, board, playouts=10**12)["root_visits"] == 8_000_000
    assert trees.search(tree, board, playouts=1)["playouts"] == 0
