"""What the server asks of a player. `keima.Engine` is one; tests bring smaller ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from keima.colors import Color
from keima.game import Game

if TYPE_CHECKING:
    from keima.engine import Limit


class Candidate(Protocol):
    """A move that was looked at."""

    @property
    def move(self) -> str: ...


class Ownership(Protocol):
    """Who holds each point in the end, from +1 (Black) to -1 (White), by row and column; an
    array of numpy for whoever has imported it."""

    def __getitem__(self, index: tuple[int, int], /) -> float: ...


class Result(Protocol):
    """What a search found: the name of a point, `pass` or `resign`, and what it was chosen
    from, best first."""

    @property
    def move(self) -> str: ...
    @property
    def candidates(self) -> Sequence[Candidate]: ...
    @property
    def ownership(self) -> Ownership | None: ...


class Player(Protocol):
    """Chooses moves; `search` changes nothing in the game and keeps to the limit."""

    @property
    def name(self) -> str: ...
    @property
    def seed(self) -> int: ...
    def search(
        self, game: Game, limit: Limit | None = None, color: Color | None = None
    ) -> Result: ...
    def new_game(self) -> None: ...


MakePlayer = Callable[[int | None], Player]
"""Makes a player from a seed; None leaves the choice of seed to the player's own settings."""
