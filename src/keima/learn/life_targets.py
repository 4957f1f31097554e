"""Which blocks live, in every position of a game whose end was counted: targets to learn life and
death from, found by going back through the game (van der Werf 2004, section 9.2.1).

Going back, blocks shrink and split and keep their kind; blocks that appear were captured.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from keima import _core
from keima.points import neighbours


class Kind(IntEnum):
    """What becomes of a block, in the document's order: the first that is true counts."""

    #: No block.
    NONE = 0
    #: It is captured during the game.
    CAPTURED = 1
    #: At the end the opponent has its points.
    LOST = 2
    #: It stands at the edge of a region that its own side has at the end.
    EDGE = 3
    #: It stands inside such a region: nobody had to find out whether it lives.
    INSIDE = 4

    @property
    def target(self) -> float | None:
        """What is to be learnt: 1 for a block that lives, 0 for one that dies, None if the game
        does not tell.

        >>> [kind.target for kind in Kind]
        [None, 0.0, 0.0, 1.0, None]
        """
        return {Kind.CAPTURED: 0.0, Kind.LOST: 0.0, Kind.EDGE: 1.0}.get(self)


def life_kinds(
    start: _core.Board, first: int, moves: Sequence[int], owners: Sequence[int]
) -> list[list[Kind]]:
    """The kind of the block on each point, before each move and at the end.

    `owners` are those of the end: 1 Black, -1 White, 0 nobody; a block on points of nobody is taken
    as inside. Raises ValueError for a move that cannot be played or owners of another board.
    """
    if len(owners) != start.area:
        raise ValueError(f"expected owners of {start.area} points, got {len(owners)}")
    boards = [start.copy()]
    color = first
    for move in moves:
        board = boards[-1].copy()
        board.play(move, color, allow_suicide=True)
        boards.append(board)
        color = 3 - color
    kinds = [_final_kinds(boards[-1], owners)]
    for before, after in zip(boards[-2::-1], boards[:0:-1], strict=True):
        kinds.append(_earlier_kinds(before, after, kinds[-1]))
    return kinds[::-1]


def _final_kinds(board: _core.Board, owners: Sequence[int]) -> list[Kind]:
    around = neighbours(board.width, board.height)
    kinds = [Kind.NONE] * board.area
    for point, stone in enumerate(board.stones):
        if not stone or kinds[point]:
            continue
        own = 1 if stone == 1 else -1
        block = board.group(point)
        if any(owners[p] == -own for p in block):
            kind = Kind.LOST
        elif any(owners[p] == own != owners[q] for p in block for q in around[p]):
            kind = Kind.EDGE
        else:
            kind = Kind.INSIDE
        for p in block:
            kinds[p] = kind
    return kinds


def _earlier_kinds(before: _core.Board, after: _core.Board, later: Sequence[Kind]) -> list[Kind]:
    """A stone that stays is part of the block that it is in later; its block is captured as a whole
    or not at all."""
    return [
        Kind.NONE if not stone else later[p] if after.at(p) == stone else Kind.CAPTURED
        for p, stone in enumerate(before.stones)
    ]
