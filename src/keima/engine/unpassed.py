"""The position after a pass as an analysis looks at it."""

from __future__ import annotations

from keima.game import Game


def unpassed(game: Game) -> Game:
    """The same position as if nobody had passed, where players agree on dead stones after the
    game; else, and where no pass was the last move, the game itself.

    In a search the next pass would end the game with all stones alive: who has dead stones on the
    board would win by it, and the pass before it, which only said that there is no more to do,
    would be a blunder. So an analysis lets the other side play on. The moves before are not known
    any more, and superko does not see them. With a button a pass is worth something, and stays.

    >>> game = Game(3)
    >>> _ = game.play("B2"), game.play("pass")
    >>> print(unpassed(game), unpassed(game).to_play.name, len(unpassed(game).moves))
        A B C
     3  . . . 3
     2  . X . 2
     1  . . . 1
        A B C BLACK 0
    """
    rules = game.rules
    if not game.last_was_pass or rules.button or not rules.removes_dead:
        return game
    position = game.copy()
    position.setup()
    return position
