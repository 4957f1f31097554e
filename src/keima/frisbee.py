"""Frisbee Go: stones are thrown, and some miss their point (Althoefer 2015; Ferreira 2016, 4.1)."""

from __future__ import annotations

import random

from keima import _core
from keima.game import Game, Move


def throw(game: Game, aim: str | int, epsilon: float, rng: random.Random) -> Move | None:
    """Throws a stone of the side to play at a point and plays what comes of it.

    It lands on the point or, with probability `epsilon`, on one of the four neighbours, each as
    often. Off the board, on a stone or where it would be illegal there is no stone: the turn is
    lost, which is no pass, and None is returned. A pass is not thrown. Raises ValueError, and
    changes nothing, for what is no point or no probability.

    >>> game = Game(9)
    >>> throw(game, "E5", 0.0, random.Random(1)).point == game.parse("E5")
    True
    >>> throw(game, "E5", 0.0, random.Random(1)) is None, game.to_play.word
    (True, 'black')
    """
    point, side = game.parse(aim), game.to_play
    if point == game.area:
        return game.play(point)
    landed = _core.land(game.board, point, side, epsilon, rng.getrandbits(64))
    if landed != game.area and game.is_legal(landed):  # superko is not the board's affair
        return game.play(landed)
    game.to_play = side.opponent
    return None
