"""The joseki dictionary, counted from games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from keima import _core
from keima.learn.packs import PackedGame

#: Of the moves that were made in a corner, one less common than this is none of the dictionary's.
LEAST_SHARE = 0.05


def count_joseki(
    games: Iterable[PackedGame],
    least: int,
    moves: int,
    tell: Callable[[int], object] | None = None,
) -> list[int]:
    """The keys of the corner moves that were made in at least so many games, and in at least
    LEAST_SHARE of the times that anything was played in such a corner, among the first `moves`
    moves of a game. What comes after an illegal move is left out."""
    positions: Counter[int] = Counter()
    made: dict[tuple[int, int], int] = Counter()
    for number, game in enumerate(games, 1):
        board, color = game.board.copy(), game.first
        for point in game.moves[:moves]:
            if not board.is_legal(point, color):
                break
            keys = _core.Joseki.keys_of(board, point, color) if point < board.area else None
            if keys:
                positions[keys[0]] += 1
                made[keys] += 1
            board.play(point, color)
            color = 3 - color
        if tell:
            tell(number)
    return sorted(
        {
            move
            for (position, move), count in made.items()
            if count >= least and count >= LEAST_SHARE * positions[position]
        }
    )
