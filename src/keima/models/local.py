"""The local model: which moves are good where they are (van der Werf 2004, chapter 7).

A file has a first line of JSON that says what it is and how it was made, and after it, packed by
zlib, all weights as 32-bit floats, little-endian, in the order of `cpp/features/local_model.h`.
"""

from __future__ import annotations

import atexit
import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from keima import _core
from keima.files import read_file, write_file
from keima.models.errors import NoNetwork
from keima.points import LARGE_SIDE

FORMAT = "keima-local"
#: More than any model needs; a file with more is not read.
MOST_BYTES, MOST_HIDDEN = 1 << 22, 512
RADII = (2, 5)

Weights = npt.NDArray[np.float32]


@dataclass(frozen=True)
class LocalFile:
    """A model's weights, and what its file says of it."""

    #: How far the regions of stones and of liberties reach.
    stones: int
    liberties: int
    hidden: int
    #: What its values are multiplied with to become logarithms of probabilities.
    sharpness: float
    weights: Weights
    about: Mapping[str, object] = field(default_factory=dict)

    def values_of(self, vectors: Weights) -> Weights:
        """What moves with these features, a row each, are worth, as the core computes it."""
        rows, biases, out = np.split(self.weights, [-2 * self.hidden, -self.hidden])
        hidden = np.tanh(vectors @ rows.reshape(-1, self.hidden) + biases)
        return np.asarray(hidden @ out, np.float32)

    def native(self) -> _core.LocalModel:
        """Raises ValueError for weights that are none."""
        return _core.LocalModel(
            self.stones, self.liberties, self.hidden, self.weights, self.sharpness
        )


def local_for(name: str, width: int, height: int) -> _core.LocalModel:
    """A model for boards of a size: `auto` for the one that Keima brings for them, another one that
    it brings by name, or a file. Raises NoNetwork, which names it, if there is none or it cannot
    be read."""
    if name == "auto":
        name = "19x19" if min(width, height) >= LARGE_SIDE else "9x9"
    return load_local(name)


@cache
def load_local(name: str) -> _core.LocalModel:
    """A model by the name of one that Keima brings, or by its file. Raises NoNetwork.

    >>> load_local("9x9").hidden
    100
    """
    return read_named(name).native()


# As for `keima.playouts.load_patterns`: what a cache holds of the core would be reported as lost.
atexit.register(load_local.cache_clear)


def read_named(name: str) -> LocalFile:
    """As `load_local`, with the weights."""
    brought = files("keima") / "models" / f"local-{name}.bin"
    if re.fullmatch(r"\w+", name) and brought.is_file():
        return read_local(brought.read_bytes(), name)
    try:
        data = read_file(name, MOST_BYTES)
    except ValueError as error:
        raise NoNetwork(str(error)) from None
    return read_local(data, name)


def read_local(data: bytes, name: str) -> LocalFile:
    """Raises NoNetwork, which names the file, for anything else."""
    try:
        line, _, packed = data.partition(b"\n")
        about: dict[str, Any] = json.loads(line)
        if about["format"] != FORMAT or about["version"] != 1:
            raise ValueError("another format")
        stones, liberties = (_whole(about, key, *RADII) for key in ("stones", "liberties"))
        hidden = _whole(about, "hidden", 1, MOST_HIDDEN)
        size = 4 * hidden * (_core.local_starts(stones, liberties)[-1] + 2)
        unpacker = zlib.decompressobj()
        plain = unpacker.decompress(packed, size + 1)
        if len(plain) != size or not unpacker.eof or unpacker.unused_data:
            raise ValueError("not as long as it says")
        sharpness = about["sharpness"]
        if not isinstance(sharpness, int | float):
            raise ValueError("a sharpness that is no number")
        weights = np.frombuffer(plain, "<f4").astype(np.float32)
        model = LocalFile(stones, liberties, hidden, float(sharpness), weights, about)
        model.native()
    except KeyError as error:
        raise NoNetwork(f"{name} is no local model: it does not say {error}") from None
    except (ValueError, TypeError, OverflowError, RecursionError, zlib.error) as error:
        raise NoNetwork(f"{name} is no local model: {error}") from None
    return model


def _whole(about: Mapping[str, Any], key: str, least: int, most: int) -> int:
    value = about[key]
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{key} must be from {least} to {most}, got {value!r}")
    return value


def write_local(path: Path, model: LocalFile) -> None:
    """Writes a file that `load_local` reads, as a whole or not at all. Raises OSError; ValueError
    for weights that are none."""
    model.native()
    own = {
        "stones": model.stones,
        "liberties": model.liberties,
        "hidden": model.hidden,
        "sharpness": round(model.sharpness, 4),
    }
    first = {**model.about, "format": FORMAT, "version": 1, **own}
    packed = zlib.compress(model.weights.astype("<f4").tobytes(), 9)
    write_file(path, json.dumps(first).encode() + b"\n" + packed)
