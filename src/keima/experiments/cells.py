"""Cells of tables that are learnt, each a line of a file that keeps what has been measured."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from keima.files import read_text

FORMAT = 1

Cells = dict[str, dict[str, Any]]


def read_cells(path: Path, experiment: str) -> Cells:
    """What a file has; raises ValueError, which names it, if it is something else."""
    try:
        lines = [json.loads(line) for line in read_text(path, 1 << 20).splitlines()]
        if not lines or lines[0] != {"experiment": experiment, "format": FORMAT}:
            raise ValueError(f"expected the cells of {experiment}")
        return {str(line.pop("cell")): dict(line) for line in lines[1:]}
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise ValueError(f"cannot read {path}: {error}") from None


def known_cells(path: Path, experiment: str) -> Cells:
    """The same, none if there is no file yet."""
    return read_cells(path, experiment) if path.exists() else {}


def keep_cell(path: Path, experiment: str, cell: str, values: Mapping[str, Any]) -> None:
    """Adds one."""
    with path.open("a", encoding="utf-8") as file:
        if not file.tell():
            file.write(json.dumps({"experiment": experiment, "format": FORMAT}) + "\n")
        file.write(json.dumps({"cell": cell, **values}) + "\n")
