"""Files of shallow networks."""

from __future__ import annotations

import json
import zlib
from pathlib import Path

import numpy as np
import pytest

from keima.models.shallow import (
    ShallowModel,
    Shape,
    brought_networks,
    load_shallow,
    read_named,
    read_shallow,
    write_shallow,
)


@pytest.fixture
def model() -> ShallowModel:
    shape = Shape(5, 3, history=False, owner=True)
    weights = np.arange(shape.weights, dtype=np.float32) / 1000
    return ShallowModel(shape, weights, {"made": "by hand"})


@pytest.fixture
def file(tmp_path: Path, model: ShallowModel) -> Path:
    path = tmp_path / "net.bin"
    write_shallow(path, model)
    return path


def test_what_is_written_can_be_read(file: Path, model: ShallowModel) -> None:
    found = read_named(str(file), 5)
    assert found.shape == model.shape
    assert (found.weights == model.weights).all()
    assert found.about["made"] == "by hand"
    net = load_shallow(str(file), 5)
    assert (net.size, net.kernels, net.history, net.owner) == (5, 3, False, True)


def test_a_network_is_for_one_size(file: Path) -> None:
    with pytest.raises(ValueError, match=r"net\.bin: the network is for 5x5, not for 9x9"):
        load_shallow(str(file), 9)
    with pytest.raises(ValueError, match="no shallow network 'ht' for 13x13"):
        load_shallow("ht", 13)


def test_a_file_that_is_missing(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"cannot read .*none"):
        load_shallow(str(tmp_path / "none"), 9)


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"format": "other"}, "another format"),
        ({"size": 26}, "size must be from 1 to 25"),
        ({"size": 9}, "not as long as it says"),
        ({"size": True}, "size must be"),
        ({"kernels": 0}, "kernels must be from 1 to 64"),
        ({"kernels": 10**9}, "kernels must be"),
        ({"history": 1}, "history must be true or false"),
        ({"owner": None}, "owner must be"),
    ],
)
def test_alien_headers(file: Path, change: dict[str, object], wrong: str) -> None:
    line, _, packed = file.read_bytes().partition(b"\n")
    data = json.dumps({**json.loads(line), **change}).encode() + b"\n" + packed
    with pytest.raises(ValueError, match=f"x is no shallow network: {wrong}"):
        read_shallow(data, "x")


def test_alien_data(file: Path, model: ShallowModel) -> None:
    data = file.read_bytes()
    line, _, _ = data.partition(b"\n")
    bad, huge = model.weights.copy(), model.weights.copy()
    bad[3], huge[3] = np.nan, 1e7
    without = {k: v for k, v in json.loads(line).items() if k != "kernels"}
    for wrong in (
        b"",
        b"\x00\xff" * 100,
        data[:-5],
        data + b"x",
        line + b"\n" + zlib.compress(b"\0" * 40),
        line + b"\n" + zlib.compress(bad.tobytes()),
        line + b"\n" + zlib.compress(huge.tobytes()),
        json.dumps(without).encode() + b"\n",
        b"[1]\n",
    ):
        with pytest.raises(ValueError, match="is no shallow network"):
            read_shallow(wrong, "x")


@pytest.mark.parametrize("name", ["ht", "t"])
@pytest.mark.parametrize("size", [9, 19])
def test_networks_that_keima_brings(name: str, size: int) -> None:
    assert f"{name}-{size}x{size}" in brought_networks()
    model = read_named(name, size)
    assert (model.shape.kernels, model.shape.history, model.shape.owner) == (
        10,
        name == "ht",
        False,
    )
    test = model.about["test"]
    assert isinstance(test, dict)
    assert test["top"][0] > 0.2  # the document's
