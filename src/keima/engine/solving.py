"""The part of an engine that plays perfectly where it can prove what is best."""

from __future__ import annotations

import threading
import time
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
MEGABYTES = 64
#: For each side, when a final position is judged.
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
    """Finds proved moves, on boards with no more than so many open points."""

    def __init__(self, points: int) -> None:
        self._points = points
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
        solution = self._solve(game, color, *_budget(game, limit))
        self._spent = time.perf_counter() - began
        if solution is None or solution.best is None:
            return None
        result = self._result(game, color, solution, self._spent)
        if result is None or not game.is_legal(result.move, color):
            return None
        if result.move == "pass" and not self._may_pass(game, color, solution, cleanup):
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

        position = game.copy()
        position.to_play = color
        try:
            return solve_go(
                game.width,
                game.height,
                ko="japanese" if game.rules.ko == "cycle" else "basic",
                position=position,
                megabytes=MEGABYTES,
                seconds=seconds,
                nodes=nodes,
                ends=False,
                stop=self._stop,
            )
        except ValueError:  # no memory for a table
            return None

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
            owners=None,
        )

    def _may_pass(self, game: Game, color: Color, solution: Solution, cleanup: bool) -> bool:
        """Does the position as it stands, or with the stones off that are plainly dead, count as
        what is proved? If not, a search knows better how to go on."""
        from keima.score import find_dead

        def enough(margin: float) -> bool:
            black = margin + area_komi(game)
            if color is Color.BLACK:
                return black >= max(solution.lower, solution.value or solution.lower)
            return black <= min(solution.upper, solution.value or solution.upper)

        if enough(game.score().margin):
            return True
        if cleanup or not game.rules.removes_dead:
            return False
        return enough(game.score(find_dead(game)).margin)


def _budget(game: Game, limit: Limit) -> tuple[float | None, int | None]:
    """The seconds and the nodes that a proof may take."""
    seconds = None if limit.seconds is None else limit.seconds * PART
    if limit.playouts is None:
        return seconds, None
    if game.area <= SMALL and seconds is None:
        return None, max(NODES * limit.playouts, SMALL_NODES)
    return seconds, NODES * limit.playouts
