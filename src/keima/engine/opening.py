"""The part of an engine that plays from a book."""

from __future__ import annotations

import random

from keima.book.book import Book
from keima.colors import Color
from keima.game import Game


class OpeningPlay:
    """Plays from a book until it does not know a position, and then leaves it for good: until a
    new game, or one that is not as far."""

    def __init__(self, path: str) -> None:
        self._book = Book(path)
        self.new_game()

    def new_game(self) -> None:
        self._left_at: int | None = None

    def find(self, game: Game, color: Color, seed: int) -> int | None:
        """A move from the book by its point, or None. Chance comes from the seed and the number of
        the move."""
        if self._left_at is not None and game.move_number >= self._left_at:
            return None
        self._left_at = None
        rng = random.Random(seed + game.move_number)
        answer = self._book.choose(game, color, rng)
        if answer is None:
            self._left_at = game.move_number
            return None
        return answer.move
