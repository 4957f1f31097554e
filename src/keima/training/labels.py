"""What a teacher said of positions, kept in a file for as long as it is of use.

Records are appended, a block at a time; half a record at the end, of a run that was killed, is
cut off. A probability is a byte, -16 times its logarithm; an owner is a byte from -127 to 127.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from keima.files import read_text, write_file

Array = npt.NDArray[Any]

_STEPS = 16.0


def record_type(size: int) -> np.dtype[Any]:
    area = size * size
    return np.dtype(
        [
            ("pack", "u1"),
            ("game", "<i4"),
            ("move", "<i2"),
            ("value", "<f2", 3),
            ("score", "<f2", 4),
            ("policy", "u1", area + 1),
            ("owners", "i1", area),
        ]
    )


def encode_policy(probabilities: Array) -> Array:
    """
    >>> codes = encode_policy(np.array([[0.5, 0.3, 0.2, 1e-9]]))
    >>> [round(float(p), 2) for p in decode_policy(codes)[0]]
    [0.5, 0.3, 0.2, 0.0]
    """
    logs = -_STEPS * np.log(np.maximum(probabilities, 1e-30))
    return np.clip(np.round(logs), 0, 255).astype(np.uint8)


_DECODED = np.append(np.exp(-np.arange(255) / _STEPS), 0).astype(np.float32)


def decode_policy(codes: Array) -> Array:
    values = _DECODED[codes]
    return np.asarray(values / values.sum(-1, keepdims=True))


class Labels:
    """The file for one board size. `about` says whose labels of which packs they are; a file that
    says otherwise is refused with ValueError."""

    def __init__(self, folder: Path, size: int, about: dict[str, object]) -> None:
        self.type = record_type(size)
        self._path = folder / f"labels-{size}x{size}.bin"
        header = self._path.with_suffix(".json")
        if header.exists():
            known = json.loads(read_text(header, 1 << 20))
            if known != json.loads(json.dumps(about)):
                raise ValueError(
                    f"{self._path} has labels of another teacher or other data: "
                    "choose another folder or delete it"
                )
        else:
            folder.mkdir(parents=True, exist_ok=True)
            self._path.unlink(missing_ok=True)
            write_file(header, json.dumps(about).encode() + b"\n")
        self._path.touch()
        self._count = self._path.stat().st_size // self.type.itemsize
        with self._path.open("r+b") as file:
            file.truncate(self._count * self.type.itemsize)
        self._map: Array | None = None

    def __len__(self) -> int:
        return self._count

    def append(self, records: Array) -> None:
        with self._path.open("ab") as file:
            file.write(records.astype(self.type).tobytes())
        self._count += len(records)
        self._map = None

    def take(self, rows: Array) -> Array:
        if self._map is None:
            self._map = np.memmap(self._path, self.type, "r", shape=(self._count,))
        return np.asarray(self._map[rows])
