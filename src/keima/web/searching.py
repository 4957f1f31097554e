"""The jobs of engines: a move, a hint, dead stones, and analyses in turns."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from typing import Any

from keima.engine import Engine, Limit, SearchResult
from keima.engine.unpassed import unpassed
from keima.game import Game
from keima.gtp.timing import TimeLeft, TimeSettings
from keima.sgf import Node
from keima.sgf.convert import game_from_sgf
from keima.web import limits
from keima.web.analysis import View, analysis_json, views_of
from keima.web.clocks import running_left
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


class _Search:
    """What all jobs of engines have: an engine from the pool, and a way to end its search."""

    urgent = False
    slow = False

    def __init__(self, pool: EnginePool, use: Use, threads: Callable[[], int]) -> None:
        """`threads` says how many a search may use when it begins."""
        self._pool, self._use, self._threads = pool, use, threads
        #: Was the turn interrupted? That may be before it has begun.
        self._cut = False
        self._stop: Callable[[], None] = _nothing

    def interrupt(self) -> None:
        self._cut = True
        self._stop()

    @contextlib.contextmanager
    def _engine(self) -> Iterator[Engine]:
        with self._pool.lend(self._use) as engine:
            engine.threads = self._threads()
            self._stop = engine.stop
            try:
                yield engine
            finally:
                self._stop = _nothing

    def _watch(self, engine: Engine, seconds: float = limits.SECONDS) -> Callable[[int], None]:
        """Ends a search that takes too long, or was interrupted before it began."""
        end = time.monotonic() + seconds

        def watch(_: int) -> None:
            if self._cut or time.monotonic() > end:
                engine.stop()

        return watch

    def _fault(self, error: Exception) -> str:
        return f"{self._use.profile}: {error}"


def looked_at(engine: Engine, game: Game) -> Game:
    """A game as an analysis looks at it. After a pass a tree of before may know the position, but
    with a pass that ends the game."""
    position = unpassed(game)
    if position is not game:
        engine.new_game()
    return position


def _nothing() -> None:
    """There is no search to stop."""


def _one() -> int:
    return 1


class MoveJob(_Search):
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
        threads: Callable[[], int] = _one,
    ) -> None:
        """`clock` is what the engine has left now, `node` where the move will be made."""
        super().__init__(pool, use, threads)
        self.seat, self.node = seat, node
        self._game, self._done, self._clock = game, done, clock
        self._since = time.monotonic()

    def turn(self) -> bool:
        if self._cut:
            return False
        try:
            found: SearchResult | str = self._search()
        except Exception as error:
            found = self._fault(error)
        if not self._cut:
            self._done(found)
        return False

    def _search(self) -> SearchResult:
        with self._engine() as engine:
            watch = self._watch(engine)

            def search(limit: Limit | None) -> SearchResult:
                return engine.search(self._game, limit, progress=watch)

            if self._clock is None:
                return search(self.seat.limit)
            limit = self.seat.limit or Limit(seconds=limits.SECONDS)
            settings, left = self._clock
            # The clock runs while the job waits for its turn.
            left = running_left(settings, left, time.monotonic() - self._since)
            return self._pool.keeper(engine).think(search, self._game, settings, left, limit)


class AskJob(_Search):
    """Asks an engine something that somebody waits for: a hint, or which stones are dead."""

    urgent = True

    def __init__(
        self,
        pool: EnginePool,
        use: Use,
        ask: Callable[[Engine], Any],
        done: Callable[[Any], object],
        *,
        otherwise: Callable[[Exception], Any] = lambda error: error,
        threads: Callable[[], int] = _one,
    ) -> None:
        """`done` gets the answer or, if the engine cannot give one, what there is `otherwise`."""
        super().__init__(pool, use, threads)
        self._ask, self._done, self._otherwise = ask, done, otherwise

    def turn(self) -> bool:
        try:
            with self._engine() as engine:
                found = self._ask(engine)
        except Exception as error:
            found = self._otherwise(error)
        self._done(found)
        return False


class AnalysisJob(_Search):
    """Analyses one position in turns, until it is withdrawn or nothing new comes. `tell` is called
    after each turn, in the thread of the search, with the analysis, or the text of a fault; then
    with None at the end."""

    def __init__(
        self,
        pool: EnginePool,
        use: Use,
        game: Game,
        node: int,
        views: Collection[str],
        tell: Callable[[AnalysisJob, dict[str, Any] | str | None], object],
        *,
        threads: Callable[[], int] = _one,
    ) -> None:
        super().__init__(pool, use, threads)
        self.game, self.node, self.views = game, node, frozenset(views)
        self._tell = tell
        self._memory = Memory()
        self._known: dict[str, View] = {}
        self._slice = SLICE
        self._network: str | None = None
        self._prepared = False

    def turn(self) -> bool:
        try:
            told, more = self._search()
        except Exception as error:
            self._tell(self, self._fault(error))
            return False
        self._cut = False
        if told is not None:
            self._tell(self, told)
        if not more:
            self._tell(self, None)
        return more

    def _search(self) -> tuple[dict[str, Any] | None, bool]:
        """What is told of a turn, None if it came to nothing, and whether there is more."""
        with self._engine() as engine:
            if not self._prepared:
                self.game = looked_at(engine, self.game)
                self._network = engine.prepare(self.game)
                self._prepared = True
            limit = Limit(seconds=self._slice)
            result = engine.search(self.game, limit, progress=self._watch(engine), analysis=True)
            views = views_of(engine, self.game, result, self.views, self._known)
            keeps = engine.keeps_tree
        if keeps:
            more = (result.visits or 0) < ENOUGH and (result.playouts > 0 or self._cut)
            result = self._memory.add(result)
        elif self._cut:
            return None, True
        else:
            more = self._slice < LONGEST
            self._slice = min(2 * self._slice, LONGEST)
        told = analysis_json(self.game, self.node, self._use.profile, self._network, result, views)
        return told, more


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


class LineJob(_Search):
    """Analyses positions one after another, one a turn. `tell` as of AnalysisJob."""

    def __init__(
        self,
        pool: EnginePool,
        use: Use,
        positions: Iterable[tuple[int, Node]],
        playouts: int,
        tell: Callable[[LineJob, dict[str, Any] | str | None], object],
        *,
        threads: Callable[[], int] = _one,
    ) -> None:
        """`positions` are numbers and nodes of a tree that nobody changes."""
        super().__init__(pool, use, threads)
        self._left = list(positions)[::-1]
        #: All positions, and those that are done.
        self.of, self.done = len(self._left), 0
        self._playouts, self._tell = playouts, tell

    def turn(self) -> bool:
        try:
            node, place = self._left[-1]
            told = self._search(node, game_from_sgf(place, lenient=True))
        except Exception as error:
            self._tell(self, self._fault(error))
            return False
        cut, self._cut = self._cut, False
        if not cut:
            self._left.pop()
            self.done += 1
            self._tell(self, told)
        if not self._left:
            self._tell(self, None)
        return bool(self._left)

    def _search(self, node: int, game: Game) -> dict[str, Any]:
        with self._engine() as engine:
            game = looked_at(engine, game)
            network = engine.prepare(game)
            limit = Limit(self._playouts, _POSITION_SECONDS)
            result = engine.search(game, limit, progress=self._watch(engine), analysis=True)
        return analysis_json(game, node, self._use.profile, network, result, {})
