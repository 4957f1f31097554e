"""The flat Monte Carlo player: Abramson's expected outcome and Bruegmann's all-moves-as-first
as Palsson 2008 (5.2, 5.3, 7.1) uses them, over uniform playouts."""

from __future__ import annotations

import time
from typing import Any

from keima import _core
from keima.engine.counting import area_komi
from keima.engine.limits import Limit
from keima.engine.parameters import FlatParameters
from keima.engine.passing import choose, is_late
from keima.engine.player import Task
from keima.engine.result import Candidate, SearchResult
from keima.engine.valuation import Tally, normalised, raw_value

# Parts of the time for valuing the moves, late in the game; the rest is for comparing the best
# of them with a pass.
_VALUING = 0.75


class FlatPlayer:
    """Values all playable moves by random games and takes the best."""

    def __init__(self, parameters: FlatParameters) -> None:
        self._parameters = parameters
        self._native = _core.FlatSearch()

    def stop(self) -> None:
        self._native.stop()

    def new_game(self) -> None:
        """Nothing is kept from one move to the next."""

    def search(self, task: Task) -> SearchResult:
        return _Search(self._parameters, self._native, task).run()


class _Search:
    """One search: what is counted, and the decision."""

    def __init__(self, parameters: FlatParameters, native: _core.FlatSearch, task: Task) -> None:
        self.parameters, self.native, self.task = parameters, native, task
        self.by_move = parameters.model == "abramson"
        self.komi = area_komi(task.game)
        self.games = 0
        area = task.game.area
        if task.moves is None:
            self.moves = _core.playable_points(task.game.native, task.color, parameters.eyes)
        else:
            self.moves = sorted(set(task.moves) - {area})
        self.may_pass = task.moves is None or area in task.moves
        self.compares = (
            self.may_pass
            and parameters.passes != "last"
            and is_late(task.game, task.color, len(self.moves))
        )

    def run(self) -> SearchResult:
        start = time.perf_counter()
        task, game = self.task, self.task.game
        self.native.reset()
        tallies = self._value()
        raw = {
            move: raw_value(tally, task.color, self.komi, self.parameters.valuation)
            for move, tally in tallies.items()
        }
        passing = raw.pop(game.area, None)
        all_valued = task.moves is None or not self.by_move
        values = normalised(raw, None if all_valued else passing)
        ranked = sorted(values, key=lambda move: (-values[move], move))
        chosen = self._choose(ranked)
        tally = tallies.get(chosen, self.all)
        winrate = tally.winrate(task.color)
        resigns = chosen != game.area and winrate < self.parameters.resign_threshold
        move = "resign" if resigns else game.name(chosen)
        return SearchResult(
            move=move,
            winrate=winrate,
            score=tally.margin(task.color, self.komi),
            pv=[] if resigns else [move],
            candidates=[self._candidate(m, tallies[m], values[m]) for m in ranked],
            playouts=self.games,
            seconds=time.perf_counter() - start,
            size=(game.width, game.height),
            owners=tuple(self.owners),
        )

    def _value(self) -> dict[int, Tally]:
        """Games for each move that has any; with the model `abramson` also for a pass."""
        task = self.task
        limit = task.limit
        if self.compares and limit.seconds is not None:
            limit = Limit(limit.playouts, limit.seconds * _VALUING)
        options = self._options(limit, self.parameters.eyes)
        if self.by_move:
            roots = [*self.moves, task.game.area]
            result = self.native.expected_outcome(task.game.board, task.color, roots, **options)
            counts = list(zip(roots, result.moves, strict=True))
        else:
            result = self.native.all_moves_as_first(task.game.board, task.color, **options)
            by_point = result.moves
            counts = [(move, by_point[move]) for move in self.moves]
        self.all = Tally(*result.all)
        self.games += self.all.games
        self.owners = [owner / self.all.games for owner in result.owner]
        return {move: Tally(*count) for move, count in counts if count[0]}

    def _choose(self, ranked: list[int]) -> int:
        task = self.task
        if not self.moves:
            return task.game.area
        if not ranked:  # none of the moves was played in any game
            return self.moves[task.seed % len(self.moves)]
        if not self.may_pass or self.parameters.passes == "last":
            return ranked[0]
        return choose(
            task.game,
            task.color,
            self.komi,
            ranked,
            self.owners,
            self._outcomes,
            late=self.compares,
            cleanup=self.parameters.passes == "cleanup",
        )

    def _outcomes(self, roots: list[int]) -> dict[int, Tally]:
        """As many games again, or the rest of the time, shared by the roots. Eyes are the usual
        ones: with the strict ones playouts fill real eyes, and so could not tell who lives."""
        limit = self.task.limit
        playouts = None if limit.playouts is None else max(1, limit.playouts // len(roots))
        seconds = None if limit.seconds is None else limit.seconds * (1 - _VALUING)
        options = self._options(Limit(playouts, seconds), "usual")
        result = self.native.expected_outcome(
            self.task.game.board, self.task.color, roots, **options
        )
        self.games += result.all[0]
        return {m: Tally(*count) for m, count in zip(roots, result.moves, strict=True) if count[0]}

    def _options(self, limit: Limit, eyes: str) -> dict[str, Any]:
        done = self.games
        progress = self.task.progress
        return {
            "eyes": eyes,
            "komi": self.komi,
            "seed": self.task.seed,
            "threads": self.task.threads,
            "games": limit.playouts or 0,
            "seconds": limit.seconds or 0.0,
            "observer": None if progress is None else lambda games: progress(done + games),
        }

    def _candidate(self, move: int, tally: Tally, value: float) -> Candidate:
        return Candidate(
            move=self.task.game.name(move),
            visits=tally.games,
            winrate=tally.winrate(self.task.color),
            score=tally.margin(self.task.color, self.komi),
            value=value,
        )
