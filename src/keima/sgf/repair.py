"""Makes well-formed SGF of a text that is not, and says what it changed."""

from __future__ import annotations

import re

from keima.sgf.errors import Report, Source
from keima.sgf.grammar import CHUNK, IDENT, PART, SPACE, STRAY, VALUE, VALUE_BODY, standard_ident
from keima.sgf.limits import Limits
from keima.sgf.properties import property_of

_START = re.compile(rf"\({SPACE}(?:;|(?={IDENT}{SPACE}\[))|{STRAY.pattern}")
_BRACKETED = re.compile(rf"{VALUE}{SPACE}", re.DOTALL)
_UNFINISHED = re.compile(rf"(?:({IDENT}){SPACE})?\[({VALUE_BODY})\\?", re.DOTALL)
# Up to something that may have a meaning again.
_JUNK = re.compile(rf"{IDENT}{SPACE}|[^A-Za-z;()\[]+|.", re.DOTALL)
# The rest of a text in which a ']' was not escaped: it holds nothing that looks like a node.
_REST = re.compile(r"([^\[\];()\\]*+)\]")

_EMPTY, _NODES, _BRANCHED = range(3)


def repair(source: Source, limits: Limits, report: Report) -> Source:
    """A well-formed text with all that can be read of the source; empty if there is nothing.

    Raises SgfError only for a limit.
    """
    return _Repair(source, limits, report).run()


class _Repair:
    def __init__(self, source: Source, limits: Limits, report: Report) -> None:
        self.source, self.limits, self.report = source, limits, report
        self.text = source.text
        self.out: list[str] = []
        self.length = 0
        self.origins: list[tuple[int, int]] = []
        # For each open tree: what it has so far, and whether its '(' is in the text.
        self.levels: list[tuple[int, bool]] = []
        self.junk: int | None = None
        # Does the output end with a value that more values may follow?
        self.in_property = False
        # Is that value the end of a text that was put together again?
        self.rejoined = False

    def run(self) -> Source:
        pos = 0
        while start := _START.search(self.text, pos):
            self._outside(pos, start.start())
            pos = self._game(start.start())
        self._outside(pos, len(self.text))
        if not self.out:
            self.report.add("no game: expected '(;'", 0)
        return Source("".join(self.out), self.text, self.origins)

    def _outside(self, start: int, end: int) -> None:
        if outside := self.text[start:end].strip():
            shown = outside if len(outside) <= 30 else outside[:27] + "..."
            self.report.add(
                f"text outside of a game: {shown!r}", self.text.index(outside[0], start)
            )

    def _emit(self, piece: str, at: int) -> None:
        self.rejoined = False
        self.origins.append((self.length, at))
        self.out.append(piece)
        self.length += len(piece)

    def _game(self, pos: int) -> int:
        """Reads one game; returns the offset after it."""
        text = self.text
        if text[pos] == "(":
            self._open(pos, real=True)
            pos += 1
        else:
            self.report.add("a node outside of a game: '(' was added", pos)
            self._open(pos, real=False)
        while self.levels:
            char = text[pos : pos + 1]
            if not char:
                self._junk_ends(pos)
                self.report.add(f"the end of the text inside {len(self.levels)} '('", pos)
                self._close(pos, len(self.levels))
            elif char == "(":
                self._junk_ends(pos)
                self._open(pos, real=True)
                pos += 1
            elif char == ")":
                self._junk_ends(pos)
                count = 1
                while not self.levels[-count][1] and count < len(self.levels):
                    count += 1
                self._close(pos, count)
                pos += 1
            elif (char != "[" or self.in_property) and (chunk := CHUNK.match(text, pos)):
                self._junk_ends(pos)
                self._nodes(chunk[0], pos)
                pos = chunk.end()
            else:
                pos = self._trouble(pos)
        return pos

    def _open(self, at: int, *, real: bool) -> None:
        if len(self.levels) >= self.limits.depth:
            raise self.source.error(
                f"more than {self.limits.depth} variations inside one another", at
            )
        if self.levels:
            state, is_real = self.levels[-1]
            if state == _EMPTY:
                self.report.add("'(' after '(': an empty node was added", at)
                self._emit(";", at)
            self.levels[-1] = (_BRANCHED, is_real)
        self._emit("(", at)
        self.levels.append((_EMPTY, real))
        self.in_property = False

    def _close(self, at: int, count: int) -> None:
        for _ in range(count):
            state, _ = self.levels.pop()
            if state == _EMPTY:
                self.report.add("a variation without nodes was left out", at)
                self.length -= len(self.out.pop())
                self.origins.pop()
            else:
                self._emit(")", at)
        self.in_property = False

    def _nodes(self, piece: str, at: int) -> None:
        state, real = self.levels[-1]
        if state == _BRANCHED:
            self.report.add("a node after a variation was read as another variation", at)
            self._open(at, real=False)
            state, real = self.levels[-1]
        if state == _EMPTY and piece[0] != ";":
            self.report.add("';' was added before the first property", at)
            self._emit(";", at)
        self._emit(piece, at)
        self.levels[-1] = (_NODES, real)
        self.in_property = piece.rstrip()[-1:] == "]"

    def _trouble(self, pos: int) -> int:
        """Gets past something that is not SGF; returns the offset after it."""
        text = self.text
        if text[pos] == ";":
            # Only a value follows it, which has no name.
            self._junk_ends(pos)
            self._nodes(";", pos)
            return pos + 1
        if self.in_property and self.junk is None and (end := self._rejoin(pos)):
            return end
        if self.junk is None:
            self.junk = pos
        unfinished = _UNFINISHED.match(text, pos)
        if unfinished and unfinished.end() == len(text):
            ident = unfinished[1]
            if ident and property_of(standard_ident(ident)).text:
                self._junk_ends(pos)
                self.report.add(f"the value of {ident} never ends: ']' was added", pos)
                self._nodes(f"{ident}[{unfinished[2]}]", pos)
            return len(text)
        skipped = _BRACKETED.match(text, pos) or _JUNK.match(text, pos)
        assert skipped
        self.in_property = False
        return skipped.end()

    def _rejoin(self, pos: int) -> int | None:
        """Continues a text that was cut at a ']' that its writer forgot to escape."""
        rest = _REST.match(self.text, pos)
        if not rest:
            return None
        piece, at = self.out[-1], self.origins[-1][1]
        if not self.rejoined:
            names = [match[1] for match in PART.finditer(piece) if match[1]]
            if not names or not property_of(standard_ident(names[-1])).text:
                return None
        cut = piece.rindex("]")
        self.report.add("']' inside a text was taken for '\\]'", at + cut)
        self.out[-1] = piece[:cut] + "\\"
        self.length += cut + 1 - len(piece)
        self._emit(self.text[at + cut : rest.end()], at + cut)
        self.rejoined = True
        return rest.end()

    def _junk_ends(self, pos: int) -> None:
        if self.junk is not None and (junk := self.text[self.junk : pos].strip()):
            shown = junk if len(junk) <= 30 else junk[:27] + "..."
            self.report.add(f"{shown!r} was left out", self.text.index(junk[0], self.junk))
        self.junk = None
