"""Proving the result of Go positions on small boards."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from os import PathLike

from keima.game import Game
from keima.solve.backward import Backward, fits_backward, usual_backward_megabytes
from keima.solve.memory import check_memory, usual_megabytes
from keima.solve.proving import GoProof
from keima.solve.running import Runner
from keima.solve.solution import Solution, Watcher
from keima.solve.start import start_from

#: The rules of repetition (see docs/solve.md).
KO_RULES = ("basic", "japanese", "ssk", "ssk-full")
#: How a board is solved.
METHODS = ("auto", "search", "backward")


def solve_go(
    width: int,
    height: int | None = None,
    *,
    ko: str = "basic",
    position: Game | None = None,
    opening: Iterable[str] = (),
    megabytes: int | None = None,
    threads: int = 1,
    seconds: float | None = None,
    depth: int | None = None,
    without: Sequence[str] = (),
    progress: Watcher | None = None,
    save: str | PathLike[str] | None = None,
    proof_depth: int = 0,
    ends: bool = True,
    nodes: int | None = None,
    ask: int | None = None,
    stop: threading.Event | None = None,
    method: str = "auto",
) -> Solution:
    """Proves what an empty board, or a position, is worth for Black.

    `opening` are moves before the search, by both sides in turn. Under the superko rules nothing
    comes back that stood on the board before, as far as `position` knows its moves. Without
    `megabytes` the table is as large as is usual for the board. A question (see
    `keima.solve.bounds`) is given up when a search of `depth` plies has not answered it; if none is
    given, the first one after twice the board's points and 10 plies, another one after twice as
    many more than the last answer took. `without` names parts of the search to leave out.
    `progress` is told how far it is, some ten times a second. With `save` what is found is written
    to that file and one beside it, and the same call goes on there. `proof_depth` wants trees of so
    many plies that show the proofs. Without `ends` it is enough that the value is proved, also
    where play without end leaves more to ask. `ask` is a result that is asked for first: does Black
    get so many points or, if it is 0 or less, does White hold him to them? So many `nodes`, Ctrl-C,
    the end of the time and `stop` end it with what is proved by then.
    `method` is a search forwards, or, under basic ko, rounds backwards from the ends of all games;
    these take every board of one line unless something is wanted that only a search has: a depth,
    nodes, a result to ask for, parts to leave out, a file or trees.
    Raises ValueError for what cannot be solved: a board that is too large, a table that does not
    fit, a file of something else.

    >>> solution = solve_go(3, 3, megabytes=16)
    >>> solution.text, solution.best, solution.proved
    ('B+9', 'B2', True)
    >>> solve_go(2, 2, ko="ssk-full", megabytes=16).describe()
    'Black gets +1: both sides can force it.'
    """
    if ko not in KO_RULES:
        raise ValueError(f"no ko rule {ko!r}: expected one of {', '.join(KO_RULES)}")
    if method not in METHODS:
        raise ValueError(f"no method {method!r}: expected one of {', '.join(METHODS)}")
    sides = width, width if height is None else height
    start = start_from(*sides, position, opening, with_past=ko.startswith("ssk"))
    if ask is not None and abs(ask) > start.points:
        raise ValueError(f"nobody gets {abs(ask)} points on a board of {start.points}")
    searching = depth, nodes, ask, save, proof_depth or None, without or None
    search_only = any(wanted is not None for wanted in searching)
    runner = Runner(seconds, stop=stop or threading.Event())
    if method == "backward":
        if ko != "basic" or search_only:
            raise ValueError(
                "backwards goes basic ko alone, without depth, nodes, a result to ask for, file, "
                "trees and parts to leave out"
            )
    elif method == "auto" and fits_backward(start, ko) and not search_only:
        method = "backward"
    if method == "backward":
        megabytes = usual_backward_megabytes() if megabytes is None else megabytes
        check_memory(megabytes)
        return Backward(start, megabytes).run(runner, progress)
    if megabytes is None:
        megabytes = usual_megabytes(start.points)
    check_memory(megabytes)
    proof = GoProof(
        start, ko, megabytes, threads, tuple(without), depth, proof_depth, ends, nodes, ask=ask
    )
    return proof.run(runner, progress, save)
