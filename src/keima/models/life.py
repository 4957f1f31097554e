"""Files of the cascade that tells which blocks live (van der Werf 2004, chapter 9).

A file has a first line of JSON that says what it is and how it was made, and after it, packed by
zlib, all numbers as 32-bit floats, little-endian, in the order of `cpp/features/life_net.h`.
"""

from __future__ import annotations

import atexit
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import astuple
from functools import cache
from importlib.resources import files
from pathlib import Path

import numpy as np

from keima import _core
from keima.files import read_file, write_file
from keima.models.errors import NoNetwork
from keima.score.perceptron import Perceptron

FORMAT, VERSION = "keima-life", 1
#: More than any cascade needs; a file with more is not read.
MOST_BYTES = 1 << 22


@cache
def load_life(name: str = "life") -> _core.LifeNet:
    """The cascade that Keima brings, or that of a file. Raises NoNetwork, which names the file, if
    it cannot be read or is something else.

    >>> load_life().units[0] > 0
    True
    """
    try:
        if name == "life":
            data = (files("keima") / "models" / "life.bin").read_bytes()
        else:
            data = read_file(name, MOST_BYTES)
        return read_life(data)[0]
    except (OSError, ValueError) as error:
        raise NoNetwork(f"{name}: {error}") from None


# As for `keima.playouts.load_patterns`: what a cache holds of the core would be reported as lost.
atexit.register(load_life.cache_clear)


def read_life(data: bytes) -> tuple[_core.LifeNet, dict[str, object]]:
    """The cascade and what the first line says. Raises ValueError for anything else."""
    line, _, packed = data.partition(b"\n")
    try:
        about = json.loads(line)
        if about["format"] != FORMAT or about["version"] != VERSION:
            raise ValueError("another format")
        unpacker = zlib.decompressobj()
        plain = unpacker.decompress(packed, MOST_BYTES)
        if not unpacker.eof or unpacker.unused_data or len(plain) % 4:
            raise ValueError("not as long as it says")
        net = _core.LifeNet(about["units"], np.frombuffer(plain, "<f4").astype(np.float32))
    except KeyError as error:
        raise ValueError(f"no judge of life: it does not say {error}") from None
    except (ValueError, TypeError, RecursionError, zlib.error) as error:
        raise ValueError(f"no judge of life: {error}") from None
    return net, about


def native_life(steps: Sequence[Perceptron]) -> _core.LifeNet:
    """Raises ValueError for networks that see something else than a cascade does."""
    arrays = [array for step in steps for array in astuple(step)]
    weights = np.concatenate([np.asarray(array, np.float32).ravel() for array in arrays])
    return _core.LifeNet([len(step.output) for step in steps], weights)


def write_life(path: Path, net: _core.LifeNet, about: Mapping[str, object]) -> None:
    """Writes a file that `load_life` reads, as a whole or not at all; `about` says how the cascade
    was made. Raises OSError."""
    first = {**about, "format": FORMAT, "version": VERSION, "units": net.units}
    packed = zlib.compress(net.weights.astype("<f4").tobytes(), 9)
    write_file(path, json.dumps(first).encode() + b"\n" + packed)
