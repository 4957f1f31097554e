"""Shallow networks (Keller & Perez 2016): which move is played, by one small hidden layer.

A network belongs to one size of board. A file has a first line of JSON that says what it is and how
it was made, and after it, packed by zlib, all weights as 32-bit floats, little-endian, in the order
of `cpp/nets/shallow.h`.
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

FORMAT = "keima-shallow"
#: More than any network needs; a file with more is not read.
MOST_BYTES, MOST_SIZE, MOST_KERNELS = 1 << 22, 25, 64
#: With larger weights, sums of products could leave the range of floats.
MOST_WEIGHT = 1e6
KERNEL, OUTPUT = 5, 3

Weights = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Shape:
    """What a network is made of: see `cpp/nets/shallow.h`."""

    size: int
    kernels: int = 10
    #: Does it see the last two moves?
    history: bool = True
    #: Does it see who owns the points after a few playouts?
    owner: bool = False

    @property
    def planes(self) -> int:
        """
        >>> Shape(9).planes, Shape(9, history=False).planes
        (20, 18)
        """
        return _core.SHALLOW_STATES + 2 * self.history + self.owner

    @property
    def parts(self) -> dict[str, tuple[int, ...]]:
        """The shape of each group of weights, in order."""
        area = self.size * self.size
        return {
            "input": (self.planes, KERNEL, KERNEL, self.kernels),
            "biases": (area, self.kernels),
            "output": (OUTPUT, OUTPUT, self.kernels),
            "output_biases": (area,),
        }

    @property
    def weights(self) -> int:
        return sum(int(np.prod(sides)) for sides in self.parts.values())

    def split(self, weights: Weights) -> dict[str, Weights]:
        """The groups, as views of all weights."""
        found, start = {}, 0
        for name, sides in self.parts.items():
            count = int(np.prod(sides))
            found[name] = weights[start : start + count].reshape(sides)
            start += count
        return found


@dataclass(frozen=True)
class ShallowModel:
    """A network's weights, and what its file says of it."""

    shape: Shape
    weights: Weights
    about: Mapping[str, object] = field(default_factory=dict)

    def native(self) -> _core.ShallowNet:
        """Raises ValueError for weights that are none."""
        s = self.shape
        if not (np.abs(self.weights) <= MOST_WEIGHT).all():
            raise ValueError(f"a weight is no number, or beyond {MOST_WEIGHT:g}")
        return _core.ShallowNet(s.size, s.kernels, s.history, s.owner, self.weights)


def brought_networks() -> list[str]:
    """The names of the networks that Keima brings, with their sizes.

    >>> "ht-9x9" in brought_networks()
    True
    """
    names = (path.name for path in (files("keima") / "models").iterdir())
    found = (re.fullmatch(r"shallow-(.+)\.bin", name) for name in names)
    return sorted(match[1] for match in found if match)


@cache
def load_shallow(name: str, size: int) -> _core.ShallowNet:
    """A network for boards of a size: by the name of one that Keima brings, or by its file.

    Raises ValueError, which names it, if there is none, if it cannot be read or is for boards of
    another size.

    >>> load_shallow("t", 9).history
    False
    >>> load_shallow("t", 13)
    Traceback (most recent call last):
    ...
    keima.models.errors.NoNetwork: there is no shallow network 't' for 13x13, only for 9x9, 19x19
    """
    model = read_named(name, size)
    if model.shape.size != size:
        own = model.shape.size
        raise NoNetwork(f"{name}: the network is for {own}x{own}, not for {size}x{size}")
    return model.native()


# As for `keima.playouts.load_patterns`: what a cache holds of the core would be reported as lost.
atexit.register(load_shallow.cache_clear)


def read_named(name: str, size: int) -> ShallowModel:
    """As `load_shallow`, with the weights; a file may be for another size."""
    brought = files("keima") / "models" / f"shallow-{name}-{size}x{size}.bin"
    if re.fullmatch(r"[\w-]+", name):
        if brought.is_file():
            return read_shallow(brought.read_bytes(), name)
        known = [other.removeprefix(f"{name}-") for other in brought_networks()]
        known = sorted((k for k in known if re.fullmatch(r"\d+x\d+", k)), key=len)
        if known:
            raise NoNetwork(
                f"there is no shallow network {name!r} for {size}x{size}, "
                f"only for {', '.join(known)}"
            )
    try:
        data = read_file(name, MOST_BYTES)
    except ValueError as error:
        raise NoNetwork(str(error)) from None
    return read_shallow(data, name)


def read_shallow(data: bytes, name: str) -> ShallowModel:
    """Raises ValueError, which names the file, for anything else."""
    try:
        line, _, packed = data.partition(b"\n")
        about: dict[str, Any] = json.loads(line)
        if about["format"] != FORMAT or about["version"] != 1:
            raise ValueError("another format")
        shape = _shape(about)
        unpacker = zlib.decompressobj()
        plain = unpacker.decompress(packed, 4 * shape.weights + 1)
        if len(plain) != 4 * shape.weights or not unpacker.eof or unpacker.unused_data:
            raise ValueError("not as long as it says")
        model = ShallowModel(shape, np.frombuffer(plain, "<f4").astype(np.float32), about)
        model.native()
    except KeyError as error:
        raise NoNetwork(f"{name} is no shallow network: it does not say {error}") from None
    except (ValueError, TypeError, RecursionError, zlib.error) as error:
        raise NoNetwork(f"{name} is no shallow network: {error}") from None
    return model


def _shape(about: Mapping[str, Any]) -> Shape:
    for key, least, most in (("size", 1, MOST_SIZE), ("kernels", 1, MOST_KERNELS)):
        if type(about[key]) is not int or not least <= about[key] <= most:
            raise ValueError(f"{key} must be from {least} to {most}, got {about[key]!r}")
    for key in ("history", "owner"):
        if type(about[key]) is not bool:
            raise ValueError(f"{key} must be true or false, got {about[key]!r}")
    return Shape(about["size"], about["kernels"], about["history"], about["owner"])


def write_shallow(path: Path, model: ShallowModel) -> None:
    """Writes a file that `load_shallow` reads, as a whole or not at all. Raises OSError; ValueError
    for weights that are none."""
    model.native()
    s = model.shape
    own = {"size": s.size, "kernels": s.kernels, "history": s.history, "owner": s.owner}
    first = {**model.about, "format": FORMAT, "version": 1, **own}
    packed = zlib.compress(model.weights.astype("<f4").tobytes(), 9)
    write_file(path, json.dumps(first).encode() + b"\n" + packed)
