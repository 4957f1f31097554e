"""Scoring by search, the fourth method of Ferreira 2016 (4.4): who owns each point is asked of
the tree search, or of a network. What comes of it, with groups judged as wholes, is keima.score's
affair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from keima import _core
from keima.colors import Color
from keima.rules import Rules

#: Of the parameters of a tree search that judges: passes are tried however empty the board is,
#: since stones that nobody needs to capture stay, a small tree is enough, and nothing is thrown.
JUDGING = {"pass_below": 1.0, "memory_mb": 64.0, "frisbee": 0.0}
#: From which mean owner on a point counts as owned, when a score is estimated.
OWNED = 0.5


def searched_owners(
    search: _core.TreeSearch, board: _core.Board, playouts: int, seed: int = 1
) -> list[float]:
    """Mean owner of each point, from 1 (Black) to -1 (White), in half as many simulations with
    each side to move; in one with each, if the search was stopped and not reset since. One thread
    and one seed: the same position gives the same owners."""
    total = [0.0] * board.area
    for color in (Color.BLACK, Color.WHITE):
        search.clear()
        found = search.search(
            board,
            color,
            last=board.area,
            before=board.area,
            seed=seed,
            playouts=max(1, playouts // 2),
            early_stop=False,
        )
        total = [a + b for a, b in zip(total, found["owner"], strict=True)]
    search.clear()
    return [owner / 2 for owner in total]


#: In which symmetries a network is shown a position of which a side is to move.
SYMMETRIES = (0, 3, 5, 6)


def network_owners(
    network: _core.Network, board: _core.Board, komi: float, rules: Rules
) -> list[float]:
    """The owner that a network expects of each point, from 1 (Black) to -1 (White): the mean of
    what it says with either side to move, turned and mirrored, without any game before."""
    total = [0.0] * board.area
    turns = SYMMETRIES if board.width == board.height else (0, 1, 2, 3)
    for color in (Color.BLACK, Color.WHITE):
        history = _core.History(board, color, rules.ko, rules.suicide)
        for symmetry in turns:
            said = network.evaluate(
                history,
                color,
                komi=komi,
                territory=rules.scoring == "territory",
                tax=rules.tax,
                friendly_pass=rules.friendly_pass,
                symmetry=symmetry,
            )
            sign = 1 if color == Color.BLACK else -1
            total = [a + sign * b for a, b in zip(total, said["ownership"], strict=True)]
    return [owner / (2 * len(turns)) for owner in total]


@dataclass(frozen=True)
class Estimate:
    """What a game would end with: Black's points minus White's, komi included, and the bounds if
    all that is open went to one side."""

    margin: float
    least: float
    most: float

    @property
    def text(self) -> str:
        """As GNU Go writes it: the bounds are White's points minus Black's.

        >>> Estimate(-3.26, -10.5, 2.0).text
        'W+3.3 (upper bound: 10.5, lower: -2.0)'
        """
        leader = "B" if self.margin > 0 else "W"
        upper, lower = 0.0 - self.least, 0.0 - self.most
        return f"{leader}+{abs(self.margin):.1f} (upper bound: {upper:.1f}, lower: {lower:.1f})"

    def __str__(self) -> str:
        return self.text


def estimate(owners: Sequence[float], komi: float) -> Estimate:
    """From mean owners. A point that one side has in three of four games (`OWNED`) is its own; of
    the others, which are open, each counts for what it is on average.

    >>> estimate([1.0, 0.9, -0.8, 0.25], 0.5)
    Estimate(margin=0.75, least=-0.5, most=1.5)
    """
    sure = sum(1 if owner > 0 else -1 for owner in owners if abs(owner) >= OWNED)
    unsure = [owner for owner in owners if abs(owner) < OWNED]
    return Estimate(sure + sum(unsure) - komi, sure - len(unsure) - komi, sure + len(unsure) - komi)
