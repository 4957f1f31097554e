"""Files that are written as a whole or not at all, and read with care."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import IO, Any

#: Why a file cannot be replaced although it can be written: its folder cannot be written, or it
#: is mounted by itself.
_IN_PLACE = (errno.EACCES, errno.EPERM, errno.EROFS, errno.EBUSY)


def write_file(path: str | os.PathLike[str], data: bytes) -> None:
    """Writes a new file or over an old one. Whoever reads it meanwhile, and whatever goes wrong,
    it is the old one or the new one.

    Links are followed, and a file keeps its mode. Only a file with several names, and one that
    can be written but not replaced, are written in place. Raises OSError; ValueError for what is
    no regular file: a pipe could hang, and a device is no file.
    """
    old = _status(path)
    place = Path(os.path.realpath(path))
    if old is None or old.st_nlink == 1:
        try:
            _replace(place, data, old)
            return
        except OSError as error:
            if old is None or error.errno not in _IN_PLACE:
                raise
    place.write_bytes(data)


def lock_file(file: IO[Any]) -> bool:
    """Locks an open file against other processes until it is closed; False if another has it. Where
    the system has no such locks everybody has it."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        pass
    return True


@contextlib.contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Whoever else asks for the folder meanwhile is refused, where the system has such locks; it
    is made if it is not there. Raises ValueError if another process has it."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as file:
        if not lock_file(file):
            raise ValueError(f"another process is at work in {folder}")
        yield


def read_file(path: str | os.PathLike[str], most: int) -> bytes:
    """All of a file. Raises ValueError, which names it, if it cannot be read, has more than `most`
    bytes or is no regular file: a pipe or a device could hang or never end."""
    name = os.fspath(path)
    try:
        # Opened without blocking and looked at afterwards: what is checked is what is read.
        with os.fdopen(os.open(name, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise ValueError("not a regular file")
            # Some regular files, as in /proc, have more than their size says.
            data = b"" if status.st_size > most else file.read(most + 1)
            if max(status.st_size, len(data)) > most:
                raise ValueError(f"more than {most:,} bytes")
    except OSError as error:
        raise ValueError(f"cannot read {name}: {error.strerror}") from None
    except ValueError as error:
        raise ValueError(f"cannot read {name}: {error}") from None
    return data


def read_text(path: str | os.PathLike[str], most: int) -> str:
    """As `read_file`, of a text in UTF-8; every end of a line is a newline."""
    data = read_file(path, most)
    try:
        return data.decode().replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise ValueError(f"cannot read {os.fspath(path)}: {error}") from None


def read_brought(name: str, suffix: str, most: int) -> str:
    """The text of one of the patterns that Keima brings, by its name, or of a file; raises as
    `read_text`.

    >>> read_brought("mogo", ".txt", 10_000).startswith("#")
    True
    """
    brought = files("keima") / "patterns" / f"{name}{suffix}"
    if name.isidentifier() and brought.is_file():
        return brought.read_text(encoding="utf-8")
    return read_text(name, most)


def _status(path: str | os.PathLike[str]) -> os.stat_result | None:
    """What stands there, if anything does. It can be written."""
    try:
        status = Path(path).stat()
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(status.st_mode) and not stat.S_ISDIR(status.st_mode):
        raise ValueError(f"{os.fspath(path)} is not a regular file")
    # Without O_TRUNC this changes nothing. A folder is an error here.
    os.close(os.open(path, os.O_WRONLY | os.O_NONBLOCK))
    return status


def _replace(place: Path, data: bytes, old: os.stat_result | None) -> None:
    beside = place.with_name(f".{os.urandom(8).hex()}.tmp")
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666), "wb") as file:
        try:
            if old is not None:
                with contextlib.suppress(PermissionError):
                    os.fchown(file.fileno(), old.st_uid, old.st_gid)
                os.fchmod(file.fileno(), stat.S_IMODE(old.st_mode))
            file.write(data)
            file.flush()
            beside.replace(place)
        except BaseException:
            beside.unlink()
            raise
