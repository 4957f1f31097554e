"""Files of the cascade that tells which blocks live."""

from __future__ import annotations

import json
import zlib
from pathlib import Path

import numpy as np
import pytest

from keima import _core
from keima.models.errors import NoNetwork
from keima.models.life import load_life, read_life, write_life


def test_what_is_written_is_read(tmp_path: Path) -> None:
    net = load_life()
    write_life(tmp_path / "a.bin", net, {"made": "here"})
    found, about = read_life((tmp_path / "a.bin").read_bytes())
    assert about["made"] == "here" and about["units"] == net.units
    assert (found.weights == net.weights).all()
    board = _core.Board.from_stones(3, 1, [1, 0, 2])
    again = load_life(str(tmp_path / "a.bin"))
    assert (again.alive(board, 1) == net.alive(board, 1)).all()


def line(**changes: object) -> bytes:
    return json.dumps({"format": "keima-life", "version": 1, "units": [1], **changes}).encode()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}\n",
        b"[]\n",
        line(version=2) + b"\n" + zlib.compress(bytes(732)),
        line(units="x") + b"\n" + zlib.compress(bytes(732)),
        line(units=[0]) + b"\n" + zlib.compress(bytes(732)),
        line() + b"\n" + zlib.compress(bytes(12)),
        line() + b"\nx",
        line() + b"\n" + zlib.compress(np.full(183, np.inf, "<f4").tobytes()),
    ],
)
def test_anything_else_is_refused(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(ValueError, match="no judge of life"):
        read_life(data)
    (tmp_path / "b.bin").write_bytes(data)
    with pytest.raises(NoNetwork, match=r"b\.bin"):
        load_life(str(tmp_path / "b.bin"))


def test_no_file() -> None:
    with pytest.raises(NoNetwork, match="nowhere"):
        load_life("nowhere")
