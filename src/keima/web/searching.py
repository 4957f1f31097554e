"""The jobs of engines: a move, a hint, dead stones, and analyses in turns."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Any

from keima.engine import Limit, SearchResult
from keima.game import Game
from keima.gtp.timing import TimeLeft, TimeSettings
from keima.sgf import Node
from keima.sgf.convert import game_from_sgf
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


class MoveJob:
    """Looks for the move of an engine. `done` is called, in the thread of the search, with the
    result or the text of a fault, unless the job was interrupted before."""

    urgent = True
    slow = False

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
        except Exception as error:
            found = f"{self._use.profile}: {error}"
        if not self._ended.is_set():
            self._done(found)
        return False

    def _search(self) -> SearchResult:
        engine = self._pool.take(self._use)
        self._stop = engine.stop
        engine.threads = self._threads()

        end = time.monotonic() + limits.SECONDS

        def watch(_: int) -> None:
            # A stop that came before the search began was lost.
            if self._ended.is_set() or time.monotonic() > end:
                engine.stop()

        def search(limit: Limit | None) -> SearchResult:
            return engine.search(self._game, limit, progress=watch)

        try:
            if self._clock is None:
                return search(self.seat.limit)
            limit = self.seat.limit or Limit(seconds=limits.SECONDS)
            return self._pool.keeper(engine).think(search, self._game, *self._clock, limit)
        finally:
            self._stop = lambda: None
            self._pool.give_back(self._use, engine)


class AskJob:
    """Asks an engine something that somebody waits for: a hint, or which stones are dead."""

    urgent = True
    slow = False

    def __init__(
        self,
        pool: EnginePool,
        use: Use,
        ask: Callable[[Any], Any],
        done: Callable[[Any], object],
        *,
        otherwise: Callable[[Exception], Any] = lambda error: error,
    ) -> None:
        """`done` gets the answer or, if the engine cannot give one, what there is `otherwise`."""
        self._pool, self._use, self._ask, self._done = pool, use, ask, done
        self._otherwise = otherwise
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
        except Exception as error:
            found = self._otherwise(error)
        self._done(found)
        return False


class AnalysisJob:
    """Analyses one position in turns, until it is withdrawn or nothing new comes. `tell` is called
    after each turn, in the thread of the search, with the analysis, or the text of a fault; then
    with None at the end."""

    urgent = False
    slow = False

    def __init__(
        self,
        pool: EnginePool,
        use: Use,
        game: Game,
        node: int,
        views: Collection[str],
        tell: Callable[[AnalysisJob, dict[str, Any] | str | None], object],
        *,
        threads: Callable[[], int] = lambda: 1,
    ) -> None:
        self._pool, self._use, self._tell, self._threads = pool, use, tell, threads
        self.game, self.node, self.views = game, node, frozenset(views)
        self._memory = Memory()
        self._known: dict[str, View] = {}
        self._stop: Callable[[], None] = lambda: None
        self._cut = False
        self._slice = SLICE
        self._network: str | None = None
        self._prepared = False

    def interrupt(self) -> None:
        self._cut = True
        self._stop()

    def turn(self) -> bool:
        self._cut = False
        try:
            told, more = self._search()
        except Exception as error:
            self._tell(self, f"{self._use.profile}: {error}")
            return False
        if told is not None:
            self._tell(self, told)
        if not more:
            self._tell(self, None)
        return more

    def _search(self) -> tuple[dict[str, Any] | None, bool]:
        engine = self._pool.take(self._use)
        self._stop = engine.stop
        engine.threads = self._threads()
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
        if keeps:
            more = (result.visits or 0) < ENOUGH and (result.playouts > 0 or self._cut)
            result = self._memory.add(result)
        elif self._cut:
            return None, True
        else:
            more = self._slice < LONGEST
            self._slice = min(2 * self._slice, LONGEST)
        return analysis_json(
            self.game, self.node, self._use.profile, self._network, result, views
        ), more


class Memory:
    """What the turns of one analysis have found together. A search that goes on in a kept tree
    counts owners and scores anew."""

    def __init__(self) -> None:
        self._playouts = 0
        self._owners: list[float] = []
        self._scores: dict[str, float] = {}

    def add(self, result: SearchResult) -> SearchResult:
        """The result of a turn, with what the turns before know better."""
        owners = result.owners
        if owners is not None and result.playouts > 0:
            old, new = self._playouts, result.playouts
            before = self._owners or [0.0] * len(owners)
            self._owners = [
                (old * a + new * b) / (old + new) for a, b in zip(before, owners, strict=True)
            ]
            self._playouts = old + new
        self._scores |= {c.move: c.score for c in result.candidates if c.score is not None}
        return replace(
            result,
            owners=tuple(self._owners) or owners,
            candidates=[
                c if c.score is not None else replace(c, score=self._scores.get(c.move))
                for c in result.candidates
            ],
        )


class LineJob:
    """Analyses positions one after another, one a turn. `tell` as of AnalysisJob."""

    urgent = False
    slow = False

    def __init__(
        self,
        pool: EnginePool,
        use: Use,
        positions: Iterable[tuple[int, Node]],
        playouts: int,
        tell: Callable[[LineJob, dict[str, Any] | str | None], object],
        *,
        threads: Callable[[], int] = lambda: 1,
    ) -> None:
        """`positions` are numbers and nodes of a tree that nobody changes."""
        self._pool, self._use, self._tell, self._threads = pool, use, tell, threads
        self._left = list(positions)[::-1]
        self._playouts = playouts
        self._stop: Callable[[], None] = lambda: None
        self._cut = False

    def interrupt(self) -> None:
        self._cut = True
        self._stop()

    def turn(self) -> bool:
        self._cut = False
        try:
            node, place = self._left[-1]
            told = self._search(node, game_from_sgf(place, lenient=True))
        except Exception as error:
            self._tell(self, f"{self._use.profile}: {error}")
            return False
        if not self._cut:
            self._left.pop()
            self._tell(self, told)
        if not self._left:
            self._tell(self, None)
        return bool(self._left)

    def _search(self, node: int, game: Game) -> dict[str, Any]:
        engine = self._pool.take(self._use)
        self._stop = engine.stop
        engine.threads = self._threads()
        try:
            network = engine.prepare(game)
            limit = Limit(self._playouts, _POSITION_SECONDS)
            result = engine.search(game, limit, analysis=True)
        finally:
            self._stop = lambda: None
            self._pool.give_back(self._use, engine)
        return analysis_json(game, node, self._use.profile, network, result, {})
