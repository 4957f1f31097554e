"""The jobs of engines: a move, a hint, dead stones, and analyses in turns."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Sequence
from typing import Any

from keima.engine import Limit, SearchResult
from keima.engine.clock import PROCESS_LAG, TimeKeeper
from keima.game import Game
from keima.gtp.timing import TimeLeft, TimeSettings
from keima.web import limits
from keima.web.analysis import View, analysis_json, views_of
from keima.web.engines import EnginePool, Use
from keima.web.players import Seat

#: Seconds of a turn of an analysis, and of the longest turn of players that keep no tree: each of
#: theirs begins anew and takes twice as long as the one before.
SLICE = 0.25
LONGEST = 4.0
#: More visits tell nothing new, and floats do not add up for ever.
ENOUGH = 2_000_000
#: Seconds for a position of a whole game at most, and for a hint.
_POSITION_SECONDS = 10.0
HINT_SECONDS = 1.0

#: What engines raise when they cannot be made or fail.
FAULTS = (ValueError, OSError, RuntimeError, MemoryError)


class MoveJob:
    """Looks for the move of an engine. `done` is called, in the thread of the search, with the
    result or the text of a fault, unless the job was interrupted before."""

    urgent = True

    def __init__(
        self,
        pool: EnginePool,
        use: Use,
        seat: Seat,
        game: Game,
        done: Callable[[SearchResult | str], object],
        clock: tuple[TimeSettings, TimeLeft] | None = None,
        *,
        node: int = 0,
        threads: Callable[[], int] = lambda: 1,
    ) -> None:
        self._pool, self._use, self.seat, self._game = pool, use, seat, game
        #: Where in the game the move will be made.
        self.node = node
        self._done, self._clock, self._threads = done, clock, threads
        self._ended = threading.Event()
        self._stop: Callable[[], None] = lambda: None

    def interrupt(self) -> None:
        self._ended.set()
        self._stop()

    def turn(self) -> bool:
        if self._ended.is_set():
            return False
        try:
            found: SearchResult | str = self._search()
        except FAULTS as error:
            found = f"{self._use.profile}: {error}"
        if not self._ended.is_set():
            self._done(found)
        return False

    def _search(self) -> SearchResult:
        engine = self._pool.take(self._use)
        self._stop = engine.stop
        engine.threads = self._threads()

        def watch(_: int) -> None:
            # A stop that came before the search began was lost.
            if self._ended.is_set():
                engine.stop()

        def search(limit: Limit) -> SearchResult:
            return engine.search(self._game, limit, progress=watch)

        own = engine.parameters
        limit = self.seat.limit or Limit(own.playouts, own.seconds)
        try:
            if self._clock is None:
                seconds = min(limit.seconds or limits.SECONDS, limits.SECONDS)
                return search(Limit(limit.playouts, seconds))
            keeper = TimeKeeper(engine.time_parameters, PROCESS_LAG)
            if self.seat.limit is None:
                limit = Limit(own.playouts if self.seat.level else None, limits.SECONDS)
            return keeper.think(search, self._game, *self._clock, limit)
        finally:
            self._stop = lambda: None
            self._pool.give_back(self._use, engine)


class AskJob:
    """Asks an engine something that somebody waits for: a hint, or which stones are dead."""

    urgent = True

    def __init__(
        self,
        pool: EnginePool,
        use: Use,
        ask: Callable[[Any], Any],
        done: Callable[[Any], object],
    ) -> None:
        self._pool, self._use, self._ask, self._done = pool, use, ask, done
        self._stop: Callable[[], None] = lambda: None

    def interrupt(self) -> None:
        self._stop()

    def turn(self) -> bool:
        try:
            engine = self._pool.take(self._use)
            self._stop = engine.stop
            try:
                found = self._ask(engine)
            finally:
                self._stop = lambda: None
                self._pool.give_back(self._use, engine)
        except FAULTS as error:
            found = error
        self._done(found)
        return False


class AnalysisJob:
    """Analyses one position in turns, until it is withdrawn or nothing new comes. `tell` is called
    after each turn, in the thread of the search, with the analysis, or the text of a fault; then
    with None at the end."""

    urgent = False

    def __init__(
        self,
        pool: EnginePool,
        use: Use,
        game: Game,
        node: int,
        views: Collection[str],
        tell: Callable[[AnalysisJob, dict[str, Any] | str | None], object],
    ) -> None:
        self._pool, self._use, self._tell = pool, use, tell
        self.game, self.node, self.views = game, node, set(views)
        self._known: dict[str, View] = {}
        self._stop: Callable[[], None] = lambda: None
        self._slice = SLICE
        self._network: str | None = None
        self._prepared = False

    def interrupt(self) -> None:
        self._stop()

    def turn(self) -> bool:
        try:
            told, more = self._search()
        except FAULTS as error:
            self._tell(self, f"{self._use.profile}: {error}")
            return False
        self._tell(self, told)
        if not more:
            self._tell(self, None)
        return more

    def _search(self) -> tuple[dict[str, Any], bool]:
        engine = self._pool.take(self._use)
        self._stop = engine.stop
        try:
            if not self._prepared:
                self._network = engine.prepare(self.game)
                self._prepared = True
            result = engine.search(self.game, Limit(seconds=self._slice), analysis=True)
            views = views_of(engine, self.game, result, self.views, self._known)
            keeps = engine.keeps_tree
        finally:
            self._stop = lambda: None
            self._pool.give_back(self._use, engine)
        told = analysis_json(self.game, self.node, self._use.profile, self._network, result, views)
        if keeps:
            more = (result.visits or 0) < ENOUGH and result.playouts > 0
        else:
            more = self._slice < LONGEST
            self._slice = min(2 * self._slice, LONGEST)
        return told, more


class LineJob:
    """Analyses positions one after another, one a turn. `tell` as of AnalysisJob."""

    urgent = False

    def __init__(
        self,
        pool: EnginePool,
        use: Use,
        positions: Sequence[tuple[int, Callable[[], Game]]],
        playouts: int,
        tell: Callable[[LineJob, dict[str, Any] | str | None], object],
    ) -> None:
        self._pool, self._use, self._tell = pool, use, tell
        self._left = list(positions)[::-1]
        self._playouts = playouts
        self._stop: Callable[[], None] = lambda: None

    def interrupt(self) -> None:
        self._stop()

    def turn(self) -> bool:
        if not self._left:
            self._tell(self, None)
            return False
        node, position = self._left.pop()
        try:
            self._tell(self, self._search(node, position()))
        except FAULTS as error:
            self._tell(self, f"{self._use.profile}: {error}")
            return False
        return True

    def _search(self, node: int, game: Game) -> dict[str, Any]:
        engine = self._pool.take(self._use)
        self._stop = engine.stop
        try:
            network = engine.prepare(game)
            limit = Limit(self._playouts, _POSITION_SECONDS)
            result = engine.search(game, limit, analysis=True)
        finally:
            self._stop = lambda: None
            self._pool.give_back(self._use, engine)
        told = analysis_json(game, node, self._use.profile, network, result, {})
        told["running"] = False
        return told
