"""Move grouping (Ferreira 2016, 4.3.1)."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from keima import _core

RANDOM, BY_PRIORS = 0, 1


@pytest.mark.parametrize("by", [RANDOM, BY_PRIORS])
@pytest.mark.parametrize("bandit", [0, 1, 2])
def test_groups_take_part(trees: SimpleNamespace, by: int, bandit: int) -> None:
    """They are chosen, need memory, and change what is searched below the root."""
    board = _core.Board(7, 7)
    options = {"bandit": bandit, "exploration": 0.3, "expand_after": 0}
    plain = trees.search(trees.make(**options), board, playouts=800)
    found = trees.search(trees.make(**options, grouping=20, grouping_by=by), board, playouts=800)
    assert sum(m["visits"] for m in found["moves"]) == 800
    assert found["bytes"] > 1.2 * plain["bytes"]
    assert found["moves"] != plain["moves"]


def test_groups_are_split_by_their_visits(trees: SimpleNamespace) -> None:
    """Halves that are never split, and halves that are split early, lead to other trees."""
    board = _core.Board(5, 5)
    found = [
        trees.search(trees.make(grouping=n, grouping_by=BY_PRIORS), board, komi=0.5, playouts=900)
        for n in (5, 50, 1e9)
    ]
    assert found[0] != found[1] != found[2] != found[0]


def test_groups_survive_a_move(trees: SimpleNamespace) -> None:
    tree, board, color, last = trees.make(grouping=10, expand_after=0), _core.Board(7, 7), 1, 49
    for _ in range(8):
        found = trees.search(tree, board, color, last=last, playouts=400, threads=2)
        assert sum(m["visits"] for m in found["moves"]) == found["root_visits"]
        last = found["moves"][0]["move"]
        board.play(last, color)
        color = 3 - color
    assert found["root_visits"] > 400


def test_a_full_tree_does_without_groups(trees: SimpleNamespace) -> None:
    tree = trees.make(grouping=10, expand_after=0, memory_mb=1)
    found = trees.search(tree, _core.Board(9, 9), playouts=2000, threads=2)
    assert found["full"] and found["playouts"] == 2000 and found["bytes"] <= 1 << 20
