"""What was found so far, in a file that grows line by line, so that a run can go on."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from keima.files import read_text, write_file
from keima.review.found import Found

#: Bytes of a file that is read.
MOST = 1 << 28


class Journal:
    """A file whose first line says what is analysed and how, and each other line what was found in
    a position. A line that was not written to its end counts as none.

    Positions are taken from the file if it is there and of the same analysis, or from a finished
    one (the JSON that a review writes); `was_other` tells that there is one of another analysis,
    which is then begun anew.
    """

    def __init__(
        self, path: Path, key: Mapping[str, Any], finished: Path | None, *, again: bool = False
    ) -> None:
        self.path = path
        self.found: dict[int, Found] = {}
        self.was_other = False
        wanted = json.loads(json.dumps(dict(key)))
        if not again:
            for head, entries in (_of_lines(path), _of_object(finished)):
                if head == wanted:
                    self.found |= {entry.number: entry for entry in entries}
                elif head is not None:
                    self.was_other = True
        self._key = wanted
        self._file: IO[str] | None = None

    def begin(self) -> None:
        """Opens the file for what comes, with what is known. Raises OSError."""
        known = [self.found[number].to_json() for number in sorted(self.found)]
        write_file(self.path, "".join(map(_line, [self._key, *known])).encode())
        self._file = self.path.open("a", encoding="utf-8")

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
        self.close()
        self.path.unlink(missing_ok=True)


def _line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, separators=(",", ":")) + "\n"


def _of_lines(path: Path) -> tuple[Any, list[Found]]:
    if not os.path.lexists(path):
        return None, []
    lines = read_text(path, MOST).split("\n")
    try:
        head = json.loads(lines[0])
    except ValueError:
        return None, []
    entries = []
    for line in lines[1:]:
        try:
            entries.append(Found.from_json(json.loads(line)))
        except (ValueError, RecursionError):
            continue  # it was cut short
    return head, entries


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
