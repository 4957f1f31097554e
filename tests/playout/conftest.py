"""What the tests of all playouts with rules share."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace

import pytest

from keima import _core
from keima.playouts import make_playout

BLACK, WHITE = 1, 2


def firsts(
    board: _core.Board,
    color: int,
    policy: str,
    parameters: dict[str, float],
    last: int = -1,
    before: int = -1,
    draws: int = 4000,
    patterns: str = "mogo",
) -> Counter[int]:
    """How often each move is the first of a playout."""
    playout = make_playout(policy, parameters, patterns=patterns)
    found = playout.run_many(board, color, draws, last, before, seed=1)[3]
    return Counter({p: n for p, n in enumerate(found) if n})


def check_games(policy: str, parameters: dict[str, float], width: int, height: int) -> int:
    """Legal moves, no own eyes, an end, and a right score; returns how many boards were full."""
    playout = make_playout(policy, parameters)
    full = 0
    for seed in range(max(4, 1500 // (width * height))):
        board = _core.Board(width, height)
        score, moves, owners = playout.run(board, BLACK, seed=seed, komi=6.5)
        for i, (point, color) in enumerate(moves):
            assert color == (BLACK if i % 2 == 0 else WHITE)
            if point < board.area:
                assert not board.is_eye(point, color)
                if _core.is_simple_eye_shape(board, point, color):
                    assert captures_or_saves(board, point, color)
            board.play(point, color)  # raises if it is not legal
        assert len(moves) <= 3 * board.area
        assert score == owners.count(BLACK) - owners.count(WHITE)
        if [p for p, _ in moves[-2:]] == [board.area] * 2 and is_full(board):
            full += 1
            assert owners == _core.area_owners(board)
            assert score == _core.count_area(board)
    return full


def is_full(board: _core.Board) -> bool:
    """Are all empty points that touch both colours, or touch none, without empty neighbours?"""
    owners = _core.area_owners(board)
    for p in range(board.area):
        y, x = divmod(p, board.width)
        around = [
            board.at(b * board.width + a)
            for a, b in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
            if 0 <= a < board.width and 0 <= b < board.height
        ]
        if not board.at(p) and 0 in around and (not owners[p] or set(around) == {0}):
            return False
    return True


def captures_or_saves(board: _core.Board, point: int, color: int) -> bool:
    after = board.copy()
    return after.play(point, color) > 0 or any(
        board.at(p) == color and len(board.liberties(p)) == 1 for p in range(board.area)
    )


def playable(board: _core.Board, color: int, self_atari: int) -> dict[int, bool]:
    """What a rule for random moves may play, and whether it leaves two liberties: no eyes, and of
    moves into atari those that take or give atari, or with `self_atari` all but bad ones."""
    found = {}
    for p in range(board.area):
        if not board.is_legal(p, color) or board.is_eye(p, color):
            continue
        if _core.is_simple_eye_shape(board, p, color):
            continue
        after = board.copy()
        takes = after.play(p, color) > 0
        safe = len(after.liberties(p)) > 1
        if self_atari:
            allowed = not _core.is_bad_self_atari(board, p, color)
        else:
            allowed = takes or _core.gives_atari(board, p, color)
        if safe or allowed:
            found[p] = safe
    return found


def swapped(board: _core.Board) -> _core.Board:
    return _core.Board.from_stones(board.width, board.height, [(0, 2, 1)[c] for c in board.stones])


def match(policy: str, games: int, size: int = 9, komi: float = 0.5) -> float:
    """How often moves of the policy beat uniform ones."""
    players = [make_playout(policy), make_playout("uniform")]
    wins = 0.0
    for game in range(games):
        board = _core.Board(size, size)
        color, passes, last, before = BLACK, 0, -1, -1
        for turn in range(3 * board.area):
            player = players[(turn + game) % 2]
            # The first move of a playout is the move of the policy.
            move = player.run(board, color, last, before, seed=game * 1000 + turn)[1][0][0]
            board.play(move, color)
            passes = passes + 1 if move == board.area else 0
            before, last = last, move if move < board.area else -1
            if before >= 0 and not board.at(before):
                before = -1
            color = 3 - color
            if passes == 2:
                break
        black_wins = _core.count_area(board) > komi
        wins += black_wins == (game % 2 == 0)
    return wins / games


@pytest.fixture(scope="session")
def heavy() -> SimpleNamespace:
    """The functions above."""
    functions = (firsts, check_games, playable, swapped, match)
    return SimpleNamespace(**{function.__name__: function for function in functions})
