"""The prior by the local model."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from keima import _core

BARE: dict[str, float] = {
    name: 0 for name, *_ in _core.tree_parameters() if name.startswith("prior_")
} | {"prior_even": 10.0, "expand_after": 0}


@pytest.fixture
def model() -> _core.LocalModel:
    count = 4 * (_core.local_starts(2, 2)[-1] + 2)
    weights = np.random.default_rng(2).normal(0, 0.3, count).astype(np.float32)
    return _core.LocalModel(2, 2, 4, weights, 3.0)


def priors(
    trees: SimpleNamespace, model: _core.LocalModel | None, board: _core.Board, **given: Any
) -> dict[int, tuple[float, float]]:
    tree = trees.make(**(BARE | given))
    tree.set_local(model)
    found = trees.search(tree, board, 1, playouts=1)
    return {m["move"]: (m["prior_visits"], m["prior_mean"]) for m in found["moves"]}


def test_a_move_wins_by_the_root_of_its_probability(
    trees: SimpleNamespace, model: _core.LocalModel
) -> None:
    board = _core.Board(5, 5)
    board.play(12, 2)
    found = priors(trees, model, board, prior_local=40)
    chances = dict(model.predict(board, 1))
    assert len(found) == 24
    for move, (visits, mean) in found.items():
        wins = 40 * chances[move] ** 0.5
        assert visits == pytest.approx(10 + wins, abs=1)
        assert mean == pytest.approx((5 + wins) / (10 + wins), abs=0.02)


def test_without_a_model_or_without_a_prior_nothing_changes(
    trees: SimpleNamespace, model: _core.LocalModel
) -> None:
    board = _core.Board(5, 5)
    plain = priors(trees, None, board)
    assert priors(trees, None, board, prior_local=30) == plain
    assert priors(trees, model, board) == plain


def test_another_model_forgets_the_tree(trees: SimpleNamespace, model: _core.LocalModel) -> None:
    tree = trees.make(**(BARE | {"prior_local": 30}))
    board = _core.Board(5, 5)
    trees.search(tree, board, 1, playouts=50)
    tree.set_local(model)
    assert trees.search(tree, board, 1, playouts=1)["root_visits"] <= 2
