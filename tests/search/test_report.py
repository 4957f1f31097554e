"""What the tree search tells about each move."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from keima import _core

BLACK, WHITE = 1, 2


def test_visits_along_the_pv(trees: SimpleNamespace) -> None:
    found = trees.search(trees.make(expand_after=1), _core.Board(7, 7), playouts=2000)
    for move in found["moves"]:
        assert len(move["pv"]) == len(move["pv_visits"])
        assert move["pv_visits"][0] == move["visits"]
        assert move["pv_visits"] == sorted(move["pv_visits"], reverse=True)
    assert len(found["moves"][0]["pv_visits"]) > 2 and found["moves"][0]["pv_visits"][2] > 1


def test_owners_after_each_move_add_up(trees: SimpleNamespace) -> None:
    board = _core.Board(7, 7)
    tree = trees.make()
    found = trees.search(tree, board, playouts=600, move_owner=True, threads=2)
    for point in range(49):
        mean = sum(m["visits"] * m["owner"][point] for m in found["moves"] if m["owner"]) / 600
        assert mean == pytest.approx(found["owner"][point], abs=1e-5)
    for move in found["moves"]:
        assert len(move["owner"]) == (49 if move["visits"] else 0)
    # Who plays a point has it more often than if the opponent answers there first.
    best = found["moves"][0]
    assert best["owner"][best["move"]] > found["owner"][best["move"]]
    assert tree.report() == found


def test_owners_after_each_move_are_kept_only_if_asked_for(trees: SimpleNamespace) -> None:
    found = trees.search(trees.make(), _core.Board(5, 5), playouts=100)
    assert all(m["owner"] == [] for m in found["moves"])
    asked = trees.search(trees.make(), _core.Board(5, 5), playouts=100, move_owner=True)
    assert [m["visits"] for m in asked["moves"]] == [m["visits"] for m in found["moves"]]
