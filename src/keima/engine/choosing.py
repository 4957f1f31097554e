"""Which of the moves that a search has looked at is the best."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from keima import _core
from keima.engine.report import lower_bound as rate_bound

#: Standard deviations of the mean between what a network says and its lower bound.
DEVIATIONS = 5.0
#: A move with less than this part of the most visits is not chosen for its bound: of what a network
#: says, and of games won.
ENOUGH, GAMES_ENOUGH = 0.15, 0.4
#: Fewer visits than this say nothing of a bound.
LEAST = 3


def lower_bound(move: _core.MoveReport) -> float:
    """The lower confidence bound of a move's value; minus infinity if little is known."""
    if move["visits"] < LEAST:
        return -math.inf
    utility, deviation, samples = move["utility"], move["deviation"], move["samples"]
    if utility is None or deviation is None or samples is None:
        return rate_bound(min(1.0, move["wins"] / move["visits"]), move["visits"])
    return utility - DEVIATIONS * deviation / math.sqrt(samples)


def rate_at_bound(move: _core.MoveReport, winrate: float) -> float | None:
    """The win rate, from 0 to 1, if a network's values of a move are no more than its lower bound;
    None where moves have no such values."""
    if move["utility"] is None:
        return None
    # Utilities are win rates from -1 to 1, and what margins are worth.
    return max(0.0, winrate - max(0.0, move["utility"] - lower_bound(move)) / 2)


def ranked(moves: Sequence[_core.MoveReport], choice: str) -> list[_core.MoveReport]:
    """The moves with the one to choose first: the most visited one or, by `lcb`, that with the best
    lower bound of those that have many visits, and then the others of these."""
    if not moves or choice != "lcb":
        return list(moves)
    enough = GAMES_ENOUGH if moves[0]["utility"] is None else ENOUGH
    many = enough * moves[0]["visits"]
    sure = [m for m in moves if m["visits"] >= many and lower_bound(m) > -math.inf]
    return [*sorted(sure, key=lower_bound, reverse=True), *(m for m in moves if m not in sure)]


def drawn(
    moves: Sequence[_core.MoveReport], temperature: float, chance: random.Random
) -> list[_core.MoveReport]:
    """The moves with one first that is drawn by its part of the visits, or of the policy if no move
    has any, to the power of 1 / temperature."""
    by = "visits" if moves and moves[0]["visits"] else "prior_mean"
    most = max((float(m[by]) for m in moves), default=0.0)  # type: ignore[literal-required]
    if temperature <= 0 or most <= 0:
        return list(moves)
    weights = [
        (float(m[by]) / most) ** (1 / temperature)  # type: ignore[literal-required]
        for m in moves
    ]
    first = chance.choices(range(len(moves)), weights)[0]
    return [moves[first], *moves[:first], *moves[first + 1 :]]
