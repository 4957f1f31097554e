"""Files of move models: what is written is read, and nothing else."""

import json
import struct
import zlib
from pathlib import Path

import pytest

from keima import _core
from keima.models import load_move_model, write_move_model
from keima.models.moves import read_move_model

CODES, WEIGHTS = [1, 5, 4_000_000_000], [-32000, 0, 77]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "model.bin"
    write_move_model(file, CODES, WEIGHTS, {"made": "by hand"})
    return file


def test_round_trip(path: Path) -> None:
    codes, weights, about = read_move_model(path.read_bytes())
    assert (list(codes), list(weights)) == (CODES, WEIGHTS)
    assert about["made"] == "by hand"
    assert isinstance(load_move_model(str(path)), _core.MoveModel)


@pytest.mark.parametrize("name", ["9x9", "19x19"])
def test_those_that_keima_brings_know_the_first_moves(name: str) -> None:
    size = int(name.split("x")[0])
    found = dict(load_move_model(name).predict(_core.Board(size, size), 1))
    lines = [min(p % size, p // size, size - 1 - p % size, size - 1 - p // size) for p in found]
    assert sum(v for v, line in zip(found.values(), lines, strict=True) if line >= 2) > 0.95


def test_a_faulty_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "faulty.bin").write_text("{}\n")
    with pytest.raises(ValueError, match=r"faulty\.bin: not a move model: it does not say 'codes'"):
        load_move_model(str(tmp_path / "faulty.bin"))


@pytest.mark.parametrize("codes", [[5, 1], [5, 5]])
def test_codes_ascend(codes: list[int], path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(ValueError, match="ascend"):
        write_move_model(path, codes, [0, 0], {})
    assert path.read_bytes() == before
    packed = zlib.compress(struct.pack("<2I2h", *codes, 0, 0))
    line = json.dumps({"format": "keima-moves", "version": 1, "codes": 2}).encode()
    with pytest.raises(ValueError, match="not a move model: its codes do not ascend"):
        read_move_model(line + b"\n" + packed)


def test_whoever_reads_meanwhile_has_the_old_file(path: Path) -> None:
    before = path.read_bytes()
    with path.open("rb") as old:
        write_move_model(path, [7], [1], {})
        assert old.read() == before
    assert list(read_move_model(path.read_bytes())[0]) == [7]
    assert list(path.parent.iterdir()) == [path]


def test_broken_files_are_refused(path: Path) -> None:
    data = path.read_bytes()
    line, _, packed = data.partition(b"\n")
    about = json.loads(line)

    def changed(**changes: object) -> bytes:
        return json.dumps(about | changes).encode() + b"\n" + packed

    broken = [
        b"",
        b"\x00" * 100,
        line,
        data[:-3],
        changed(format="other"),
        changed(version=2),
        changed(codes=-1),
        changed(codes=10**12),
        changed(codes="3"),
        changed(codes=2),
        changed(codes=4),
        b"[]\n" + packed,
        b"[" * 10**6,
        b'{"codes":' * 10**6,
        line + b"\n" + zlib.compress(b"\0" * 10**6),
    ]
    for each in broken:
        with pytest.raises(ValueError, match="not a move model"):
            read_move_model(each)
