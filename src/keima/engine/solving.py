"""The part of an engine that plays perfectly where it can prove what is best."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from keima import _core
from keima.colors import Color
from keima.engine.counting import area_komi
from keima.engine.limits import Limit
from keima.engine.result import Candidate, SearchResult
from keima.game import Game
from keima.rules import Rules

if TYPE_CHECKING:
    from keima.solve import Solution

#: The largest boards that are always solved, whatever the number of playouts.
SMALL = 16
SMALL_NODES = 20_000_000
#: Nodes for each playout of the limit on other boards, and the part of the time.
NODES = 100
PART = 0.5
#: The largest table.
MEGABYTES = 64
#: When a position is judged for passing or counting, for each side.
JUDGED = 100_000


def can_solve(rules: Rules) -> bool:
    """Do proofs hold under these rules? A result forced under the basic ko rule holds under every
    superko rule too: who forces it repeats nothing."""
    return (
        rules.scoring == "area" and rules.tax == "none" and not rules.suicide and not rules.button
    )


def open_points(game: Game) -> int:
    """How many empty points nobody is sure of.

    >>> open_points(Game(4))
    16
    """
    stones = game.board.stones
    black, white = (
        sum(1 << p for p, stone in enumerate(stones) if stone == color)
        for color in (Color.BLACK, Color.WHITE)
    )
    sure = _core.solve_sure(game.width, game.height, black, white)
    return ((1 << game.area) - 1 & ~(black | white | sure[0] | sure[1])).bit_count()


class PerfectPlay:
    """Finds proved moves, on boards with no more than so many open points. With `cleanup` dead
    stones are captured before a pass."""

    def __init__(self, points: int, *, cleanup: bool = False) -> None:
        self._points, self._cleanup = points, cleanup
        self._stop = threading.Event()
        self._spent = 0.0

    def stop(self) -> None:
        self._stop.set()

    def rest(self, limit: Limit) -> Limit:
        """What is left of a limit after a proof that was not found: next to nothing if that was
        ended from outside."""
        if self._stop.is_set():
            return Limit(playouts=1)
        if limit.seconds is None or not self._spent:
            return limit
        return Limit(limit.playouts, max(limit.seconds - self._spent, limit.seconds / 10))

    def find(self, game: Game, color: Color, limit: Limit, cleanup: bool) -> SearchResult | None:
        """The best move, or None if it is not proved within a part of the limit."""
        self._stop.clear()
        self._spent = 0.0
        if game.area > 64 or game.is_over or not can_solve(game.rules):
            return None
        if open_points(game) > self._points:
            return None
        began = time.perf_counter()
        found = self._find(game, color, limit, cleanup or self._cleanup, began)
        self._spent = time.perf_counter() - began
        return found

    def _find(
        self, game: Game, color: Color, limit: Limit, cleanup: bool, began: float
    ) -> SearchResult | None:
        seconds, nodes = _budget(game, limit)
        solution = self._solve(game, color, seconds, nodes)
        if solution is None or solution.best is None:
            return None
        result = self._result(game, color, solution, time.perf_counter() - began)
        if result is None or not game.is_legal(result.move, color):
            return None
        left = None if seconds is None else max(0.0, began + seconds - time.perf_counter())
        if self._may_pass(game, color, solution, cleanup):
            # While half of the board is open the other side may still go wrong.
            late = 2 * open_points(game) <= game.area
            if result.move == "pass" or (late and self._loses_nothing(game, color, solution, left)):
                return replace(result, move="pass", pv=["pass"])
        elif result.move == "pass":
            return None
        return result

    def all_alive(self, game: Game) -> bool:
        """Is it proved that no stone of a finished position is dead: that it is worth, whoever
        moves, what it counts as it stands? In a seki other judges see ghosts."""
        if game.area > 64 or not can_solve(game.rules) or open_points(game) > self._points:
            return False
        self._stop.clear()
        worth = game.score().margin + area_komi(game)
        position = game.copy()
        for color in (Color.BLACK, Color.WHITE):
            position.setup(to_play=color)  # nobody has passed
            solution = self._solve(position, color, None, JUDGED)
            if solution is None or not solution.proved or solution.value != worth:
                return False
        return True

    def _solve(
        self, game: Game, color: Color, seconds: float | None, nodes: int | None
    ) -> Solution | None:
        from keima.solve import solve_go
        from keima.solve.memory import usual_megabytes

        position = game.copy()
        position.to_play = color
        ko = "japanese" if game.rules.ko == "cycle" else "basic"
        # There a search goes round in circles.
        backward = ko == "basic" and min(game.width, game.height) == 1 and game.area <= SMALL
        usual = min(MEGABYTES, usual_megabytes(open_points(game)))
        try:
            solution = solve_go(
                game.width,
                game.height,
                ko=ko,
                position=position,
                megabytes=MEGABYTES if backward else usual,
                seconds=seconds,
                nodes=None if backward else nodes,
                ends=False,
                stop=self._stop,
                method="backward" if backward else "search",
            )
        except ValueError:  # no memory for a table
            return None
        if solution.stopped == "interrupted":  # who plays wants to leave
            raise KeyboardInterrupt
        return solution

    def _result(
        self, game: Game, color: Color, solution: Solution, seconds: float
    ) -> SearchResult | None:
        """What to play: what wins for sure, or what is best if all is known."""
        komi = area_komi(game)
        sure = solution.lower - komi if color is Color.BLACK else komi - solution.upper
        superko = game.rules.ko not in ("simple", "cycle")
        if sure <= 0 and (not solution.proved or superko):
            return None
        value = solution.value if solution.proved else None
        if value is None or sure > 0:
            score = sure
        else:
            score = value - komi if color is Color.BLACK else komi - value
        assert solution.best is not None
        winrate = 1.0 if score > 0 else 0.0 if score < 0 else 0.5
        line = solution.line
        return SearchResult(
            move=solution.best,
            winrate=winrate,
            score=score,
            pv=list(line),
            candidates=[Candidate(solution.best, 0, winrate, score, 1.0, pv=line)],
            playouts=0,
            seconds=seconds,
            size=(game.width, game.height),
            owners=_owners(game, color, line),
        )

    def _may_pass(self, game: Game, color: Color, solution: Solution, cleanup: bool) -> bool:
        """Does the position count as what is proved: as it stands or, if they do not decide the
        game, with the stones off that are plainly dead? If not, it must be played out."""
        from keima.score import find_dead

        plain = game.score().margin
        if _enough(game, color, solution, plain):
            return True
        if cleanup or not game.rules.removes_dead:
            return False
        cleared = game.score(find_dead(game)).margin
        return _sign(cleared) == _sign(plain) and _enough(game, color, solution, cleared)

    def _loses_nothing(
        self, game: Game, color: Color, solution: Solution, seconds: float | None
    ) -> bool:
        """Is the position worth as much after a pass?"""
        after = game.copy()
        after.play("pass", color)
        if after.is_over:
            return True
        reply = self._solve(after, color.opponent, seconds, JUDGED)
        if reply is None:
            return False
        sure = reply.lower if color is Color.BLACK else reply.upper
        if reply.proved and reply.value is not None:
            sure = reply.value
        return _enough(game, color, solution, sure - area_komi(game))


def _enough(game: Game, color: Color, solution: Solution, margin: float) -> bool:
    """Is what Black wins by as good for a side as what is proved?"""
    points = margin + area_komi(game)
    value = solution.value if solution.proved else None
    if color is Color.BLACK:
        return points >= (solution.lower if value is None else max(solution.lower, value))
    return points <= (solution.upper if value is None else min(solution.upper, value))


def _sign(margin: float) -> int:
    return (margin > 0) - (margin < 0)


def _budget(game: Game, limit: Limit) -> tuple[float | None, int | None]:
    """The seconds and the nodes that a proof may take."""
    seconds = None if limit.seconds is None else limit.seconds * PART
    if limit.playouts is None:
        return seconds, None
    if game.area <= SMALL and seconds is None:
        return None, max(NODES * limit.playouts, SMALL_NODES)
    return seconds, NODES * limit.playouts


def _owners(game: Game, color: Color, line: tuple[str, ...]) -> tuple[float, ...]:
    """Who has each point at the end of a line, as far as it goes."""
    end = game.copy()
    end.to_play = color
    for move in line:
        if not end.is_legal(move):
            break
        end.play(move)
    signs = {Color.EMPTY: 0.0, Color.BLACK: 1.0, Color.WHITE: -1.0}
    return tuple(signs[owner] for owner in end.score().owners)
