"""Files of the cascade that scores final positions."""

from __future__ import annotations

import json
import zlib
from pathlib import Path

import numpy as np
import pytest

from keima import _core
from keima.models.csa import NoCascade, load_csa, read_csa, write_csa
from keima.score.cascade import Cascade
from keima.score.perceptron import Perceptron


def network(inputs: int, units: int) -> Perceptron:
    rng = np.random.default_rng(inputs)
    shapes = ((inputs,), (inputs,), (inputs, units), (units,), (units,), (1,))
    return Perceptron(*(rng.normal(size=shape).astype(np.float32) for shape in shapes))


def test_what_is_written_is_read(tmp_path: Path) -> None:
    cascade = Cascade((network(53, 3), network(59, 2)))
    write_csa(tmp_path / "a.bin", cascade, {"made": "here"})
    found, about = read_csa((tmp_path / "a.bin").read_bytes())
    assert about["made"] == "here" and about["units"] == [3, 2]
    features = _core.BlockFeatures(_core.Board.from_stones(3, 1, [1, 0, 2]))
    assert (found.values(features) == cascade.values(features)).all()
    assert (load_csa(str(tmp_path / "a.bin")).values(features) == cascade.values(features)).all()


def test_the_one_that_keima_brings() -> None:
    assert [step.hidden.shape[0] for step in load_csa().steps] == [53, 59, 59, 59]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}\n",
        b"[]\n",
        b'{"format": "keima-csa", "version": 1}\n',
        b'{"format": "keima-csa", "version": 1, "units": [0]}\n',
        b'{"format": "keima-csa", "version": 1, "units": [true, "x"]}\n',
        b'{"format": "keima-csa", "version": 1, "units": [1]}\n' + zlib.compress(bytes(12)),
        b'{"format": "keima-csa", "version": 1, "units": [1]}\nx',
        json.dumps({"format": "keima-csa", "version": 1, "units": [1]}).encode()
        + b"\n"
        + zlib.compress(np.full(2 * 53 + 53 + 3, np.nan, "<f4").tobytes()),
    ],
)
def test_anything_else_is_refused(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(ValueError, match="not a cascade"):
        read_csa(data)
    (tmp_path / "b.bin").write_bytes(data)
    with pytest.raises(NoCascade, match=r"b\.bin"):
        load_csa(str(tmp_path / "b.bin"))


def test_no_file() -> None:
    with pytest.raises(NoCascade, match="nowhere"):
        load_csa("nowhere")
