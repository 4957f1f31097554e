"""Files of the network that tells who will win."""

from __future__ import annotations

import json
import zlib
from pathlib import Path

import numpy as np
import pytest

from keima.models.errors import NoNetwork
from keima.models.winner import load_winner, read_winner, write_winner
from keima.score.winner import INPUTS


def test_what_is_written_is_read(tmp_path: Path) -> None:
    net = load_winner()
    write_winner(tmp_path / "a.bin", net, {"made": "here"})
    found, about = read_winner((tmp_path / "a.bin").read_bytes())
    assert about["made"] == "here" and about["units"] == len(net.output)
    rows = np.random.default_rng(1).normal(size=(5, INPUTS)).astype(np.float32)
    assert (found(rows) == net(rows)).all()
    assert (load_winner(str(tmp_path / "a.bin"))(rows) == net(rows)).all()


def line(**changes: object) -> bytes:
    return json.dumps({"format": "keima-winner", "version": 1, "units": 1, **changes}).encode()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}\n",
        b"[]\n",
        line(version=2) + b"\n" + zlib.compress(bytes(4 * (3 * INPUTS + 3))),
        line(units="x") + b"\n" + zlib.compress(bytes(12)),
        line(units=0) + b"\n" + zlib.compress(bytes(4 * (2 * INPUTS + 1))),
        line() + b"\n" + zlib.compress(bytes(12)),
        line() + b"\nx",
        line() + b"\n" + zlib.compress(np.full(3 * INPUTS + 3, np.nan, "<f4").tobytes()),
    ],
)
def test_anything_else_is_refused(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(ValueError, match="tells no winners"):
        read_winner(data)
    (tmp_path / "b.bin").write_bytes(data)
    with pytest.raises(NoNetwork, match=r"b\.bin"):
        load_winner(str(tmp_path / "b.bin"))


def test_no_file() -> None:
    with pytest.raises(NoNetwork, match="nowhere"):
        load_winner("nowhere")
