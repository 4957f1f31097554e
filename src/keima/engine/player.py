"""What a player is, and the players there are. A profile names one of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, get_type_hints

from keima.colors import Color
from keima.engine.limits import Limit
from keima.engine.parameters import SearchParameters
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
    #: Told what is known so far, at most once in so many seconds; by players that can.
    on_result: Callable[[SearchResult], object] | None = None
    every: float = 1.0
    #: Are dead stones to be captured before a pass, whatever the parameters say?
    cleanup: bool = False
    #: Is it for what is found, not for a move? Then the whole limit is used, also when the
    #: choice cannot change any more, and nothing of it for weighing a pass.
    analysis: bool = False
    #: Are the owners of points after each candidate wanted? Of players that can tell.
    move_owners: bool = False


class Player(Protocol):
    """A way to find moves. `stop` is called from other threads and ends the search under way
    soon, if there is one. A player that other programs work for may also have
    `outside_cpu_seconds` and `abandon`, one that keeps its tree `keeps_tree` (then it is also asked
    to ponder): see those of Engine. One that can judge positions has `owners`, which gives the
    mean owner of each point of a board, or None."""

    def search(self, task: Task) -> SearchResult: ...
    def stop(self) -> None: ...
    def new_game(self) -> None: ...


#: Name in profiles -> module and class of the player; its parameters' class is the annotation of
#: its only argument. A module is loaded when a profile asks for it.
PLAYERS: dict[str, tuple[str, str]] = {
    "flat": ("keima.engine.flat", "FlatPlayer"),
    "tree": ("keima.engine.tree", "TreePlayer"),
    "gnugo": ("keima.hybrids.player", "HybridPlayer"),
    "local": ("keima.engine.local", "LocalPlayer"),
    "capture": ("keima.engine.capturing", "CapturePlayer"),
    "magog": ("keima.engine.magog", "MagogPlayer"),
}


def load_player(name: str) -> tuple[type[SearchParameters], Callable[[Any], Player]]:
    """The kind of parameters of a player, and how to make one from them; raises ValueError that
    lists the players there are."""
    if name not in PLAYERS:
        raise ValueError(f"unknown player {name!r}: expected one of {', '.join(PLAYERS)}")
    module, kind = PLAYERS[name]
    make = getattr(import_module(module), kind)
    return get_type_hints(make.__init__)["parameters"], make
