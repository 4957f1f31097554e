"""Files of small networks: what is written is read, and nothing else."""

from __future__ import annotations

import json
import zlib
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from keima import _core
from keima.models.mlp import NoMlp, known_mlps, load_mlp, mlp_for, read_mlp, write_mlp


@pytest.fixture
def net() -> _core.Perceptron:
    net = _core.Perceptron(5, 2)
    net.randomize(1)
    return net


@pytest.fixture
def path(tmp_path: Path, net: _core.Perceptron) -> Path:
    write_mlp(tmp_path / "net.bin", net, {"made": "by hand"})
    return tmp_path / "net.bin"


def test_round_trip(path: Path, net: _core.Perceptron) -> None:
    found, about = read_mlp(path.read_bytes())
    assert (found.side, found.distance, about["made"]) == (5, 2, "by hand")
    assert (found.weights == net.weights.astype(np.float16)).all()


@pytest.mark.parametrize("name", ["9x9", "13x13", "19x19"])
def test_those_that_keima_brings_are_small_and_of_use(name: str) -> None:
    assert len((files("keima") / "models" / f"mlp-{name}.bin").read_bytes()) < 400_000
    net = load_mlp(name)
    board = _core.Board(net.side, net.side)
    outputs = net.outputs(board, 1).reshape(net.side, net.side)
    inner = outputs[2:-2, 2:-2]
    # The first move is hardly ever on the first line.
    edge = np.concatenate([outputs[0], outputs[-1], outputs[:, 0], outputs[:, -1]])
    assert inner.max() > edge.max()


def test_a_size_without_a_network_is_named_with_what_can_be_done(path: Path) -> None:
    assert mlp_for("auto", 9, 9) is load_mlp("9x9")
    with pytest.raises(NoMlp, match=r"boards of 9x13, only for 9x9, 13x13, 19x19.*mlp=none"):
        mlp_for("auto", 9, 13)
    assert mlp_for(str(path), 5, 5).side == 5
    with pytest.raises(NoMlp, match="is for boards of 5x5, not 9x9"):
        mlp_for(str(path), 9, 9)
    assert known_mlps() == ["9x9", "13x13", "19x19"]


def test_a_missing_file_is_named() -> None:
    with pytest.raises(ValueError, match="no/such"):
        load_mlp("no/such")


def damaged(data: bytes) -> dict[str, bytes]:
    line, _, packed = data.partition(b"\n")
    about = json.loads(line)

    def headed(**changes: object) -> bytes:
        return json.dumps(about | changes).encode() + b"\n" + packed

    infinite = zlib.compress(np.full(len(_core.Perceptron(5, 2)), np.inf, "<f2").tobytes())
    return {
        "nothing": b"",
        "truncated": data[:-20],
        "cut in the line": data[:20],
        "changed": data[:-9] + bytes([data[-9] ^ 1]) + data[-8:],
        "too long": data + b"x",
        "another format": headed(format="keima-moves"),
        "another version": headed(version=2),
        "another side": headed(side=6),
        "an absurd side": headed(side=10**9),
        "no number": headed(distance="far"),
        "an absurd distance": headed(distance=9),
        "alien": b"\x1f\x8b\x08" + bytes(100),
        "a list": b"[]\n" + packed,
        "infinite": line + b"\n" + infinite,
    }


@pytest.mark.parametrize("how", list(damaged(b'{"side":5}\n' + bytes(30))))
def test_anything_else_is_refused(path: Path, how: str, tmp_path: Path) -> None:
    broken = tmp_path / "broken.bin"
    broken.write_bytes(damaged(path.read_bytes())[how])
    with pytest.raises(ValueError, match=r"broken.bin: not a small network"):
        load_mlp(str(broken))


def test_weights_too_large_for_a_file_are_an_error(tmp_path: Path, net: _core.Perceptron) -> None:
    net.set_weights(net.weights * np.float32(1e9))
    with pytest.raises(ValueError, match="too large"):
        write_mlp(tmp_path / "net.bin", net, {})
    assert not (tmp_path / "net.bin").exists()
