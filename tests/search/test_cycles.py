"""Repetition: who completes a cycle of four or six plies has lost (Ferreira 2016, 4.3.2), also if
it began before the root; the game's own superko rule is judged at the root."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from keima import Engine, Game, _core

BLACK, WHITE = 1, 2
# Three kos, the only liberties of two groups: who is in atari takes a ko, and the other is.
TRIPLE_KO = (
    "X X O O",
    "X . X O",
    "X X O O",
    "X O . O",
    "X X O O",
    "X . X O",
    "X X O O",
)
#: The points where White and Black take each ko, and the order in which they go round.
WHITE_TAKES, BLACK_TAKES = (5, 13, 21), (6, 14, 22)
ROUND = [(BLACK, 14), (WHITE, 5), (BLACK, 22), (WHITE, 13), (BLACK, 6), (WHITE, 21)]


def win_rate(found: dict[str, list[dict[str, float]]]) -> float:
    best = found["moves"][0]
    return best["wins"] / best["visits"]


def test_a_triple_ko_is_lost_for_who_closes_it(
    trees: SimpleNamespace, board: Callable[..., _core.Board]
) -> None:
    start = board(*TRIPLE_KO)
    start.play(21, WHITE)
    # Black begins, so that White would be the first to repeat.
    found = trees.search(trees.make(), start, BLACK, last=21, komi=0.5, playouts=1000)
    assert found["moves"][0]["pv"][:6] == [point for _, point in ROUND]
    assert win_rate(found) > 0.9
    # White begins.
    start.play(14, BLACK)
    found = trees.search(trees.make(), start, WHITE, last=14, komi=0.5, playouts=1000)
    assert win_rate(found) > 0.9


def test_a_cycle_that_began_before_the_root_counts(
    trees: SimpleNamespace, board: Callable[..., _core.Board]
) -> None:
    before = board(*TRIPLE_KO)
    before.play(21, WHITE)
    now = before.copy()
    now.play(14, BLACK)
    options = {"last": 14, "komi": 0.5, "playouts": 1000, "earlier": [before]}
    assert win_rate(trees.search(trees.make(), now, WHITE, **options)) < 0.1


@pytest.mark.parametrize(("plies", "lost"), [(2, 0), (3, 0), (4, 1), (5, 0), (6, 1)])
def test_only_four_and_six_plies_back(
    trees: SimpleNamespace, board: Callable[..., _core.Board], plies: int, lost: int
) -> None:
    """The position after the only move at the root was there so many plies before it; games that
    end so have no final board and are no part of mean scores and owners."""
    start = board(*TRIPLE_KO)
    start.play(21, WHITE)
    after = start.copy()
    after.play(14, BLACK)
    earlier = [_core.Board(4, 7)] * 6
    earlier[plies - 2] = after
    options = {"last": 21, "komi": 0.5, "playouts": 50, "moves": [14], "earlier": earlier}
    found = trees.search(trees.make(expand_after=10000), start, BLACK, **options)
    move = found["moves"][0]
    assert (move["wins"] == 0) == bool(lost)
    assert (move["score"] is None) == bool(lost)
    assert abs(found["score"]) <= 28 and (set(found["owner"]) == {0.0}) == bool(lost)


def test_earlier_positions_of_another_size_are_refused(trees: SimpleNamespace) -> None:
    with pytest.raises(ValueError, match="another size"):
        trees.search(trees.make(), _core.Board(5, 5), playouts=1, earlier=[_core.Board(5, 6)])


def triple_ko_game(rules: str) -> Game:
    game = Game((4, 7), komi=0.5, rules=rules)
    stones = [c for row in TRIPLE_KO for c in row.split()]
    stones[21:23] = "O."  # White has taken the third ko
    game.setup(
        black=[i for i, c in enumerate(stones) if c == "X"],
        white=[i for i, c in enumerate(stones) if c == "O"],
        to_play="black",
    )
    for _, point in ROUND[:-1]:
        game.play(point)
    return game


def test_what_superko_forbids_is_not_searched_at_the_root() -> None:
    """White's only way to live repeats the position of six plies before."""
    game = triple_ko_game("tromp-taylor")
    assert not game.is_legal(21) and game.board.is_legal(21, WHITE)
    result = Engine("classic:playouts=200", threads=1, seed=1).search(game)
    assert game.name(21) not in [c.move for c in result.candidates]
    assert result.move != game.name(21)


def test_the_engine_knows_the_game_so_far_where_superko_holds() -> None:
    """Only where the rules forbid a repetition is one that began before the root lost."""
    game = triple_ko_game("tromp-taylor")
    game.undo(4)  # White is to move, and will be the first to repeat
    for rules, won in (("tromp-taylor", False), ("chinese", True)):
        game.rules = rules
        engine = Engine("classic:playouts=1000,resign_threshold=0", threads=1, seed=1)
        assert (engine.search(game).winrate > 0.5) == won
