"""Playout policies by name, with their patterns and parameters."""

from __future__ import annotations

import atexit
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from keima import _core, trained_policy
from keima.files import read_brought
from keima.gammas import MOST_BYTES, load_gammas

#: Those of the core: what `make_playout` knows.
POLICIES = ("uniform", "mogo", "pachi", "classic", "softmax", "isgo")
#: The trained gammas and the trained policy that Keima brings.
GAMMAS, TRAINED = "mm", "balanced"


@dataclass(frozen=True)
class PlayoutParameter:
    """A number that a policy can be told."""

    name: str
    #: None if it follows the size of the board, or is trained.
    default: float | None
    low: float
    high: float
    doc: str


def make_playout(
    policy: str,
    parameters: Mapping[str, float] | None = None,
    *,
    patterns: str = "mogo",
    gammas: str = GAMMAS,
    trained: str = TRAINED,
    replies: _core.Replies | None = None,
    learned: _core.LearnedMoves | None = None,
) -> _core.Playout:
    """A policy ready to play. `patterns`, `gammas` and `trained` are each the name of a set that
    Keima brings or the path of a file. A policy that learns has tables of its own unless it is
    given some. Raises ValueError for an unknown policy or parameter, a value out of range, a fault
    in a file or a file that cannot be read.

    >>> from keima import _core
    >>> score, moves, owners = make_playout("mogo").run(_core.Board(9, 9), 1, seed=1)
    >>> score == owners.count(1) - owners.count(2)
    True
    """
    table = None if policy == "uniform" else load_patterns(patterns, gammas, trained)
    return _core.Playout(policy, parameters or {}, table, replies, learned)


def playout_parameters(policy: str) -> list[PlayoutParameter]:
    """What a policy can be told.

    >>> playout_parameters("uniform")[0].name
    'strict_eyes'
    """
    return [
        PlayoutParameter(name, None if default < low else default, low, high, doc)
        for name, default, low, high, doc in _core.playout_parameters(policy)
    ]


@cache
def load_patterns(name: str, gammas: str = GAMMAS, trained: str = TRAINED) -> _core.PatternTable:
    """The table of a set that Keima brings, or of a file, with trained gammas and a trained
    policy; raises as `make_playout`.

    >>> load_patterns("mogo").patterns
    24
    """
    text = read_brought(name, ".txt", MOST_BYTES)
    model, policy = load_gammas(gammas).native(), trained_policy.load(trained).native()
    try:
        return _core.PatternTable(text, model, policy)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


# Threads that still wait for input when the interpreter ends keep modules alive, and what their
# caches hold of the core would be reported as lost.
atexit.register(load_patterns.cache_clear)
