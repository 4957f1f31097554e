"""How good estimates of territory are, over all positions of games that nothing was learnt from
(van der Werf 2004, section 10.4.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from keima import _core
from keima.learn.finals import Final
from keima.score.life import Alive, Floats, alive_by_owners, owners_by_playouts
from keima.score.territory import Method, Scene, Signs, Stones, owners_of, signs_of, treated

#: Positions with at least so many stones played are late (table 10.3).
LATE = 20


@dataclass
class Count:
    """How well scores are told: positions, right winners, sum of errors in points."""

    positions: int = 0
    right: int = 0
    error: float = 0.0

    def add(self, told: float, area: int, komi: float) -> None:
        self.positions += 1
        self.right += (told - komi) * (area - komi) > 0
        self.error += abs(told - area)

    @property
    def winners(self) -> float:
        """The part of the positions whose winner is told."""
        return self.right / max(1, self.positions)

    @property
    def points(self) -> float:
        """The mean error of the score."""
        return self.error / max(1, self.positions)


@dataclass
class Figures:
    """What is measured of an estimate."""

    all: Count = field(default_factory=Count)
    late: Count = field(default_factory=Count)
    #: Empty points: rows said to be Black's, White's, nobody's; columns who had them at the end.
    matrix: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros((3, 3), np.int64))

    def add(self, told: Told, position: Position, game: Final) -> None:
        area = float(told.sum())
        self.all.add(area, game.area, game.komi)
        if position.played >= LATE:
            self.late.add(area, game.area, game.komi)
        empty = position.signs == 0
        rows = np.array([2, 0, 1])[np.sign(told[empty]).astype(int)]  # of 0, 1 and -1
        columns = np.array([2, 0, 1])[game.owners[empty]]
        self.matrix += np.bincount(3 * rows + columns, minlength=9).reshape(3, 3)

    def to_json(self) -> dict[str, Any]:
        return {
            "positions": self.all.positions,
            "winners": round(self.all.winners, 5),
            "points": round(self.all.points, 4),
            "late_positions": self.late.positions,
            "late_winners": round(self.late.winners, 5),
            "late_points": round(self.late.points, 4),
            "matrix": self.matrix.tolist(),
        }


@dataclass(frozen=True)
class Position:
    """What all estimates are asked of, with what playouts say of it."""

    board: _core.Board
    to_play: int
    played: int
    signs: Signs
    owners: Floats
    alive: Floats
    #: Which stones live, as the game went on: what nobody can know.
    hindsight: Floats

    @property
    def dead(self) -> npt.NDArray[np.bool_]:
        dead: npt.NDArray[np.bool_] = (self.signs != 0) & (self.alive < 0.5)
        return dead


Told = npt.NDArray[Any]
#: Says who will have each point: 1 Black, -1 White, 0 nobody or undecided; or something between.
Teller = Callable[[Position], Told]


def told_by(method: Method, stones: Stones, position: Position) -> Signs:
    """As `estimate_territory`, from what is known of the position already."""
    seen = treated(position.signs, position.dead, stones)
    board = position.board
    signs = position.signs if method.weighs else seen
    scene = Scene(board.width, board.height, signs, position.to_play, position.alive)
    return owners_of(method.values(scene), seen, method.window)


def teller(method: Method, stones: Stones) -> Teller:
    return partial(told_by, method, stones)


def with_hindsight(told: Teller) -> Teller:
    """The same if it were known which stones live."""
    return lambda position: told(replace(position, alive=position.hindsight))


def mean_teller(method: Method) -> Teller:
    """What a learned method expects of each empty point, not who has it more likely."""

    def told(position: Position) -> Told:
        board, signs = position.board, position.signs
        scene = Scene(board.width, board.height, signs, position.to_play, position.alive)
        stones = treated(signs, position.dead, "reverse")
        return np.where(signs == 0, method.values(scene), stones)

    return told


def _nothing(position: Position) -> Signs:
    return position.signs


def _area(position: Position) -> Signs:
    return np.array([0, 1, -1], np.int32)[_core.area_owners(position.board)]


def _playouts(position: Position) -> Signs:
    return np.sign(position.owners).astype(np.int32)


#: What the methods are to be compared with on the same positions: stones alone, the area if all
#: that stands lives, and whoever has a point in more playouts.
BASELINES: dict[str, Teller] = {"stones": _nothing, "area": _area, "playouts": _playouts}


def measure(
    games: Iterable[Final],
    tellers: Mapping[str, Teller],
    *,
    playouts: int,
    seed: int = 1,
    alive: Alive | None = None,
    tell: Callable[[int, int], object] = lambda *_: None,
) -> dict[str, Figures]:
    """All estimates on all positions of the games; `tell` hears the number of games and positions
    that are done. Who lives is told by playouts or, if it is given, by another judge."""
    found = {name: Figures() for name in tellers}
    positions = 0
    for done, game in enumerate(games, 1):
        for board, to_play, played in game.positions():
            owners = owners_by_playouts(board, to_play, playouts=playouts, seed=seed + played)
            likely = alive(board, to_play) if alive else alive_by_owners(board, owners)
            hindsight = alive_by_owners(board, game.owners.astype(np.float32))
            signs = signs_of(board)
            position = Position(board, to_play, played, signs, owners, likely, hindsight)
            for name, told in tellers.items():
                found[name].add(told(position), position, game)
            positions += 1
        tell(done, positions)
    return found
