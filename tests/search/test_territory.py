"""Territory rules: a stone costs its player a point, and the tree is kept all the same."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from keima import Engine, Game, _core

BLACK, WHITE = 1, 2
#: Nothing is left to play but one's own territory.
SETTLED = (". X . X O . O .", "X X X X O O O O", ". X . X O . O .")


@pytest.mark.parametrize(("color", "point", "sign"), [(BLACK, 0, -1), (WHITE, 7, 1)])
def test_stones_in_the_tree_cost_a_point(
    trees: SimpleNamespace,
    board: Callable[..., _core.Board],
    color: int,
    point: int,
    sign: int,
) -> None:
    """Only the move at the root is in the tree; playouts are counted by area."""
    options = {"komi": 0.5, "playouts": 50, "moves": [point]}
    parameters = {"expand_after": 10000, "keep_eyes": 1, "prune_eye_shapes": 0}
    plain = trees.search(trees.make(**parameters), board(*SETTLED), color, **options)
    found = trees.search(trees.make(**parameters), board(*SETTLED), color, **options, stones=3)
    assert found["score"] == plain["score"] + sign
    assert found["moves"][0]["score"] == plain["moves"][0]["score"] + sign


def test_a_pass_is_better_than_filling_own_territory(
    trees: SimpleNamespace, board: Callable[..., _core.Board]
) -> None:
    """Equal territories and one point of komi less than a draw: to fill one is to lose."""
    tree = trees.make(pass_below=1, keep_eyes=1, prune_eye_shapes=0)
    position = board(*SETTLED)
    found = trees.search(tree, position, komi=-0.5, playouts=500, stones=0, last_was_pass=True)
    assert found["moves"][0]["move"] == position.area
    assert found["moves"][0]["wins"] == found["moves"][0]["visits"]


def test_the_tree_is_kept_as_stones_are_played(trees: SimpleNamespace) -> None:
    tree, board, color = trees.make(), _core.Board(7, 7), BLACK
    stones, last = 5, board.area
    for number in range(4):
        given = {"komi": 6.5 + stones, "stones": stones, "last": last, "playouts": 500}
        found = trees.search(tree, board, color, **given)
        assert (found["root_visits"] > 500) == (number > 0)
        last = found["moves"][0]["move"]
        board.play(last, color)
        stones += 1 if color == BLACK else -1
        color = 3 - color
    # Another komi, or the same by area rules, is another game.
    for other in ({"komi": 6.5, "stones": 1}, {"komi": 5.5, "stones": None}):
        assert trees.search(tree, board, color, playouts=500, **other)["root_visits"] == 500


@pytest.mark.parametrize("rules", ["chinese", "japanese"])
def test_the_engine_keeps_the_tree_from_move_to_move(rules: str) -> None:
    game, engine = Game(7, rules=rules), Engine("classic:playouts=300", threads=1, seed=1)
    for number in range(4):
        result = engine.search(game)
        assert (result.visits > result.playouts) == (number > 0)
        game.play(result.move)


@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_playouts_as_priors_know_what_the_stone_costs(
    trees: SimpleNamespace, board: Callable[..., _core.Board], color: int
) -> None:
    """Equal areas and half a point of komi for the mover: a stone costs more."""
    komi = -0.5 if color == BLACK else 0.5
    means = {}
    for stones in (None, 0):
        tree = trees.make(prior_even=0, prior_playouts=4, keep_eyes=1, prune_eye_shapes=0)
        options = {"komi": komi, "playouts": 1, "stones": stones}
        found = trees.search(tree, board(*SETTLED), color, **options)
        means[stones] = {m["prior_mean"] for m in found["moves"] if m["prior_visits"]}
    assert means == {None: {1.0}, 0: {0.0}}
