"""Keima: a Go engine and laboratory.

>>> import keima
>>> game = keima.Game(9, komi=7)
>>> _ = game.play("E5")
"""

from keima.colors import Color
from keima.game import Game, IllegalMove, Move
from keima.rules import Rules
from keima.scoring import Score

__version__ = "0.1.0"

__all__ = ["Color", "Game", "IllegalMove", "Move", "Rules", "Score", "__version__"]
