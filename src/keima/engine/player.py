"""What a player is, and the players there are. A profile names one of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from keima.colors import Color
from keima.engine.limits import Limit
from keima.engine.parameters import FlatParameters, SearchParameters
from keima.engine.result import SearchResult
from keima.game import Game

#: Told now and then how many playouts are done.
Progress = Callable[[int], object]


@dataclass(frozen=True)
class Task:
    """A question to a player: the move of `color` in a game."""

    game: Game
    color: Color
    limit: Limit
    seed: int
    threads: int
    #: The only moves to consider; None for all.
    moves: Sequence[int] | None = None
    progress: Progress | None = None


class Player(Protocol):
    """A way to find moves. `stop` is called from other threads and ends the search under way
    soon, if there is one."""

    def search(self, task: Task) -> SearchResult: ...
    def stop(self) -> None: ...
    def new_game(self) -> None: ...


def _flat(parameters: Any) -> Player:
    from keima.engine.flat import FlatPlayer

    return FlatPlayer(parameters)


#: Name in profiles -> kind of parameters, how to make one from them.
PLAYERS: dict[str, tuple[type[SearchParameters], Callable[[Any], Player]]] = {
    "flat": (FlatParameters, _flat),
}
