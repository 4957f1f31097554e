"""The exact value of every move on small boards."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from keima.book.reduction import symmetries
from keima.colors import Color
from keima.engine.counting import area_komi
from keima.engine.solving import can_solve
from keima.game import Game
from keima.scoring import plain_number
from keima.solve import Solution, solve_go
from keima.solve.memory import usual_megabytes
from keima.web import limits
from keima.web.values import Refused

#: Seconds for a move in the first round, and how much longer the next ones are.
_FIRST, _LONGER = 0.5, 4.0
#: No round gives a move more; what is not proved then stays open.
_LAST = 32.0
_MEGABYTES = 64


def check_solvable(game: Game) -> None:
    """Refuses games whose moves have no proof here."""
    if game.area > limits.SOLVER_POINTS:
        raise Refused(
            f"a board of {game.width}x{game.height} is too large for the solver: expected at most "
            f"{limits.SOLVER_POINTS} points"
        )
    if not can_solve(game.rules):
        raise Refused(
            f"the solver does not know {game.rules.name} rules: expected area scoring without "
            "tax, suicide and button, as chinese"
        )
    if game.is_over:
        raise Refused("the game is over here: there is no move to solve", 409)


class SolveJob:
    """Solves all moves of the side to play, one a turn, in rounds that give each more time.
    `tell` is called after each, in the thread of the search, with what is proved so far."""

    urgent = False
    slow = True

    def __init__(
        self, game: Game, node: int, tell: Callable[[SolveJob, dict[str, Any] | str], object]
    ) -> None:
        self._game, self._node, self._tell = game, node, tell
        self._komi = area_komi(game)
        self._seconds = _FIRST
        self._moves: dict[str, Solution] = {}
        self._alike = alike(game)
        # The middle first: the best moves are mostly there.
        self._open = sorted(self._alike, key=self._distance)
        self._round = list(self._open)
        self._stop = threading.Event()

    def _distance(self, name: str) -> float:
        point = self._game.parse(name)
        if point == self._game.area:
            return float("inf")
        row, column = divmod(point, self._game.width)
        return abs(row - (self._game.height - 1) / 2) + abs(column - (self._game.width - 1) / 2)

    def interrupt(self) -> None:
        self._stop.set()

    def turn(self) -> bool:
        move = self._round.pop(0)
        try:
            solution = self._solve(move)
        except Exception as error:
            self._tell(self, str(error))
            return False
        stopped = self._stop.is_set()
        self._stop.clear()
        if solution.proved and solution.value is not None:
            self._moves |= dict.fromkeys(self._alike[move], solution)
            self._open.remove(move)
        elif stopped:
            self._round.append(move)
        if not self._round:
            self._seconds *= _LONGER
            self._round = list(self._open) if self._seconds <= _LAST else []
        self._tell(self, self._told(done=not self._round))
        return bool(self._round)

    def _solve(self, move: str) -> Solution:
        after = self._game.copy()
        after.play(move)
        return solve_go(
            after.width,
            after.height,
            ko="japanese" if after.rules.ko == "cycle" else "basic",
            position=after,
            megabytes=min(_MEGABYTES, usual_megabytes(after.area)),
            seconds=self._seconds,
            ends=False,
            stop=self._stop,
        )

    def _told(self, *, done: bool) -> dict[str, Any]:
        sign = 1 if self._game.to_play is Color.BLACK else -1
        values = {move: (s.value or 0) - self._komi for move, s in self._moves.items()}
        best = max((sign * value for value in values.values()), default=None)
        complete = not self._open
        return {
            "node": self._node,
            "moves": {
                move: {"value": value, "text": _text(value), "best": sign * value == best}
                for move, value in values.items()
            },
            "value": sign * best if complete and best is not None else None,
            "done": done,
        }


def alike(game: Game) -> dict[str, list[str]]:
    """The legal moves in classes that lead to the same position, turned or mirrored; one of each
    class stands for it.

    >>> {move: len(same) for move, same in alike(Game(3)).items()}
    {'A3': 4, 'B3': 4, 'B2': 1, 'pass': 1}
    """
    classes: dict[object, list[str]] = {}
    for move in game.legal_moves:
        after = game.copy()
        after.play(move)
        board = after.board
        stones = board.stones
        ko = board.ko if board.ko_color and 0 <= board.ko < board.area else -1
        images = [
            (tuple(stones[point] for point in way[:-1]), way.index(ko) if ko >= 0 else -1)
            for way in symmetries(game.width, game.height)
        ]
        classes.setdefault((min(images), move == "pass"), []).append(move)
    return {moves[0]: moves for moves in classes.values()}


def _text(value: float) -> str:
    if value == 0:
        return "0"
    return f"{'B' if value > 0 else 'W'}+{plain_number(abs(value))}"
