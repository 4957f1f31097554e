"""Packs of games from elsewhere: what is no pack is refused, whatever it holds."""

from __future__ import annotations

import io
import os
import time
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from keima.cli.learn import app
from keima.learn.games import Sample, add_pack
from keima.learn.moves import split_games
from keima.learn.packs import read_pack

#: Two games on 5x5, the second with a white stone in the middle.
GOOD: dict[str, Any] = {
    "size": np.uint8(5),
    "off": np.array([0, 2, 4], np.uint32),
    "moves": np.array([0, 25, 24, 7], np.uint16),
    "first": np.array([0, 1], np.uint8),
    "setup": np.array([12 | 0x8000], np.uint16),
    "setup_off": np.array([0, 0, 1], np.int64),
}


def npy(array: Any) -> bytes:
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


def header(said: str) -> bytes:
    """A member that says it has this shape and type, and no data."""
    line = said.encode() + b"\n"
    return b"\x93NUMPY\x01\x00" + len(line).to_bytes(2, "little") + line


def shaped(shape: str, dtype: str = "<u2") -> bytes:
    return header(f"{{'descr': '{dtype}', 'fortran_order': False, 'shape': {shape}}}")


def write(path: Path, changes: Mapping[str, Any], how: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", how) as archive:
        for name, value in {**GOOD, **changes}.items():
            if value is not None:
                data = value if isinstance(value, bytes) else npy(value)
                archive.writestr(f"{name}.npy", data)
    return path


@pytest.mark.parametrize("how", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA])
@pytest.mark.parametrize("kind", [np.uint16, np.uint32, np.int64, ">i4"])
def test_good_packs(how: int, kind: Any, tmp_path: Path) -> None:
    changes = {name: np.asarray(value).astype(kind) for name, value in GOOD.items()}
    changes["setup"] = GOOD["setup"]
    pack = read_pack(write(tmp_path / "a.npz", changes, how))
    game = pack.game(1)
    assert (len(pack), pack.size, game.first, game.moves) == (2, 5, 2, [24, 7])
    assert game.board.at(12) == 2


def test_first_and_setup_may_be_missing(tmp_path: Path) -> None:
    without = {"first": None, "setup": None, "setup_off": None}
    game = read_pack(write(tmp_path / "a.npz", without)).game(1)
    assert (game.first, game.board.stones) == (1, [0] * 25)


BROKEN: dict[str, dict[str, Any]] = {
    "no moves": {"moves": None},
    "a setup without offsets": {"setup_off": None},
    "no offsets": {"off": np.zeros(0, np.uint32)},
    "a size of half": {"size": np.float64(5.5)},
    "a large size": {"size": np.uint8(26)},
    "a size below 0": {"size": np.int64(-5)},
    "a list of sizes": {"size": np.array([5], np.uint8)},
    "no number for size": {"size": np.array("nine")},
    "objects": {"moves": npy(np.array([None] * 4))},
    "fractions": {"moves": np.zeros(4)},
    "rows and columns": {"moves": np.zeros((2, 2), np.uint16)},
    "a move off the board": {"moves": np.array([0, 26, 24, 7], np.uint16)},
    "a move that 16 bits do not hold": {"moves": np.array([0, 1 << 16, 24, 7])},
    "a move below 0": {"moves": np.array([0, -1, 24, 7], np.int64)},
    "a third player": {"first": np.array([0, 2], np.uint8)},
    "a player that wraps round": {"first": np.array([0, 256], np.uint16)},
    "a player below 0": {"first": np.array([0, -1], np.int8)},
    "a stone off the board": {"setup": np.array([25], np.uint16)},
    "a stone below 0": {"setup": np.array([-1], np.int16)},
    "offsets that wrap round": {"off": np.array([0, 2**63 - 1, -2, 4])},
    "offsets back": {"off": np.array([0, 5, 4])},
    "an endless member": {"moves": shaped(f"({10**12},)")},
    "a member that no number holds": {"moves": shaped(f"({10**30},)")},
    "a member below 0": {"moves": shaped("(-4,)")},
    "many bytes": {"moves": shaped(f"({1 << 28},)", "<i8")},
    "no data": {"moves": shaped("(4,)")},
    "too much data": {"moves": npy(GOOD["moves"]) + b"x"},
    "a deep header": {"moves": header("(" * 9000)},
    "half a header": {"moves": header("{'descr': '<u2'")[:-3]},
    "no header": {"moves": b""},
    "a strange header": {"moves": header("'''")},
    "a header of another time": {"moves": b"\x93NUMPY\x09\x00" + bytes(20)},
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_packs(name: str, tmp_path: Path) -> None:
    path = write(tmp_path / "a.npz", BROKEN[name])
    with pytest.raises(ValueError, match=r"a\.npz is no pack of games: .") as found:
        read_pack(path)
    assert "\n" not in str(found.value)


@pytest.mark.parametrize("how", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA])
def test_damaged_packs(how: int, tmp_path: Path) -> None:
    path = write(tmp_path / "a.npz", {}, how)
    data = path.read_bytes()
    for at in range(0, len(data), 7):
        for changed in (data[:at], data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :]):
            path.write_bytes(changed)
            try:
                pack = read_pack(path)
            except ValueError as error:
                assert str(path) in str(error)
            else:
                assert [pack.game(i).moves for i in (0, 1)] == [[0, 25], [24, 7]]


def test_what_could_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    began = time.monotonic()
    for path in (tmp_path / "pipe", Path("/dev/zero"), tmp_path, tmp_path / "none"):
        with pytest.raises(ValueError, match=f"cannot read {path}: ."):
            read_pack(path)
    assert time.monotonic() - began < 5


def surrounded(path: Path, games: int = 60) -> Path:
    """Every third game has a white stone in the corner that has no liberties."""
    setup = np.array([0 | 0x8000, 1, 5], np.uint16)
    offsets = np.cumsum([0, *(3 * (i % 3 == 0) for i in range(games))])
    changes = {
        "off": np.arange(games + 1) * 2,
        "moves": np.tile(np.array([12, 7]), games),
        "first": np.zeros(games, np.uint8),
        "setup": np.tile(setup, games // 3),
        "setup_off": offsets,
    }
    return write(path, changes)


def test_stones_that_cannot_stand(tmp_path: Path) -> None:
    pack = read_pack(surrounded(tmp_path / "a.npz"))
    with pytest.raises(ValueError, match=r"a\.npz: game 3: a group has no liberties"):
        pack.game(3)
    sample, split = Sample(), split_games([pack], 1000, 1)
    add_pack(sample, pack, 1000)
    add_pack(sample, pack, 1000, learn=False)
    assert len(sample.impossible) == len(split.impossible) == 20
    assert sample.games == len(split.train) == 36
    assert (len(split.validation), len(split.test)) == (2, 2)


@pytest.mark.parametrize("command", ["frequency", "mm", "moves"])
def test_games_left_out_are_named(command: str, tmp_path: Path) -> None:
    path = surrounded(tmp_path / "a.npz")
    result = CliRunner().invoke(app, [command, str(path), "--out", str(tmp_path / "x")])
    assert result.exit_code == 0, result.output
    assert f"left out: {path}: game " in result.stderr
    # Game 0 is for the test and 21 for validation.
    assert f"{20 if command == 'moves' else 18} games left out" in result.stderr
