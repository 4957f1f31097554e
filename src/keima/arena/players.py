"""The two sides of a game: Keima's engines in this process, and any GTP program.

A player is written as a *spec*:

- `brugmann` or `brugmann:playouts=100`: a profile, played in this process, on one thread unless
  the spec says otherwise;
- `sub:brugmann:playouts=100`: the same in a process of its own, over GTP;
- `gtp:gnugo --level 5`: any GTP program. `{seed}` in it is replaced by the seed of the game.
"""

from __future__ import annotations

import time
import traceback
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

from keima.arena.clock import Clock
from keima.arena.settings import GameSettings
from keima.colors import Color
from keima.game import Game

if TYPE_CHECKING:
    from keima.engine import SearchResult


class PlayerFault(Exception):
    """A player did what costs it the game. `kind` is crash, hang, failure or nonsense; the
    message says what happened."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class Player(Protocol):
    """One side of games, one after the other.

    After `new_game` it answers `genmove` when it is its turn and is told of the opponent's
    moves by `play`. Any method may raise PlayerFault; the player can then be used again from
    `new_game` on.
    """

    @property
    def spec(self) -> str: ...
    def new_game(self, game: Game, settings: GameSettings, seed: int) -> None: ...
    def genmove(self, game: Game, color: Color, clock: Clock) -> str:
        """A move, `pass` or `resign`; it has not been played in `game`, but is by the player."""

    def play(self, color: Color, move: str) -> None: ...
    def final_score(self, game: Game) -> str | None:
        """The result in the player's opinion; None if it has none."""

    def cpu_seconds(self) -> float:
        """Processor time used so far; only differences mean something."""

    def stray(self) -> list[str]:
        """What it wrote during this game that belongs to no answer."""

    def transcript(self) -> str:
        """What was said during this game."""

    def describe(self) -> dict[str, Any]: ...
    def close(self) -> None: ...
    def abandon(self) -> None:
        """Ends what it has started at once, from any thread."""


def make_player(spec: str) -> Player:
    """Makes a player; raises ValueError that says what is wrong with the spec."""
    kind, colon, rest = spec.partition(":")
    if colon and kind in ("gtp", "sub"):
        from keima.arena.programs import GtpPlayer, profile_command
        from keima.engine.profiles import parse_spec

        if not rest.strip():
            raise ValueError(f"{spec!r} names no {'program' if kind == 'gtp' else 'profile'}")
        if kind == "gtp":
            return GtpPlayer(spec, rest)
        return GtpPlayer(spec, profile_command(rest), keeps_seed="seed" in parse_spec(rest)[1])
    return EnginePlayer(spec)


class EnginePlayer:
    """A profile of Keima in this process."""

    def __init__(self, spec: str) -> None:
        self.spec = spec
        self._cpu = 0.0
        self._trouble = ""
        #: What it found when it moved last.
        self.last: SearchResult | None = None
        self._make()

    def _make(self) -> None:
        from keima.engine import Engine
        from keima.engine.clock import PROCESS_LAG, TimeKeeper
        from keima.engine.profiles import parse_spec

        _, self._given = parse_spec(self.spec)
        threads = None if "threads" in self._given else 1
        self._engine = Engine(self.spec, threads=threads)
        self._fixed_seed = self._engine.seed if "seed" in self._given else None
        self._keeper = TimeKeeper(self._engine.time_parameters, PROCESS_LAG, self._engine.seed)

    def new_game(self, game: Game, settings: GameSettings, seed: int) -> None:
        self._engine.seed = seed if self._fixed_seed is None else self._fixed_seed
        self._engine.new_game()
        self._keeper.new_game()
        self._settings = settings
        self._trouble = ""
        with suppress(ValueError):  # the first search tells
            self._engine.prepare(game)

    def genmove(self, game: Game, color: Color, clock: Clock) -> str:
        began = self._clock()
        self.last = None
        try:
            self.last = self._search(game, color, clock)
            return self.last.move
        except Exception as error:
            self._trouble = traceback.format_exc()
            self._make()
            raise PlayerFault("crash", f"{self.spec}: {error!r}") from error
        finally:
            self._cpu += max(self._clock() - began, 0.0)

    def _clock(self) -> float:
        return time.process_time() + self._engine.outside_cpu_seconds()

    def _search(self, game: Game, color: Color, clock: Clock) -> SearchResult:
        from keima.engine import Limit

        if not clock.is_running:
            return self._engine.search(game, None, color)
        parameters = self._engine.parameters
        self._keeper.told(clock.settings, clock.left)
        return self._keeper.think(
            lambda limit: self._engine.search(game, limit, color),
            game,
            clock.settings,
            clock.left,
            Limit(parameters.playouts if "playouts" in self._given else None, parameters.seconds),
            resumes=self._engine.keeps_tree,
        )

    def play(self, color: Color, move: str) -> None:
        """It reads the game itself."""

    def final_score(self, game: Game) -> str | None:
        return game.score("find").text

    def cpu_seconds(self) -> float:
        return self._cpu

    def stray(self) -> list[str]:
        return []

    def transcript(self) -> str:
        return self._trouble

    def describe(self) -> dict[str, Any]:
        import keima

        given = vars(self._engine.parameters)
        parameters = {k: v for k, v in given.items() if v is not None and k != "seed"}
        return {
            "name": f"Keima {self._engine.profile}",
            "version": keima.__version__,
            "parameters": parameters,
        }

    def close(self) -> None:
        """There is nothing to close."""

    def abandon(self) -> None:
        self._engine.abandon()
