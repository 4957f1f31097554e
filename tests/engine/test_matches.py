"""Strength that must be there: more playouts win, and both players beat chance. Seeds are fixed,
so the results are the same everywhere."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from keima import Color, Engine, Game, _core

Mover = Callable[[Game], str]


def engine(spec: str, seed: int) -> Mover:
    made = Engine(spec, seed=seed, threads=1)
    return lambda game: made.search(game).move


def chance(seed: int) -> Mover:
    generator = random.Random(seed)

    def move(game: Game) -> str:
        points = _core.playable_points(game.native, game.to_play, "usual")
        return game.name(generator.choice(points)) if points else "pass"

    return move


def wins(a: Callable[[int], Mover], b: Callable[[int], Mover], games: int, size: int) -> int:
    """Games that a wins, with colours in turn."""
    won = 0
    for seed in range(games):
        side = Color.BLACK if seed % 2 == 0 else Color.WHITE
        movers = {side: a(seed), side.opponent: b(seed)}
        game = Game(size, komi=6.5)
        while not game.is_over and game.move_number < 4 * game.area:
            game.play(movers[game.to_play](game))
        won += game.score().winner == side
    return won


@pytest.mark.slow
def test_more_playouts_win() -> None:
    def strong(seed: int) -> Mover:
        return engine("brugmann:playouts=1000", seed)

    def weak(seed: int) -> Mover:
        return engine("brugmann:playouts=50", seed)

    assert wins(strong, weak, 20, 9) >= 16


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["brugmann:playouts=50", "abramson:playouts=20"])
def test_both_players_beat_chance(spec: str) -> None:
    assert wins(lambda seed: engine(spec, seed), chance, 10, 9) == 10
