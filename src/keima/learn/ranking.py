"""Where the moves of games stand in the order of a local model."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from keima import _core
from keima.learn.packs import Pack
from keima.learn.pairs import games_of

#: The best so many moves, as van der Werf 2004 (7.5.2) counts them.
BEST = (1, 3, 5, 10, 20, 25, 100)


@dataclass(frozen=True)
class Ranking:
    """Of all moves of some games."""

    #: Rows of rank, moves, rank among those near, and how many these are.
    rows: npt.NDArray[np.int32]
    games: int

    def __len__(self) -> int:
        return len(self.rows)

    def among(self, best: int, *, near: bool = False) -> float:
        """The part of the moves played that are among so many best, of all or of those within
        distance 3."""
        return float((self.rows[:, 2 if near else 0] <= best).mean()) if len(self) else math.nan

    def to_json(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "positions": len(self),
            "moves": round(float(self.rows[:, 1].mean()), 1) if len(self) else math.nan,
            "top": {str(n): round(self.among(n), 4) for n in BEST},
            "near": {str(n): round(self.among(n, near=True), 4) for n in BEST[:5]},
        }


def rank_games(
    model: _core.LocalModel, pack: Pack, part: int, games: int, seed: int = 1
) -> Ranking:
    """Of at most so many games of a part of a pack."""
    rows: list[npt.NDArray[np.int32]] = []
    for number in games_of(pack, part, seed):
        if len(rows) >= games:
            break
        try:
            game = pack.game(number)
            rows.append(model.ranks(game.board, game.first, np.array(game.moves, np.uint16)))
        except ValueError:
            continue
    return Ranking(np.concatenate(rows) if rows else np.zeros((0, 4), np.int32), len(rows))


def fit_sharpness(model: _core.LocalModel, packs: Sequence[Pack], part: int, games: int) -> float:
    """What values are to be multiplied with to be logarithms of probabilities: that which makes the
    moves of some games most likely. Of each game every tenth position counts."""
    found: list[tuple[npt.NDArray[np.float64], int]] = []
    for pack in packs:
        for number in list(games_of(pack, part, 1))[: max(1, games // len(packs))]:
            game = pack.game(number)
            board, color, last = game.board.copy(), game.first, -1
            for i, move in enumerate(game.moves):
                if i % 10 == number % 10 and move < board.area and board.is_legal(move, color):
                    points, values = zip(*model.values(board, color, last), strict=True)
                    found.append((np.array(values), points.index(move)))
                if not board.is_legal(move, color):
                    break
                board.play(move, color)
                color, last = 3 - color, move
    return best_sharpness(found)


def best_sharpness(positions: Sequence[tuple[npt.NDArray[np.float64], int]]) -> float:
    """By halving of an interval of logarithms: the likelihood has one maximum.

    >>> round(best_sharpness([(np.array([0.0, 1.0]), 1)] * 3 + [(np.array([0.0, 1.0]), 0)]), 2)
    1.1
    """

    def slope(sharpness: float) -> float:
        total = 0.0
        for values, played in positions:
            powers = np.exp(sharpness * (values - values.max()))
            total += float(values[played] - (powers * values).sum() / powers.sum())
        return total

    low, high = math.log(0.01), math.log(100)
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(math.exp(middle)) > 0 else (low, middle)
    return math.exp((low + high) / 2)
