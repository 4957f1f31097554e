"""The capture game: who captures first wins (van der Werf 2004, chapter 4)."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass

from keima import _core
from keima.colors import Color
from keima.engine.limits import Limit
from keima.engine.parameters import SearchParameters, parameter
from keima.engine.player import Task
from keima.engine.result import Candidate, SearchResult
from keima.game import Game
from keima.models.errors import CannotPlay

#: The solver's boards.
MOST_POINTS = 64
#: No game is longer.
_DEEPEST = 150
#: Heuristic values that far above 0 are as good as two wins in three.
_SCALE = 8.0
#: Positions that a search without any limit visits.
_NODES = 1_000_000


@dataclass(frozen=True)
class CaptureParameters(SearchParameters):
    """Of the player of the capture game. A playout is a position that the search visits."""

    playouts: int | None = parameter(
        None, "Positions that a search visits at most", low=1, high=10**12
    )
    captures: int = parameter(1, "Stones that one side must capture to win", low=1, high=64)
    ladders: str = parameter(
        "on", "Whether ataris are followed beyond the search's depth", choices=("on", "off")
    )
    table_mb: int = parameter(128, "Size of the transposition table in MB", low=1, high=10**6)


class CapturePlayer:
    """Searches deeper and deeper until the result is proved or the time is up."""

    def __init__(self, parameters: CaptureParameters) -> None:
        self._parameters = parameters
        self._solver: _core.CaptureSolver | None = None
        self._stopped = False

    def stop(self) -> None:
        self._stopped = True
        if (solver := self._solver) is not None:
            solver.stop()

    def new_game(self) -> None:
        """Nothing is kept from one move to the next."""

    def search(self, task: Task) -> SearchResult:
        self._stopped = False
        start = time.perf_counter()
        game = task.game
        if game.area > MOST_POINTS:
            raise CannotPlay(
                f"the capture game is played on boards of up to {MOST_POINTS} points, "
                f"not on {game.width}x{game.height}"
            )
        needed = self._parameters.captures
        if needed > game.area:
            raise CannotPlay(
                f"the game to {needed} captured stones is played on boards of as many points, "
                f"not on {game.width}x{game.height}"
            )
        if max(game.captures(Color.BLACK), game.captures(Color.WHITE)) >= needed:
            won = game.captures(task.color) >= needed
            return _result(game, game.area, [], 1.0 if won else 0.0, 0, 0, start)
        solver = self._solver = self._make(game, task)
        moves = task.moves
        if moves is None and (forbidden := _forbidden(solver, task)):
            moves = _points(solver.legal() & ~forbidden)
        if solver.legal() == 0 or moves == []:
            return _result(game, game.area, [], 0.0, 0, 0, start)
        if self._stopped:
            solver.stop()
        with _Clock(solver, task.limit, start):
            if moves is None:
                value, move, depth = _deepen(solver, task)
            else:
                value, move, depth = _deepen_among(solver, task, moves)
        self._solver = None
        proved = abs(value) > _core.SOLVE_FINAL
        winrate = float(value > 0) if proved else 1 / (1 + math.exp(-value / _SCALE))
        return _result(game, move, solver.line(), winrate, solver.nodes, depth, start)

    def _make(self, game: Game, task: Task) -> _core.CaptureSolver:
        from keima.solve.memory import check_memory

        try:
            check_memory(self._parameters.table_mb)
        except ValueError as error:
            raise CannotPlay(str(error)) from None
        stones = dict.fromkeys((Color.BLACK, Color.WHITE), 0)
        for point in range(game.area):
            if (color := game.at(point)) is not Color.EMPTY:
                stones[color] |= 1 << point
        board, parameters = game.board, self._parameters
        ko = board.ko if board.ko != game.area and board.ko_color == task.color else -1
        return _core.CaptureSolver(
            game.width,
            game.height,
            stones[Color.BLACK],
            stones[Color.WHITE],
            white_to_move=task.color is Color.WHITE,
            captures=parameters.captures,
            taken_by_black=game.captures(Color.BLACK),
            taken_by_white=game.captures(Color.WHITE),
            ko_point=ko,
            ladders=parameters.ladders == "on",
            megabytes=parameters.table_mb,
            threads=task.threads,
        )


class _Clock:
    """Stops a search when its time is up."""

    def __init__(self, solver: _core.CaptureSolver, limit: Limit, start: float) -> None:
        left = None if limit.seconds is None else start + limit.seconds - time.perf_counter()
        self._timer = None if left is None else threading.Timer(max(0.0, left), solver.stop)

    def __enter__(self) -> None:
        if self._timer is not None:
            self._timer.daemon = True
            self._timer.start()

    def __exit__(self, *_: object) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer.join()


def _left(solver: _core.CaptureSolver, task: Task) -> int | None:
    """How many positions a search may still visit."""
    most = task.limit.playouts if task.limit else _NODES
    return None if most is None else max(0, most - solver.nodes)


def _points(bits: int) -> list[int]:
    return [point for point in range(bits.bit_length()) if bits >> point & 1]


def _forbidden(solver: _core.CaptureSolver, task: Task) -> int:
    """The solver's moves that the rules of the game do not allow: where several captures are
    needed a position can come back, and superko looks at the stones alone."""
    return sum(
        1 << point for point in _points(solver.legal()) if not task.game.is_legal(point, task.color)
    )


def _deepen(solver: _core.CaptureSolver, task: Task) -> tuple[int, int, int]:
    """The value, the move and the depth of the last search that ran to its end; a legal move if
    there was none."""
    legal = solver.legal()
    value, move, reached = 0, (legal & -legal).bit_length() - 1, 0
    for depth in range(1, _DEEPEST):
        found, best, complete, exhausted = solver.search(depth, nodes=_left(solver, task))
        if not complete:
            break
        value, reached = found, depth
        move = best if legal >> best & 1 else move
        if task.progress is not None:
            task.progress(solver.nodes)
        if exhausted or abs(value) > _core.SOLVE_FINAL:
            break
    return value, move, reached


def _deepen_among(
    solver: _core.CaptureSolver, task: Task, given: Sequence[int]
) -> tuple[int, int, int]:
    """The same, of the moves that are to be considered."""
    legal = solver.legal()
    moves = [move for move in given if legal >> move & 1]
    if not moves:  # a pass alone
        return 0, given[0], 0
    value, best, reached = 0, moves[0], 0
    for depth in range(1, _DEEPEST):
        found = []
        for move in moves:
            solver.move_to([move])
            theirs, _, complete, _ = solver.search(depth, nodes=_left(solver, task))
            if not complete:
                solver.move_to([])
                return value, best, reached
            found.append(-theirs)
        value = max(found)
        best, reached = moves[found.index(value)], depth
        if task.progress is not None:
            task.progress(solver.nodes)
        if abs(value) > _core.SOLVE_FINAL:
            break
    solver.move_to([])
    return value, best, reached


def _result(
    game: Game, move: int, line: list[int], winrate: float, nodes: int, depth: int, start: float
) -> SearchResult:
    names = [game.name(point) for point in line] if line[:1] == [move] else [game.name(move)]
    return SearchResult(
        move=names[0],
        winrate=winrate,
        score=None,
        pv=names,
        candidates=[Candidate(names[0], nodes, winrate, None, winrate, pv=tuple(names))],
        playouts=nodes,
        seconds=time.perf_counter() - start,
        size=(game.width, game.height),
        owners=None,
        nodes=nodes,
        visits=depth,
    )
