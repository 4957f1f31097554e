"""Potential territory: who will have each point when an unfinished game ends (van der Werf 2004,
chapter 10).

Direct methods look at stones alone; the learned ones, SMLP and EMLP, are small networks over the
surroundings of a point. Stones that are judged dead are kept, removed before the estimate, or
given to the other side.
"""

from __future__ import annotations

import atexit
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from keima import _core
from keima.models.life import load_life
from keima.models.territory import load_territory
from keima.score.life import Alive, Floats, alive_by_both, all_alive

#: What is done with stones that are judged dead.
Stones = Literal["keep", "remove", "reverse"]
STONES: tuple[Stones, ...] = get_args(Stones)

Values = npt.NDArray[np.float32]
Signs = npt.NDArray[np.int32]
#: Learned values so near to 0 leave a point undecided.
WINDOW = 0.2


@dataclass(frozen=True)
class Scene:
    """What a method sees: signs of stones, 1 Black and -1 White, who is to play, and how likely
    stones live."""

    width: int
    height: int
    signs: Signs
    to_play: int
    alive: Floats


@dataclass(frozen=True)
class Method:
    """A way to estimate: a number for each point, above 0 for Black."""

    title: str
    values: Callable[[Scene], Values]
    #: Values so near to 0 decide nothing.
    window: float = 0.0
    #: Does it weigh how likely stones live? Then it sees them all, dead ones too.
    weighs: bool = False


@dataclass(frozen=True)
class Estimate:
    """Who will have each point, row by row from the top left."""

    #: 1 Black, -1 White, 0 undecided.
    owners: tuple[int, ...]
    #: What the method says; how large they are means something within one method only.
    values: tuple[float, ...]
    #: The stones that are judged dead, kept or not.
    dead: frozenset[int]

    @property
    def area(self) -> int:
        """Black's points minus White's, without komi."""
        return sum(self.owners)


def _direct(method: str, **options: int) -> Callable[[Scene], Values]:
    def values(scene: Scene) -> Values:
        found = _core.direct_territory(
            method, scene.width, scene.height, scene.signs.tolist(), **options
        )
        return found.astype(np.float32)

    return values


def _divided(scene: Scene) -> Values:
    """Bouzy's territory, and the rest to whose territory is nearer (10.2.5)."""
    found = METHODS["bouzy"].values(scene)
    signs = np.sign(found).astype(int).tolist()
    nearer = _core.direct_territory("distance", scene.width, scene.height, signs)
    return np.where(found == 0, nearer, found).astype(np.float32)


def learned(name: str) -> Callable[[Scene], Values]:
    """The values of a network, by name or file; it is read when it is first asked."""

    def values(scene: Scene) -> Values:
        net = load_territory(name)
        return net.evaluate(
            scene.width, scene.height, scene.signs.tolist(), scene.to_play, scene.alive
        )

    return values


METHODS: dict[str, Method] = {
    "explicit": Method("explicit control", _direct("explicit")),
    "direct": Method("direct control", _direct("direct")),
    "distance": Method("distance-based control", _direct("distance")),
    "zobrist": Method("Zobrist's influence", _direct("zobrist")),
    "bouzy-4-13": Method("Bouzy(4,13)", _direct("bouzy", dilations=4, erosions=13)),
    "bouzy": Method("Bouzy(5,21)", _direct("bouzy", dilations=5, erosions=21)),
    "bouzy-distance": Method("Bouzy(5,21) + distance", _divided),
    "smlp": Method("SMLP", learned("smlp"), WINDOW),
    "emlp": Method("EMLP", learned("emlp"), WINDOW, weighs=True),
}


def estimate_territory(
    board: _core.Board,
    to_play: int,
    method: str | Method = "emlp",
    *,
    stones: Stones = "remove",
    alive: Alive | Floats | None = None,
) -> Estimate:
    """Who will have each point of a position, by a method of METHODS or one of your own.

    `alive` says how likely stones live; playouts and learned judgement if it is not given. Those
    that more likely die are dead. With `stones` kept they count as they stand; removed, the method
    judges their points too; reversed, they count as the other side's. Raises ValueError for a
    method that there is not.

    >>> board = _core.Board.from_stones(5, 1, [0, 1, 0, 2, 0])
    >>> estimate_territory(board, 1, "distance", stones="keep").owners
    (1, 1, 0, -1, -1)
    """
    if isinstance(method, str):
        if method not in METHODS:
            raise ValueError(f"unknown method {method!r}: expected one of {', '.join(METHODS)}")
        method = METHODS[method]
    if stones not in STONES:
        raise ValueError(f"stones can be kept, removed or reversed, not {stones!r}")
    if alive is None:
        alive = alive_by_both if stones != "keep" or method.weighs else all_alive
    likely = alive(board, to_play) if callable(alive) else alive
    signs = signs_of(board)
    dead = (signs != 0) & (likely < 0.5)
    seen = signs
    if not method.weighs:
        seen = treated(signs, dead, stones)
    values = method.values(Scene(board.width, board.height, seen, to_play, likely))
    owners = owners_of(values, treated(signs, dead, stones), method.window)
    return Estimate(
        tuple(owners.tolist()), tuple(values.tolist()), frozenset(np.flatnonzero(dead).tolist())
    )


def expected_owners(board: _core.Board, to_play: int, *, alive: Alive | None = None) -> Values:
    """The mean owner of each point, from 1 (Black) to -1 (White): EMLP's for empty points, for
    stones by how likely they live."""
    likely = (alive or alive_by_both)(board, to_play)
    signs = signs_of(board)
    values = METHODS["emlp"].values(Scene(board.width, board.height, signs, to_play, likely))
    return np.where(signs == 0, values, signs * (2 * likely - 1)).astype(np.float32)


def signs_of(board: _core.Board) -> Signs:
    """1 for Black, -1 for White, 0 for nobody."""
    return np.array([0, 1, -1], np.int32)[board.stones]


def treated(signs: Signs, dead: npt.NDArray[np.bool_], stones: Stones) -> Signs:
    """The stones that a count sees."""
    if stones == "keep":
        return signs
    return np.where(dead, 0 if stones == "remove" else -signs, signs)


def owners_of(values: Values, signs: Signs, window: float) -> Signs:
    """Stones have their points; the others go by the sign of their values beyond a window."""
    decided = np.where(np.abs(values) > window, np.sign(values), 0)
    return np.where(signs != 0, signs, decided).astype(np.int32)


@cache
def learned_judge() -> _core.PositionJudge:
    """Learned life and death, EMLP and Benson's theorem in one: `expected_owners` by
    `alive_by_learning`, with what is sure, within a fraction of a millisecond.

    >>> board = _core.Board.from_stones(5, 1, [0, 1, 0, 1, 0])
    >>> learned_judge().area(board, 1)
    5.0
    """
    return _core.PositionJudge(load_life(), load_territory("emlp"))


atexit.register(learned_judge.cache_clear)
