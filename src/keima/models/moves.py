"""The move model: which move a strong player makes, by shapes, tactics and distances.

A file has a first line of JSON that says what it is and how it was made, and after it, packed by
zlib, all codes (32 bits each, ascending) and all weights (16 bits each), little-endian.
"""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

from keima import _core

FORMAT = "keima-moves"
#: More than any model needs; a file with more is not read.
MOST_CODES = 1 << 22


@cache
def load_move_model(name: str) -> _core.MoveModel:
    """A model by the name of one that Keima brings, or by the path of a file.

    Raises OSError for a file that cannot be read, ValueError for one that is no move model.

    >>> isinstance(load_move_model("9x9"), _core.MoveModel)
    True
    """
    brought = files("keima") / "models" / f"moves-{name}.bin"
    data = brought.read_bytes() if brought.is_file() else Path(name).read_bytes()
    codes, weights, _ = read_move_model(data)
    return _core.MoveModel(codes, weights)


def read_move_model(data: bytes) -> tuple[array[int], array[int], dict[str, object]]:
    """The codes, the weights and what the first line says."""
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
    except (ValueError, KeyError, TypeError, zlib.error) as error:
        raise ValueError(f"not a move model: {error}") from None
    codes, weights = array("I"), array("h")
    codes.frombytes(plain[: 4 * count])
    weights.frombytes(plain[4 * count :])
    if sys.byteorder == "big":
        codes.byteswap()
        weights.byteswap()
    return codes, weights, about


def write_move_model(
    path: Path, codes: Sequence[int], weights: Sequence[int], about: Mapping[str, object]
) -> None:
    """Writes a file that `load_move_model` reads; `about` says how the model was made."""
    first = {"format": FORMAT, "version": 1, "codes": len(codes), **about}
    columns = [array("I", codes), array("h", weights)]
    if sys.byteorder == "big":
        for column in columns:
            column.byteswap()
    packed = zlib.compress(b"".join(column.tobytes() for column in columns), 9)
    path.write_bytes(json.dumps(first).encode() + b"\n" + packed)
