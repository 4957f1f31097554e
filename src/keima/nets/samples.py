"""Positions of games that Keima makes itself, to set a network's ranges by and to try it on."""

from __future__ import annotations

import random
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from keima.game import Game
from keima.models import load_move_model

#: How games are played: so often with these rules.
_RULES = ("chinese", "chinese", "japanese", "tromp-taylor", "aga")
#: The odds of moves are raised to this power: even strong players' moves of chance are odd ones.
SHARP = 1.5
#: Positions taken of a game.
_OF_A_GAME = 12


class Sample(NamedTuple):
    """What a network sees of a position, and which points, and last the pass, are legal."""

    planes: npt.NDArray[np.float32]
    numbers: npt.NDArray[np.float32]
    legal: npt.NDArray[np.bool_]


def make_samples(
    width: int, height: int, count: int, seed: int, suicide_area: bool = False
) -> list[Sample]:
    """So many positions from all parts of games, always the same for a seed. For `suicide_area`
    see `keima.nets.inputs.inputs_of`."""
    from keima.nets.inputs import inputs_of

    chance = random.Random(seed)
    samples: list[Sample] = []
    while len(samples) < count:
        game = _new_game(width, height, chance)
        most = max(width * height * 2 // 3, 4)
        wanted = {chance.randrange(most) for _ in range(_OF_A_GAME)}
        for number in range(max(wanted) + 1):
            if number in wanted:
                planes, numbers = inputs_of(game, suicide_area=suicide_area)
                samples.append(Sample(planes, numbers, legal_moves(game)))
            if not _play(game, chance):
                break
    return samples[:count]


def legal_moves(game: Game) -> npt.NDArray[np.bool_]:
    """Of all points row by row, and at last of the pass."""
    legal = np.zeros(game.area + 1, np.bool_)
    legal[list(game.native.legal_points(game.to_play))] = True
    legal[-1] = True
    return legal


def _new_game(width: int, height: int, chance: random.Random) -> Game:
    # A komi that is far off makes some games one-sided, as handicaps do.
    komi = 7.5 if chance.random() < 0.8 else chance.randrange(-20, 30) + 0.5
    return Game((width, height), komi=komi, rules=chance.choice(_RULES))


def _play(game: Game, chance: random.Random) -> bool:
    """A move as strong players make them, by the move model; False where there is none."""
    model = load_move_model("9x9" if game.area <= 121 else "19x19")
    moves = game.native.moves
    last, before = (moves[-1][1] if moves else -1), (moves[-2][1] if len(moves) > 1 else -1)
    found = model.predict(game.board, game.to_play, last, before)
    if not found:
        return False
    points, odds = np.array(found).T
    odds **= SHARP
    while odds.sum() > 0:
        at = int(np.searchsorted(odds.cumsum(), chance.random() * odds.sum(), side="right"))
        point = int(points[min(at, len(points) - 1)])
        if game.is_legal(point):
            game.play(point)
            return True
        odds[points == point] = 0
    return False
