"""Positions as the solvers take them: sets of points as whole numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from keima.colors import Color
from keima.game import Game

#: What a 64-bit word can hold.
MOST_POINTS = 64


@dataclass(frozen=True)
class Start:
    """Where a search starts. Bit i of `black` and `white` is the point of index i."""

    width: int
    height: int
    black: int = 0
    white: int = 0
    to_play: Color = Color.BLACK
    #: The point that may not be retaken now; -1 if there is none.
    ko_point: int = -1
    #: Passes in a row so far.
    passes: int = 0

    @property
    def points(self) -> int:
        return self.width * self.height

    @property
    def sign(self) -> int:
        """What turns a value for the player to move into one for Black."""
        return 1 if self.to_play is Color.BLACK else -1

    def game(self) -> Game:
        """A game from here on, under the rules of van der Werf 2004: for names and records."""
        game = Game((self.width, self.height), komi=0, rules="migos")
        points = range(self.points)
        game.setup(
            black=[p for p in points if self.black >> p & 1],
            white=[p for p in points if self.white >> p & 1],
            to_play=self.to_play,
        )
        return game


def start_of(game: Game, color: Color | None = None) -> Start:
    """The present position of a game, with a side to move; raises ValueError if the board has too
    many points.

    >>> game = Game(3)
    >>> _ = game.play("B2")
    >>> start_of(game)
    Start(width=3, height=3, black=16, white=0, to_play=<Color.WHITE: 2>, ko_point=-1, passes=0)
    """
    check_size(game.width, game.height)
    side = game.to_play if color is None else color
    board = game.board
    stones = board.stones
    ko = board.ko if board.ko_color == side else -1
    passes = min(2, game.native.passes) if game.last_was_pass else 0
    return Start(
        game.width,
        game.height,
        sum(1 << p for p, stone in enumerate(stones) if stone == Color.BLACK),
        sum(1 << p for p, stone in enumerate(stones) if stone == Color.WHITE),
        side,
        ko if 0 <= ko < game.area else -1,
        passes,
    )


def start_from(
    width: int, height: int, given: Game | None = None, opening: Iterable[str] = ()
) -> Start:
    """An empty board or the position of a game, after some moves; raises ValueError if the board
    has too many points or a move is illegal."""
    check_size(width, height)
    if given is not None and (given.width, given.height) != (width, height):
        raise ValueError(f"the position is not one of a {width}x{height} board")
    game = Game((width, height), komi=0) if given is None else given.copy()
    for move in opening:
        game.play(move)
    return start_of(game)


def check_size(width: int, height: int) -> None:
    """Raises ValueError if the solvers cannot hold such a board."""
    if width < 1 or height < 1 or width * height > MOST_POINTS:
        raise ValueError(
            f"a board of {width}x{height} is too large: the solver takes {MOST_POINTS} points"
            if width > 0 and height > 0
            else f"there is no board of {width}x{height}"
        )
