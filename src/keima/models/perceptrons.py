"""Small networks in files: the numbers of one after the other, 32-bit floating point,
little-endian, packed by zlib: mean and scale of the inputs, weights of the hidden units (inputs by
units), their biases, weights of the output and its bias."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import astuple
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from keima.score.perceptron import Perceptron

MOST_NETWORKS, MOST_UNITS = 16, 1000


def packed(networks: Sequence[Perceptron]) -> bytes:
    numbers = (array.astype("<f4").tobytes() for net in networks for array in astuple(net))
    return zlib.compress(b"".join(numbers), 9)


def unpacked(data: bytes, inputs: Sequence[int], units: Sequence[Any]) -> tuple[Perceptron, ...]:
    """Networks of so many inputs and units each. Raises ValueError, TypeError or zlib.error for
    anything else."""
    import numpy as np  # here, as `import keima` does not need it

    from keima.score.perceptron import Perceptron

    if not 1 <= len(units) <= MOST_NETWORKS or not all(
        isinstance(u, int) and 1 <= u <= MOST_UNITS for u in units
    ):
        raise ValueError("absurd networks")
    lengths = [2 * n + n * u + 2 * u + 1 for n, u in zip(inputs, units, strict=True)]
    unpacker = zlib.decompressobj()
    plain = unpacker.decompress(data, 4 * sum(lengths) + 1)
    if len(plain) != 4 * sum(lengths) or not unpacker.eof or unpacker.unused_data:
        raise ValueError("not as long as it says")
    numbers = np.frombuffer(plain, "<f4").astype(np.float32)
    if not np.isfinite(numbers).all():
        raise ValueError("a weight that is no number")
    found = []
    parts = np.split(numbers, np.cumsum(lengths)[:-1])
    for part, n, u in zip(parts, inputs, units, strict=True):
        mean, scale, hidden, bias, output, last = np.split(part, np.cumsum([n, n, n * u, u, u]))
        found.append(Perceptron(mean, scale, hidden.reshape(n, u), bias, output, last))
    return tuple(found)
