"""The prior by a small network: three groups of moves."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from keima import _core

BARE: dict[str, float] = {
    name: 0 for name, *_ in _core.tree_parameters() if name.startswith("prior_")
} | {"prior_even": 10.0, "expand_after": 0}


@pytest.fixture
def net() -> _core.Perceptron:
    net = _core.Perceptron(5, 3)
    net.randomize(4)
    return net


def priors(
    trees: SimpleNamespace, net: _core.Perceptron | None, board: _core.Board, **given: Any
) -> dict[int, tuple[float, float]]:
    tree = trees.make(**(BARE | given))
    tree.set_mlp(net)
    found = trees.search(tree, board, 1, playouts=1)
    return {m["move"]: (m["prior_visits"], m["prior_mean"]) for m in found["moves"]}


def test_the_best_quarter_wins_and_the_worst_half_loses(
    trees: SimpleNamespace, net: _core.Perceptron
) -> None:
    board = _core.Board(5, 5)
    board.play(12, 2)
    found = priors(trees, net, board, prior_mlp_best=30, prior_mlp_rest=20)
    outputs = net.outputs(board, 1)
    order = sorted(found, key=lambda move: abs(1 - outputs[move]))
    assert len(order) == 24
    groups = [
        (order[:6], 40, 35 / 40),
        (order[6:12], 10, 5 / 10),
        (order[12:], 30, 5 / 30),
    ]
    for moves, visits, mean in groups:
        for move in moves:
            assert found[move] == (visits, pytest.approx(mean, abs=0.01))


def test_where_few_moves_are_left_it_is_not_asked(
    trees: SimpleNamespace, net: _core.Perceptron
) -> None:
    board = _core.Board(5, 5)
    board.play(12, 2)  # 24 moves are left, more than 0.95 boards
    few = priors(trees, net, board, prior_mlp_best=30, mlp_least=0.97)
    assert {visits for visits, _ in few.values()} == {10}
    assert priors(trees, net, board, prior_mlp_best=30, mlp_least=0.95) != priors(
        trees, None, board, prior_mlp_best=30, mlp_least=0.95
    )


def test_without_a_network_or_without_a_prior_nothing_changes(
    trees: SimpleNamespace, net: _core.Perceptron
) -> None:
    board = _core.Board(5, 5)
    plain = priors(trees, None, board)
    assert priors(trees, None, board, prior_mlp_best=30) == plain
    assert priors(trees, net, board) == plain


def test_another_size_of_board_is_refused(trees: SimpleNamespace, net: _core.Perceptron) -> None:
    tree = trees.make()
    tree.set_mlp(net)
    for size in ((6, 6), (5, 6)):
        with pytest.raises(ValueError, match="another size"):
            trees.search(tree, _core.Board(*size), playouts=1)
    tree.set_mlp(None)
    assert trees.search(tree, _core.Board(6, 6), playouts=1)["playouts"] == 1


def test_another_network_forgets_the_tree(trees: SimpleNamespace, net: _core.Perceptron) -> None:
    tree, board = trees.make(prior_mlp_best=30), _core.Board(5, 5)
    trees.search(tree, board, playouts=50)
    tree.set_mlp(net)
    assert tree.report() is None
