"""What counted games say about moves (Palsson 2008, section 7.1)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from keima.colors import Color


class Tally(NamedTuple):
    """Sums over finished games, from Black's side, as the core counts them."""

    games: int
    #: Black's area minus White's, without komi.
    score: int
    squares: int
    #: Two for a game that Black won, one for a draw, komi counted.
    halves: int

    def plus(self, other: Tally) -> Tally:
        """Both together.

        >>> Tally(1, 2, 4, 2).plus(Tally(1, -2, 4, 0))
        Tally(games=2, score=0, squares=8, halves=2)
        """
        return Tally(*(a + b for a, b in zip(self, other, strict=True)))

    def winrate(self, color: Color) -> float:
        """Part of the games won, a draw being half a win.

        >>> Tally(4, 10, 100, 6).winrate(Color.WHITE)
        0.25
        """
        black = self.halves / (2 * self.games)
        return black if color == Color.BLACK else 1 - black

    def margin(self, color: Color, komi: float) -> float:
        """Mean number of points by which a side won.

        >>> Tally(4, 10, 100, 4).margin(Color.WHITE, 7.5)
        5.0
        """
        black = self.score / self.games - komi
        return black if color == Color.BLACK else -black

    @property
    def variance(self) -> float:
        """Of the mean score; infinite if it cannot be told."""
        if self.games < 2:
            return math.inf
        spread = self.squares - self.score**2 / self.games
        return spread / (self.games - 1) / self.games


def raw_value(tally: Tally, color: Color, komi: float, valuation: str) -> float:
    """v' of a move: `literal`, the absolute value of the mean score; `signed`, the mean score
    seen from the side to move. They differ when the side to move is behind.

    >>> behind = Tally(2, -20, 200, 0)
    >>> raw_value(behind, Color.BLACK, 6.5, "literal")
    16.5
    >>> raw_value(behind, Color.BLACK, 6.5, "signed")
    -16.5
    """
    # The document's score s is positive if White wins.
    s = tally.margin(Color.WHITE, komi)
    if valuation == "literal":
        return abs(s)
    return s if color == Color.WHITE else -s


def normalised(raw: Mapping[int, float], floor: float | None = None) -> dict[int, float]:
    """v of each move: how far v' is above `floor` (the v' of a pass, when not all moves were
    valued), or else above the least v'.

    >>> normalised({3: 5.0, 4: 7.5})
    {3: 0.0, 4: 2.5}
    >>> normalised({3: 5.0, 4: 7.5}, floor=6.0)
    {3: -1.0, 4: 1.5}
    """
    least = min(raw.values(), default=0.0) if floor is None else floor
    return {move: value - least for move, value in raw.items()}
