"""Files of games, in folders and archives too, with limits on what an archive may hold."""

from __future__ import annotations

import gzip
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from keima.files import read_file

_TARS = (".tar", ".tgz", ".tbz2", ".txz", ".tar.gz", ".tar.bz2", ".tar.xz")
_BROKEN = (
    *(tarfile.TarError, zipfile.BadZipFile, zlib.error, lzma.LZMAError),
    *(OSError, EOFError, RuntimeError, NotImplementedError, ValueError),
)

#: Hears of what could not be read: where, and why.
Reject = Callable[[str, str], None]


@dataclass(frozen=True)
class ArchiveLimits:
    """A small archive may unpack to nearly anything; passing a limit ends its reading."""

    #: Bytes of one file, and of all files of one archive.
    file: int = 1 << 27
    total: int = 1 << 33
    files: int = 5_000_000


USUAL_LIMITS = ArchiveLimits()


@dataclass(frozen=True)
class SourceFile:
    """A file of games: its bytes, or its place if it is a pack."""

    name: str
    data: bytes = b""
    pack: Path | None = None


def source_files(
    path: Path,
    reject: Reject,
    limits: ArchiveLimits = USUAL_LIMITS,
) -> Iterator[SourceFile]:
    """The SGF files and packs of a file, folder or archive; files of other kinds are passed over.
    What cannot be read is told to `reject`, archives and packs in archives too."""
    name = path.name.lower()
    if path.is_dir():
        for inner in sorted(path.rglob("*")):
            if inner.is_file() and _is_known(inner.name):
                yield from source_files(inner, reject, limits)
    elif name.endswith(".npz"):
        yield SourceFile(str(path), pack=path)
    elif name.endswith((*_TARS, ".zip", ".gz")):
        try:
            yield from _Archive(path, reject, limits).files()
        except _BROKEN as error:
            reject(str(path), f"is not an archive that can be read: {error}")
    else:
        try:
            yield SourceFile(str(path), read_file(path, limits.file))
        except ValueError as error:
            reject(str(path), str(error))


def _is_known(name: str) -> bool:
    return name.lower().endswith((".sgf", ".sgf.gz", ".npz", ".zip", *_TARS))


class _Archive:
    def __init__(self, path: Path, reject: Reject, limits: ArchiveLimits) -> None:
        self._path, self._reject, self._limits = path, reject, limits
        self._total = self._count = 0

    def files(self) -> Iterator[SourceFile]:
        name = self._path.name.lower()
        if name.endswith(".zip"):
            with zipfile.ZipFile(self._path) as archive:
                for entry in archive.infolist():
                    if self._wanted(entry.filename):
                        with archive.open(entry) as file:
                            yield from self._read(entry.filename, file)
        elif name.endswith(_TARS):
            with tarfile.open(self._path) as tar:
                for member in tar:
                    self._counted()
                    if member.isdir():
                        continue
                    if self._wanted(member.name, member.isreg()):
                        content = tar.extractfile(member)
                        assert content is not None
                        yield from self._read(member.name, content)
        else:
            with gzip.open(self._path) as packed:
                yield from self._read(self._path.name[:-3], packed)

    def _wanted(self, name: str, ordinary: bool = True) -> bool:
        """What may hold games but is not read is told of."""
        wanted = ordinary and name.lower().endswith(".sgf")
        if not wanted and _is_known(name):
            self._reject(f"{self._path}:{name}", "of an archive only .sgf files are read")
        return wanted

    def _counted(self) -> None:
        self._count += 1
        if self._count > self._limits.files:
            raise ValueError(f"more than {self._limits.files:,} files")

    def _read(self, name: str, file: IO[bytes] | gzip.GzipFile) -> Iterator[SourceFile]:
        self._counted()
        data = file.read(self._limits.file + 1)
        self._total += len(data)
        if self._total > self._limits.total:
            raise ValueError(f"more than {self._limits.total:,} bytes unpacked")
        where = f"{self._path}:{name}"
        if len(data) > self._limits.file:
            self._reject(where, f"more than {self._limits.file:,} bytes")
        else:
            yield SourceFile(where, data)
