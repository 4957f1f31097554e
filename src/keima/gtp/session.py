"""The state behind a GTP connection."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from keima.colors import Color
from keima.game import Game
from keima.gtp.player import MakePlayer, Player, Result
from keima.gtp.timing import TimeLeft, TimeSettings, seconds_for_move, spend

if TYPE_CHECKING:
    from keima.engine import Limit


def log_to_stderr(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


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
    _player: Player | None = None

    @property
    def player(self) -> Player:
        """The player, made at first use: a controller that asks for the name must not wait."""
        if self._player is None:
            self._player = self.make_player(None)
        return self._player

    def reseed(self, seed: int) -> None:
        """Goes on with a player that is as new and has this seed."""
        self._player = self.make_player(seed)

    def start(self, game: Game) -> None:
        """Takes over a game that does not continue the one before."""
        self.game = game
        self.clocks = {}
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

    def think(self, color: Color) -> Result:
        """Searches for a move of `color` and charges its clock."""
        began = time.monotonic()
        result = self.player.search(self.game, self.limit(color), color)
        spent = time.monotonic() - began
        if self.time_settings.kind != "none":
            self.clocks[color] = spend(self.time_settings, self.clock(color), spent)
        return result
