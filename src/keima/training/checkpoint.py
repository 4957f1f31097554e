"""The state of a training run, written as a whole or not at all."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import torch

from keima.files import read_file, write_file

FILE = "checkpoint.pt"
_MOST_BYTES = 1 << 32


def write_checkpoint(folder: Path, state: dict[str, Any]) -> None:
    file = io.BytesIO()
    torch.save(state, file)
    write_file(folder / FILE, file.getvalue())


def read_checkpoint(folder: Path) -> dict[str, Any] | None:
    """None if there is none. Raises ValueError for a file that is none; nothing in it is run."""
    path = folder / FILE
    if not path.exists():
        return None
    data = read_file(path, _MOST_BYTES)
    try:
        state = torch.load(io.BytesIO(data), weights_only=True)
        if not isinstance(state, dict) or "model" not in state:
            raise ValueError("no weights in it")
    except Exception as error:  # torch raises nearly anything for a broken file
        raise ValueError(f"{path} is no checkpoint: {str(error).splitlines()[0]}") from None
    return state
