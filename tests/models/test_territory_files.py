"""Files of learned estimates of territory."""

from __future__ import annotations

import json
import zlib
from pathlib import Path

import numpy as np
import pytest

from keima import _core
from keima.models.errors import NoNetwork
from keima.models.territory import load_territory, read_territory, write_territory


@pytest.fixture
def file(tmp_path: Path) -> Path:
    weights = np.arange((24 + 2) * 3 + 1, dtype=np.float32) / 1000
    path = tmp_path / "net.bin"
    write_territory(path, _core.TerritoryNet(3, False, 3, weights), {"made": "by hand"})
    return path


def test_what_is_written_can_be_read(file: Path) -> None:
    net, about = read_territory(file.read_bytes())
    assert (net.radius, net.enhanced, net.hidden) == (3, False, 3)
    assert net.weights[:2].tolist() == pytest.approx([0, 0.001])
    assert about["made"] == "by hand"
    assert load_territory(str(file)).radius == 3


@pytest.mark.parametrize("name, enhanced", [("smlp", False), ("emlp", True)])
def test_those_that_keima_brings(name: str, enhanced: bool) -> None:
    net = load_territory(name)
    assert net.enhanced == enhanced and net.radius == 5 and net.hidden == 25


def test_they_know_a_corner_that_is_held() -> None:
    rows = ("0001", "0001", "0001", "1111")
    signs = [[0] * 9 for _ in range(9)]
    for y, row in enumerate(rows):
        for x, c in enumerate(row):
            signs[y][x] = int(c)
            signs[8 - y][8 - x] = -int(c)
    flat = [s for row in signs for s in row]
    for name in ("smlp", "emlp"):
        values = load_territory(name).evaluate(9, 9, flat, 1, np.ones(81, np.float32))
        assert values[10] > 0.5 and values[70] < -0.5


@pytest.mark.parametrize(
    "change, message",
    [
        ({"format": "other"}, "another format"),
        ({"version": 9}, "another format"),
        ({"radius": 99}, "radius must be from 1 to 8, got 99"),
        ({"hidden": 2}, "expected 53 weights, got 79"),
        ({"enhanced": 1}, "enhanced must be true or false"),
        ({"radius": None}, "radius must be"),
    ],
)
def test_other_files_are_refused(file: Path, change: dict[str, object], message: str) -> None:
    line, _, packed = file.read_bytes().partition(b"\n")
    file.write_bytes(json.dumps({**json.loads(line), **change}).encode() + b"\n" + packed)
    with pytest.raises(NoNetwork, match=message) as error:
        load_territory(str(file))
    assert str(file) in str(error.value)


@pytest.mark.parametrize("data", [b"", b"{}\n", b"[]\n", b"\xff\n", b"x" * 100])
def test_nonsense(data: bytes) -> None:
    with pytest.raises(ValueError, match="no estimate of territory"):
        read_territory(data)


def test_what_is_cut_off_or_goes_on(file: Path) -> None:
    data = file.read_bytes()
    line, _, _ = data.partition(b"\n")
    for broken in (data[:-3], data + b"x", line + b"\n" + zlib.compress(b"123")):
        with pytest.raises(ValueError, match="no estimate of territory"):
            read_territory(broken)


def test_no_file() -> None:
    with pytest.raises(NoNetwork, match=r"nowhere\.bin"):
        load_territory("nowhere.bin")
