"""From files to trees."""

from __future__ import annotations

import os
import re
import stat

from keima.sgf.charset import Decoded, decode
from keima.sgf.check import check_tree
from keima.sgf.errors import Report, SgfError, Source
from keima.sgf.limits import USUAL_LIMITS, Limits
from keima.sgf.repair import repair
from keima.sgf.scanner import scan
from keima.sgf.tree import Collection, GameTree

_LOOKS_LIKE_SGF = re.compile(r"\(\s*;|[\r\n\[]")


def parse(
    data: bytes | str,
    *,
    lenient: bool = False,
    encoding: str | None = None,
    limits: Limits = USUAL_LIMITS,
) -> Collection:
    """Reads the games of a text.

    All syntax is checked here; nodes are made, and values read, when they are asked for.
    Raises SgfError, with line and column, for a text that is not SGF or passes a limit. If
    `lenient`, a text that is not SGF gives what can be read of it, perhaps no game at all, and
    `warnings` that say what was wrong with syntax and values. `encoding` overrides the charset
    that a file names.

    >>> [game] = parse("(;SZ[9];B[ee];W[gc](;B[cg])(;B[gg]))")
    >>> [node.move for node in game.main_line()][1]
    (<Color.BLACK: 1>, 40)
    >>> parse("(;SZ[9];B[ee")
    Traceback (most recent call last):
    ...
    keima.sgf.errors.SgfError: line 1, column 10: the value of B never ends: expected ']'
    >>> for warning in parse("(;SZ[9];B[ee];W[gc]", lenient=True).warnings:
    ...     print(warning)
    line 1, column 20: the end of the text inside 1 '('
    """
    if len(data) > limits.size:
        raise SgfError(f"{len(data)} bytes: expected at most {limits.size}")
    decoded = Decoded(data, "utf-8") if isinstance(data, str) else decode(bytes(data), encoding)
    source = Source(decoded.text.removeprefix("\ufeff"))
    report = _report(source, decoded, limits)
    try:
        games = scan(source, limits, report)
    except SgfError:
        if not lenient:
            raise
        report = _report(source, decoded, limits)
        source = repair(source, limits, report)
        games = scan(source, limits, Report(source, 0)) if source.text else []
    trees = [GameTree._of(source, branches) for branches in games]
    if lenient:
        for tree in trees:
            check_tree(tree, report)
    return Collection(trees, report.warnings, decoded.charset)


def _report(source: Source, decoded: Decoded, limits: Limits) -> Report:
    report = Report(source, limits.warnings)
    if decoded.problem:
        report.add(decoded.problem, 0)
    return report


def load(
    path: str | os.PathLike[str],
    *,
    lenient: bool = False,
    encoding: str | None = None,
    limits: Limits = USUAL_LIMITS,
) -> Collection:
    """Reads a file as `parse` reads a text; raises OSError if there is no such file, and SgfError
    also for a pipe or a device, which could hang or never end."""
    # Opened without blocking and looked at afterwards, so that what is checked is what is read.
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise SgfError(f"{os.fspath(path)} is not a regular file")
        if status.st_size > limits.size:
            raise SgfError(f"{status.st_size} bytes: expected at most {limits.size}")
        # Some regular files, as in /proc, have more than their size says.
        data = file.read(limits.size + 1)
    return parse(data, lenient=lenient, encoding=encoding, limits=limits)


def read(
    source: bytes | str | os.PathLike[str],
    *,
    lenient: bool = False,
    encoding: str | None = None,
    limits: Limits = USUAL_LIMITS,
) -> Collection:
    """Reads bytes, a text or a file. A str is a text if it holds `(;`, a line break or a `[`,
    else the name of a file; pass a Path to leave no doubt."""
    if isinstance(source, bytes) or (
        isinstance(source, str) and (not source or _LOOKS_LIKE_SGF.search(source))
    ):
        return parse(source, lenient=lenient, encoding=encoding, limits=limits)
    return load(source, lenient=lenient, encoding=encoding, limits=limits)
