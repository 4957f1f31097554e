"""A rule to stop: where learned judgement finds nothing open, and the last search thought that who
is ahead by it wins, a search gets a part of its playouts and time, and a clock keeps the rest (van
der Werf 2004, chapter 8, in a search)."""

from __future__ import annotations

from collections.abc import Sequence

from keima import _core
from keima.colors import Color
from keima.engine.limits import Limit
from keima.game import Game, Move

#: A block is settled if it lives or dies by learned judgement with at least this chance.
SURE = 0.99
#: A search is sure of a win from this rate on, and of a loss from as far below.
WON = 0.95


def leader(board: _core.Board, komi: float) -> Color | None:
    """Who wins by area less komi if nothing is open and all blocks are settled by learned judgement
    of finished positions; None if something is open, or nobody wins.

    >>> from keima.game import Game
    >>> board = Game.from_drawing(
    ...     ". X . . X O .",
    ...     "X X . O X O O",
    ...     ". X . . X O .",
    ...     "X X X X X O O",
    ...     "O O O O O O .",
    ... ).board
    >>> leader(board, 0.5), leader(board, 5.5)
    (<Color.BLACK: 1>, <Color.WHITE: 2>)
    >>> leader(Game(7).board, 0.5) is None
    True
    """
    from keima.score.csa import judge  # with numpy, which `import keima` does not need

    if not any(board.stones):
        return None
    found = judge(board)
    unsure = any(1 - SURE < alive < SURE for alive in found.alive if alive is not None)
    lead = found.area - komi
    if found.open or unsure or lead == 0:
        return None
    return Color.BLACK if lead > 0 else Color.WHITE


class Decided:
    """Remembers what each side's last search thought."""

    def __init__(self, part: float) -> None:
        self._part = part
        self.new_game()

    def new_game(self) -> None:
        self._said: dict[Color, tuple[Sequence[Move], float]] = {}

    def said(self, game: Game, color: Color, rate: float | None) -> None:
        """After a search: how likely the side wins that is to move."""
        if rate is None:
            self._said.pop(color, None)
        else:
            self._said[color] = game.moves, rate

    def limit(self, game: Game, color: Color, komi: float, limit: Limit) -> Limit:
        """That of a search: a part of it if the game is decided."""
        moves, rate = self._said.get(color, ([], 0.5))
        before = game.moves[:-2] if len(game.moves) >= 2 else None
        if self._part >= 1 or 1 - WON < rate < WON or moves != before:
            return limit
        winner = color if rate >= WON else color.opponent
        if leader(game.board, komi) != winner:
            return limit
        playouts, seconds = limit.playouts, limit.seconds
        return Limit(
            playouts and max(1, round(self._part * playouts)),
            seconds and self._part * seconds,
        )
