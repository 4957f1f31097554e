"""Where books come from: SGF files, text books, folders and archives of them."""

from __future__ import annotations

import gzip
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from keima import sgf
from keima.book.book import BookError
from keima.book.builder import BookBuilder
from keima.colors import Color

_TEXTS = (".txt", ".dat", ".book")
_TARS = (".tar", ".tgz", ".tar.gz", ".tar.bz2", ".tar.xz")
#: What reading a damaged archive raises.
_BROKEN = (tarfile.TarError, zipfile.BadZipFile, zlib.error, EOFError, RuntimeError)


def add_source(
    builder: BookBuilder, path: Path, size: int | None = None, rules: str | None = None
) -> None:
    """Adds a file, or all files of a folder or an archive. Games that cannot be read, are on a
    board of another size or were played by other rules are left out and counted; raises BookError
    for a source that is none, and for a wrong line of a text book."""
    reader = _Reader(builder, size, rules)
    known = False
    for name, data in _files(path):
        known = reader.add(name, data) or known
    if not known:
        raise BookError(f"there are no games and no rules in {path}: expected .sgf or .txt files")


def even_games(path: Path, size: int) -> Iterator[tuple[sgf.Node, list[int]]]:
    """The roots and moves of all even games in turns on boards of this size in a file, a folder or
    an archive; others are left out. Raises BookError for a source that cannot be read."""
    for name, data in _files(path):
        if not name.lower().endswith(".sgf"):
            continue
        try:
            trees = list(sgf.parse(data))
        except sgf.SgfError:
            continue
        for tree in trees:
            try:
                moves = _even_moves(tree) if tree.size == (size, size) else None
            except ValueError:  # a wrong value
                moves = None
            if moves is not None:
                yield tree.root, moves


def _even_moves(tree: sgf.GameTree) -> list[int] | None:
    """None if the game is not even or not in turns."""
    if any(key in tree.root for key in ("AB", "AW", "AE")):
        return None
    moves = tree.moves()
    turns = (Color.BLACK, Color.WHITE)
    if any(color != turns[i % 2] for i, (color, _) in enumerate(moves)):
        return None
    return [point for _, point in moves]


def _files(path: Path) -> Iterator[tuple[str, bytes]]:
    """Names and contents. Raises BookError."""
    try:
        yield from _opened(path)
    except OSError as error:
        raise BookError(f"cannot read {path}: {error.strerror or error}") from None
    except _BROKEN as error:
        raise BookError(f"{path} is not an archive that can be read: {error}") from None


def _opened(path: Path) -> Iterator[tuple[str, bytes]]:
    name = path.name.lower()
    if path.is_dir():
        for inner in sorted(path.rglob("*")):
            if inner.is_file():
                yield from _files(inner)
    elif name.endswith(".zip"):
        with zipfile.ZipFile(path) as archive:
            for entry in archive.namelist():
                yield entry, archive.read(entry)
    elif name.endswith(_TARS):
        with tarfile.open(path) as tar:
            for member in tar:
                if (content := tar.extractfile(member)) is not None:
                    yield member.name, content.read()
    elif name.endswith(".gz"):
        with gzip.open(path) as packed:
            yield path.name[:-3], packed.read()
    else:
        yield str(path), path.read_bytes()


class _Reader:
    def __init__(self, builder: BookBuilder, size: int | None, rules: str | None) -> None:
        self._builder, self._size, self._rules = builder, size, rules

    def add(self, name: str, data: bytes) -> bool:
        """False for a file that is neither SGF nor a text book."""
        if name.lower().endswith(".sgf"):
            self._add_games(data)
        elif name.lower().endswith(_TEXTS):
            self._add_text(name, data)
        else:
            return False
        return True

    def _add_games(self, data: bytes) -> None:
        try:
            trees = list(sgf.parse(data))
        except sgf.SgfError:
            self._builder.report.rejected += 1
            return
        for tree in trees:
            try:
                moves = self._moves(tree)
            except ValueError:  # a wrong value
                moves = None
            if moves is None:
                self._builder.report.rejected += 1
            else:
                self._builder.add_game(tree.size, moves)

    def _moves(self, tree: sgf.GameTree) -> list[int] | None:
        """The moves of an even game in turns; None if it is not one that is wanted."""
        root = tree.root
        if self._size is not None and tree.size != (self._size, self._size):
            return None
        if self._rules and self._rules.lower() not in str(root.get("RU", "")).lower():
            return None
        return _even_moves(tree)

    def _add_text(self, name: str, data: bytes) -> None:
        text = data.decode("utf-8", errors="replace")
        for number, line in enumerate(text.splitlines(), 1):
            rule = line.partition("#")[0].strip()
            if not rule or (self._size is not None and rule.split()[0] != str(self._size)):
                continue
            try:
                self._builder.add_line(rule)
            except ValueError as error:
                raise BookError(f"{name}, line {number}: {error}") from None
