"""The joseki dictionary: which moves strong players make in a corner.

A file has a first line of JSON that says what it is and how it was made, and after it the keys of
the moves (`cpp/features/joseki.h`), 32 bits each, ascending, little-endian.
"""

from __future__ import annotations

import atexit
import json
import re
import sys
from array import array
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

from keima import _core
from keima.files import read_file, write_file

FORMAT = "keima-joseki"
#: More than any dictionary needs; a file with more is not read.
MOST_KEYS = 1 << 22


@cache
def load_joseki(name: str) -> _core.Joseki:
    """A dictionary by the name of one that Keima brings, or by the path of a file.

    Raises ValueError, which names the file, if it cannot be read or is none.

    >>> len(load_joseki("19x19")) > 1000
    True
    """
    brought = files("keima") / "models" / f"joseki-{name}.bin"
    if re.fullmatch(r"\w+", name) and brought.is_file():
        data = brought.read_bytes()
    else:
        data = read_file(name, 8 * MOST_KEYS)
    try:
        return _core.Joseki(read_joseki(data))
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


# As for `keima.playouts.load_patterns`: what a cache holds of the core would be reported as lost.
atexit.register(load_joseki.cache_clear)


def read_joseki(data: bytes) -> array[int]:
    """The keys of a file. Raises ValueError for anything else."""
    line, _, packed = data.partition(b"\n")
    try:
        about = json.loads(line)
        if about["format"] != FORMAT or about["version"] != 1:
            raise ValueError("another format")
        if len(packed) != 4 * about["keys"] or len(packed) > 4 * MOST_KEYS:
            raise ValueError("not as long as it says")
    except KeyError as error:
        raise ValueError(f"not a joseki dictionary: it does not say {error}") from None
    except (ValueError, TypeError, RecursionError) as error:
        raise ValueError(f"not a joseki dictionary: {error}") from None
    keys = array("I")
    keys.frombytes(packed)
    if sys.byteorder == "big":
        keys.byteswap()
    if not _ascend(keys):
        raise ValueError("not a joseki dictionary: its keys do not ascend")
    return keys


def write_joseki(path: Path, keys: Sequence[int], about: Mapping[str, object]) -> None:
    """Writes a file that `load_joseki` reads, as a whole or not at all; `about` says how the
    dictionary was made. Raises OSError; ValueError for keys that do not ascend."""
    if not _ascend(keys):
        raise ValueError("expected keys that ascend")
    first = {"format": FORMAT, "version": 1, "keys": len(keys), **about}
    column = array("I", keys)
    if sys.byteorder == "big":
        column.byteswap()
    write_file(path, json.dumps(first).encode() + b"\n" + column.tobytes())


def _ascend(keys: Sequence[int]) -> bool:
    return all(a < b for a, b in pairwise(keys))
