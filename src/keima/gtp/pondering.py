"""Thinking in the opponent's time."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from keima.game import Game
    from keima.gtp.player import Player

#: Seconds between two calls to stop: the first may come before the search has begun.
AGAIN = 0.002


class Pondering:
    """One thread at most, which thinks between two commands. The server starts it after a move and
    stops it before it runs the next command, whatever that is, so that nothing else ever uses the
    player at the same time."""

    def __init__(self, log: Callable[[str], object]) -> None:
        self._log = log
        self._thread: threading.Thread | None = None
        self._stop: Callable[[], None] = lambda: None

    def start(self, player: Player, game: Game) -> None:
        """Lets a player think about a position until `stop`."""
        self.stop()
        self._stop = player.stop
        self._thread = threading.Thread(target=self._think, args=(player, game.copy()), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends it, and waits until it has ended: about as long as a playout takes."""
        thread, self._thread = self._thread, None
        while thread is not None and thread.is_alive():
            self._stop()
            thread.join(AGAIN)

    def _think(self, player: Player, game: Game) -> None:
        try:
            player.ponder(game)
        except Exception:  # the next command must be answered all the same
            self._log(traceback.format_exc())
