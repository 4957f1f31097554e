"""Finds the games of a text and checks all of its syntax, without making a tree."""

from __future__ import annotations

import re

from keima.sgf.errors import Report, SgfError, Source
from keima.sgf.grammar import BRANCH, CHUNK, CLOSING, IDENT, NODE, OPENING, SPACE, STRAY
from keima.sgf.limits import Limits
from keima.sgf.tree import Branch

_NAME = re.compile(rf"({IDENT}){SPACE}(\[?)")
_SPACES = re.compile(SPACE)


def scan(source: Source, limits: Limits, report: Report) -> list[list[Branch]]:
    """The branches of each game; raises SgfError at the first thing that is not SGF.

    Text around the games is passed over, unless it looks like a part of one.
    """
    text = source.text
    # Semicolons in texts count too here; who has so many is counted exactly.
    nodes_left = limits.nodes if text.count(";") > limits.nodes else -1
    games: list[list[Branch]] = []
    end = 0
    while start := OPENING.search(text, end):
        _pass_over(source, end, start.start(), report)
        if len(games) >= limits.games:
            raise source.error(f"more than {limits.games} games", start.start())
        branches, end = _scan_game(source, start.start(), limits)
        if nodes_left >= 0:
            for first, last, _ in branches:
                nodes_left -= sum(1 for _ in NODE.finditer(text, first, last))
                if nodes_left < 0:
                    raise source.error(f"more than {limits.nodes} nodes", first)
        games.append(branches)
    _pass_over(source, end, len(text), report)
    if not games:
        raise source.error("no game: expected '(;'", 0)
    return games


def _scan_game(source: Source, start: int, limits: Limits) -> tuple[list[Branch], int]:
    text = source.text
    branches: list[Branch] = []
    depth, pos = 0, start
    while branch := BRANCH.match(text, pos):
        (first, last), pos = branch.span(1), branch.end()
        if last == pos and text[pos : pos + 1] != "(":
            while chunk := CHUNK.match(text, last):
                last = chunk.end()
            closing = CLOSING.match(text, last)
            assert closing
            pos = closing.end()
        closings = text.count(")", last, pos)
        depth += 1
        if depth > limits.depth:
            raise source.error(f"more than {limits.depth} variations inside one another", first)
        if closings >= depth:
            # What is left of them closes nothing, and is seen by whoever reads on from here.
            branches.append((first, last, depth))
            return branches, _after(text, last, depth)
        branches.append((first, last, closings))
        depth -= closings
    raise _error(source, pos, start, after_variation=bool(branches and branches[-1][2]))


def _after(text: str, pos: int, closings: int) -> int:
    for _ in range(closings):
        pos = text.index(")", pos) + 1
    return pos


def _pass_over(source: Source, start: int, end: int, report: Report) -> None:
    """Warns of text outside of games; raises SgfError if it is a lost part of one."""
    text = source.text
    outside = text[start:end].strip()
    if not outside:
        return
    at = text.index(outside[0], start)
    if start and outside[0] == ")":
        raise source.error("')' closes nothing: expected '(' or the end", at)
    if stray := STRAY.search(text, start, end):
        raise source.error(
            "a node or property outside of a game: expected '(;' before it", stray.start()
        )
    report.add(f"text outside of a game: {_shown(outside)}", at)


def _shown(text: str) -> str:
    return repr(text if len(text) <= 30 else text[:27] + "...")


def _error(source: Source, pos: int, start: int, after_variation: bool) -> SgfError:
    """Says what is wrong at a place where a game cannot go on."""
    text = source.text

    def skip(at: int) -> int:
        match = _SPACES.match(text, at)
        return match.end() if match else at

    if opening := OPENING.match(text, pos):
        pos = opening.end()
    char = text[pos : pos + 1]
    if not char:
        line, column = source.place(start)
        return source.error(
            f"the end of the text inside the game that starts in line {line}, column {column}: "
            "expected ')'",
            pos,
        )
    after = skip(pos + 1)
    following = text[after : after + 1]
    if char == "(":
        what = f"{following!r}" if following else "the end of the text"
        return source.error(f"{what} after '(': expected ';'", after)
    if after_variation:
        return source.error(f"{char!r} after a variation: expected '(' or ')'", pos)
    if char == ";":
        return source.error("a value without a property: expected a name before '['", after)
    if char == "[":
        return source.error("a value that never ends: expected ']'", pos)
    if char == "]":
        return source.error("']' ends no value: in a text it is written '\\]'", pos)
    if name := _NAME.match(text, pos):
        if name[2]:
            return source.error(f"the value of {name[1]} never ends: expected ']'", name.end() - 1)
        return source.error(f"{_shown(name[1])} has no value: expected '['", pos)
    return source.error(
        f"unexpected {char!r}: expected ';', '(', ')' or a property such as B[pd]", pos
    )
