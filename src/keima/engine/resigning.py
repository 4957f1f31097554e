"""When to resign."""

from __future__ import annotations

from keima.colors import Color
from keima.engine.result import SearchResult
from keima.game import Game

#: Simulations before a game is resigned, or own turns in a row of a network with fewer.
SURE_VISITS, SURE_TURNS = 100, 3


def may_resign(game: Game) -> bool:
    """Is the game old enough to be given up? Not before a quarter of the points were played on or
    hold a stone: until then a search says little, and a handicap says nothing."""
    stones = game.area - game.board.stones.count(Color.EMPTY)
    return 4 * max(game.move_number, stones) >= game.area


def best_rate(found: SearchResult) -> float | None:
    """The win rate of what is played or, if that is more, of the most visited move: what is played
    may have been tried a few times only."""
    most = max(found.candidates, key=lambda each: each.visits, default=None)
    rates = (found.winrate, most.winrate if most else None)
    return max((rate for rate in rates if rate is not None), default=None)


class Streak:
    """Counts own turns in a row of which something holds.

    >>> streak = Streak()
    >>> [streak.count(*turn) for turn in ((10, True), (12, True), (12, True), (14, False))]
    [1, 2, 2, 0]
    """

    def __init__(self) -> None:
        self._first, self._last = 0, -1

    def count(self, number: int, holds: bool) -> int:
        """So many turns, with the one after `number` moves; to ask again about a turn changes
        nothing."""
        if self._last not in (number, number - 2):
            self._first = number
        self._last = number if holds else -1
        return (number - self._first) // 2 + 1 if holds else 0
