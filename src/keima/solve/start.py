"""Positions as the solvers take them: sets of points as whole numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from keima import _core
from keima.colors import Color
from keima.game import Game

#: What a 64-bit word can hold.
MOST_POINTS = 64


class Situation(NamedTuple):
    """A situation that may not come back under superko."""

    black: int
    white: int
    white_to_move: bool
    #: The point that may not be retaken; -1 if there is none.
    ko_point: int
    #: Had the situation before no such point? After passes: was this so when they began? Then
    #: three of them end the game.
    fresh: bool
    #: Passes in a row.
    passes: int


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
    #: Is there one, or did passes lift one, that the position before did not have?
    fresh: bool = field(default=False, repr=False)
    #: Passes in a row so far.
    passes: int = 0
    #: What came before, oldest first, where the rules ask for it.
    past: tuple[Situation, ...] = field(default=(), repr=False)

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
    here = situations_of(game, side)[-1]
    return Start(
        game.width,
        game.height,
        here.black,
        here.white,
        side,
        here.ko_point,
        here.fresh,
        here.passes,
    )


def situations_of(game: Game, color: Color | None = None) -> list[Situation]:
    """The situations of a game, oldest first and the present one last, with a side to move there,
    as far back as it knows them: set-up stones begin anew.

    >>> game = Game(3)
    >>> _ = game.play("B2"), game.play("pass")
    >>> [(s.black, s.white_to_move, s.passes) for s in situations_of(game)]
    [(0, False, 0), (16, True, 0), (16, False, 1)]
    """
    native, found = game.native, list[Situation]()
    board = native.start.copy()
    had_ko, fresh, passes = False, False, 0
    for side, point in [*native.moves, (game.to_play if color is None else color, -1)]:
        ko = _ko(board, side)
        if passes == 0:
            fresh = ko >= 0 and not had_ko
        counted = min(3 if fresh else 2, passes)
        found.append(Situation(*_stones(board), side == Color.WHITE, ko, fresh, counted))
        if point < 0:
            break
        passes = passes + 1 if point == game.area else 0
        had_ko = ko >= 0
        board.play(point, side, allow_suicide=True)
    return found


def _stones(board: _core.Board) -> tuple[int, int]:
    """The stones of Black and White."""
    stones = board.stones
    black, white = (
        sum(1 << p for p, stone in enumerate(stones) if stone == color)
        for color in (Color.BLACK, Color.WHITE)
    )
    return black, white


def _ko(board: _core.Board, color: int) -> int:
    """Where a side may not retake a ko; -1 if it may everywhere."""
    known = board.ko_color == color and 0 <= board.ko < board.area
    return board.ko if known else -1


def start_from(
    width: int,
    height: int,
    given: Game | None = None,
    opening: Iterable[str] = (),
    *,
    with_past: bool = False,
) -> Start:
    """Where `game_from` ends, if wanted with what came before; raises ValueError as that does."""
    game = game_from(width, height, given, opening)
    start = start_of(game)
    return replace(start, past=tuple(situations_of(game)[:-1])) if with_past else start


def game_from(
    width: int, height: int, given: Game | None = None, opening: Iterable[str] = ()
) -> Game:
    """A game, or one of an empty board, after some moves; raises ValueError if the board has too
    many points or a move is illegal."""
    check_size(width, height)
    if given is not None and (given.width, given.height) != (width, height):
        raise ValueError(f"the position is not one of a {width}x{height} board")
    game = Game((width, height), komi=0) if given is None else given.copy()
    for move in opening:
        game.play(move)
    return game


def check_size(width: int, height: int) -> None:
    """Raises ValueError if the solvers cannot hold such a board."""
    if width < 1 or height < 1 or width * height > MOST_POINTS:
        raise ValueError(
            f"a board of {width}x{height} is too large: the solver takes {MOST_POINTS} points"
            if width > 0 and height > 0
            else f"there is no board of {width}x{height}"
        )
