"""The move model: which move a strong player makes, by shapes, tactics and distances.

A file has a first line of JSON that says what it is and how it was made, and after it, packed by
zlib, all codes (32 bits each, ascending) and all weights (16 bits each), little-endian.
"""

from __future__ import annotations

import atexit
import json
import re
import sys
import zlib
from array import array
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

from keima import _core
from keima.files import read_file, write_file

FORMAT = "keima-moves"
#: More than any model needs; a file with more is not read.
MOST_CODES, MOST_BYTES = 1 << 22, 1 << 26


@cache
def load_move_model(name: str) -> _core.MoveModel:
    """A model by the name of one that Keima brings, or by the path of a file.

    Raises ValueError, which names the file, if it cannot be read or is no move model.

    >>> isinstance(load_move_model("9x9"), _core.MoveModel)
    True
    """
    brought = files("keima") / "models" / f"moves-{name}.bin"
    if re.fullmatch(r"\w+", name) and brought.is_file():
        data = brought.read_bytes()
    else:
        data = read_file(name, MOST_BYTES)
    try:
        codes, weights, _ = read_move_model(data)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
    return _core.MoveModel(codes, weights)


# As for `keima.playouts.load_patterns`: what a cache holds of the core would be reported as lost.
atexit.register(load_move_model.cache_clear)


def read_move_model(data: bytes) -> tuple[array[int], array[int], dict[str, object]]:
    """The codes, the weights and what the first line says. Raises ValueError for anything else."""
    line, _, packed = data.partition(b"\n")
    try:
        about = json.loads(line)
        count = about["codes"]
        if about["format"] != FORMAT or about["version"] != 1:
            raise ValueError("another format")
        if not isinstance(count, int) or not 0 <= count <= MOST_CODES:
            raise ValueError("an absurd number of codes")
        unpacker = zlib.decompressobj()
        plain = unpacker.decompress(packed, 6 * count + 1)
        if len(plain) != 6 * count or not unpacker.eof:
            raise ValueError("not as long as it says")
    except KeyError as error:
        raise ValueError(f"not a move model: it does not say {error}") from None
    except (ValueError, TypeError, RecursionError, zlib.error) as error:
        raise ValueError(f"not a move model: {error}") from None
    codes, weights = array("I"), array("h")
    codes.frombytes(plain[: 4 * count])
    weights.frombytes(plain[4 * count :])
    if sys.byteorder == "big":
        codes.byteswap()
        weights.byteswap()
    if not _ascend(codes):
        raise ValueError("not a move model: its codes do not ascend")
    return codes, weights, about


def write_move_model(
    path: Path, codes: Sequence[int], weights: Sequence[int], about: Mapping[str, object]
) -> None:
    """Writes a file that `load_move_model` reads, as a whole or not at all; `about` says how the
    model was made. Raises OSError; ValueError for codes that do not ascend."""
    if len(codes) != len(weights) or not _ascend(codes):
        raise ValueError("expected codes that ascend, and a weight for each")
    first = {"format": FORMAT, "version": 1, "codes": len(codes), **about}
    columns = [array("I", codes), array("h", weights)]
    if sys.byteorder == "big":
        for column in columns:
            column.byteswap()
    packed = zlib.compress(b"".join(column.tobytes() for column in columns), 9)
    write_file(path, json.dumps(first).encode() + b"\n" + packed)


def _ascend(codes: Sequence[int]) -> bool:
    return all(a < b for a, b in pairwise(codes))
