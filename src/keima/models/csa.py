"""Files of the cascade that scores final positions (van der Werf 2004, 8.5.3).

A file has a first line of JSON that says what it is and how it was made, and after it, packed by
zlib, the numbers of each network in turn, 32-bit floating point, little-endian: mean and scale of
the inputs, weights of the hidden units (inputs by units), their biases, weights of the output and
its bias.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import astuple
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from keima.files import read_file, write_file
from keima.models.errors import NoNetwork

if TYPE_CHECKING:
    from keima.score.cascade import Cascade

FORMAT, VERSION = "keima-csa", 1
#: More than any cascade needs; a file with more is not read.
MOST_BYTES, MOST_STEPS, MOST_UNITS = 1 << 22, 16, 1000
STATIC, RECURSIVE = 53, 59


class NoCascade(NoNetwork):
    """There is no such cascade."""


@cache
def load_csa(name: str = "csa") -> Cascade:
    """The cascade that Keima brings, or that of a file. Raises NoCascade, which names the file, if
    it cannot be read or is something else.

    >>> len(load_csa().steps)
    4
    """
    try:
        if name == "csa":
            data = (files("keima") / "models" / "csa.bin").read_bytes()
        else:
            data = read_file(name, MOST_BYTES)
        found, _ = read_csa(data)
    except (OSError, ValueError) as error:
        raise NoCascade(f"{name}: {error}") from None
    return found


def read_csa(data: bytes) -> tuple[Cascade, dict[str, object]]:
    """The cascade and what the first line says. Raises ValueError for anything else."""
    import numpy as np  # here, as `import keima` does not need it

    from keima.score.cascade import Cascade
    from keima.score.perceptron import Perceptron

    line, _, packed = data.partition(b"\n")
    try:
        about = json.loads(line)
        if about["format"] != FORMAT or about["version"] != VERSION:
            raise ValueError("another format")
        units = about["units"]
        if not 1 <= len(units) <= MOST_STEPS or not all(
            isinstance(u, int) and 1 <= u <= MOST_UNITS for u in units
        ):
            raise ValueError("absurd networks")
        inputs = [STATIC] + [RECURSIVE] * (len(units) - 1)
        lengths = [2 * n + n * u + 2 * u + 1 for n, u in zip(inputs, units, strict=True)]
        unpacker = zlib.decompressobj()
        plain = unpacker.decompress(packed, 4 * sum(lengths) + 1)
        if len(plain) != 4 * sum(lengths) or not unpacker.eof or unpacker.unused_data:
            raise ValueError("not as long as it says")
        numbers = np.frombuffer(plain, "<f4").astype(np.float32)
        if not np.isfinite(numbers).all():
            raise ValueError("a weight that is no number")
        steps = []
        for part, n, u in zip(
            np.split(numbers, np.cumsum(lengths)[:-1]), inputs, units, strict=True
        ):
            mean, scale, hidden, bias, output, last = np.split(part, np.cumsum([n, n, n * u, u, u]))
            steps.append(Perceptron(mean, scale, hidden.reshape(n, u), bias, output, last))
    except KeyError as error:
        raise ValueError(f"not a cascade: it does not say {error}") from None
    except (ValueError, TypeError, RecursionError, zlib.error) as error:
        raise ValueError(f"not a cascade: {error}") from None
    return Cascade(tuple(steps)), about


def write_csa(path: Path, cascade: Cascade, about: Mapping[str, object]) -> None:
    """Writes a file that `load_csa` reads, as a whole or not at all; `about` says how the cascade
    was made. Raises OSError."""
    units = [len(step.output) for step in cascade.steps]
    first = {"format": FORMAT, "version": VERSION, "units": units, **about}
    numbers = b"".join(
        array.astype("<f4").tobytes() for step in cascade.steps for array in astuple(step)
    )
    write_file(path, json.dumps(first).encode() + b"\n" + zlib.compress(numbers, 9))
