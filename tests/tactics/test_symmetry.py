"""Every function answers the same about a board that is turned, reflected or has its colours
exchanged."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from keima import _core

UNKNOWN = "the limit was reached"  # and where it is depends on the order of moves


def symmetries(width: int, height: int) -> Iterator[tuple[int, int, list[int]]]:
    """Width, height and where each point goes."""
    for turn in (False, True):
        for flip_x in (False, True):
            for flip_y in (False, True):
                to = []
                for y in range(height):
                    for x in range(width):
                        a = width - 1 - x if flip_x else x
                        b = height - 1 - y if flip_y else y
                        to.append(a * height + b if turn else b * width + a)
                yield (height, width, to) if turn else (width, height, to)


def ask_all(board: _core.Board, order: list[int], swap: bool) -> list[Any]:
    """All answers, about the points in this order and with colours named as they were."""
    back = {p: i for i, p in enumerate(order)} | {board.area: board.area}
    colors = (2, 1) if swap else (1, 2)
    found: list[Any] = []
    dragons = _core.dragons(board)
    for p in order:
        if board.at(p):
            partner = _core.seki_partner(board, p)
            found.append(_core.is_captured_in_ladder(board, p))
            found.append(_core.ladder_move(board, p) == board.area)
            found.append(
                partner if partner == board.area else min(map(back.get, board.group(partner)))
            )
            for read in (_core.can_be_killed, _core.can_be_saved):
                result, moves, _, nodes = read(board, p, 3000)
                answer = (result, sorted(back[m] for m in moves))
                found.append(answer if nodes < 3000 else UNKNOWN)
            found.append({back[q] for q in order if dragons[q][0] == dragons[p][0]})
            found.append(dragons[p][1])
        else:
            found.append(_core.is_seki_liberty(board, p))
            for color in colors:
                found += [
                    _core.is_false_eye(board, p, color),
                    _core.is_real_eye(board, p, color),
                    _core.is_simple_eye_shape(board, p, color),
                    _core.is_bad_self_atari(board, p, color),
                ]
                count, only = _core.liberties_after(board, p, color)
                found.append((count, back[only]))
        for color in colors:
            if board.at(p) != 3 - color:
                found.append(back[_core.nakade_point(board, p, color)])
    return found


@pytest.mark.parametrize(
    ("width", "height", "boards", "weights"),
    [
        (5, 5, 80, (1, 1, 1)),
        (5, 5, 80, (1, 3, 3)),
        (7, 4, 50, (2, 1, 1)),
        (6, 6, 50, (1, 3, 2)),
        (1, 7, 80, (1, 1, 1)),
        (3, 3, 100, (2, 3, 3)),
        (9, 9, 8, (3, 1, 1)),
    ],
)
def test_symmetries(width: int, height: int, boards: int, weights: tuple[int, int, int]) -> None:
    rng = random.Random(width + 10 * height)
    for _ in range(boards):
        board = position(rng, width, height, weights)
        expected = ask_all(board, list(range(board.area)), False)
        for new_width, new_height, to in symmetries(width, height):
            for swap in (False, True):
                stones = [0] * board.area
                for p, q in enumerate(to):
                    stones[q] = (3 - board.at(p)) % 3 if swap else board.at(p)
                turned = _core.Board.from_stones(new_width, new_height, stones)
                for a, b in zip(ask_all(turned, to, swap), expected, strict=True):
                    assert UNKNOWN in (a, b) or a == b, board.stones


def position(
    rng: random.Random, width: int, height: int, weights: tuple[int, int, int]
) -> _core.Board:
    while True:
        try:
            return _core.Board.from_stones(
                width, height, rng.choices((0, 1, 2), weights, k=width * height)
            )
        except ValueError:
            continue
