"""Last good replies in the playouts of a search."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from keima import _core

BLACK = 1
#: Black has played elsewhere; White kills in the middle of the three points, if it is found.
KILL = (
    ". . . X O . .",
    "X X X X O O O",
    "O O O O O . .",
    ". . O . O . .",
    "O O O O O O O",
    "X X X X X X X",
    ". X . X . X .",
)
ELSEWHERE = 3 * 7 + 6
#: Nothing but chance and replies.
AT_RANDOM = dict.fromkeys(("skip_save", "skip_nakade", "skip_capture", "skip_pattern"), 1.0)


def win_rate(
    trees: SimpleNamespace, board: _core.Board, order: int, rules: dict[str, float], **options: int
) -> float:
    # The tree stays at its root: what is learnt is learnt in playouts.
    parameters = {"memory_mb": 8.0, "expand_after": 10000.0, "playout_replies": float(order)}
    tree = _core.TreeSearch("mogo", rules, parameters)
    found = trees.search(tree, board, komi=-10.5, playouts=1000, moves=[ELSEWHERE], **options)
    return float(found["moves"][0]["wins"]) / 1000


@pytest.mark.parametrize("threads", [1, 2])
def test_playouts_learn_the_reply_that_kills(
    trees: SimpleNamespace, board: Callable[..., _core.Board], threads: int
) -> None:
    position = board(*KILL)
    assert win_rate(trees, position, 0, AT_RANDOM) > 0.15
    for order in (1, 2):
        assert win_rate(trees, position, order, AT_RANDOM, threads=threads) < 0.05


def test_replies_to_two_moves_are_other_replies(trees: SimpleNamespace) -> None:
    board = _core.Board(7, 7)
    found = [trees.search(trees.make(playout_replies=n), board, playouts=300) for n in (0, 1, 2)]
    assert found[0] != found[1] != found[2] != found[0]


def test_a_new_game_begins_without_replies(
    trees: SimpleNamespace, board: Callable[..., _core.Board]
) -> None:
    tree = trees.make(playout_replies=2)
    first = trees.search(tree, _core.Board(7, 7), playouts=300)
    trees.search(tree, board(*KILL), playouts=300)
    assert trees.search(tree, _core.Board(7, 7), playouts=300) == first
