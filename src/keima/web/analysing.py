"""Who wants what analysed, and what becomes of it. In the thread of the event loop."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

from keima.sgf import Node, SgfError
from keima.sgf.convert import replay
from keima.solve.moves import Memory
from keima.web.club import Club, Watcher
from keima.web.engines import Use
from keima.web.games import OpenGame
from keima.web.searching import AnalysisJob, LineJob
from keima.web.solving import SolveJob, check_solvable
from keima.web.values import Refused

#: Why something ends or begins anew.
_RULES = "the rules have changed"


@dataclass(eq=False)
class Analysis:
    """An analysis of a game under way, and who has asked for it. One that follows is of the node
    where the game is. `rules` says which version of the game's rules holds, `over` that the game
    has ended there, so that nothing is done."""

    game: str
    profile: str
    follow: bool
    node: int
    rules: int
    views: dict[Watcher, frozenset[str]] = field(default_factory=dict)
    job: AnalysisJob | None = None
    over: bool = False


@dataclass(eq=False)
class Task:
    """Something else that a watcher has asked for: a whole game analysed, or positions solved. What
    solves follows the game, and waits at its node when there is nothing more to do."""

    game: str
    node: int
    rules: int
    what: str
    job: LineJob | SolveJob | None = None


class Analyses:
    """All analyses of a club. Those of the same game by the same profile are one."""

    def __init__(self, club: Club, proofs: Memory | None = None) -> None:
        self._club = club
        self._analyses: list[Analysis] = []
        self._tasks: dict[Watcher, Task] = {}
        self._proofs = proofs or Memory()
        club.on_change.append(self._follow)
        club.on_gone.append(self._end_all)

    def begin(
        self, watcher: Watcher, game: OpenGame, profile: str, follow: bool, views: Collection[str]
    ) -> None:
        """Analyses for a watcher, in place of what was done for it before."""
        self.stop(watcher)
        for analysis in self._analyses:
            same = (analysis.game, analysis.profile, analysis.follow, analysis.node)
            if same == (game.id, profile, follow, game.node):
                break
        else:
            analysis = Analysis(game.id, profile, follow, game.node, game.rules_version)
            self._analyses.append(analysis)
        analysis.views[watcher] = frozenset(views)
        self._begun([watcher], game.node, "asked")
        self._start(analysis, game)

    def begin_all(self, watcher: Watcher, game: OpenGame, profile: str, playouts: int) -> None:
        """Analyses every node of the current line."""
        self.stop(watcher)
        width, height = game.tree.size
        use = Use(profile, None, game.id, "line", (width, height))
        positions = positions_of(game)
        task = self._tasks[watcher] = Task(game.id, game.node, game.rules_version, "game")
        task.job = LineJob(
            self._club.pool,
            use,
            positions,
            playouts,
            self._later(self._line_told),
            threads=self._club.thinker.share,
        )
        self._club.thinker.submit(task.job)
        self._begun([watcher], game.node, "asked", "game")
        told = {"type": "progress", "done": 0, "of": len(positions)}
        self._tell([watcher], told, "progress")

    def solve(self, watcher: Watcher, game: OpenGame) -> None:
        """Finds the exact value of every move here, and then wherever the game goes. Refuses what
        the solver cannot do."""
        check_solvable(game.game)
        self.stop(watcher)
        task = self._tasks[watcher] = Task(game.id, game.node, game.rules_version, "solve")
        self._begun([watcher], game.node, "asked", "solve")
        self._start_solving(task, game)

    def _start_solving(self, task: Task, game: OpenGame) -> None:
        task.node = game.node
        told = self._later(self._solved)
        task.job = SolveJob(game.game.copy(), game.node, told, self._proofs)
        self._club.thinker.submit(task.job)

    def stop(self, watcher: Watcher, why: str = "asked") -> None:
        """Ends what is done for a watcher; what was found stays."""
        for analysis in list(self._analyses):
            if analysis.views.pop(watcher, None) is not None:
                self._ended([watcher], analysis.node, why)
                if not analysis.views:
                    self._end(analysis)
        task = self._tasks.pop(watcher, None)
        if task is not None:
            if task.job is not None:
                self._club.thinker.withdraw(task.job)
            self._ended([watcher], task.node, why, task.what)

    # Analyses of a node

    def _start(self, analysis: Analysis, game: OpenGame) -> None:
        """Begins with the node, or with other views of it."""
        views = frozenset().union(*analysis.views.values())
        job = analysis.job
        if job is not None and job.node == analysis.node and views <= job.views:
            return
        self._withdraw(analysis)
        analysis.rules = game.rules_version
        analysis.over = game.has_ended(analysis.node)
        if analysis.over:
            self._ended(list(analysis.views), analysis.node, "over")
            return
        position = game.position(analysis.node).game.copy()
        size = position.width, position.height
        use = Use(analysis.profile, None, game.id, "analysis", size)
        told = self._later(lambda job, found: self._told(analysis, job, found))
        analysis.job = AnalysisJob(
            self._club.pool,
            use,
            position,
            analysis.node,
            views,
            told,
            threads=self._club.thinker.share,
        )
        self._club.thinker.submit(analysis.job)

    def _told(
        self, analysis: Analysis, job: AnalysisJob, found: dict[str, Any] | str | None
    ) -> None:
        """A turn has ended."""
        if analysis.job is not job:
            return
        watchers = list(analysis.views)
        if not isinstance(found, dict):
            why = "enough" if found is None else found
            analysis.job = None
            self._ended(watchers, analysis.node, why)
            if isinstance(found, str):
                self._tell(watchers, {"type": "error", "error": found})
                self._analyses.remove(analysis)
            return
        game = self._club.game(analysis.game)
        kept = game.keep_analysis(job.node, found) | {"running": True}
        self._club.keep_values(game.id)
        self._tell(watchers, {"type": "analysis", "analysis": kept}, "analysis")

    def _follow(self, game: OpenGame) -> None:
        """A game has changed."""
        for analysis in [a for a in self._analyses if a.game == game.id]:
            if not game.has(analysis.node) and not analysis.follow:
                self._ended(list(analysis.views), analysis.node, "the node is gone")
                self._end(analysis)
            elif analysis.follow and analysis.node != game.node:
                analysis.node = game.node
                self._begun(list(analysis.views), game.node, "followed")
                self._start(analysis, game)
            elif analysis.rules != game.rules_version:
                self._withdraw(analysis)
                self._begun(list(analysis.views), analysis.node, _RULES)
                self._start(analysis, game)
            elif analysis.over and not game.has_ended(analysis.node):
                self._begun(list(analysis.views), analysis.node, "followed")
                self._start(analysis, game)
        for watcher, task in list(self._tasks.items()):
            if task.game != game.id:
                continue
            if task.rules != game.rules_version:
                self.stop(watcher, _RULES)
            elif task.what == "solve" and task.node != game.node:
                self._follow_solving(watcher, task, game)

    def _follow_solving(self, watcher: Watcher, task: Task, game: OpenGame) -> None:
        """Solves where the game is now; where there is nothing to solve it waits."""
        if task.job is not None:
            self._club.thinker.withdraw(task.job)
        task.job, task.node = None, game.node
        with contextlib.suppress(Refused):
            check_solvable(game.game)
            self._begun([watcher], game.node, "followed", "solve")
            self._start_solving(task, game)

    def _withdraw(self, analysis: Analysis) -> None:
        if analysis.job is not None:
            self._club.thinker.withdraw(analysis.job)
            analysis.job = None

    def _end(self, analysis: Analysis) -> None:
        self._withdraw(analysis)
        self._analyses.remove(analysis)

    def _end_all(self, ident: str) -> None:
        """A game is gone."""
        for analysis in [a for a in self._analyses if a.game == ident]:
            self._end(analysis)
        for watcher in [w for w, task in self._tasks.items() if task.game == ident]:
            self.stop(watcher, "the game is gone")

    # Whole games and proofs

    def _line_told(self, job: LineJob, found: dict[str, Any] | str | None) -> None:
        watcher = self._watcher_of(job)
        if watcher is None:
            return
        task = self._tasks[watcher]
        if isinstance(found, dict):
            game = self._club.game(task.game)
            if game.has(found["node"]):
                game.keep_analysis(found["node"], found)
                self._club.keep_values(game.id)
                value = game.values[found["node"]]
                told = {"type": "values", "values": {found["node"]: value}}
                self._club.tell(task.game, told)
                if found["node"] == game.node:
                    here = {"type": "analysis", "analysis": game.analysis(game.node)}
                    self._club.tell(task.game, here, "analysis")
            self._tell([watcher], {"type": "progress", "done": job.done, "of": job.of}, "progress")
            return
        del self._tasks[watcher]
        self._ended([watcher], task.node, "done" if found is None else found, task.what)
        if found is not None:
            self._tell([watcher], {"type": "error", "error": found})

    def _solved(self, job: SolveJob, found: dict[str, Any] | str) -> None:
        watcher = self._watcher_of(job)
        if watcher is None:
            return
        if isinstance(found, str):
            self.stop(watcher, found)
            self._tell([watcher], {"type": "error", "error": found})
            return
        self._tell([watcher], {"type": "solved", **found}, "solved")
        if found["done"]:
            task = self._tasks[watcher]
            task.job = None
            self._ended([watcher], task.node, "enough", task.what)

    def _watcher_of(self, job: LineJob | SolveJob) -> Watcher | None:
        return next((w for w, task in self._tasks.items() if task.job is job), None)

    # Telling

    def _later(self, function: Callable[[Any, Any], object]) -> Callable[[Any, Any], object]:
        """Calls a function in the thread of the event loop."""
        loop = asyncio.get_running_loop()

        def call(job: Any, found: Any) -> None:
            loop.call_soon_threadsafe(self._guarded, function, job, found)

        return call

    def _guarded(self, function: Callable[[Any, Any], object], job: Any, found: Any) -> None:
        """A game that is gone meanwhile is no fault."""
        with contextlib.suppress(Refused):
            function(job, found)

    def _begun(
        self, watchers: Collection[Watcher], node: int, why: str, what: str = "analysis"
    ) -> None:
        told = {"type": "analysing", "on": True, "node": node, "why": why, "what": what}
        self._tell(watchers, told)

    def _ended(
        self, watchers: Collection[Watcher], node: int, why: str, what: str = "analysis"
    ) -> None:
        told = {"type": "analysing", "on": False, "node": node, "why": why, "what": what}
        self._tell(watchers, told)

    def _tell(
        self, watchers: Collection[Watcher], message: dict[str, Any], slot: str | None = None
    ) -> None:
        self._club.tell_some(watchers, message, slot)


def positions_of(game: OpenGame) -> list[tuple[int, Node]]:
    """The numbers of the current line's nodes, with the same nodes of a copy of the record: another
    thread may look at it. Where the game has ended there is nothing to look for: by area rules the
    next pass would count dead stones as alive."""
    line = game.line()
    end = game.tree.copy().at(line[-1].path)
    over = _over(end)
    numbered = ((game.id_of(node), copy) for node, copy in zip(line, end.line(), strict=True))
    return [(n, node) for n, node in numbered if node not in over or n in game.resumed]


def _over(end: Node) -> set[Node]:
    """The nodes on the way to one at which the game is over; none from what cannot be played on."""
    found = set()
    with contextlib.suppress(SgfError):
        for node, game in replay(end):  # at once: each for itself takes as long as the whole line
            if game.is_over:
                found.add(node)
    return found
