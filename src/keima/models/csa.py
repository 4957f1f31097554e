"""Files of the cascade that scores final positions (van der Werf 2004, 8.5.3).

A file has a first line of JSON that says what it is and how it was made, and after it the networks
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
    from keima.score.cascade import Cascade

FORMAT, VERSION = "keima-csa", 1
#: More than any cascade needs; a file with more is not read.
MOST_BYTES = 1 << 22
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
    from keima.score.cascade import Cascade

    line, _, packed_networks = data.partition(b"\n")
    try:
        about = json.loads(line)
        if about["format"] != FORMAT or about["version"] != VERSION:
            raise ValueError("another format")
        units = about["units"]
        inputs = [STATIC] + [RECURSIVE] * (len(units) - 1)
        steps = unpacked(packed_networks, inputs, units)
    except KeyError as error:
        raise ValueError(f"not a cascade: it does not say {error}") from None
    except (ValueError, TypeError, RecursionError, zlib.error) as error:
        raise ValueError(f"not a cascade: {error}") from None
    return Cascade(steps), about


def write_csa(path: Path, cascade: Cascade, about: Mapping[str, object]) -> None:
    """Writes a file that `load_csa` reads, as a whole or not at all; `about` says how the cascade
    was made. Raises OSError."""
    units = [len(step.output) for step in cascade.steps]
    first = {"format": FORMAT, "version": VERSION, "units": units, **about}
    write_file(path, json.dumps(first).encode() + b"\n" + packed(cascade.steps))
