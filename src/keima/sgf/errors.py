"""What is wrong with a file, and where."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import Any


class SgfError(ValueError):
    """A file, or a value in it, that cannot be read.

    `line` and `column` count from 1, in characters of the decoded text; they are None for a
    value that was not read from a file. `path` is that of the node (see `Node.path`) where a
    game cannot be played on, else None.

    >>> raise SgfError("expected ')'", 3, 14)
    Traceback (most recent call last):
    ...
    keima.sgf.errors.SgfError: line 3, column 14: expected ')'
    """

    def __init__(
        self,
        message: str,
        line: int | None = None,
        column: int | None = None,
        path: tuple[int, ...] | None = None,
    ) -> None:
        super().__init__(message if line is None else f"line {line}, column {column}: {message}")
        self.message, self.line, self.column, self.path = message, line, column, path

    def __reduce__(self) -> tuple[Any, ...]:
        return SgfError, (self.message, self.line, self.column, self.path)


@dataclass(frozen=True)
class SgfWarning:
    """Something that was read although it is not right."""

    message: str
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        if self.line is None:
            return self.message
        return f"line {self.line}, column {self.column}: {self.message}"


_NEWLINE = re.compile(r"\r\n|\n\r|\r|\n")


class Source:
    """A text that was read, and the place of each of its characters.

    A repaired text carries `origins`: pairs (offset here, offset in `original`) in rising
    order, each for a stretch copied from the original.
    """

    def __init__(
        self, text: str, original: str | None = None, origins: list[tuple[int, int]] | None = None
    ) -> None:
        self.text = text
        self._original = text if original is None else original
        self._origins = origins
        self._starts: list[int] | None = None

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of a character of `text`.

        >>> Source("(;B[aa]\\r\\n;W[bb])").place(9)
        (2, 1)
        """
        if self._origins:
            here, there = self._origins[
                max(bisect_right(self._origins, offset, key=lambda pair: pair[0]) - 1, 0)
            ]
            offset = max(offset - here, 0) + there
        if self._starts is None:
            self._starts = [0, *(m.end() for m in _NEWLINE.finditer(self._original))]
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def error(self, message: str, offset: int) -> SgfError:
        return SgfError(message, *self.place(offset))


class Report:
    """Collects warnings about one source, up to a limit."""

    def __init__(self, source: Source, limit: int) -> None:
        self.warnings: list[SgfWarning] = []
        self.source = source
        self._limit = limit

    @property
    def is_full(self) -> bool:
        return len(self.warnings) > self._limit

    def add(self, message: str, offset: int) -> None:
        self.append(SgfWarning(message, *self.source.place(offset)))

    def append(self, warning: SgfWarning) -> None:
        if len(self.warnings) < self._limit:
            self.warnings.append(warning)
        elif len(self.warnings) == self._limit:
            self.warnings.append(
                SgfWarning("more warnings are not listed", warning.line, warning.column)
            )
