"""Whose points are nearest: scoring by distance (van der Werf 2004, 8.1)."""

from __future__ import annotations

from keima import _core
from keima.colors import Color


def distance_owners(board: _core.Board) -> list[Color]:
    """The colour of the nearest stone of each point; empty where both are equally near, and
    everywhere without stones. Distance is Manhattan distance.

    >>> board = _core.Board.from_stones(6, 1, [1, 0, 0, 0, 2, 0])
    >>> "".join(".XO"[color] for color in distance_owners(board))
    'XX.OOO'
    """
    signs = [(0, 1, -1)[color] for color in board.stones]
    found = _core.direct_territory("distance", board.width, board.height, signs)
    return [Color.EMPTY if v == 0 else Color.BLACK if v > 0 else Color.WHITE for v in found]
