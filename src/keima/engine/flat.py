"""The flat Monte Carlo player: Abramson's expected outcome and Bruegmann's all-moves-as-first
as Palsson 2008 (5.2, 5.3, 7.1) uses them, over uniform playouts."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from keima import _core
from keima.engine.counting import area_komi
from keima.engine.limits import Limit
from keima.engine.parameters import FlatParameters
from keima.engine.passing import choose, is_late
from keima.engine.player import Task
from keima.engine.resigning import may_resign
from keima.engine.result import Candidate, SearchResult
from keima.engine.valuation import Tally, normalised, raw_value

# Parts of the time for valuing the moves, late in the game; the rest is for comparing the best
# of them with a pass.
_VALUING = 0.75
#: Between the seeds of the batches of games of a search that reports on its way.
_STRIDE = 0x9E3779B97F4A7C15


class FlatPlayer:
    """Values all playable moves by random games and takes the best."""

    def __init__(self, parameters: FlatParameters) -> None:
        self._parameters = parameters
        self._native = _core.FlatSearch()
        self._stopped = False

    def stop(self) -> None:
        self._stopped = True
        self._native.stop()

    def new_game(self) -> None:
        """Nothing is kept from one move to the next."""

    def search(self, task: Task) -> SearchResult:
        self._stopped = False
        return _Search(self._parameters, self._native, task, lambda: self._stopped).run()


class _Search:
    """One search: what is counted, and the decision."""

    def __init__(
        self,
        parameters: FlatParameters,
        native: _core.FlatSearch,
        task: Task,
        stopped: Callable[[], bool],
    ) -> None:
        self.parameters, self.native, self.task = parameters, native, task
        self.stopped = stopped
        self.start = time.perf_counter()
        self.all = Tally(0, 0, 0, 0)
        self.sums = [0] * task.game.area
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
            and not task.analysis
            and parameters.passes != "last"
            and is_late(task.game, task.color, len(self.moves))
        )

    def run(self) -> SearchResult:
        self.native.reset()
        tallies = self._value()
        values = self._values(tallies)
        return self._result(tallies, values, self._choose(_ranked(values)))

    def _values(self, tallies: Mapping[int, Tally]) -> dict[int, float]:
        """What the moves are ranked by."""
        task = self.task
        raw = {
            move: raw_value(tally, task.color, self.komi, self.parameters.valuation)
            for move, tally in tallies.items()
        }
        passing = raw.pop(task.game.area, None)
        all_valued = task.moves is None or not self.by_move
        return normalised(raw, None if all_valued else passing)

    def _result(
        self, tallies: Mapping[int, Tally], values: Mapping[int, float], chosen: int
    ) -> SearchResult:
        task, game = self.task, self.task.game
        tally = tallies.get(chosen, self.all)
        winrate = tally.winrate(task.color)
        hopeless = winrate < self.parameters.resign_threshold and may_resign(game)
        resigns = hopeless and chosen != game.area
        move = "resign" if resigns else game.name(chosen)
        return SearchResult(
            move=move,
            winrate=winrate,
            score=tally.margin(task.color, self.komi),
            pv=[] if resigns else [move],
            candidates=[self._candidate(m, tallies[m], values[m]) for m in _ranked(values)],
            playouts=self.games,
            seconds=time.perf_counter() - self.start,
            size=(game.width, game.height),
            owners=tuple(self.owners),
        )

    def _value(self) -> dict[int, Tally]:
        """Games for each move that has any; with the model `abramson` also for a pass."""
        limit = self.task.limit
        if self.compares and limit.seconds is not None:
            limit = Limit(limit.playouts, limit.seconds * _VALUING)
        if self.task.on_result is None:
            return self._batch(limit, self.task.seed)
        return self._value_in_batches(limit, self.task.on_result)

    def _value_in_batches(
        self, limit: Limit, tell: Callable[[SearchResult], object]
    ) -> dict[int, Tally]:
        """The same, with what is known told after each batch."""
        counted: dict[int, Tally] = {}
        left: Limit | None = limit
        seed = self.task.seed
        while left is not None:
            seconds = min(self.task.every, left.seconds or self.task.every)
            batch = self._batch(Limit(left.playouts, max(seconds, 0.001)), seed)
            for move, tally in batch.items():
                counted[move] = counted[move].plus(tally) if move in counted else tally
            seed = (seed + _STRIDE) % 2**64
            # A short batch is over before the core asks whether to go on.
            if self.task.progress is not None:
                self.task.progress(self.games)
            left = None if self.stopped() else self._left(limit)
            if left is not None:
                values = self._values(counted)
                best = next(iter(_ranked(values)), self.task.game.area)
                tell(self._result(counted, values, best))
        return counted

    def _left(self, limit: Limit) -> Limit | None:
        """The rest of a limit; None if nothing is."""
        done = self.all.games // (len(self.moves) + 1 if self.by_move else 1)
        playouts = None if limit.playouts is None else limit.playouts - done
        spent = time.perf_counter() - self.start
        seconds = None if limit.seconds is None else limit.seconds - spent
        over = (playouts is not None and playouts < 1) or (seconds is not None and seconds <= 0)
        return None if over else Limit(playouts, seconds)

    def _batch(self, limit: Limit, seed: int) -> dict[int, Tally]:
        task = self.task
        options = self._options(limit, self.parameters.eyes, seed)
        if self.by_move:
            roots = [*self.moves, task.game.area]
            result = self.native.expected_outcome(task.game.board, task.color, roots, **options)
            counts = list(zip(roots, result.moves, strict=True))
        else:
            result = self.native.all_moves_as_first(task.game.board, task.color, **options)
            by_point = result.moves
            counts = [(move, by_point[move]) for move in self.moves]
        self.all = self.all.plus(Tally(*result.all))
        self.games += result.all[0]
        self.sums = [a + b for a, b in zip(self.sums, result.owner, strict=True)]
        self.owners = [owner / self.all.games for owner in self.sums]
        return {move: Tally(*count) for move, count in counts if count[0]}

    def _choose(self, ranked: list[int]) -> int:
        task = self.task
        if not self.moves:
            return task.game.area
        if not ranked:  # none of the moves was played in any game
            return self.moves[task.seed % len(self.moves)]
        if not self.may_pass or self.parameters.passes == "last" or task.analysis:
            return ranked[0]
        return choose(
            task.game,
            task.color,
            self.komi,
            ranked,
            self.owners,
            self._outcomes,
            late=self.compares,
            cleanup=self.task.cleanup or self.parameters.passes == "cleanup",
        )

    def _outcomes(self, roots: list[int]) -> dict[int, Tally]:
        """As many games again, or the rest of the time, shared by the roots. Eyes are the usual
        ones: with the strict ones playouts fill real eyes, and so could not tell who lives."""
        limit = self.task.limit
        playouts = None if limit.playouts is None else max(1, limit.playouts // len(roots))
        seconds = None if limit.seconds is None else limit.seconds * (1 - _VALUING)
        options = self._options(Limit(playouts, seconds), "usual", self.task.seed)
        result = self.native.expected_outcome(
            self.task.game.board, self.task.color, roots, **options
        )
        self.games += result.all[0]
        return {m: Tally(*count) for m, count in zip(roots, result.moves, strict=True) if count[0]}

    def _options(self, limit: Limit, eyes: str, seed: int) -> dict[str, Any]:
        done = self.games
        progress = self.task.progress
        return {
            "eyes": eyes,
            "komi": self.komi,
            "seed": seed,
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


def _ranked(values: Mapping[int, float]) -> list[int]:
    return sorted(values, key=lambda move: (-values[move], move))
