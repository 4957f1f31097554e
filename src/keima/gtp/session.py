"""The state behind a GTP connection."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from keima.colors import Color
from keima.game import Game
from keima.gtp.inbox import Inbox
from keima.gtp.player import MakePlayer, Player
from keima.gtp.protocol import GtpError
from keima.gtp.timing import TimeLeft, TimeSettings, spend
from keima.models.errors import CannotPlay

if TYPE_CHECKING:
    from keima.engine import Limit, SearchResult
    from keima.engine.clock import TimeKeeper


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
    #: The side that the player moved for last, until a new game, a resignation or the end.
    own: Color | None = None
    #: Parameters that were changed, in order.
    changes: list[tuple[str, object]] = field(default_factory=list)
    _player: Player | None = None
    _keepers: dict[Color, TimeKeeper] = field(default_factory=dict)
    #: What was said last about the player's network.
    _told: str | None = None

    @property
    def player(self) -> Player:
        """The player, made for the first board or search: who asks for the name must not wait."""
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
        self._keepers = {}

    def use(self, make_player: MakePlayer) -> None:
        """Goes on with another player, as it is when it is new; if it cannot be made, nothing has
        changed."""
        player = make_player(None)
        self.make_player, self._player = make_player, player
        self.changes, self._keepers = [], {}
        self.last = self._told = None
        self._prepare()

    def start(self, game: Game) -> None:
        """Takes over a game that does not continue the one before, and makes the player ready for
        it, as no clock runs yet."""
        self.game = game
        self._forget_clocks()
        self.last = self.own = None
        self.player.new_game()
        self._prepare()

    def _prepare(self) -> None:
        """Makes the player ready for the board; what goes wrong is told by the first search."""
        prepare = getattr(self._player, "prepare", None)
        if prepare is None:
            return
        try:
            told = prepare(self.game, self.log)
        except (OSError, ValueError) as error:
            self.log(f"not ready for this board: {error}")
        else:
            if told and told != self._told:
                self.log(told)
            self._told = told

    @property
    def ponders(self) -> bool:
        """Is it the opponent's turn after a move of the player, who may think meanwhile?"""
        game, own = self.game, self.own
        return (
            self._player is not None
            and bool(getattr(self._player.parameters, "ponder", 0))
            and own is not None
            and game.last_move is not None
            and game.last_move.color == own
            and game.to_play == own.opponent
            and not game.is_over
            and not self.closing
        )

    def set_time(self, settings: TimeSettings) -> None:
        self.time_settings = settings
        self._forget_clocks()

    def _forget_clocks(self) -> None:
        self.clocks = {}
        for keeper in self._keepers.values():
            keeper.new_game()

    def clock(self, color: Color) -> TimeLeft:
        return self.clocks.get(color, self.time_settings.start())

    def tell_time(self, color: Color, left: TimeLeft) -> None:
        """The controller says what a side's clock shows."""
        own = self.clocks.get(color)
        self.clocks[color] = left
        if self.time_settings.kind != "none":
            keeper = self.keeper(color)
            keeper.told(self.time_settings, left)
            self.clocks[color] = keeper.lag.refined(left, own)

    def keeper(self, color: Color) -> TimeKeeper:
        """What uses a side's clock."""
        from keima.engine.clock import TimeKeeper, TimeParameters

        if color not in self._keepers:
            parameters = getattr(self.player, "time_parameters", TimeParameters())
            self._keepers[color] = TimeKeeper(parameters, seed=self.player.seed)
        return self._keepers[color]

    def limit(self, color: Color) -> Limit:
        """What the next move of a side may use: the session's own limits and the clock's."""
        from keima.engine import Limit

        plan = None
        if self.time_settings.kind != "none":
            plan = self.keeper(color).plan(self.time_settings, self.clock(color), self.game)
        given = [s for s in (self.seconds, plan.seconds if plan else None) if s is not None]
        return Limit(playouts=self.playouts, seconds=min(given, default=None))

    def find_dead(self) -> frozenset[int]:
        """The dead stones as the player judges them or, if it cannot, as random games do; the
        same for the same position. None under rules by which all that stands counts."""
        from keima.score import find_dead

        judge: Callable[[Game], frozenset[int]] = getattr(self.player, "find_dead", find_dead)
        return judge(self.game)

    def think(self, color: Color, **options: Any) -> SearchResult:
        """Searches for a move of `color` and charges its clock."""
        with self.charging(color):
            return self.find_move(color, **options)

    @contextmanager
    def charging(self, color: Color) -> Iterator[None]:
        """Charges the clock of `color` for a move that is chosen inside, with what the controller
        is thought to add."""
        began = time.monotonic()
        keeper, clock = self.keeper(color), self.clock(color)
        yield
        spent = time.monotonic() - began + keeper.lag.seconds
        if self.time_settings.kind != "none":
            self.clocks[color] = spend(self.time_settings, clock, spent)

    def find_move(self, color: Color, **options: Any) -> SearchResult:
        """Searches for a move of `color` as its clock allows, inside of `charging`."""
        from keima.engine import Limit

        return self.keeper(color).think(
            lambda limit: self.search(color, limit, **options),
            self.game,
            self.time_settings,
            self.clock(color),
            Limit(self.playouts, self.seconds),
            resumes=getattr(self.player, "keeps_tree", False),
        )

    def search(self, color: Color, limit: Limit, **options: Any) -> SearchResult:
        """Searches until the limit, an interrupt or what `until` tells; other options are those of
        the player's search. It is what was thought last."""
        result = self.watched(self.player, self.game, color, limit, **options)
        self.last = Thought(self.game.copy(), color, result)
        return result

    def repeatable(self, color: Color) -> SearchResult:
        """Searches without chance: a player of its own, with a fixed seed, keeps the game's player
        and clocks as they are. It is what was thought last."""
        result = self.watched(self.new_player(1), self.game, color, self.limit(color))
        self.last = Thought(self.game.copy(), color, result)
        return result

    def watched(
        self,
        player: Player,
        game: Game,
        color: Color,
        limit: Limit,
        until: Callable[[], bool] = lambda: False,
        **options: Any,
    ) -> SearchResult:
        """A player's search, which also an interrupt ends, or `until`. Raises GtpError if the
        player cannot play on such a board."""

        def watch(done: int) -> None:
            if until() or self.inbox.interrupted():
                player.stop()

        try:
            return player.search(game, limit, color, progress=watch, **options)
        except CannotPlay as error:
            raise GtpError(str(error)) from None
