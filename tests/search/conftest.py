"""What the tests of the tree search share."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from keima import _core
from keima.playouts import load_patterns


def make(policy: str = "mogo", **parameters: float) -> _core.TreeSearch:
    return _core.TreeSearch(policy, {}, {"memory_mb": 32, **parameters}, load_patterns("mogo"))


def search(tree: _core.TreeSearch, board: _core.Board, to_play: int = 1, **options: Any) -> Any:
    given = {"komi": 7.5, "last": board.area, "before": board.area, "early_stop": False, "seed": 1}
    return tree.search(board, to_play, **{**given, **options})


def by_move(report: Any) -> dict[int, Any]:
    return {move["move"]: move for move in report["moves"]}


@pytest.fixture(scope="session")
def trees() -> SimpleNamespace:
    """trees.search(trees.make(bandit=1), board, playouts=100), trees.by_move(what it finds)."""
    return SimpleNamespace(make=make, search=search, by_move=by_move)
