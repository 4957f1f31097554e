"""Shallow networks in the priors of a search (Keller & Perez 2016)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from keima import Engine, Game, Limit, _core
from keima.models.shallow import ShallowModel, Shape, write_shallow

BLACK, WHITE = 1, 2
#: Of the means of priors, which have a byte.
BYTE = 1.5 / 255


def network(size: int = 5, *, best: int = 12, owner: bool = False, **shape: Any) -> ShallowModel:
    """A network that likes one point, and others by their number; with owners, points that the
    player has."""
    made = Shape(size, 1, shape.get("history", False), owner)
    weights = np.zeros(made.weights, np.float32)
    parts = made.split(weights)
    parts["output_biases"][:] = np.arange(size * size) / 40
    parts["output_biases"][best] = 3
    if owner:
        parts["input"][-1, 2, 2] = 5
        parts["output"][1, 1] = 1
    return ShallowModel(made, weights)


def priors(
    trees: SimpleNamespace, board: _core.Board, near: ShallowModel | None, **parameters: float
) -> dict[int, tuple[float, float]]:
    tree = trees.make(**parameters)
    if near:
        tree.set_shallow(near.native())
    found = trees.search(tree, board, BLACK, playouts=1)
    return {m["move"]: (m["prior_visits"], m["prior_mean"]) for m in found["moves"]}


@pytest.mark.parametrize("weight", [0.1, 0.5, 1])
def test_means_are_blended_and_weights_stay(trees: SimpleNamespace, weight: float) -> None:
    board, model = _core.Board(5, 5), network()
    plain = priors(trees, board, None)
    blended = priors(trees, board, model, shallow_weight=weight)
    told = np.array(model.native().predict(board, BLACK))
    assert plain.keys() == blended.keys()
    for move, (visits, mean) in plain.items():
        expected = (1 - weight) * mean + weight * told[move] / told.max()
        assert blended[move] == (visits, pytest.approx(expected, abs=BYTE))


def test_without_weight_nothing_changes(trees: SimpleNamespace) -> None:
    board = _core.Board(5, 5)
    tree, other = trees.make(), trees.make()
    other.set_shallow(network().native())
    assert trees.search(tree, board, playouts=200) == trees.search(other, board, playouts=200)


def test_probabilities_as_results(trees: SimpleNamespace) -> None:
    board, model = _core.Board(5, 5), network()
    told = np.array(model.native().predict(board, BLACK))
    for how, value in (
        (0, told / told.max()),
        (1, np.sqrt(told / told.max())),
        (2, None),
    ):
        found = priors(trees, board, model, shallow_weight=1, shallow_value=how)
        moves = sorted(found)
        if value is None:
            order = sorted(moves, key=lambda m: -told[m])
            value = {m: 1 - order.index(m) / (len(moves) - 1) for m in moves}
        for move in moves:
            assert found[move][1] == pytest.approx(value[move], abs=BYTE)


def best_replies(trees: SimpleNamespace, board: _core.Board, **parameters: float) -> set[int]:
    """What is played in answer, where only the network has a say: its best move."""
    tree = trees.make(shallow_weight=1, expand_after=0, rave_equivalence=0, **parameters)
    tree.set_shallow(network(best=12).native(), network(best=7).native())
    found = trees.search(tree, board, moves=[0], playouts=3)
    return {m["pv"][1] for m in found["moves"] if len(m["pv"]) > 1}


def test_the_second_network_is_asked_below_the_depth(trees: SimpleNamespace) -> None:
    board = _core.Board(5, 5)
    assert best_replies(trees, board, shallow_depth=1) == {7}
    assert best_replies(trees, board, shallow_depth=2) == {12}


def test_owners_from_playouts_and_from_the_search(
    trees: SimpleNamespace, board: Callable[..., _core.Board]
) -> None:
    # Black owns the left, White the right: the network likes the points that are Black's.
    position = board(". . X O .", ". . X O .", "X X X O O", ". . X O .", ". . X O .")
    for playouts in (0, 5):
        tree = trees.make(shallow_weight=1, shallow_playouts=playouts, prune_eye_shapes=0)
        tree.set_shallow(network(owner=True).native())
        found = trees.by_move(trees.search(tree, position, BLACK, playouts=100))
        left, right = (
            [found[p]["prior_mean"] for p in (0, 5)],
            [found[p]["prior_mean"] for p in (4, 9) if p in found],
        )
        assert min(left) > 0.5 > max(right, default=0)


@pytest.mark.parametrize("playouts", [0, 3])
def test_the_same_seed_gives_the_same_search(trees: SimpleNamespace, playouts: int) -> None:
    board = _core.Board(5, 5)
    reports = []
    for _ in range(2):
        tree = trees.make(shallow_weight=0.5, shallow_playouts=playouts)
        tree.set_shallow(network(owner=True).native())
        reports.append(trees.search(tree, board, playouts=300))
    assert reports[0] == reports[1]


def test_expansions_are_counted_by_depth(trees: SimpleNamespace) -> None:
    found = trees.search(trees.make(), _core.Board(5, 5), playouts=400)
    counts = found["expansions"]
    assert counts[0] == 1
    assert sum(counts) == found["nodes"]
    assert len(counts) <= found["depth"] + 1


def test_networks_that_do_not_fit(trees: SimpleNamespace) -> None:
    tree = trees.make()
    with pytest.raises(ValueError, match="needs a first one"):
        tree.set_shallow(None, network().native())
    with pytest.raises(ValueError, match="different sizes"):
        tree.set_shallow(network().native(), network(9).native())
    tree.set_shallow(network().native())
    with pytest.raises(ValueError, match="another size of board"):
        trees.search(tree, _core.Board(9, 9), playouts=1)


def test_an_engine_with_a_file(tmp_path: Path) -> None:
    path = tmp_path / "net.bin"
    write_shallow(path, network())
    engine = Engine(f"pachi-nn:shallow={path},shallow_weight=1", threads=1, seed=1)
    found = engine.search(Game(5), Limit(playouts=30))
    best = max(found.candidates, key=lambda c: c.prior or 0)
    assert best.move == "C3"
    with pytest.raises(ValueError, match="for 5x5, not for 9x9"):
        engine.prepare(Game(9))
    with pytest.raises(ValueError, match="square boards"):
        engine.search(Game((5, 9)), Limit(playouts=1))


def test_a_weight_needs_a_network() -> None:
    with pytest.raises(ValueError, match="need a network"):
        Engine("pachi:shallow_weight=0.5")
    with pytest.raises(ValueError, match="no use for shallow networks"):
        Engine("brugmann").use_shallow(Game(5), network().native())


def test_networks_given_by_hand() -> None:
    game = Game(5)
    engine = Engine("pachi-nn:shallow_weight=1", threads=1, seed=1)
    for best, move in ((12, "C3"), (7, "C4")):
        engine.use_shallow(game, network(best=best).native())
        found = engine.search(game, Limit(playouts=30))
        assert max(found.candidates, key=lambda c: c.prior or 0).move == move
