"""What is always part of the search of Ferreira 2016 can be switched off, too: sharing of
transpositions, the first player of a point alone, virtual loss, the loss of who repeats."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from keima import Engine, Game, _core

BLACK, WHITE = 1, 2


def test_positions_reached_in_two_ways_are_one_node_or_two(trees: SimpleNamespace) -> None:
    """Black's first two moves in either order: a shared node has the visits of both ways."""
    first, answer, second = 9, 6, 10
    visits = []
    for shared in (1, 0):
        board = _core.Board(4, 4)
        tree = trees.make(expand_after=0, transpositions=shared, bandit=1, exploration=1)
        trees.search(tree, board, komi=0.5, playouts=20_000, moves=[first, second])
        for color, point in ((BLACK, first), (WHITE, answer), (BLACK, second)):
            board.play(point, color)
        visits.append(trees.search(tree, board, WHITE, komi=0.5, playouts=1)["root_visits"])
    assert visits[0] > 1.2 * visits[1] > 120


def test_a_tree_without_sharing_is_kept_from_move_to_move(trees: SimpleNamespace) -> None:
    board = _core.Board(5, 5)
    tree = trees.make(expand_after=0, transpositions=0)
    line = trees.search(tree, board, komi=0.5, playouts=2000)["moves"][0]["pv"][:2]
    for color, point in zip((BLACK, WHITE), line, strict=True):
        board.play(point, color)
    assert trees.search(tree, board, komi=0.5, playouts=1)["root_visits"] > 1


def test_points_count_for_who_plays_them_first_or_for_both(trees: SimpleNamespace) -> None:
    """One playout: the same game, of which more counts where a point was played by both sides."""
    board = _core.Board(5, 5)
    more = 0
    for seed in range(20):
        first, both = (
            trees.by_move(
                trees.search(trees.make("uniform", rave_first=on), board, playouts=1, seed=seed)
            )
            for on in (1, 0)
        )
        assert first.keys() == both.keys()
        for move, found in first.items():
            assert found["amaf_visits"] <= both[move]["amaf_visits"] <= 1
            more += found["amaf_visits"] < both[move]["amaf_visits"]
    assert more > 20


THREE_KOS = (
    "X X O O",
    "X . X O",
    "X X O O",
    "X O . O",
    "X X O O",
    "X . X O",
    "X X O O",
)


@pytest.mark.parametrize("lost", [True, False])
def test_who_repeats_loses_or_the_game_goes_on(
    trees: SimpleNamespace, board: Callable[..., _core.Board], lost: bool
) -> None:
    start = board(*THREE_KOS)
    start.play(21, WHITE)
    after = start.copy()
    after.play(14, BLACK)
    earlier = [*[_core.Board(4, 7)] * 2, after]
    found = trees.search(
        trees.make(expand_after=10000, cycles=int(lost)),
        start,
        BLACK,
        last=21,
        komi=0.5,
        playouts=50,
        moves=[14],
        earlier=earlier,
    )
    assert (found["moves"][0]["score"] is None) == lost


def test_endless_cycles_end_a_simulation(
    trees: SimpleNamespace, board: Callable[..., _core.Board]
) -> None:
    start = board(*THREE_KOS)
    start.play(21, WHITE)
    for options in ({"virtual_loss": 1}, {"virtual_loss": 0}):
        tree = trees.make(expand_after=0, cycles=0, **options)
        found = trees.search(tree, start, BLACK, last=21, komi=0.5, playouts=500)
        assert found["playouts"] == 500
        assert found["root_visits"] > 500, "the root comes again"


def visits_under_way(trees: SimpleNamespace, virtual_loss: int) -> list[int]:
    """Visits of the root more than simulations that have ended, while one thread searches."""
    tree = trees.make(virtual_loss=virtual_loss, expand_after=10000)
    board = _core.Board(25, 25)
    seen: list[int] = []

    def look(done: int) -> None:
        for _ in range(20):
            found = tree.report()
            assert found is not None
            seen.append(found["root_visits"] - found["playouts"])
        if len(seen) >= 200:
            tree.stop()

    trees.search(tree, board, seconds=60.0, observer=look)
    return seen


def test_simulations_count_from_their_beginning_or_from_their_end(trees: SimpleNamespace) -> None:
    """A playout on the largest board takes so long that one is nearly always under way. Those that
    end between two counters of a report hide it from a look, so that only many looks tell."""
    with_loss, without = (
        sum(each > 0 for each in visits_under_way(trees, loss)) for loss in (1, 0)
    )
    assert with_loss > 10
    assert without < with_loss / 5


@pytest.mark.parametrize("parallel", [0, 1, 2])
def test_visits_add_up_without_virtual_loss(trees: SimpleNamespace, parallel: int) -> None:
    tree = trees.make(virtual_loss=0, parallel=parallel, grouping=20, expand_after=0)
    found = trees.search(tree, _core.Board(7, 7), playouts=2000, threads=2)
    assert found["playouts"] == found["root_visits"] == 2000
    assert sum(move["visits"] for move in found["moves"]) == 2000


def test_for_one_thread_it_makes_no_difference() -> None:
    """Where nothing looks at the visits of a simulation under way."""
    results = [
        Engine("classic", book="none", threads=1, seed=1, virtual_loss=on)
        .search(Game(9, komi=7.5))
        .candidates
        for on in (1, 0)
    ]
    assert results[0] == results[1]
