"""What the server asks of a player. `keima.Engine` is one; tests bring smaller ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Protocol

from keima.colors import Color
from keima.game import Game

if TYPE_CHECKING:
    from keima.engine import Limit, SearchResult
    from keima.engine.parameters import SearchParameters


class Player(Protocol):
    """Chooses moves; `search` changes nothing in the game and keeps to the limit. See Engine."""

    @property
    def name(self) -> str: ...
    @property
    def seed(self) -> int: ...
    @property
    def parameters(self) -> SearchParameters: ...
    def search(
        self,
        game: Game,
        limit: Limit | None = None,
        color: Color | None = None,
        *,
        moves: Iterable[int] | None = None,
        progress: Callable[[int], object] | None = None,
        on_result: Callable[[SearchResult], object] | None = None,
        every: float = 1.0,
        cleanup: bool = False,
        analysis: bool = False,
        move_owners: bool = False,
    ) -> SearchResult: ...
    def ponder(
        self, game: Game, *, progress: Callable[[int], object] | None = None
    ) -> SearchResult | None: ...
    def stop(self) -> None: ...
    def new_game(self) -> None: ...
    def change(self, **values: object) -> None: ...


MakePlayer = Callable[[int | None], Player]
"""Makes a player from a seed; None leaves the choice of seed to the player's own settings."""
