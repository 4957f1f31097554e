"""The four ways to join GNU Go's values and Monte Carlo values (Palsson 2008, 7.4).

Each gives the moves in the order of preference, best first. `gnugo` holds the moves that GNU Go
has valued, `monte_carlo` the Monte Carlo value of moves; a move that one of them does not know
is not worthless but unknown, and is left out where both are needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

Values = Mapping[int, float]


def ranked(values: Values, among: Iterable[int] | None = None) -> list[int]:
    """Moves by falling value.

    >>> ranked({1: 2.0, 2: 5.0, 3: 4.0}, among=[1, 3, 7])
    [3, 1]
    """
    moves = values if among is None else [m for m in among if m in values]
    return sorted(moves, key=lambda move: (-values[move], move))


def highest(gnugo: Values, count: int) -> list[int]:
    """The candidates of "MC chooses between the n highest valued moves".

    >>> highest({1: 2.0, 2: 5.0, 3: 4.0}, 2)
    [2, 3]
    """
    return ranked(gnugo)[:count]


def within(gnugo: Values, percent: float) -> list[int]:
    """The candidates of "MC decides if no urgent move can be found": the moves whose value is
    at most `percent` below the best.

    >>> within({1: 89.9, 2: 100.0, 3: 90.0}, 10)
    [2, 3]
    """
    if not gnugo:
        return []
    least = max(gnugo.values()) * (100 - percent) / 100
    return [move for move in ranked(gnugo) if gnugo[move] >= least]


def weighted(gnugo: Values, monte_carlo: Values, weight: float) -> dict[int, float]:
    """The value V of each move that both know:
    V = V_MC * MAX_GG / MAX_MC * w + V_GG * (1 - w). If no Monte Carlo value is positive the
    scale is undefined, and GNU Go's values count alone.

    >>> weighted({1: 10.0, 2: 20.0}, {1: 4.0, 2: 1.0}, 0.5)
    {1: 15.0, 2: 12.5}
    """
    both = [move for move in gnugo if move in monte_carlo]
    if not both:
        return dict(gnugo)
    top = max(monte_carlo[move] for move in both)
    if top <= 0:
        return dict(gnugo)
    scale = max(gnugo[move] for move in both) / top
    return {m: monte_carlo[m] * scale * weight + gnugo[m] * (1 - weight) for m in both}
