"""The state behind a GTP connection."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from keima.colors import Color
from keima.game import Game
from keima.gtp.inbox import Inbox
from keima.gtp.player import MakePlayer, Player
from keima.gtp.timing import TimeLeft, TimeSettings, seconds_for_move, spend

if TYPE_CHECKING:
    from keima.engine import Limit, SearchResult


def log_to_stderr(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


@dataclass(frozen=True)
class Thought:
    """A search: the position, the side, and what was found."""

    game: Game
    color: Color
    result: SearchResult


@dataclass
class Session:
    """One game, one player, two clocks. Commands either replace what they change as their last
    act or fail before they change anything.

    `playouts` and `seconds` limit every move, whatever the clock says; None is no limit of
    that kind. `files` allows commands that name files.
    """

    make_player: MakePlayer
    game: Game = field(default_factory=Game)
    playouts: int | None = None
    seconds: float | None = None
    files: bool = True
    log: Callable[[str], None] = log_to_stderr
    time_settings: TimeSettings = field(default_factory=TimeSettings)
    clocks: dict[Color, TimeLeft] = field(default_factory=dict)
    closing: bool = False
    inbox: Inbox = field(default_factory=lambda: Inbox(closed=True))
    #: Sends a line of the reply while the command still runs.
    emit: Callable[[str], object] = field(default=lambda line: None)
    #: What the last search for a move found.
    last: Thought | None = None
    #: Parameters that were changed, in order.
    changes: list[tuple[str, object]] = field(default_factory=list)
    _player: Player | None = None

    @property
    def player(self) -> Player:
        """The player, made at first use: a controller that asks for the name must not wait."""
        if self._player is None:
            self._player = self.new_player(None)
        return self._player

    def new_player(self, seed: int | None) -> Player:
        """A player like the session's, with what was changed since the start; a seed that is
        given counts before one that was changed to."""
        player = self.make_player(seed)
        for name, value in self.changes:
            if seed is None or name != "seed":
                player.change(**{name: value})
        return player

    def reseed(self, seed: int) -> None:
        """Goes on with a player that is as new and has this seed."""
        self._player = self.new_player(seed)

    def start(self, game: Game) -> None:
        """Takes over a game that does not continue the one before."""
        self.game = game
        self.clocks = {}
        self.last = None
        if self._player is not None:
            self._player.new_game()

    def set_time(self, settings: TimeSettings) -> None:
        self.time_settings = settings
        self.clocks = {}

    def clock(self, color: Color) -> TimeLeft:
        return self.clocks.get(color, self.time_settings.start())

    def limit(self, color: Color) -> Limit:
        """What the next move of a side may use: the session's own limits and the clock's."""
        from keima.engine import Limit

        allowed = seconds_for_move(
            self.time_settings, self.clock(color), self.game.move_number, self.game.area
        )
        given = [s for s in (self.seconds, allowed) if s is not None]
        return Limit(playouts=self.playouts, seconds=min(given, default=None))

    def think(self, color: Color, **options: Any) -> SearchResult:
        """Searches for a move of `color` and charges its clock."""
        began = time.monotonic()
        result = self.search(color, self.limit(color), **options)
        spent = time.monotonic() - began
        if self.time_settings.kind != "none":
            self.clocks[color] = spend(self.time_settings, self.clock(color), spent)
        return result

    def search(
        self,
        color: Color,
        limit: Limit,
        until: Callable[[], bool] = lambda: False,
        **options: Any,
    ) -> SearchResult:
        """Searches until the limit, an interrupt or what `until` tells; options are those of
        the player's search."""
        player = self.player

        def watch(done: int) -> None:
            if until() or self.inbox.interrupted():
                player.stop()

        result = player.search(self.game, limit, color, progress=watch, **options)
        self.last = Thought(self.game.copy(), color, result)
        return result
