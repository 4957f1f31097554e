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
        text = read_text(path, 1 << 20)
        # Half a line at the end is of a run that was killed.
        lines = [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]
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
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    with path.open("a", encoding="utf-8") as file:
        file.truncate(len(text[: text.rfind("\n") + 1].encode()))
        if not text:
            file.write(json.dumps({"experiment": experiment, "format": FORMAT}) + "\n")
        file.write(json.dumps({"cell": cell, **values}) + "\n")
