"""Shallow networks for the priors of the tree search (Keller & Perez 2016)."""

from __future__ import annotations

from keima import _core
from keima.game import Game
from keima.models.errors import NoNetwork

NONE = "none"


class SearchShallow:
    """The networks that a search asks, near the root and below, by name or given by hand."""

    def __init__(self, near: str, deep: str, weight: float) -> None:
        """Raises ValueError for what needs a network if there is none."""
        if near == NONE and (weight > 0 or deep != NONE):
            raise ValueError("shallow_weight and shallow_deep need a network: give shallow=")
        self._near, self._deep = near, deep
        self._given: tuple[_core.ShallowNet, _core.ShallowNet | None] | None = None

    def use(self, near: _core.ShallowNet, deep: _core.ShallowNet | None) -> None:
        """These from now on, in place of those with a name."""
        self._given = (near, deep)

    def give(self, native: _core.TreeSearch, game: Game) -> None:
        """Gives a search its networks for a board. Raises NoNetwork, a ValueError, if there are
        none for it."""
        if self._given is not None:
            native.set_shallow(*self._given)
            return
        if self._near == NONE:
            return
        from keima.models.shallow import load_shallow

        if game.width != game.height:
            raise NoNetwork("shallow networks are for square boards")
        second = load_shallow(self._deep, game.width) if self._deep != NONE else None
        native.set_shallow(load_shallow(self._near, game.width), second)
