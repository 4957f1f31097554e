"""The object that a Python user holds: a game in progress."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from operator import index
from os import PathLike
from typing import Any, Literal, NamedTuple

from keima import _core
from keima import handicap as handicaps
from keima.colors import Color
from keima.drawing import draw_svg, draw_text, parse_text
from keima.points import MAX_SIDE, connected, neighbours, parse_point, point_name
from keima.rules import Rules, check_komi
from keima.scoring import Score, plain_number, score_position


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

    @classmethod
    def _from_iterable(cls, names: Iterable[str]) -> set[str]:  # type: ignore[override]
        return set(names)

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
        try:
            width, height = map(index, size) if isinstance(size, tuple) else (index(size),) * 2
        except (TypeError, ValueError):
            raise ValueError(
                f"board size {size!r} is neither a number nor (width, height)"
            ) from None
        if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
            raise ValueError(
                f"board size {width}x{height} is not between 1x1 and {MAX_SIDE}x{MAX_SIDE}"
            )
        self._rules = Rules.parse(rules)
        self._komi = check_komi(self._rules.komi if komi is None else komi)
        #: How many stones Black was given; what White gets for them is up to the rules.
        self.handicap = 0
        self.native = self._history(_core.Board(width, height), Color.BLACK)
        #: After which moves, all of them passes, a turn was lost.
        self._lost: tuple[int, ...] = ()

    def _history(
        self, start: _core.Board, to_play: Color, prisoners: Sequence[int] = (0, 0)
    ) -> _core.History:
        r = self._rules
        return _core.History(start, to_play, r.ko, r.suicide, r.ending, r.button, prisoners)

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
        return self.native.area

    @property
    def rules(self) -> Rules:
        """How the game is played and counted. Setting them (a name will do) leaves the komi as it
        is; raises ValueError, and changes nothing, if a move already made would have been illegal
        under them."""
        return self._rules

    @rules.setter
    def rules(self, rules: str | Rules) -> None:
        new = Rules.parse(rules)
        if not self.native.set_rules(new.ko, new.suicide, new.ending, new.button):
            raise ValueError(f"the moves of this game are not legal under {new.name} rules")
        self._rules = new

    @property
    def komi(self) -> float:
        return self._komi

    @komi.setter
    def komi(self, komi: float) -> None:
        self._komi = check_komi(komi)

    @property
    def to_play(self) -> Color:
        """Whose turn it is. Setting it is no move and no pass."""
        return Color(self.native.to_play)

    @to_play.setter
    def to_play(self, color: str | Color) -> None:
        self.native.to_play = Color.parse(color)

    @property
    def moves(self) -> Sequence[Move]:
        """All moves so far, a new list each time; handicap and set-up stones are not moves."""
        return [Move(Color(color), point) for color, point in self.native.moves]

    @property
    def move_number(self) -> int:
        """How many moves were made since the start position."""
        return len(self.native)

    @property
    def last_move(self) -> Move | None:
        last = self.native.last_move
        return Move(Color(last[0]), last[1]) if last else None

    @property
    def board(self) -> _core.Board:
        """A copy of the present position."""
        return self.native.board

    @property
    def hash(self) -> int:
        """A hash of the stones alone: equal for equal positions, however they came about."""
        return self.native.hash

    @property
    def is_over(self) -> bool:
        """Did the last move end the game, by passes or by a repetition under the cycle rule?
        Passes count from the last lost turn on."""
        native = self.native
        run = min(native.passes, self.move_number - max(self._lost, default=0))
        if not native.is_over or run == native.passes:
            return native.is_over
        if native.repeats and self._rules.ko == "cycle":
            return True
        two = native.copy()
        two.undo(native.passes - 2)
        return run >= (2 if two.is_over else 3)

    @property
    def last_was_pass(self) -> bool:
        """Was the last turn a pass? Not if one was lost since."""
        last = self.native.last_move
        return last is not None and last[1] == self.area and self.move_number not in self._lost

    @property
    def repeats(self) -> bool:
        """Did the last move bring back an earlier situation (the same stones, ko, passes and
        player to move)? Under the cycle rule that ends the game; under Japanese rules players
        may agree that it has no result; the superko rules do not let it happen."""
        return self.native.repeats

    def at(self, point: str | int) -> Color:
        """What stands at a point."""
        return Color(self.native.at(self._point(point)))

    def captures(self, color: str | Color) -> int:
        """How many stones a side has captured."""
        return self.native.prisoners(Color.parse(color))

    def name(self, point: int) -> str:
        """The name of a point or of a pass, as in `E5`."""
        return point_name(point, self.width, self.height)

    def parse(self, move: str | int) -> int:
        """The index of a named point or pass; raises ValueError if there is no such point."""
        if isinstance(move, str):
            return parse_point(move, self.width, self.height)
        try:
            point = index(move)
        except TypeError:
            raise ValueError(f"{move!r} is not a move: expected a name or an index") from None
        if not 0 <= point <= self.area:
            raise ValueError(f"point {point} is not on a {self.width}x{self.height} board")
        return point

    def _point(self, point: str | int) -> int:
        parsed = self.parse(point)
        if parsed == self.area:
            raise ValueError("a pass is not a point")
        return parsed

    # Playing

    def is_legal(self, move: str | int, color: str | Color | None = None) -> bool:
        """May a side, by default the one to play, make a move?"""
        return self.native.is_legal(self.parse(move), self._side(color))

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves of the side to play."""
        return LegalMoves(self, self.to_play)

    def play(self, move: str | int, color: str | Color | None = None) -> Move:
        """Plays a move; raises IllegalMove, and changes nothing, if it is not legal.

        >>> Game(9).play("E5", "white")
        Move(color=<Color.WHITE: 2>, point=40)
        """
        point, side = self.parse(move), self._side(color)
        if not self.native.play(point, side):
            raise IllegalMove(
                f"{side.word} cannot play {self.name(point)}: {self._why(point, side)}"
            )
        return Move(side, point)

    def _why(self, point: int, color: Color) -> str:
        return {
            "occupied": "the point is occupied",
            "suicide": "it is suicide",
            "ko": "it retakes a ko",
            "repeats": f"it repeats an earlier position ({self._rules.ko} superko)",
        }[self.native.judge(point, color)]

    def lose_turn(self, color: str | Color | None = None) -> None:
        """Lets a side, by default the one to play, lose its turn, as in Frisbee Go: no move and no
        pass. It cannot be undone, but passes before it no longer help to end the game.

        >>> game = Game(9)
        >>> _, _, _ = game.play("pass"), game.lose_turn(), game.play("pass")
        >>> game.is_over
        False
        """
        side = self._side(color)
        if self.last_was_pass:
            self._lost += (self.move_number,)
        self.to_play = side.opponent

    def undo(self, count: int = 1) -> None:
        """Takes back moves; raises ValueError, and changes nothing, if there are fewer."""
        if not 0 <= count <= self.move_number or not self.native.undo(count):
            raise ValueError(f"cannot undo {count} of {self.move_number} moves")
        self._lost = tuple(number for number in self._lost if number <= self.move_number)

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
        """Changes stones by hand and starts the history anew from there; prisoners are kept.

        Raises ValueError, and changes nothing, if a group would have no liberty.

        >>> game = Game(3)
        >>> game.setup(black=["A1", "B2"], white=["A2"], to_play="white")
        >>> print(game)
            A B C
         3  . . . 3
         2  O X . 2
         1  X . . 1
            A B C
        """
        stones = self.native.board.stones
        for color, points in (
            (Color.EMPTY, empty),
            (Color.BLACK, black),
            (Color.WHITE, white),
        ):
            for point in points:
                stones[self._point(point)] = color
        self._check_liberties(stones)
        start = _core.Board.from_stones(self.width, self.height, stones)
        prisoners = self.captures(Color.BLACK), self.captures(Color.WHITE)
        self.native = self._history(start, self._side(to_play), prisoners)
        self._lost = ()

    @classmethod
    def from_drawing(
        cls,
        *rows: str,
        to_play: str | Color = Color.BLACK,
        komi: float | None = None,
        rules: str | Rules = "chinese",
    ) -> Game:
        """A game that starts from a drawn position: rows from the top or a whole drawing, as
        `str(game)` gives it (see `keima.drawing.parse_text`).

        >>> Game.from_drawing(". X O", "X . O", "O O .").at("A2").word
        'black'
        """
        width, height, stones = parse_text(*rows)
        game = cls((width, height), komi=komi, rules=rules)
        points = range(game.area)
        game.setup(
            black=[p for p in points if stones[p] == Color.BLACK],
            white=[p for p in points if stones[p] == Color.WHITE],
            to_play=to_play,
        )
        return game

    def _check_liberties(self, stones: Sequence[int]) -> None:
        near = neighbours(self.width, self.height)
        occupied = (p for p in range(self.area) if stones[p])
        for group in connected(
            occupied, lambda p, q: stones[p] == stones[q], self.width, self.height
        ):
            if not any(not stones[q] for p in group for q in near[p]):
                raise ValueError(f"the group at {self.name(min(group))} would have no liberty")

    def place_fixed_handicap(self, count: int) -> list[str]:
        """Puts handicap stones on their fixed points of an empty board; White is to play."""
        return self.set_free_handicap(handicaps.fixed_handicap(count, self.width, self.height))

    def place_free_handicap(self, count: int) -> list[str]:
        """Puts handicap stones where Keima likes them on an empty board; White is to play."""
        return self.set_free_handicap(handicaps.free_handicap(count, self.width, self.height))

    def set_free_handicap(self, points: Iterable[str | int]) -> list[str]:
        """Puts handicap stones on the given points of an empty board; White is to play."""
        chosen = [self._point(p) for p in points]
        if self.move_number or any(self.native.board.stones):
            raise ValueError("handicap stones need an empty board")
        if not 2 <= len(chosen) < self.area:
            raise ValueError(
                f"{len(chosen)} handicap stones: expected 2 to {self.area - 1} "
                f"on {self.width}x{self.height}"
            )
        if len(set(chosen)) < len(chosen):
            raise ValueError("handicap stones need different points")
        self.setup(black=chosen, to_play=Color.WHITE)
        self.handicap = len(chosen)
        return [self.name(p) for p in chosen]

    # Counting

    def score(self, dead: Iterable[str | int] | Literal["find"] = ()) -> Score:
        """Counts the position by the rules of the game.

        `dead` names a stone of each group to be taken off first, or is "find" to have them
        found (`keima.score.find_dead`). A game that ended by repetition is won by the side that
        passed more often in the cycle (van der Werf 2004, A.4).
        """
        native = self.native
        if native.repeats and self._rules.ko == "cycle":
            balance = native.cycle_balance
            return Score(float("inf") if balance > 0 else 0.0, float("inf") if balance < 0 else 0.0)
        if isinstance(dead, str):
            if dead != "find":
                raise ValueError(f'dead stones must be a list of points or "find", got {dead!r}')
            from keima.score import find_dead

            dead = find_dead(self)
        return score_position(
            native.board,
            self._rules,
            self._komi,
            dead=[self._point(p) for p in dead],
            handicap=self.handicap,
            prisoners=(native.prisoners(Color.BLACK), native.prisoners(Color.WHITE)),
            button=Color(native.button),
        )

    # Files, pictures, copies

    @classmethod
    def from_sgf(cls, source: str | bytes | PathLike[str], move_number: int | None = None) -> Game:
        """The main line of an SGF text or file, or the part of it before move `move_number`.

        Raises keima.sgf.SgfError, with line and column, for what cannot be read or played.

        >>> Game.from_sgf("(;SZ[9]KM[7];B[ee];W[gc])").move_number
        2
        """
        from keima import sgf
        from keima.sgf.convert import game_from_sgf

        return game_from_sgf(sgf.read(source), move_number)

    def to_sgf(self) -> str:
        """The game as SGF FF[4]."""
        from keima.sgf.convert import game_to_sgf

        return game_to_sgf(self)

    def __str__(self) -> str:
        return draw_text(self.native.board, self.last_move.point if self.last_move else None)

    def _repr_svg_(self) -> str:
        return draw_svg(self.native.board, self.last_move.point if self.last_move else None)

    def __repr__(self) -> str:
        return (
            f"<Game {self.width}x{self.height} {self._rules.name} komi {plain_number(self._komi)}, "
            f"{self.move_number} moves, {self.to_play.word} to play>"
        )

    def copy(self) -> Game:
        """An independent copy."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, native=self.native.copy())
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.copy()

    def _state(self) -> tuple[Any, ...]:
        native = self.native
        return (
            (self.width, self.height),
            self._rules,
            self._komi,
            self.handicap,
            native.start.stones,
            native.start_to_play,
            native.start_prisoners,
            native.moves,
            native.turns,
            native.to_play,
            self._lost,
        )

    def __eq__(self, other: object) -> bool:
        """The same start, rules, komi and moves."""
        return self._state() == other._state() if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        """Equal games hash alike. As a move changes the hash, a game that is in a set or is a
        key must stay as it is."""
        return hash((self.width, self.native.hash, self.native.to_play, len(self.native)))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, self._state()


def _restore(
    size: tuple[int, int],
    rules: Rules,
    komi: float,
    handicap: int,
    stones: Sequence[int],
    start_to_play: int,
    prisoners: Sequence[int],
    moves: Sequence[tuple[int, int]],
    turns: Sequence[int],
    to_play: int,
    lost: tuple[int, ...] = (),
) -> Game:
    game = Game(size, komi=komi, rules=rules)
    game.handicap = handicap
    native = game._history(_core.Board.from_stones(*size, stones), Color(start_to_play), prisoners)
    for (color, point), turn in zip(moves, turns, strict=True):
        if native.to_play != turn:
            native.to_play = turn
        native.play(point, color)
    native.to_play = to_play
    game.native = native
    game._lost = lost
    return game
