"""Priors by learned judgement of life, death and territory (van der Werf 2004, 11.2)."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from keima import _core
from keima.points import parse_point
from keima.score.life import alive_by_learning
from keima.score.territory import learned_judge

BARE: dict[str, float] = {
    name: 0 for name, *_ in _core.tree_parameters() if name.startswith("prior_")
} | {"prior_even": 10.0, "expand_after": 0}

#: Both corners on the left are Black's, the right side is White's; D6 and D5 live if it is Black's
#: turn, and more likely die if it is White's.
DRAWN = (
    ". . . . . . . . .",
    ". . . X X . . . .",
    ". . X O O X . . .",
    ". . X O O . . . .",
    ". . . X X O O . .",
    ". . . . X O X . .",
    ". . X . X O . . .",
    ". . . . . . . . .",
    ". . . . . . . . .",
)
SETTLED = (
    ". X X O . O . . .",
    "X . X O . O . . .",
    ". X X O O O . . .",
    "X . X O . . . . .",
    "X X X O . . . . .",
    ". . X O . . . . .",
    ". . X O O O O O O",
    ". . X X X X X X X",
    ". . . . . . . . .",
)

Drawn = Callable[..., _core.Board]


def priors(
    trees: SimpleNamespace, judge: _core.PositionJudge | None, board: _core.Board, **given: Any
) -> dict[int, tuple[float, float]]:
    tree = trees.make(**(BARE | given))
    tree.set_judge(judge)
    found = trees.search(tree, board, 1, playouts=1)
    return {m["move"]: (m["prior_visits"], m["prior_mean"]) for m in found["moves"]}


def at(board: _core.Board, name: str) -> int:
    return parse_point(name, board.width, board.height)


def test_settled_points_lose(trees: SimpleNamespace, board: Drawn) -> None:
    position = board(*SETTLED)
    judge = learned_judge()
    owners = judge.owners(position, 1)
    found = priors(trees, judge, position, prior_settled=20)
    for move, (visits, mean) in found.items():
        if move == position.area:
            continue
        settled = abs(owners[move]) > 0.9
        assert visits == pytest.approx(30 if settled else 10)
        assert mean == pytest.approx(1 / 6 if settled else 0.5, abs=0.01)
    # In Black's area and in White's; nothing is settled on an empty board.
    assert {at(position, name) for name in ("A2", "G7")} <= {
        move for move in found if found[move][0] > 20
    }
    empty = priors(trees, judge, _core.Board(9, 9), prior_settled=20)
    assert {visits for visits, _ in empty.values()} == {10}


def test_liberties_of_groups_in_doubt_win(trees: SimpleNamespace, board: Drawn) -> None:
    position = board(*DRAWN)
    alive = alive_by_learning(position, 1)
    found = priors(trees, learned_judge(), position, prior_life=40)
    four = alive[at(position, "D6")]
    assert 0.1 < four < 0.5
    visits, mean = found[at(position, "F6")]
    doubts = [4 * float(alive[at(position, n)]) for n in ("E6", "F7", "F5")]
    doubts = [d * (1 - d / 4) for d in doubts]
    assert visits == pytest.approx(10 + 40 * max(doubts), abs=1)
    assert mean == pytest.approx((visits - 5) / visits, abs=0.02)
    assert found[at(position, "J1")][0] == 10  # no stone beside it


def test_only_nodes_near_the_root_ask(trees: SimpleNamespace, board: Drawn) -> None:
    def priors_after(move: int, depth: float) -> float:
        tree = trees.make(**(BARE | {"prior_settled": 20, "judged_depth": depth}))
        tree.set_judge(learned_judge())
        position = board(*SETTLED)
        trees.search(tree, position, 1, playouts=300, moves=[move])
        after = position.copy()
        after.play(move, 1)
        # The tree goes on from the node that it has made one move deep.
        found = trees.search(tree, after, 2, playouts=1, last=move)
        return max(float(m["prior_visits"]) for m in found["moves"])

    point = at(board(*SETTLED), "J1")
    assert priors_after(point, 0) == 10
    assert priors_after(point, 1) == 30


def test_without_a_judge_or_without_a_prior_nothing_changes(
    trees: SimpleNamespace, board: Drawn
) -> None:
    position = board(*SETTLED)
    plain = priors(trees, None, position)
    assert priors(trees, None, position, prior_settled=20, prior_life=20) == plain
    assert priors(trees, learned_judge(), position) == plain


def test_another_judge_forgets_the_tree(trees: SimpleNamespace) -> None:
    tree = trees.make(**(BARE | {"prior_settled": 20}))
    position = _core.Board(9, 9)
    trees.search(tree, position, 1, playouts=50)
    tree.set_judge(learned_judge())
    assert trees.search(tree, position, 1, playouts=1)["root_visits"] <= 2
