"""Positions are drawn: X is Black, O is White."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from keima import Game


@pytest.fixture
def position() -> Callable[..., Game]:
    def draw(*rows: str, to_play: str = "black", komi: float = 0.5, rules: str = "chinese") -> Game:
        lines = [row.split() for row in rows]
        width, height = len(lines[0]), len(lines)
        stones = "".join("".join(line) for line in lines)
        game = Game((width, height), komi=komi, rules=rules)
        game.setup(
            black=[i for i, mark in enumerate(stones) if mark == "X"],
            white=[i for i, mark in enumerate(stones) if mark == "O"],
            to_play=to_play,
        )
        return game

    return draw
