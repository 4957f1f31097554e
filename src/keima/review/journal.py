"""What was found so far, in a file that grows line by line, so that a run can go on."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from keima.files import lock_file, read_text, write_file
from keima.review.found import Found

#: Bytes of a file that is read.
MOST = 1 << 28


class Journal:
    """A file in which a line says what is analysed and how, and those after it what was found in a
    position each. A line that was not written to its end counts as none.

    Positions are taken from the file, if some are of the same analysis, or from a finished one (the
    JSON that a review writes); `was_other` tells that there is something of another analysis. That
    stays in the file, so that a run with other settings loses nothing.
    """

    def __init__(
        self, path: Path, key: Mapping[str, Any], finished: Path | None, *, again: bool = False
    ) -> None:
        self.path = path
        self.found: dict[int, Found] = {}
        self.was_other = False
        self._key: dict[str, Any] = json.loads(json.dumps(dict(key)))
        self._finished, self._again = finished, again
        self._file: IO[str] | None = None
        self._read()

    def _read(self) -> list[int]:
        """Takes what there is; returns which positions the file has."""
        self.found.clear()
        self.was_other = False
        if self._again:
            return []
        head, entries = _of_object(self._finished)
        if head == self._key:
            self.found |= {entry.number: entry for entry in entries}
        own: dict[int, Found] = {}
        self.was_other = head not in (None, self._key)
        for head, entry in _of_lines(self.path):
            if head != self._key:
                self.was_other = True
            elif entry is None:
                own.clear()
            else:
                own[entry.number] = entry
        self.found |= own
        return list(own)

    def begin(self) -> None:
        """Opens the file for what comes, with what is known now. Raises OSError; ValueError if
        another run has it."""
        self._file = _open_alone(self.path)
        there = self._read()
        # What was cut short must not spoil the next line.
        self._file.write("\n" if self._file.tell() else "")
        self._file.write(_line({"analysis": self._key, "anew": not there}))
        for number in sorted(set(self.found) - set(there)):
            self._file.write(_line(self.found[number].to_json()))
        self._file.flush()

    def add(self, found: Found) -> None:
        """Keeps what was found. A process that is killed after this has lost nothing."""
        self.found[found.number] = found
        assert self._file
        self._file.write(_line(found.to_json()))
        self._file.flush()

    def close(self) -> None:
        if self._file:
            self._file.close()
            self._file = None

    def remove(self) -> None:
        """Takes this analysis out of the file, and the file away if it has no other."""
        others: list[str] = []
        last: Any = None
        for head, entry in _of_lines(self.path):
            if head == self._key:
                continue
            if entry is None or head != last:
                others.append(_line({"analysis": head, "anew": entry is None}))
            if entry is not None:
                others.append(_line(entry.to_json()))
            last = head
        if others:
            write_file(self.path, "".join(others).encode())
        else:
            self.path.unlink(missing_ok=True)
        self.close()


def _open_alone(path: Path) -> IO[str]:
    """The file, locked. Raises OSError, or ValueError if another run has it."""
    while True:
        file = path.open("a", encoding="utf-8")
        try:
            if not lock_file(file):
                raise ValueError(
                    f"{path} is in use: another run analyses this game. Wait for its end, or let "
                    "one of them write elsewhere with --out"
                )
            here = os.fstat(file.fileno())
            if path.exists() and os.path.samestat(here, path.stat()):
                return file
        except BaseException:
            file.close()
            raise
        file.close()  # who had it before has taken it away


def _line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, separators=(",", ":")) + "\n"


def _of_lines(path: Path) -> Iterator[tuple[Any, Found | None]]:
    """The analyses of a file: for each line the analysis, with what was found; without, at the
    beginning of one that knows nothing yet."""
    if not os.path.lexists(path):
        return
    head: Any = None
    for line in read_text(path, MOST).split("\n"):
        try:
            value = json.loads(line)
            if isinstance(value, dict) and "analysis" in value:
                head = value["analysis"]
                if value.get("anew"):
                    yield head, None
            elif head is not None:
                yield head, Found.from_json(value)
        except (ValueError, RecursionError):
            continue  # it was cut short


def _of_object(path: Path | None) -> tuple[Any, list[Found]]:
    if path is None or not path.is_file():
        return None, []
    try:
        value = json.loads(read_text(path, MOST))
        head = value["analysis"]
        entries = [Found.from_json(each) for each in value["positions"] if "choices" in each]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None, []
    return head, entries
