"""Tables of searches that several proofs of one board share, one after the other."""

from __future__ import annotations

from collections import OrderedDict

from keima import _core
from keima.solve.bounds import Question
from keima.solve.memory import free_megabytes, usual_megabytes
from keima.solve.start import Situation, Start

#: Megabytes for one table at most, and for all of them.
LARGEST = 256
ALL = 768
#: The part of the free memory that all may take.
SHARE = 0.5


class Tables:
    """A table for each question of a board. What a search has proved of a position is true for
    every other search of the same question, so the next one begins with it. Those that were used
    last are kept, within the memory. For one thread at a time.

    Under Japanese ko a table may lean on the way to its positions: there every position that is
    asked about has its own.
    """

    def __init__(self) -> None:
        self._solvers: OrderedDict[tuple[object, ...], _core.GoSolver] = OrderedDict()
        self._megabytes: dict[tuple[object, ...], int] = {}

    def lend(self, start: Start, ko: str, question: Question) -> _core.GoSolver:
        """A solver that begins at a position; its table may know something already. It is of use
        until the next call."""
        key: tuple[object, ...] = (start.width, start.height, ko, question)
        if ko != "basic":
            key += (start,)
        solver = self._solvers.pop(key, None) or self._make(key, start, ko, question)
        self._solvers[key] = solver
        solver.begin_at(situation(start))
        solver.go_on()
        return solver

    def _make(
        self, key: tuple[object, ...], start: Start, ko: str, question: Question
    ) -> _core.GoSolver:
        free = free_megabytes()
        used = sum(self._megabytes.values())
        most = ALL if free is None else max(1, min(ALL, int(SHARE * (free + used))))
        size = min(LARGEST, usual_megabytes(start.points), most)
        while self._solvers and sum(self._megabytes.values()) + size > most:
            del self._megabytes[self._solvers.popitem(last=False)[0]]
        self._megabytes[key] = size
        return _core.GoSolver(
            start.width,
            start.height,
            ko=ko,
            komi=question.komi,
            endless=question.endless,
            megabytes=size,
        )


def situation(start: Start) -> Situation:
    """As the core takes a position."""
    return Situation(
        start.black, start.white, start.sign < 0, start.ko_point, start.fresh, start.passes
    )
