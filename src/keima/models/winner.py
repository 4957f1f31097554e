"""Files of the network that tells who will win an unfinished game.

A file has a first line of JSON that says what it is and how it was made, and after it the network
as in `keima.models.perceptrons`.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from keima.files import read_file, write_file
from keima.models.errors import NoNetwork
from keima.models.perceptrons import packed, unpacked

if TYPE_CHECKING:
    from keima.score.perceptron import Perceptron

FORMAT, VERSION = "keima-winner", 1
MOST_BYTES = 1 << 20


@cache
def load_winner(name: str = "winner") -> Perceptron:
    """The network that Keima brings, or that of a file. Raises NoNetwork, which names the file, if
    it cannot be read or is something else.

    >>> len(load_winner().output) > 0
    True
    """
    try:
        if name == "winner":
            data = (files("keima") / "models" / "winner.bin").read_bytes()
        else:
            data = read_file(name, MOST_BYTES)
        return read_winner(data)[0]
    except (OSError, ValueError) as error:
        raise NoNetwork(f"{name}: {error}") from None


def read_winner(data: bytes) -> tuple[Perceptron, dict[str, object]]:
    """The network and what the first line says. Raises ValueError for anything else."""
    from keima.score.winner import INPUTS

    line, _, numbers = data.partition(b"\n")
    try:
        about = json.loads(line)
        if about["format"] != FORMAT or about["version"] != VERSION:
            raise ValueError("another format")
        (net,) = unpacked(numbers, [INPUTS], [about["units"]])
    except KeyError as error:
        raise ValueError(f"it tells no winners: it does not say {error}") from None
    except (ValueError, TypeError, RecursionError, zlib.error) as error:
        raise ValueError(f"it tells no winners: {error}") from None
    return net, about


def write_winner(path: Path, net: Perceptron, about: Mapping[str, object]) -> None:
    """Writes a file that `load_winner` reads, as a whole or not at all; `about` says how the
    network was made. Raises OSError."""
    first = {**about, "format": FORMAT, "version": VERSION, "units": len(net.output)}
    write_file(path, json.dumps(first).encode() + b"\n" + packed([net]))
