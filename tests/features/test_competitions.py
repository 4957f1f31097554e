"""Positions as competitions between teams of features, against a slow reference."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from keima import _core
from keima.gammas import FEATURES, SHAPES

from ..neighbourhoods import symmetries

BLACK, WHITE = 1, 2
SETS = 1 << len(FEATURES)
Draw = Callable[..., _core.Board]


#: The number of every neighbourhood, turned and mirrored.
NUMBERS = {turned: i for i, cells in enumerate(SHAPES) for turned in symmetries(cells)}


def around(board: _core.Board, point: int, diagonal: bool) -> list[int]:
    y, x = divmod(point, board.width)
    return [
        (y + dy) * board.width + x + dx
        for dy in (-1, 0, 1)
        for dx in (-1, 0, 1)
        if (dy or dx)
        and (diagonal or not (dy and dx))
        and 0 <= y + dy < board.height
        and 0 <= x + dx < board.width
    ]


def team(board: _core.Board, point: int, color: int, last: int) -> int | None:
    """What the core should say; None if the move is no candidate."""
    if not board.is_legal(point, color) or board.is_eye(point, color):
        return None
    y, x = divmod(point, board.width)
    cells = ""
    for row in (y - 1, y, y + 1):
        for column in (x - 1, x, x + 1):
            if not (0 <= row < board.height and 0 <= column < board.width):
                cells += "-"
            elif (row, column) == (y, x):
                cells += "*"
            else:
                stone = board.at(row * board.width + column)
                cells += "." if not stone else "X" if stone == color else "O"
    after = board.copy()
    captures = after.play(point, color) > 0
    liberties = len(after.liberties(point))
    saved = any(
        board.at(n) == color and len(board.liberties(n)) == 1 for n in around(board, point, False)
    )
    near = last >= 0 and point in around(board, last, True)
    large = board.area > 121
    has = {
        "near_small": near and not large,
        "near_large": near and large,
        "self_atari": liberties == 1 and not captures,
        "capture": captures,
        "rescue": liberties >= 2 and saved,
    }
    return NUMBERS[cells] * SETS + sum(has[name] << i for i, name in enumerate(FEATURES))


@pytest.mark.parametrize(
    ("width", "height", "games"), [(5, 5, 12), (9, 9, 3), (13, 12, 1), (1, 6, 3), (2, 3, 8)]
)
def test_teams(width: int, height: int, games: int) -> None:
    rng = random.Random(width)
    competitions = _core.Competitions()
    there: Counter[int] = Counter()
    won: Counter[int] = Counter()
    for _ in range(games):
        board, color, last, moves = _core.Board(width, height), BLACK, -1, []
        for _ in range(2 * board.area):
            legal = [p for p in range(board.area) if board.is_legal(p, color)]
            move = rng.choice([*legal, board.area])
            winner = None if move == board.area else team(board, move, color, last)
            if winner is not None:
                won[winner] += 1
                teams = (team(board, p, color, last) for p in range(board.area))
                there.update(t for t in teams if t is not None)
            board.play(move, color)
            moves.append(move)
            last, color = move if move < board.area else -1, 3 - color
        competitions.add_game(_core.Board(width, height), BLACK, moves)
    count = len(SHAPES) * SETS
    assert competitions.wins().tolist() == [won[t] for t in range(count)]
    assert competitions.appearances().tolist() == [there[t] for t in range(count)]
    assert len(competitions) == won.total() and competitions.candidates == there.total()


def test_weights() -> None:
    """On 3x3 Black plays the middle, White beside it."""
    competitions = _core.Competitions()
    competitions.add_game(_core.Board(3, 3), BLACK, [4, 1])
    strengths = np.ones(len(SHAPES) * SETS)
    middle = NUMBERS["....*...."] * SETS
    strengths[middle] = 12.0
    shares, likelihood, accuracy = competitions.weigh(strengths)
    # 12 against 8 of 1; then 1 against 7 others of the same strength.
    assert shares[middle] == pytest.approx(1 / 20)
    assert likelihood == pytest.approx((np.log(12 / 20) + np.log(1 / 8)) / 2)
    assert accuracy == pytest.approx((1 + 1 / 8) / 2)


def test_eyes_and_passes_are_left_out(board: Draw) -> None:
    b = board(". X .", "X X .", ". . .")
    competitions = _core.Competitions()
    competitions.add_game(b, BLACK, [0, 9, 2])
    assert len(competitions) == 1 and competitions.left_out == 1


def test_impossible_moves() -> None:
    competitions = _core.Competitions()
    with pytest.raises(ValueError, match="move 2 cannot be played"):
        competitions.add_game(_core.Board(3, 3), BLACK, [4, 4])
    with pytest.raises(ValueError, match="move 1 cannot be played"):
        competitions.add_game(_core.Board(3, 3), BLACK, [10])
    with pytest.raises(ValueError, match="strengths"):
        competitions.weigh(np.ones(1))
    assert len(competitions) == 1


def test_shapes() -> None:
    assert len(set(SHAPES)) == len(SHAPES) == 1117
    # Burnside: 954 orbits of the eight symmetries on three colours of eight points.
    assert sum("-" not in cells for cells in SHAPES) == 954
    assert all(cells[4] == "*" for cells in SHAPES)
    assert sum(len(symmetries(cells)) for cells in SHAPES) == len(NUMBERS)
