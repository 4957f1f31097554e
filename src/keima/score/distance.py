"""Whose points are nearest: scoring by distance (van der Werf 2004, 8.1)."""

from __future__ import annotations

from keima import _core
from keima.colors import Color
from keima.points import neighbours


def distance_owners(board: _core.Board) -> list[Color]:
    """The colour of the nearest stone of each point; empty where both are equally near, and
    everywhere without stones. Distance is Manhattan distance.

    >>> board = _core.Board.from_stones(6, 1, [1, 0, 0, 0, 2, 0])
    >>> "".join(".XO"[color] for color in distance_owners(board))
    'XX.OOO'
    """
    near = neighbours(board.width, board.height)
    owners = [Color(c) for c in board.stones]
    at_distance = [p for p, color in enumerate(owners) if color]
    seen = [color != Color.EMPTY for color in owners]
    # As the nearest stone of a point is never behind another one, distances spread step by step.
    while at_distance:
        reached: dict[int, Color | None] = {}
        for p in at_distance:
            for q in near[p]:
                if not seen[q]:
                    reached[q] = (
                        owners[p] if reached.get(q, owners[p]) == owners[p] else Color.EMPTY
                    )
        for q, color in reached.items():
            owners[q], seen[q] = color or Color.EMPTY, True
        at_distance = list(reached)
    return owners
