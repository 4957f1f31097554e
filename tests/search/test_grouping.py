"""Move grouping (Ferreira 2016, 4.3.1)."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from keima import _core

RANDOM, BY_PRIORS, BY_QUALITY, BY_VISITS = ALL = range(4)


@pytest.mark.parametrize("by", ALL)
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


def test_moves_are_put_into_groups_anew_by_what_is_known(trees: SimpleNamespace) -> None:
    """Until a group is split, all orders that begin with the priors are the same; from then on the
    halves are others."""
    board = _core.Board(7, 7)

    def found(by: int, grouping: float) -> Any:
        tree = trees.make(grouping=grouping, grouping_by=by, expand_after=0)
        return trees.search(tree, board, komi=0.5, playouts=900)

    orders = (BY_PRIORS, BY_QUALITY, BY_VISITS)
    never, often = [found(by, 1e9) for by in orders], [found(by, 10) for by in orders]
    assert never[0] == never[1] == never[2]
    assert often[0] != often[1] != often[2] != often[0]
    assert often[1] == found(BY_QUALITY, 10)


@pytest.mark.parametrize("by", ALL)
def test_groups_survive_a_move(trees: SimpleNamespace, by: int) -> None:
    tree = trees.make(grouping=10, grouping_by=by, expand_after=0)
    board, color, last = _core.Board(7, 7), 1, 49
    for _ in range(8):
        found = trees.search(tree, board, color, last=last, playouts=400, threads=2)
        assert sum(m["visits"] for m in found["moves"]) == found["root_visits"]
        last = found["moves"][0]["move"]
        board.play(last, color)
        color = 3 - color
    assert found["root_visits"] > 400


def test_a_full_tree_does_without_groups(trees: SimpleNamespace) -> None:
    tree = trees.make(grouping=10, grouping_by=BY_QUALITY, expand_after=0, memory_mb=1)
    found = trees.search(tree, _core.Board(9, 9), playouts=2000, threads=2)
    assert found["full"] and found["playouts"] == 2000 and found["bytes"] <= 1 << 20
