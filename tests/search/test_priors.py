"""Priors of the tree search, each alone."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from keima import Engine, Game, _core

BLACK, WHITE = 1, 2
#: Nothing but even games and what a test adds.
BARE: dict[str, float] = {
    name: 0 for name, *_ in _core.tree_parameters() if name.startswith("prior_")
} | {"prior_even": 10.0}


def priors(
    trees: SimpleNamespace, position: _core.Board, color: int = BLACK, **given: Any
) -> dict[int, tuple[float, float]]:
    """By move: visits and mean."""
    names = {"earlier", "last", "komi"}
    options = {k: v for k, v in given.items() if k in names}
    parameters = BARE | {k: v for k, v in given.items() if k not in names}
    found = trees.search(trees.make(**parameters), position, color, playouts=1, **options)
    return {m["move"]: (m["prior_visits"], m["prior_mean"]) for m in found["moves"]}


EYE = ("X X X X X", "X . X O .", "X X X O .", "O O O O .", ". . . . .")


def test_eyes_may_be_discouraged_instead_of_left_out(
    trees: SimpleNamespace, board: Callable[..., _core.Board]
) -> None:
    eye, position = 6, board(*EYE)
    assert eye not in priors(trees, position)
    found = priors(trees, position, keep_eyes=1, prior_eye=20)
    assert found[eye] == (30, pytest.approx(5 / 30, abs=0.01))
    assert found[9] == (10, pytest.approx(0.5, abs=0.01))


KO = (". X O . .", "X . X O .", ". X O . .", ". . . . .", ". . . . .")


def ko_fight(board: Callable[..., _core.Board]) -> list[_core.Board]:
    """White has taken a ko, and moves were played elsewhere; the last position first."""
    position = board(*KO)
    boards = [position.copy()]
    for color, point in ((WHITE, 6), (BLACK, 24), (WHITE, 23), (BLACK, 22), (WHITE, 21)):
        position.play(point, color)
        boards.append(position.copy())
    return boards[::-1]


def test_an_open_ko_is_encouraged(
    trees: SimpleNamespace, board: Callable[..., _core.Board]
) -> None:
    ko = 7
    now, *earlier = ko_fight(board)
    found = priors(trees, now, BLACK, prior_ko=20, earlier=earlier)
    assert found[ko] == (30, pytest.approx(25 / 30, abs=0.01))
    assert priors(trees, now, BLACK, prior_ko=20)[ko][0] == 10  # not known
    assert priors(trees, now, BLACK, earlier=earlier)[ko][0] == 10
    # It is not White's to take, and after ten moves it is forgotten.
    assert all(n == 10 for n, _ in priors(trees, now, WHITE, prior_ko=20, earlier=earlier).values())
    old = [now] * 8 + earlier
    assert priors(trees, now, BLACK, prior_ko=20, earlier=old)[ko][0] == 10


def test_the_engine_tells_the_last_ko() -> None:
    game = Game(5, komi=0.5)
    for move in ("B5", "C5", "A4", "D4", "B3", "C3", "C4", "B4", "E1", "D1", "C1", "B1"):
        game.play(move)
    assert game.is_legal("C4")
    means = []
    for prior in (0, 200):
        engine = Engine(
            f"pachi:playouts=200,bandit=1,exploration=2,prior_ko={prior}", threads=1, seed=1
        )
        found = engine.search(game, moves=["C4", "B2"]).candidates
        means.append({c.move: c.prior for c in found})
    assert means[1]["C4"] > means[0]["C4"] + 0.1
    assert means[1]["B2"] == means[0]["B2"]


def test_what_is_near_is_a_parameter(trees: SimpleNamespace) -> None:
    position = _core.Board(9, 9)
    position.play(40, BLACK)
    third = 2 * 9 + 5  # three steps from the stone
    for distance, wins in ((2, 20), (3, 0)):
        found = priors(trees, position, WHITE, prior_open_line_3=20, open_distance=distance)
        assert found[third][0] == 10 + wins


def test_playouts_after_each_move_are_experience(
    trees: SimpleNamespace, board: Callable[..., _core.Board]
) -> None:
    race = board(
        "X X X . . . .", "O O O . O . .", "X X X X O . .", ". . . X O . .", ". . . X O . ."
    )
    found = priors(trees, race, BLACK, prior_playouts=8, komi=0.5)
    assert {n for move, (n, _) in found.items() if move < race.area} == {18}
    takes = found.pop(10)[1]
    others = [mean for move, (_, mean) in found.items() if move < race.area]
    assert takes > sum(others) / len(others) + 0.1


def test_the_grandparent_passes_on_its_results(trees: SimpleNamespace) -> None:
    """The same move of the same player two moves before: seen in the position after two moves."""
    board = _core.Board(5, 5)
    tree = trees.make(**BARE | {"prior_grandparent": 40, "expand_after": 1})
    first = trees.search(tree, board, playouts=3000, komi=0.5)
    line = first["moves"][0]["pv"][:2]
    for color, point in zip((BLACK, WHITE), line, strict=True):
        board.play(point, color)
    found = trees.search(tree, board, playouts=1, komi=0.5, last=line[1])
    assert found["root_visits"] > 1
    given = [m["prior_visits"] for m in found["moves"]]
    assert max(given) > 10 and max(given) <= 50
    plain = priors(trees, board, BLACK)
    assert {n for n, _ in plain.values()} == {10}
