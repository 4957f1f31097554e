"""From the area at the end of a playout to the result under a game's rules."""

from __future__ import annotations

from keima.colors import Color
from keima.game import Game
from keima.scoring import handicap_bonus


def area_komi(game: Game) -> float:
    """What to take off Black's area minus White's to have the margin by the game's rules.

    Counting area, that is komi, handicap bonus and button. Counting territory, also the stones
    that Black has played more than White, as area exceeds territory by a side's stones, alive
    or taken; and the prisoners from before the start.

    >>> game = Game(9, komi=6.5, rules="japanese")
    >>> game.play("E5") and area_komi(game)
    7.5
    """
    komi = game.komi + handicap_bonus(game.rules, game.handicap)
    komi += {Color.EMPTY: 0.0, Color.BLACK: -0.5, Color.WHITE: 0.5}[Color(game.native.button)]
    if game.rules.scoring == "territory":
        stones = game.native.start.stones
        komi += stones.count(Color.BLACK) - stones.count(Color.WHITE)
        by_black, by_white = game.native.start_prisoners
        komi += by_white - by_black
        komi += stones_played(game)
    return komi


def stones_played(game: Game) -> int:
    """The stones that Black has played more than White."""
    stones = [color for color, point in game.moves if point != game.area]
    return 2 * stones.count(Color.BLACK) - len(stones)
