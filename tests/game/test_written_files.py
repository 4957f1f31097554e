"""Files that are written as a whole or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from keima.files import write_file


def test_new_and_old_files(tmp_path: Path) -> None:
    path = tmp_path / "a"
    for data in (b"x" * 100_000, b"short", b""):
        write_file(path, data)
        assert path.read_bytes() == data
        assert list(tmp_path.iterdir()) == [path], "nothing is left beside it"


def test_modes(tmp_path: Path) -> None:
    """A new file has that of any new file, an old one keeps its own."""
    usual, path = tmp_path / "usual", tmp_path / "a"
    usual.write_bytes(b"")
    write_file(path, b"1")
    assert path.stat().st_mode == usual.stat().st_mode
    path.chmod(0o640)
    write_file(path, b"2")
    assert path.stat().st_mode & 0o777 == 0o640


def test_links_are_followed(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    target, link = tmp_path / "folder" / "target", tmp_path / "link"
    link.symlink_to(target)
    for data in (b"1", b"2"):
        write_file(link, data)
        assert link.is_symlink()
        assert target.read_bytes() == data
    other = tmp_path / "other"
    other.hardlink_to(target)
    write_file(other, b"3")
    assert target.read_bytes() == b"3"


@pytest.mark.parametrize("has_reader", [False, True])
def test_a_pipe_is_no_file(tmp_path: Path, has_reader: bool) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK) if has_reader else None
    with pytest.raises(ValueError, match="pipe is not a regular file"):
        write_file(path, b"x")
    if reader is not None:
        assert os.read(reader, 100) == b""
        os.close(reader)
    assert path.is_fifo()


def test_neither_a_device_nor_a_folder_is_a_file(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="/dev/null is not a regular file"):
        write_file("/dev/null", b"x")
    with pytest.raises(IsADirectoryError):
        write_file(tmp_path, b"x")
    with pytest.raises(FileNotFoundError):
        write_file(tmp_path / "no" / "such", b"x")
    with pytest.raises(OSError, match="File name too long"):
        write_file(tmp_path / ("x" * 400), b"x")
    assert list(tmp_path.iterdir()) == []


def test_what_goes_wrong_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fchmod", full)
    with pytest.raises(OSError, match="No space left"):
        write_file(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM, errno.EROFS, errno.EBUSY])
def test_a_file_that_cannot_be_replaced_is_written_in_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(Path, "replace", refuse)
    path = tmp_path / "a"
    with pytest.raises(OSError, match=os.strerror(number)):
        write_file(path, b"new")
    path.write_bytes(b"old")
    write_file(path, b"new")
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_what_is_protected_stays_so(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(0o444)
    with pytest.raises(PermissionError):
        write_file(path, b"new")
    assert path.read_bytes() == b"old"
