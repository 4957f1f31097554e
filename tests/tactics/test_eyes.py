"""Eyes, false eyes and simple eye shapes."""

import random
from collections.abc import Callable
from typing import Any

from keima import _core

FUNCTIONS = {
    "false_eye": _core.is_false_eye,
    "real_eye": _core.is_real_eye,
    "eye_shape": _core.is_simple_eye_shape,
}


def test_drawn(case: Any, check: Callable[..., None]) -> None:
    check(case, FUNCTIONS)


def test_a_surrounded_point_is_a_real_or_a_false_eye() -> None:
    rng = random.Random(1)
    for _ in range(300):
        width, height = rng.randint(1, 8), rng.randint(1, 8)
        stones = rng.choices((0, 1, 2), (2, 5, 2), k=width * height)
        try:
            board = _core.Board.from_stones(width, height, stones)
        except ValueError:
            continue
        for p in range(board.area):
            if stones[p]:
                continue
            row, column = divmod(p, width)
            near = [
                stones[y * width + x]
                for x, y in (
                    (column, row - 1),
                    (column - 1, row),
                    (column + 1, row),
                    (column, row + 1),
                )
                if 0 <= x < width and 0 <= y < height
            ]
            for color in (1, 2):
                surrounded = all(s == color for s in near)
                real = _core.is_real_eye(board, p, color)
                assert real + _core.is_false_eye(board, p, color) == surrounded
                if board.is_eye(p, color):
                    assert real
