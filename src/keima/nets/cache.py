"""Models made of networks, kept as files, so that the next start need not make them again.

A model is a folder with `model.xml` and `model.bin` (OpenVINO's format) and `model.json`, which
says what it is and what the other two must look like. Files are replaced as wholes, the JSON last,
so a reader never sees half a model; a model that is not as its JSON says is made again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from keima.files import read_text, write_file
from keima.nets.runtime import openvino

MOST_JSON = 1 << 20
_FILES = ("model.bin", "model.xml")
_NEW = ".new-"
#: Seconds after which nobody is writing a model any more.
_ABANDONED = 3600.0


def read_facts(path: Path) -> dict[str, Any] | None:
    """A JSON object of the cache, None if there is none that can be read."""
    try:
        found = json.loads(read_text(path, MOST_JSON))
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def load_model(folder: Path) -> dict[str, Any] | None:
    """What `model.json` says, None if the model is not there or not whole."""
    facts = read_facts(folder / "model.json")
    if facts is None or not isinstance(facts.get("files"), dict):
        return None
    for name in _FILES:
        try:
            if facts["files"].get(name) != _fingerprint(folder / name):
                return None
        except OSError:
            return None
    return facts


def save_model(folder: Path, model: Any, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Writes a model and its facts, and gives the facts as `load_model` would. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    _tidy(folder)
    with tempfile.TemporaryDirectory(dir=folder, prefix=_NEW) as new:
        try:
            openvino().save_model(model, str(Path(new) / "model.xml"), compress_to_fp16=False)
        except RuntimeError as error:
            raise OSError(f"cannot write to {folder}: {str(error).strip()[-300:]}") from None
        whole = {**facts, "files": {name: _fingerprint(Path(new) / name) for name in _FILES}}
        for name in _FILES:
            (Path(new) / name).replace(folder / name)
    write_file(folder / "model.json", json.dumps(whole, indent=1).encode())
    return whole


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Others who want to make models there wait meanwhile, where the system has such locks."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        import fcntl
    except ImportError:
        yield
        return
    with (folder / "lock").open("w") as file:
        # Some file systems have no locks: then both make the same model.
        with contextlib.suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def clear(folder: Path) -> None:
    """Deletes what is kept there."""
    shutil.rmtree(folder, ignore_errors=True)


def writable(folder: Path) -> bool:
    """Can models be kept there?"""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK | os.X_OK)


def _tidy(folder: Path) -> None:
    """Deletes what was left half written by a process that was killed."""
    for path in folder.glob(f"{_NEW}*"):
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > _ABANDONED:
                shutil.rmtree(path)


def _fingerprint(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
