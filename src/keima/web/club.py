"""The house where games are played: it opens and keeps them, lets engines think when it is their
turn, and tells everybody who watches. All of it happens in the thread of the event loop."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Collection
from typing import Any, Protocol

from keima.colors import Color
from keima.engine import Engine, SearchResult
from keima.engine.network import share_networks
from keima.game import Game
from keima.score import find_dead
from keima.web import limits
from keima.web.engines import EnginePool, Use
from keima.web.games import Count, OpenGame
from keima.web.players import USUAL, Seat
from keima.web.searching import AskJob, MoveJob
from keima.web.state import state_of
from keima.web.store import Store
from keima.web.thinking import Thinker
from keima.web.values import Refused

#: Games in memory that nobody watches and no engine thinks about.
_LOADED = 256
#: Seconds after which values found by analyses are saved.
_SAVE_AFTER = 5.0


class Watcher(Protocol):
    """Somebody who is told of a game. Of messages with the same `slot` the last one counts."""

    def send(self, message: str, slot: str | None = None) -> None: ...


class Club:
    """All games of a server."""

    def __init__(self, store: Store, thinker: Thinker, usual: str = USUAL) -> None:
        """`usual` is the profile that gives hints and judges dead stones."""
        self.store, self.thinker, self.usual = store, thinker, usual
        self.pool = EnginePool()
        share_networks(thinker.cores)
        self._games: OrderedDict[str, OpenGame] = OrderedDict()
        self._watchers: defaultdict[str, set[Watcher]] = defaultdict(set)
        self._flags: dict[str, asyncio.TimerHandle] = {}
        self._unsaved: dict[str, asyncio.TimerHandle] = {}
        #: Called after each change of a game, and when one is gone.
        self.on_change: list[Callable[[OpenGame], object]] = []
        self.on_gone: list[Callable[[str], object]] = []

    # Games

    def game(self, ident: str) -> OpenGame:
        """A game, from memory or from the file; refuses if there is none."""
        game = self._games.get(ident)
        if game is None:
            game = self.store.load(ident)
            if game is None:
                raise Refused("there is no such game: it may have been deleted", 404)
            self._games[ident] = game
            self._unload()
        self._games.move_to_end(ident)
        return game

    def new_id(self) -> str:
        return secrets.token_urlsafe(9)

    def add(self, game: OpenGame) -> None:
        """Keeps a new game; the oldest untouched ones make room."""
        self.store.save(game)
        self._games[game.id] = game
        for ident in self.store.oldest(limits.GAMES):
            if ident != game.id and not self._watchers.get(ident):
                self.delete(ident)
        self._unload()
        self.wake(game)

    def delete(self, ident: str) -> None:
        if not self.store.delete(ident):
            raise Refused("there is no such game: it may have been deleted", 404)
        self._forget(ident)
        for told in self.on_gone:
            told(ident)
        self.tell(ident, {"type": "deleted"})
        self.pool.forget(ident)

    def _forget(self, ident: str) -> None:
        """Takes a game out of memory."""
        game = self._games.pop(ident, None)
        for timers in (self._flags, self._unsaved):
            if timer := timers.pop(ident, None):
                timer.cancel()
        if game is not None and game.thinking is not None:
            self.thinker.withdraw(game.thinking)
            game.thinking = None

    def _unload(self) -> None:
        surplus = len(self._games) - _LOADED
        for ident, game in list(self._games.items()):
            if surplus <= 0:
                return
            idle = game.thinking is None and not (game.clock and game.clock.running)
            if idle and not self._watchers.get(ident) and ident not in self._unsaved:
                del self._games[ident]
                surplus -= 1

    def reload(self, ident: str, error: str | None = None) -> None:
        """What was not saved has not happened: the game goes on from what was. With an `error` it
        waits there."""
        self._forget(ident)
        # What cannot be read either is refused to the next who asks for it.
        with contextlib.suppress(Refused):
            kept = self.game(ident)
            if error is not None:
                kept.error, kept.paused = error, True
            self.wake(kept)
            self.show(kept)

    # Watching

    def watch(self, ident: str, watcher: Watcher) -> None:
        self._watchers[ident].add(watcher)

    def leave(self, ident: str, watcher: Watcher) -> None:
        watchers = self._watchers.get(ident, set())
        watchers.discard(watcher)
        if not watchers:
            self._watchers.pop(ident, None)

    def tell(self, ident: str, message: dict[str, Any], slot: str | None = None) -> None:
        """Tells all who watch a game."""
        self.tell_some(self._watchers.get(ident, ()), message, slot)

    def tell_some(
        self, watchers: Collection[Watcher], message: dict[str, Any], slot: str | None = None
    ) -> None:
        if watchers:
            text = json.dumps(message)
            for watcher in list(watchers):
                watcher.send(text, slot)

    # Changes

    def changed(
        self, game: OpenGame, *, record: bool = True, nodes: Collection[int] | None = None
    ) -> None:
        """Keeps what has changed, lets an engine think if it is its turn, and tells everybody.
        Without `record` that is as it was, and with `nodes` but for these: a large one takes long
        to write. Refuses, and takes everything back, if it cannot be kept."""
        try:
            self._change(game, record, nodes)
        except Refused:
            self.reload(game.id)
            raise

    def _changed_alone(self, game: OpenGame) -> None:
        """As `changed`, where nobody waits for an answer: a failure is the game's error."""
        try:
            self._change(game, nodes=self.moved_nodes(game))
        except Refused as error:
            self.reload(game.id, error.message)

    def moved_nodes(self, game: OpenGame) -> Collection[int]:
        """What a move, or the end of a game, changes in a record."""
        return {game.id_of(game.tree.root), game.node}

    def _change(
        self, game: OpenGame, record: bool = True, nodes: Collection[int] | None = None
    ) -> None:
        game.version += 1
        if record and nodes is not None:
            self.store.save_nodes(game, nodes)
        elif record:
            self.store.save(game)
        else:
            self.store.save_settings(game)
        self.wake(game)
        self.tell(game.id, {"type": "state", "state": state_of(game)}, "state")
        for told in self.on_change:
            told(game)

    def show(self, game: OpenGame) -> None:
        """Tells everybody of a change that need not be kept."""
        game.version += 1
        self.tell(game.id, {"type": "state", "state": state_of(game)}, "state")

    def wake(self, game: OpenGame) -> None:
        """Begins or ends what follows from where a game is: clocks, and the thinking of engines."""
        self.run_clock(game)
        if game.thinking is not None and game.thinking.node == game.node and not game.rests:
            return
        self.silence(game)
        seat = game.seats[game.game.to_play]
        if seat.is_engine and self.is_live(game):
            self.think(game, seat)

    def is_live(self, game: OpenGame) -> bool:
        """Does the game go on here: is it the end of its line, and nothing keeps it?"""
        return not (game.rests or game.current.children)

    def silence(self, game: OpenGame) -> None:
        """Ends the thinking for a move."""
        if game.thinking is not None:
            self.thinker.withdraw(game.thinking)
            game.thinking = None

    def think(self, game: OpenGame, seat: Seat) -> None:
        """Lets an engine look for a move, which is then played."""
        loop = asyncio.get_running_loop()
        ident, position = game.id, game.game.copy()
        size = position.width, position.height
        color = position.to_play
        use = Use(seat.profile or USUAL, seat.level, ident, color.letter, size)
        clock = game.clock
        left = (clock.settings, clock.now(color)) if clock and game.seats[color] == seat else None

        def done(found: SearchResult | str) -> None:
            loop.call_soon_threadsafe(self._moved, ident, job, found)

        job = MoveJob(
            self.pool, use, seat, position, done, left, node=game.node, threads=self.thinker.share
        )
        game.thinking = job
        self.thinker.submit(job)

    def _moved(self, ident: str, job: MoveJob, found: SearchResult | str) -> None:
        """An engine has found its move."""
        game = self._games.get(ident)
        if game is None or game.thinking is not job:
            return
        game.thinking = None
        try:
            if isinstance(found, str):
                game.error, game.paused = found, True
            elif found.move == "resign" and job.seat != game.seats[game.game.to_play]:
                game.error = f"{job.seat.name} would resign here"
            elif found.move == "resign":
                resign(game, game.game.to_play)
            else:
                self.play(game, game.game.parse(found.move))
        except (Refused, ValueError) as error:
            game.error, game.paused = str(error), True
        self._changed_alone(game)

    def play(self, game: OpenGame, point: int) -> None:
        """A move of the side to play. Raises ValueError if it is illegal."""
        color = game.game.to_play
        number = game.add_move(color, point)
        is_new = not game.at(number).children
        clock = game.clock
        if clock is not None and is_new:
            clock.press(color)
            clock.write(game.at(number), color)
        game.go(number)
        game.error = None
        if game.is_over and is_new:
            self.begin_count(game)

    # Clocks

    def run_clock(self, game: OpenGame) -> None:
        """Lets the clock of the side to play run where the game can go on, and nowhere else."""
        clock = game.clock
        if timer := self._flags.pop(game.id, None):
            timer.cancel()
        if clock is None:
            return
        if not self.is_live(game):
            clock.stop()
            return
        if clock.running is not game.game.to_play:
            clock.stop()
            clock.start(game.game.to_play)
        loop = asyncio.get_running_loop()
        wait = max(clock.until_lost(), 0.0) + 0.01
        self._flags[game.id] = loop.call_later(wait, self._flag, game.id)

    def _flag(self, ident: str) -> None:
        """A clock has run out."""
        self._flags.pop(ident, None)
        game = self._games.get(ident)
        if game is None or game.clock is None or game.clock.running is None:
            return
        if game.clock.until_lost() > 0:
            self.run_clock(game)
            return
        loser = game.clock.running
        game.clock.stop()
        game.set_result(f"{loser.opponent.letter}+T")
        self._changed_alone(game)

    # Counting

    def begin_count(self, game: OpenGame) -> asyncio.Future[None]:
        """Begins counting; an engine marks the dead stones. The future is done when it has."""
        loop = asyncio.get_running_loop()
        position = game.game.copy()
        marked: asyncio.Future[None] = loop.create_future()
        if repeated(position):
            game.set_result(position.score().text)
            marked.set_result(None)
            return marked
        count = game.count = Count()
        if not position.rules.removes_dead:
            marked.set_result(None)
            return marked
        ident, node = game.id, game.node

        def done(found: Any) -> None:
            loop.call_soon_threadsafe(finish, found)

        def finish(dead: frozenset[int]) -> None:
            now = self._games.get(ident)
            if now is not None and now.node == node and now.count is count and not count.by_hand:
                count.dead = dead
                if dead:
                    self._changed_alone(now)
            if not marked.done():
                marked.set_result(None)

        use = Use(self.usual, None, "", "dead", (position.width, position.height))
        self.thinker.submit(
            AskJob(
                self.pool,
                use,
                lambda engine: engine.find_dead(position),
                done,
                otherwise=lambda error: find_dead(position),
            )
        )
        return marked

    async def ask(self, use: Use, question: Callable[[Engine], Any]) -> Any:
        """Asks an engine in another thread; raises what it raises."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Any] = loop.create_future()

        def finish(found: Any) -> None:
            if answer.done():
                return
            if isinstance(found, BaseException):
                answer.set_exception(found)
            else:
                answer.set_result(found)

        def done(found: Any) -> None:
            loop.call_soon_threadsafe(finish, found)

        job = AskJob(self.pool, use, question, done, threads=self.thinker.share)
        self.thinker.submit(job)
        try:
            return await answer
        finally:
            self.thinker.withdraw(job)

    # What analyses find

    def keep_values(self, ident: str) -> None:
        """Saves what analyses have found, a little later."""
        if ident not in self._unsaved:
            loop = asyncio.get_running_loop()
            self._unsaved[ident] = loop.call_later(_SAVE_AFTER, self._save_values, ident)

    def _save_values(self, ident: str) -> None:
        self._unsaved.pop(ident, None)
        game = self._games.get(ident)
        if game is not None:
            try:
                self.store.save_values(game)
            except Refused:
                self.keep_values(ident)

    def close(self) -> None:
        """Saves what is not saved and ends all thinking."""
        for ident in list(self._unsaved):
            self._unsaved[ident].cancel()
            self._save_values(ident)
        for timer in (*self._flags.values(), *self._unsaved.values()):
            timer.cancel()
        self.thinker.close()
        self.pool.close()
        self.store.close()


def repeated(game: Game) -> bool:
    """Has a repetition ended the game?"""
    return game.native.repeats and game.rules.ko == "cycle"


def resign(game: OpenGame, loser: Color) -> None:
    """A side gives up."""
    game.set_result(f"{loser.opponent.letter}+R")
