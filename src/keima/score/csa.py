"""Scoring finished positions by learned judgement: CSA* (van der Werf 2004, chapter 8).

Each block of connected stones is told dead or alive by a cascade of small networks over features of
the blocks, without any search. Dead blocks are taken off; the empty points are then marked by flood
fill, and by distance to see whether anything is open.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from keima import _core
from keima.colors import Color
from keima.points import neighbours
from keima.score.distance import distance_owners
from keima.scoring import without

if TYPE_CHECKING:
    from keima.game import Game
    from keima.score.cascade import Cascade

ALIVE = 0.5


@dataclass(frozen=True)
class Judgement:
    """What is thought of a finished position. Points are row-major indices."""

    #: How likely each stone is alive, from 0 to 1, by point; None without a stone.
    alive: tuple[float | None, ...]
    dead: frozenset[int]
    #: Whose each point is when the dead stones are off: empty if it is nobody's.
    owners: tuple[Color, ...]
    #: Points that are nobody's.
    dame: frozenset[int]
    #: Points that are not settled, as where the game is not finished.
    open: frozenset[int]

    @property
    def area(self) -> int:
        """Black's area minus White's, without komi."""
        return self.owners.count(Color.BLACK) - self.owners.count(Color.WHITE)


def judge(board: _core.Board, cascade: Cascade | None = None) -> Judgement:
    """Tells dead from living blocks of a finished position, by the cascade that Keima brings unless
    another is given. Any size of board will do.

    >>> from keima.game import Game
    >>> game = Game.from_drawing(
    ...     ". X . . X O .",
    ...     "X X . O X O O",
    ...     ". X . . X O .",
    ...     "X X X X X O O",
    ...     "O O O O O O .",
    ... )
    >>> found = judge(game.board)
    >>> [game.name(p) for p in found.dead], found.area
    (['D4'], 5)
    """
    from keima.models.csa import load_csa  # with numpy, which `import keima` does not need

    features = _core.BlockFeatures(board)
    numbers = features.numbers
    values = (cascade or load_csa()).values(features).tolist()
    doomed = frozenset(p for p, n in enumerate(numbers) if n >= 0 and values[n] < ALIVE)
    after = _core.area_owners(without(board, doomed))
    # What is called dead among its own or between both is not taken off: it does not matter there
    # whether it can be captured, and by territory it would count.
    dead = frozenset(p for p in doomed if after[p] == 3 - board.at(p))
    owners = tuple(Color(o) for o in _core.area_owners(without(board, dead)))
    return Judgement(
        tuple(values[n] if n >= 0 else None for n in numbers),
        dead,
        owners,
        frozenset(p for p, owner in enumerate(owners) if not owner),
        open_points(board, dead),
    )


def learned_owners(board: _core.Board) -> list[float] | None:
    """The owner of each point, from 1 (Black) to -1 (White): under a stone as likely as it lives,
    elsewhere whose point it is without the dead. None if points are open, as before the end of a
    game: only finished positions were learnt from."""
    found = judge(board)
    if found.open:
        return None
    signs = {Color.EMPTY: 0.0, Color.BLACK: 1.0, Color.WHITE: -1.0}
    return [
        signs[owner] if alive is None else signs[Color(stone)] * (2 * alive - 1)
        for owner, alive, stone in zip(found.owners, found.alive, board.stones, strict=True)
    ]


def open_points(board: _core.Board, dead: Collection[int]) -> frozenset[int]:
    """Points that flood fill and distance mark differently when the dead stones are off, but for
    dame that only need to be filled: those next to the colour that is nearer."""
    cleared = without(board, dead)
    stones, nearest = cleared.stones, distance_owners(cleared)
    near = neighbours(board.width, board.height)
    return frozenset(
        p
        for p, owner in enumerate(_core.area_owners(cleared))
        if owner != nearest[p] and all(stones[q] != nearest[p] for q in near[p])
    )


def find_dead_by_csa(position: Game | _core.Board) -> frozenset[int]:
    """The dead stones of a finished position; none under rules by which all that stands counts."""
    if not isinstance(position, _core.Board):
        if not position.rules.removes_dead:
            return frozenset()
        position = position.board
    return judge(position).dead
