"""V_MC from the root of a tree search.

Palsson 2008 values a move by random games alone, all moves alike. A tree search gives most of its
games to the moves that seem good, so that the mean of a move that it soon gave up says little: it
is taken at the lower end of what it may be. Moves without a game are unknown and left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from keima.arena.statistics.intervals import wilson_of
from keima.engine.result import Candidate

#: A score counts if a move has at least this part of the games of the one with the most: how far
#: scores lie apart is not known, so that there is no lower end to take.
FEWEST = 0.02


def _winrate(move: Candidate, most: int) -> float | None:
    if move.winrate is None:
        return None
    return wilson_of(move.winrate * move.visits, move.visits).low


def _score(move: Candidate, most: int) -> float | None:
    return move.score if move.visits >= FEWEST * most else None


def _visits(move: Candidate, most: int) -> float:
    return float(move.visits)


MEASURES: dict[str, Callable[[Candidate, int], float | None]] = {
    "winrate": _winrate,
    "score": _score,
    "visits": _visits,
}


def tree_values(candidates: Iterable[Candidate], measure: str) -> dict[str, float]:
    """The value of each move by name, above the least of them.

    >>> often, once = Candidate("C3", 900, 0.6, 4.0, 900), Candidate("E5", 1, 1.0, 30.5, 1)
    >>> never = Candidate("G7", 0, None, None, 0)
    >>> {name: round(v, 2) for name, v in tree_values([often, once, never], "winrate").items()}
    {'C3': 0.36, 'E5': 0.0}
    >>> tree_values([often, once, never], "score")
    {'C3': 0.0}
    >>> tree_values([often, once, never], "visits")
    {'C3': 899.0, 'E5': 0.0}
    """
    visited = [move for move in candidates if move.visits]
    most = max((move.visits for move in visited), default=0)
    value = MEASURES[measure]
    raw = {move.move: value(move, most) for move in visited}
    known = {name: v for name, v in raw.items() if v is not None}
    least = min(known.values(), default=0.0)
    return {name: v - least for name, v in known.items()}
