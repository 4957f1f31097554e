"""The object that a Python user holds: a game in progress."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Any, NamedTuple

from keima import _core
from keima import handicap as handicaps
from keima.colors import Color
from keima.drawing import draw_svg, draw_text
from keima.points import parse_point, point_name
from keima.rules import Rules, check_komi
from keima.scoring import Score, score_position


class IllegalMove(ValueError):
    """A move that the rules forbid; the message says why."""


class Move(NamedTuple):
    """A stone or a pass; `point` is a row-major index, or the board's area for a pass."""

    color: Color
    point: int


class LegalMoves(Set[str]):
    """The legal moves of one side by name, computed when asked for; `pass` is the last."""

    def __init__(self, game: Game, color: Color) -> None:
        self._game, self._color = game, color

    def __contains__(self, move: object) -> bool:
        try:
            return isinstance(move, str) and self._game.is_legal(move, self._color)
        except ValueError:
            return False

    def __iter__(self) -> Iterator[str]:
        for point in self._game.native.legal_points(self._color):
            yield self._game.name(point)
        yield "pass"

    def __len__(self) -> int:
        return len(self._game.native.legal_points(self._color)) + 1

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves of {self._color.word}>"


class Game:
    """A game of Go: a start position, rules and moves.

    Moves are names (`"E5"`, `"pass"`) or row-major indices from the top left corner. Either
    colour may move at any time; `to_play` is only whose turn it is if nothing else is said.

    >>> game = Game(9, komi=7, rules="chinese")
    >>> game.play("E5")
    Move(color=<Color.BLACK: 1>, point=40)
    >>> game.play("pass").color
    <Color.WHITE: 2>
    >>> game.undo()
    >>> game.to_play, "E5" in game.legal_moves, len(game.legal_moves)
    (<Color.WHITE: 2>, False, 81)
    >>> game.score().text
    'B+74'
    """

    def __init__(
        self,
        size: int | tuple[int, int] = 19,
        *,
        komi: float | None = None,
        rules: str | Rules = "chinese",
    ) -> None:
        width, height = (size, size) if isinstance(size, int) else size
        self._rules = Rules.parse(rules)
        self._komi = check_komi(self._rules.komi if komi is None else komi)
        self.handicap = 0
        self.native = self._history(_core.Board(width, height), Color.BLACK)

    def _history(self, start: _core.Board, to_play: Color) -> _core.History:
        rules = self._rules
        return _core.History(start, to_play, rules.ko, rules.suicide, rules.ending)

    # What the game is

    @property
    def width(self) -> int:
        return self.native.width

    @property
    def height(self) -> int:
        return self.native.height

    @property
    def area(self) -> int:
        """Number of points, and the index that means a pass."""
        return self.width * self.height

    @property
    def rules(self) -> Rules:
        return self._rules

    @rules.setter
    def rules(self, rules: str | Rules) -> None:
        """Changes the rules but not the komi; raises ValueError, and changes nothing, if a move
        already made would have been illegal under them."""
        old, self._rules = self._rules, Rules.parse(rules)
        history = self._history(self.native.start, Color(self.native.start_to_play))
        if not all(history.play(point, color) for color, point in self.native.moves):
            self._rules = old
            raise ValueError(
                f"the moves of this game are not legal under {Rules.parse(rules).name} rules"
            )
        history.to_play = self.native.to_play
        self.native = history

    @property
    def komi(self) -> float:
        return self._komi

    @komi.setter
    def komi(self, komi: float) -> None:
        self._komi = check_komi(komi)

    @property
    def to_play(self) -> Color:
        return Color(self.native.to_play)

    @to_play.setter
    def to_play(self, color: str | Color) -> None:
        self.native.to_play = Color.parse(color)

    @property
    def moves(self) -> Sequence[Move]:
        """All moves so far; handicap and set-up stones are not moves."""
        return [Move(Color(color), point) for color, point in self.native.moves]

    @property
    def move_number(self) -> int:
        return len(self.native)

    @property
    def last_move(self) -> Move | None:
        moves = self.moves
        return moves[-1] if moves else None

    @property
    def board(self) -> _core.Board:
        """A copy of the present position."""
        return self.native.board

    @property
    def hash(self) -> int:
        """A hash of the stones alone: equal for equal positions, however they came about."""
        return self.native.board.hash

    @property
    def is_over(self) -> bool:
        """Did the last move end the game, by passes or by repetition?"""
        return self.native.is_over

    def at(self, point: str | int) -> Color:
        """What stands at a point."""
        return Color(self.native.board.at(self.parse(point)))

    def captures(self, color: str | Color) -> int:
        """How many stones a side has captured."""
        return self.native.prisoners(Color.parse(color))

    def name(self, point: int) -> str:
        return point_name(point, self.width, self.height)

    def parse(self, move: str | int) -> int:
        """The index of a named point or pass; raises ValueError if there is no such point."""
        if isinstance(move, str):
            return parse_point(move, self.width, self.height)
        if not 0 <= move <= self.area:
            raise ValueError(f"point {move} is not on a {self.width}x{self.height} board")
        return int(move)

    # Playing

    def is_legal(self, move: str | int, color: str | Color | None = None) -> bool:
        return self.native.is_legal(self.parse(move), self._side(color))

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves of the side to play."""
        return LegalMoves(self, self.to_play)

    def play(self, move: str | int, color: str | Color | None = None) -> Move:
        """Plays a move; raises IllegalMove, and changes nothing, if it is not legal."""
        point, side = self.parse(move), self._side(color)
        if not self.native.play(point, side):
            raise IllegalMove(
                f"{side.word} cannot play {self.name(point)}: {self._why(point, side)}"
            )
        return Move(side, point)

    def _why(self, point: int, color: Color) -> str:
        board = self.native.board
        if board.at(point):
            return "the point is occupied"
        if board.is_legal(point, color, self._rules.suicide):
            return f"it repeats an earlier position ({self._rules.ko} superko)"
        return "it retakes a ko" if point == board.ko else "it is suicide"

    def undo(self, count: int = 1) -> None:
        """Takes back moves; raises ValueError, and changes nothing, if there are fewer."""
        if not self.native.undo(count):
            raise ValueError(f"cannot undo {count} of {self.move_number} moves")

    def _side(self, color: str | Color | None) -> Color:
        return self.to_play if color is None else Color.parse(color)

    # Setting up

    def setup(
        self,
        black: Iterable[str | int] = (),
        white: Iterable[str | int] = (),
        empty: Iterable[str | int] = (),
        to_play: str | Color | None = None,
    ) -> None:
        """Changes stones by hand and starts the history anew from there.

        Raises ValueError, and changes nothing, if a group would have no liberty.
        """
        stones = self.native.board.stones
        for color, points in (
            (Color.EMPTY, empty),
            (Color.BLACK, black),
            (Color.WHITE, white),
        ):
            for name in points:
                point = self.parse(name)
                if point == self.area:
                    raise ValueError("a pass cannot be set up")
                stones[point] = color
        start = _core.Board.from_stones(self.width, self.height, stones)
        self.native = self._history(start, self._side(to_play))

    def place_fixed_handicap(self, count: int) -> list[str]:
        """Puts handicap stones on their fixed points of an empty board; White is to play."""
        return self.set_free_handicap(handicaps.fixed_handicap(count, self.width, self.height))

    def place_free_handicap(self, count: int) -> list[str]:
        """Puts handicap stones where Keima likes them."""
        return self.set_free_handicap(handicaps.free_handicap(count, self.width, self.height))

    def set_free_handicap(self, points: Iterable[str | int]) -> list[str]:
        """Puts handicap stones on the given points of an empty board; White is to play."""
        chosen = [self.parse(p) for p in points]
        if any(self.native.board.stones) or self.move_number:
            raise ValueError("handicap stones need an empty board")
        if not 2 <= len(chosen) < self.area or len(set(chosen)) < len(chosen):
            raise ValueError(f"handicap needs 2 to {self.area - 1} different points")
        self.setup(black=chosen, to_play=Color.WHITE)
        self.handicap = len(chosen)
        return [self.name(p) for p in chosen]

    # Counting

    def score(self, dead: Iterable[str | int] = ()) -> Score:
        """Counts the position by the rules of the game; `dead` names a stone of each group to
        be taken off first. A game that ended by repetition is won by the side that passed more
        often in the cycle."""
        native = self.native
        if native.repeats:
            balance = native.cycle_balance
            return Score(float(max(balance, 0)), float(max(-balance, 0)))
        first_pass = next((m.color for m in self.moves if m.point == self.area), None)
        return score_position(
            native.board,
            self._rules,
            self._komi,
            dead=[self.parse(p) for p in dead],
            handicap=self.handicap,
            prisoners=(native.prisoners(Color.BLACK), native.prisoners(Color.WHITE)),
            first_pass=first_pass,
        )

    # Pictures, copies

    def __str__(self) -> str:
        return draw_text(self.native.board, self.last_move.point if self.last_move else None)

    def _repr_svg_(self) -> str:
        return draw_svg(self.native.board, self.last_move.point if self.last_move else None)

    def __repr__(self) -> str:
        return (
            f"<Game {self.width}x{self.height} {self._rules.name} komi {self._komi:g}, "
            f"{self.move_number} moves, {self.to_play.word} to play>"
        )

    def copy(self) -> Game:
        other = object.__new__(Game)
        other.__dict__.update(self.__dict__, native=self.native.copy())
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.copy()

    def _state(self) -> tuple[Any, ...]:
        start = self.native.start
        return (
            (self.width, self.height),
            self._rules,
            self._komi,
            self.handicap,
            tuple(start.stones),
            self.native.start_to_play,
            tuple(self.native.moves),
            int(self.to_play),
        )

    def __eq__(self, other: object) -> bool:
        """The same start, rules and moves."""
        return self._state() == other._state() if isinstance(other, Game) else NotImplemented

    # Games change, so they hash by what does not: equal games have equal hashes.
    def __hash__(self) -> int:
        return hash(self._state())

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, self._state()


def _restore(
    size: tuple[int, int],
    rules: Rules,
    komi: float,
    handicap: int,
    stones: tuple[int, ...],
    start_to_play: int,
    moves: tuple[tuple[int, int], ...],
    to_play: int,
) -> Game:
    game = Game(size, komi=komi, rules=rules)
    game.handicap = handicap
    game.native = game._history(_core.Board.from_stones(*size, stones), Color(start_to_play))
    for color, point in moves:
        game.native.play(point, color)
    game.native.to_play = to_play
    return game
