"""Files of the small networks (Ferreira 2016, 3.4.4), which give every point an output.

A file has a first line of JSON that says what it is and how it was made, and after it, packed by
zlib, all weights as 16-bit floating point numbers, little-endian, in the order that
`cpp/mlp/perceptron.h` gives.
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

from keima import _core
from keima.files import read_file, write_file
from keima.models.errors import NoNetwork

FORMAT, VERSION = "keima-mlp", 1
#: More than any network needs; a file with more is not read.
MOST_BYTES = 1 << 24
MOST_SIDE = 25


class NoMlp(NoNetwork):
    """There is no such small network, or none for this size of board."""


def known_mlps() -> list[str]:
    """The names of the networks that Keima brings, the sizes of their boards.

    >>> known_mlps()
    ['9x9', '13x13', '19x19']
    """
    names = (path.name for path in (files("keima") / "models").iterdir())
    found = [m[1] for m in (re.fullmatch(r"mlp-(\d+x\d+)\.bin", name) for name in names) if m]
    return sorted(found, key=lambda name: int(name.partition("x")[0]))


@cache
def load_mlp(name: str) -> _core.Perceptron:
    """A network by the name of one that Keima brings, or by the path of a file.

    Raises NoMlp, which names the file, if it cannot be read or is no such network.

    >>> load_mlp("9x9").side
    9
    """
    if name in known_mlps():
        data = (files("keima") / "models" / f"mlp-{name}.bin").read_bytes()
    else:
        try:
            data = read_file(name, MOST_BYTES)
        except ValueError as error:
            raise NoMlp(str(error)) from None
    try:
        net, _ = read_mlp(data)
    except ValueError as error:
        raise NoMlp(f"{name}: {error}") from None
    return net


# As for `keima.playouts.load_patterns`: what a cache holds of the core would be reported as lost.
atexit.register(load_mlp.cache_clear)


def mlp_for(name: str, width: int, height: int) -> _core.Perceptron:
    """The network for a board: `auto` for the one that Keima brings, or a name or file.

    Raises NoMlp, which says what can be done, if there is none for this size, or for a file that is
    no such network.
    """
    size = f"{width}x{height}"
    if name == "auto":
        if size not in known_mlps():
            raise NoMlp(
                f"there is no small network for boards of {size}, only for "
                f"{', '.join(known_mlps())}: learn one with `keima learn mlp` and give it as "
                "mlp=, or play without, mlp=none"
            )
        return load_mlp(size)
    net = load_mlp(name)
    if (net.side, net.side) != (width, height):
        raise NoMlp(f"the small network {name} is for boards of {net.side}x{net.side}, not {size}")
    return net


def read_mlp(data: bytes) -> tuple[_core.Perceptron, dict[str, object]]:
    """The network and what the first line says. Raises ValueError for anything else."""
    import numpy as np  # here, as `import keima` does not need it

    line, _, packed = data.partition(b"\n")
    try:
        about = json.loads(line)
        if about["format"] != FORMAT or about["version"] != VERSION:
            raise ValueError("another format")
        net = _core.Perceptron(_number(about, "side", 1), _number(about, "distance", 0))
        unpacker = zlib.decompressobj()
        plain = unpacker.decompress(packed, 2 * len(net) + 1)
        if len(plain) != 2 * len(net) or not unpacker.eof or unpacker.unused_data:
            raise ValueError("not as long as it says")
        net.set_weights(np.frombuffer(plain, "<f2").astype(np.float32))
    except KeyError as error:
        raise ValueError(f"not a small network: it does not say {error}") from None
    except (ValueError, TypeError, RecursionError, zlib.error) as error:
        raise ValueError(f"not a small network: {error}") from None
    return net, about


def write_mlp(path: Path, net: _core.Perceptron, about: Mapping[str, object]) -> None:
    """Writes a file that `load_mlp` reads, as a whole or not at all; `about` says how the network
    was made. Raises OSError; ValueError for weights too large for 16 bits."""
    import numpy as np

    with np.errstate(over="ignore"):
        weights = net.weights.astype("<f2")
    if not np.isfinite(weights).all():
        raise ValueError("a weight is too large to be written")
    first = {
        "format": FORMAT,
        "version": VERSION,
        "side": net.side,
        "distance": net.distance,
        **about,
    }
    packed = zlib.compress(weights.tobytes(), 9)
    write_file(path, json.dumps(first).encode() + b"\n" + packed)


def _number(about: Mapping[str, object], name: str, least: int) -> int:
    value = about[name]
    if not isinstance(value, int) or not least <= value <= 2 * MOST_SIDE:
        raise ValueError(f"an absurd {name}")
    return value
