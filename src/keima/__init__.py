"""Keima: a Go engine and laboratory.

>>> import keima
>>> game = keima.Game(9, komi=7)
>>> _ = game.play("E5")
"""

from typing import TYPE_CHECKING

from keima.colors import Color
from keima.game import Game, IllegalMove, Move
from keima.rules import Rules
from keima.scoring import Score

if TYPE_CHECKING:
    from keima.engine import Engine, Limit, SearchResult

__version__ = "0.1.0"

__all__ = [
    "Color",
    "Engine",
    "Game",
    "IllegalMove",
    "Limit",
    "Move",
    "Rules",
    "Score",
    "SearchResult",
    "__version__",
]

# Loaded when first asked for: who only wants a board should not wait for the engine.
_LAZY = {"Engine", "Limit", "SearchResult"}


def __getattr__(name: str) -> object:
    if name in _LAZY:
        import keima.engine

        return getattr(keima.engine, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
