"""The part of an engine that plays from a book."""

from __future__ import annotations

import random
import time

from keima.book.book import Book
from keima.colors import Color
from keima.engine.result import Candidate, SearchResult
from keima.game import Game


class OpeningPlay:
    """Plays from a book until it does not know a position, and then leaves it for good: until a
    new game, or one that is not as far."""

    def __init__(self, path: str) -> None:
        self._book = Book(path)
        self.new_game()

    def new_game(self) -> None:
        self._left_at: int | None = None

    def find(self, game: Game, color: Color, seed: int) -> SearchResult | None:
        """A move from the book, or None. Chance comes from the seed and the number of the move."""
        started = time.perf_counter()
        if self._left_at is not None and game.move_number >= self._left_at:
            return None
        self._left_at = None
        rng = random.Random(seed + game.move_number)
        answer = self._book.choose(game, color, rng)
        if answer is None:
            self._left_at = game.move_number
            return None
        move = game.name(answer.move)
        return SearchResult(
            move=move,
            winrate=None,
            score=None,
            pv=[move],
            candidates=[Candidate(move, 0, None, None, answer.chance)],
            playouts=0,
            seconds=time.perf_counter() - started,
            size=(game.width, game.height),
            owners=None,
        )
