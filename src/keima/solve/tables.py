"""Tables of searches that several proofs of one board share, one after the other."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path

from keima import _core
from keima.solve.bounds import Question
from keima.solve.memory import free_megabytes, usual_megabytes
from keima.solve.saving import LEAST_DEPTH
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

    With a folder `save` writes them there, and what is there is known again. A table has `size`
    megabytes or, if none is given, what is usual for the board, at most `largest`.
    """

    def __init__(
        self,
        folder: Path | None = None,
        largest: int = LARGEST,
        total: int = ALL,
        size: int | None = None,
    ) -> None:
        self._solvers: OrderedDict[tuple[object, ...], _core.GoSolver] = OrderedDict()
        self._megabytes: dict[tuple[object, ...], int] = {}
        self.folder, self._largest, self._total, self._size = folder, largest, total, size
        #: Nodes of a table when it was saved last.
        self._saved: dict[tuple[object, ...], int] = {}

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
        most = self._total
        if free is not None:
            most = max(1, min(most, int(SHARE * (free + used))))
        if self._size is None:
            size = min(self._largest, usual_megabytes(start.points), most)
        else:
            size, most = self._size, max(self._size, most)
        while self._solvers and sum(self._megabytes.values()) + size > most:
            oldest = next(iter(self._solvers))
            self._save(oldest)
            del self._solvers[oldest], self._megabytes[oldest]
            self._saved.pop(oldest, None)
        self._megabytes[key] = size
        made = _core.GoSolver(
            start.width,
            start.height,
            ko=ko,
            komi=question.komi,
            endless=question.endless,
            megabytes=size,
        )
        file = self._file(key)
        if file is not None and file.exists():
            try:
                made.load(str(file))
            except RuntimeError as error:
                if "another size" not in str(error):  # such a table begins anew
                    raise ValueError(str(error)) from None
        return made

    def save(self) -> None:
        """Writes the deeper entries of all tables that were used since; raises ValueError if that
        fails. Nothing without a folder."""
        for key in self._solvers:
            self._save(key)

    def _save(self, key: tuple[object, ...]) -> None:
        file, solver = self._file(key), self._solvers[key]
        if file is None or self._saved.get(key, 0) == solver.nodes:
            return
        try:
            solver.save(str(file), LEAST_DEPTH)
        except RuntimeError as error:
            raise ValueError(str(error)) from None
        self._saved[key] = solver.nodes

    def _file(self, key: tuple[object, ...]) -> Path | None:
        """Where a table of a whole board is kept."""
        if self.folder is None or len(key) > 4:
            return None
        width, height, ko, question = key
        assert isinstance(question, Question)
        return self.folder / f"{width}x{height} {ko} {question.key}.table"


def situation(start: Start) -> Situation:
    """As the core takes a position."""
    return Situation(
        start.black, start.white, start.sign < 0, start.ko_point, start.fresh, start.passes
    )
