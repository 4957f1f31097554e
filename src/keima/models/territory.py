"""Files of the learned estimates of territory (van der Werf 2004, section 10.3).

A file has a first line of JSON that says what it is and how it was made, and after it, packed by
zlib, all weights as 32-bit floats, little-endian, in the order of `cpp/features/territory_net.h`.
"""

from __future__ import annotations

import atexit
import json
import re
import zlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from keima import _core
from keima.files import read_file, write_file
from keima.models.errors import NoNetwork

FORMAT, VERSION = "keima-territory", 1
#: More than any network needs; a file with more is not read.
MOST_BYTES, MOST_RADIUS, MOST_HIDDEN = 1 << 20, 8, 256


@cache
def load_territory(name: str) -> _core.TerritoryNet:
    """A network by the name of one that Keima brings, `smlp` or `emlp`, or by the path of a file.

    Raises NoNetwork, which names the file, if it cannot be read or is no such network.

    >>> load_territory("emlp").enhanced
    True
    """
    brought = files("keima") / "models" / f"territory-{name}.bin"
    try:
        if re.fullmatch(r"\w+", name) and brought.is_file():
            data = brought.read_bytes()
        else:
            data = read_file(name, MOST_BYTES)
        return read_territory(data)[0]
    except ValueError as error:
        raise NoNetwork(f"{name}: {error}") from None


# As for `keima.playouts.load_patterns`: what a cache holds of the core would be reported as lost.
atexit.register(load_territory.cache_clear)


def read_territory(data: bytes) -> tuple[_core.TerritoryNet, dict[str, object]]:
    """The network and what the first line says. Raises ValueError for anything else."""
    line, _, packed = data.partition(b"\n")
    try:
        about: dict[str, Any] = json.loads(line)
        if about["format"] != FORMAT or about["version"] != VERSION:
            raise ValueError("another format")
        radius = _number(about, "radius", 1, MOST_RADIUS)
        hidden = _number(about, "hidden", 0, MOST_HIDDEN)
        if type(about["enhanced"]) is not bool:
            raise ValueError("enhanced must be true or false")
        unpacker = zlib.decompressobj()
        plain = unpacker.decompress(packed, MOST_BYTES)
        if not unpacker.eof or unpacker.unused_data or len(plain) % 4:
            raise ValueError("not as long as it says")
        weights = np.frombuffer(plain, "<f4").astype(np.float32)
        net = _core.TerritoryNet(radius, about["enhanced"], hidden, weights)
    except KeyError as error:
        raise ValueError(f"no estimate of territory: it does not say {error}") from None
    except (ValueError, TypeError, RecursionError, zlib.error) as error:
        raise ValueError(f"no estimate of territory: {error}") from None
    return net, about


def write_territory(path: Path, net: _core.TerritoryNet, about: Mapping[str, object]) -> None:
    """Writes a file that `load_territory` reads, as a whole or not at all; `about` says how the
    network was made. Raises OSError."""
    own = {"radius": net.radius, "enhanced": net.enhanced, "hidden": net.hidden}
    first = {**about, "format": FORMAT, "version": VERSION, **own}
    packed = zlib.compress(net.weights.astype("<f4").tobytes(), 9)
    write_file(path, json.dumps(first).encode() + b"\n" + packed)


def _number(about: Mapping[str, Any], name: str, least: int, most: int) -> int:
    value = about[name]
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{name} must be from {least} to {most}, got {value!r}")
    return value
