"""Searches that survive: a table of the solver and, beside it, what the driver knows.

The state names the question that is being asked. It is written before anything is saved for a new
question, and says whether the table is of that question: whenever the process dies, both files
together are sound.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from keima._core import SOLVE_VERSION
from keima.files import read_text, write_file
from keima.solve.checking import Fields
from keima.solve.running import Searcher

#: Seconds between two saves.
EVERY = 30.0
#: Entries of fewer plies are found again faster than they are read.
LEAST_DEPTH = 5
#: A table larger than this is saved with fewer of its entries the next time.
LARGE = 256 << 20
#: A saving takes at most this part of the time.
SHARE = 0.1
_FORMAT = "keima solve 1"
_MOST = 64 << 20


class SaveFile:
    """The two files of a search. `identity` is what must be the same for it to go on, with the
    solver's own version.

    Raises ValueError, at once, for files that are broken or belong to something else.
    """

    def __init__(self, path: Path, identity: dict[str, Any]) -> None:
        self.path = path
        self.state_path = path.with_name(path.name + ".json")
        self.identity = {"version": SOLVE_VERSION, **identity}
        self._least = LEAST_DEPTH
        self._last = time.monotonic()
        self._cost = 0.0
        self._has_table = False
        self.state: dict[str, Any] | None = None
        if path.is_dir() or not path.parent.is_dir():
            raise ValueError(f"cannot write {path}")
        if self.state_path.exists():
            self.state = self._read()
        elif path.exists():
            raise ValueError(f"{path} is no saved search: {self.state_path.name} is missing")

    def _read(self) -> dict[str, Any]:
        text = read_text(self.state_path, _MOST)
        try:
            data = Fields(json.loads(text))
            data.one_of("format", (_FORMAT,))
            theirs, state = data.take("identity"), data.take("state")
            self._has_table = data.flag("table")
            if not isinstance(state, dict) or not isinstance(theirs, dict):
                raise ValueError
        except (ValueError, RecursionError):
            raise ValueError(f"{self.state_path} is broken or no saved search") from None
        for key, mine in self.identity.items():
            if theirs.get(key) != mine:
                raise ValueError(
                    f"{self.path} is of another search: {key} was {theirs.get(key)}, not {mine}"
                )
        return state

    def restore(self, solver: Searcher) -> int:
        """Gives a solver what was saved for its question; how many entries."""
        if not self._has_table:
            return 0
        try:
            return solver.load(str(self.path))
        except RuntimeError as error:
            raise ValueError(str(error)) from None

    def new_question(self, state: dict[str, Any]) -> None:
        """The table on disk is of no more use."""
        self._has_table = False
        self._write(state)

    def save(self, solver: Searcher | None, state: dict[str, Any]) -> None:
        """Writes both files; raises ValueError if that fails."""
        began = time.monotonic()
        if solver is not None:
            try:
                solver.save(str(self.path), self._least)
            except RuntimeError as error:
                raise ValueError(str(error)) from None
            self._has_table = True
            if self.path.stat().st_size > LARGE:
                self._least += 1
        self._write(state)
        self._last = time.monotonic()
        self._cost = self._last - began

    def tick(self, solver: Searcher, state: Callable[[], dict[str, Any]]) -> None:
        """Saves if it is time."""
        wait = min(2 * EVERY, max(EVERY, self._cost / SHARE))
        if time.monotonic() - self._last >= wait:
            self.save(solver, state())

    def _write(self, state: dict[str, Any]) -> None:
        data = {
            "format": _FORMAT,
            "identity": self.identity,
            "table": self._has_table,
            "state": state,
        }
        try:
            write_file(self.state_path, json.dumps(data).encode())
        except OSError as error:
            raise ValueError(f"cannot write {self.state_path}: {error.strerror}") from None
