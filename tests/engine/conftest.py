"""Positions are drawn: X is Black, O is White."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from keima import Color, Game
from keima.drawing import parse_text


@pytest.fixture
def position() -> Callable[..., Game]:
    def draw(*rows: str, to_play: str = "black", komi: float = 0.5, rules: str = "chinese") -> Game:
        width, height, stones = parse_text(*rows)
        game = Game((width, height), komi=komi, rules=rules)
        game.setup(
            black=[i for i, stone in enumerate(stones) if stone == Color.BLACK],
            white=[i for i, stone in enumerate(stones) if stone == Color.WHITE],
            to_play=to_play,
        )
        return game

    return draw
