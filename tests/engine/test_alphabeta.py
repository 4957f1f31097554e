"""The selective search of `magog`, on positions whose answer is known."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from keima import Game, _core
from keima.engine.alphabeta import (
    INFINITE,
    Knowledge,
    RootMove,
    Search,
    Selection,
    Stopped,
    tactical_moves,
)
from keima.models.local import load_local
from keima.models.moves import load_move_model
from keima.score.territory import learned_judge

BLACK, WHITE = 1, 2


def knowledge() -> Knowledge:
    return Knowledge(learned_judge(), load_move_model("9x9"), load_local("9x9"))


def search(
    most: int = 10**6, past: list[int] | None = None, komi: float = 0.0, **selection: float
) -> Search:
    def check(visited: int, judged: int) -> None:
        if judged >= most:
            raise Stopped

    return Search(knowledge(), Selection(**selection), komi, past or [], check)  # type: ignore[arg-type]


def plain(
    tree: Search, board: _core.Board, color: int, depth: int, last: int, before: int
) -> float:
    """The same values without a window or a table."""
    passed = last == board.area
    if depth <= 0 or (passed and before == board.area):
        return tree.leaf(board, color)
    moves = tree.moves(board, color, last, before, depth)
    if passed or not moves or 2 * board.stones.count(0) <= board.area:
        moves.append(board.area)
    best = -INFINITE
    for move in moves:
        after = board.copy()
        after.play(move, color)
        if move == board.area:
            found = -tree.leaf(after, 3 - color)
        else:
            found = -plain(tree, after, 3 - color, depth - 1, move, last)
        best = max(best, found)
    return best


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_alpha_beta_is_minimax(depth: int) -> None:
    game = Game(7)
    for move in ("D4", "C3", "E3", "C5", "D5"):
        game.play(move)
    few = {"inside": 4, "last": 3}
    last, before = game.moves[-1].point, game.moves[-2].point
    wanted = plain(search(**few), game.board, WHITE, depth, last, before)
    found = search(**few).value(game.board, WHITE, last, before, depth, -INFINITE, INFINITE)
    assert found == pytest.approx(wanted, abs=0.02)


def test_values_are_for_the_side_to_move() -> None:
    board = _core.Board(5, 5)
    board.play(12, BLACK)
    assert search().leaf(board, WHITE) == pytest.approx(-learned_judge().area(board, WHITE))
    assert search(komi=3.5).leaf(board, WHITE) == pytest.approx(search().leaf(board, WHITE) + 3.5)


def test_it_ends_when_it_is_told_to() -> None:
    tree, board = search(most=10), _core.Board(7, 7)
    with pytest.raises(Stopped):
        tree.value(board, BLACK, -1, -1, 5, -INFINITE, INFINITE)
    assert tree.judged == 10


def test_tactical_moves(board: Callable[..., _core.Board]) -> None:
    position = board(
        ". . . . .",
        ". X O . .",
        "X O X O .",
        ". . . O .",
        ". . . . .",
    )
    captures = tactical_moves(position, WHITE)
    assert 17 in captures  # C2 takes the stone at C3
    assert tactical_moves(position, BLACK) == [16]  # B2 takes the stone at B3 and so saves it
    assert tactical_moves(_core.Board(5, 5), BLACK) == []


def test_a_position_must_not_come_back(board: Callable[..., _core.Board]) -> None:
    """White could take the ko back if it were not for the position before."""
    position = board(
        ". X O . .",
        "X . X O .",
        ". X O . .",
        ". . . . .",
        ". . . . .",
    )
    after = position.copy()
    assert after.play(6, WHITE) == 1
    tree = search(past=[after.hash])
    assert tree._after(position, WHITE, -1, 6, 1, -INFINITE, INFINITE, first=None) is None
    assert search()._after(position, WHITE, -1, 6, 1, -INFINITE, INFINITE, first=None) is not None


def test_the_root_tells_after_each_move_and_lines_begin_with_it() -> None:
    tree, board = search(), _core.Board(7, 7)
    ranked = [RootMove(24, 0.0, 0.5), RootMove(0, 0.0, 0.1), RootMove(16, 0.0, 0.2)]
    told: list[list[int]] = []
    tree.root(board, BLACK, -1, -1, 2, ranked, lambda done: told.append([m.move for m in done]))
    assert [len(moves) for moves in told] == [1, 2, 3]
    assert told[-1][-1] == 0  # the corner is worst
    line = tree.line(board, BLACK, told[-1][0])
    assert line[0] == told[-1][0] and len(line) >= 2


def test_unlikely_moves_must_be_better() -> None:
    tree = search(doubt=2.0)
    assert tree.doubt(0.5, 0.5) == 0
    assert tree.doubt(0.1, 0.5) == pytest.approx(2 * 1.6094, abs=1e-3)
