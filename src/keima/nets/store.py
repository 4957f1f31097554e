"""Networks by name: added ones, those that Keima brings, those of an installed KaTrain."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from keima.files import read_file, write_file
from keima.nets.description import NetworkError
from keima.nets.folders import home, networks_folder
from keima.nets.source import MOST_FILE
from keima.points import LARGE_SIDE

SUFFIXES = (".bin.gz", ".txt.gz")
#: What Keima brings, for boards that are not large and for those that are.
BROUGHT_SMALL, BROUGHT_LARGE = "keima-9x9", "keima-19x19"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,99}")


class Known(NamedTuple):
    """A network that can be asked for by name. `source` is `added`, `brought` or `katrain`."""

    name: str
    path: Path
    source: str


def known_networks() -> list[Known]:
    """All networks with a name; of two with the same name only the first counts."""
    found: dict[str, Known] = {}
    for source, folder in (
        ("added", networks_folder()),
        ("brought", _brought_folder()),
        *(("katrain", folder) for folder in _katrain_folders()),
    ):
        for path in _files(folder):
            known = Known(name_of(path), path, source)
            found.setdefault(known.name, known)
    return list(found.values())


def find_network(name: str | os.PathLike[str]) -> Path:
    """The file of a network: by name, by the beginning of a name that no other has, or by path.

    Raises NetworkError, which says what there is.
    """
    text = os.fspath(name)
    networks = known_networks()
    for wanted in (
        [n for n in networks if n.name == text],
        [n for n in networks if n.path.name == text],
    ):
        if wanted:
            return wanted[0].path
    if text.endswith(SUFFIXES) or os.sep in text or _is_file(text):
        if not _is_file(text):
            raise NetworkError(f"there is no network file {text}")
        return Path(text)
    begins = [known for known in networks if text and known.name.startswith(text)]
    if len(begins) == 1:
        return begins[0].path
    names = ", ".join(known.name for known in begins or networks)
    if begins:
        raise NetworkError(f"network {text!r} could be any of {names}")
    raise NetworkError(
        f"there is no network {text!r}; there are {names}; keima net add FILE adds others"
    )


def best_networks(width: int, height: int) -> list[Known]:
    """The networks for boards of this size, best first: those that were added, the largest before
    the others, and at last the one that Keima brings."""
    networks = known_networks()
    added = [(known, _size(known.path)) for known in networks if known.source == "added"]
    added.sort(key=lambda pair: -pair[1])
    wanted = BROUGHT_LARGE if min(width, height) >= LARGE_SIDE else BROUGHT_SMALL
    brought = next(path for path in _files(_brought_folder()) if name_of(path) == wanted)
    return [*(known for known, size in added if size), Known(wanted, brought, "brought")]


def add_network(source: str | os.PathLike[str], name: str | None = None) -> Known:
    """Copies a network to the user's networks, under a name or that of its file, after reading it.

    Raises OSError; NetworkError if it is no network that Keima can use, or another network has
    the name.
    """
    from keima.nets.reader import parse_network

    path = find_network(source)
    name = name_of(path) if name is None else name
    if not _NAME.fullmatch(name):
        raise NetworkError(f"{name!r} is no name: letters, digits and . _ + - are allowed")
    try:
        data = read_file(path, MOST_FILE)
        parse_network(data)
    except ValueError as error:
        raise NetworkError(f"{path}: {error}") from None
    suffix = ".txt.gz" if path.name.endswith(".txt.gz") else ".bin.gz"
    place = networks_folder() / (name + suffix)
    for known in known_networks():
        if known.name == name and known.source == "added":
            if read_file(known.path, MOST_FILE) == data:
                return known
            raise NetworkError(f"there is another network {name!r}; --name gives this one its own")
    place.parent.mkdir(parents=True, exist_ok=True)
    write_file(place, data)
    return Known(name, place, "added")


def remove_network(name: str) -> Known:
    """Deletes an added network. What was made of it stays in the cache until that is cleared.

    Raises OSError; NetworkError if none was added under this name.
    """
    for known in known_networks():
        if known.name == name:
            if known.source != "added":
                raise NetworkError(f"{name} was not added: it is {known.path}")
            known.path.unlink()
            return known
    raise NetworkError(f"no network {name!r} was added")


def name_of(path: Path) -> str:
    """
    >>> name_of(Path("somewhere/b6.bin.gz"))
    'b6'
    """
    for suffix in SUFFIXES:
        if path.name.endswith(suffix):
            return path.name[: -len(suffix)]
    return path.name


def hash_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal digits. Raises NetworkError if it cannot be read."""
    try:
        status = path.stat()
        return _hash(path, status.st_size, (status.st_ino, status.st_mtime_ns))
    except OSError as error:
        raise NetworkError(f"cannot read {path}: {error.strerror}") from None


@lru_cache(maxsize=64)
def _hash(path: Path, size: int, state: tuple[int, int]) -> str:
    if size > MOST_FILE or not path.is_file():
        raise NetworkError(f"cannot read {path}: not a file of at most {MOST_FILE:,} bytes")
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _brought_folder() -> Path:
    return Path(str(files("keima") / "models"))


def _katrain_folders() -> list[Path]:
    """Where KaTrain brings its networks, and where it keeps those it fetched."""
    folders = [home() / ".katrain"]
    try:
        spec = importlib.util.find_spec("katrain")
    except (ImportError, ValueError):
        spec = None
    for place in (spec.submodule_search_locations or []) if spec else []:
        folders.append(Path(place) / "models")
    # Mostly it has a Python environment of its own, of which the program alone is to be seen.
    program = shutil.which("katrain")
    if program is not None:
        environment = Path(program).resolve().parent.parent
        for packages in ("lib/python*/*-packages", "Lib/site-packages"):
            folders += sorted(environment.glob(f"{packages}/katrain/models"))
    return folders


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # no name that a file could have
        return False


def _size(path: Path) -> int:
    """0 when the file has gone."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _files(folder: Path) -> list[Path]:
    try:
        return sorted(
            path for path in folder.iterdir() if path.name.endswith(SUFFIXES) and path.is_file()
        )
    except OSError:
        return []
