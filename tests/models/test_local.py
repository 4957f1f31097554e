"""Files of local models: what is written is read, and nothing else is."""

from pathlib import Path

import numpy as np
import pytest

from keima import _core
from keima.models.errors import NoNetwork
from keima.models.local import LocalFile, load_local, local_for, read_local, write_local


def model(hidden: int = 3) -> LocalFile:
    count = hidden * (_core.local_starts(2, 2)[-1] + 2)
    weights = np.random.default_rng(1).normal(size=count).astype(np.float32)
    return LocalFile(2, 2, hidden, 1.5, weights, {"made_by": "a test"})


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "model.bin"
    write_local(path, model())
    found = read_local(path.read_bytes(), "model.bin")
    np.testing.assert_array_equal(found.weights, model().weights)
    assert (found.stones, found.liberties, found.hidden, found.sharpness) == (2, 2, 3, 1.5)
    assert found.about["made_by"] == "a test"
    native = load_local(str(path))
    assert (native.stones, native.liberties, native.hidden) == (2, 2, 3)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (b"keima-local", b"keima-lokal", "another format"),
        (b'"hidden": 3', b'"hidden": 4', "not as long as it says"),
        (b'"hidden": 3', b'"hidden": 9999', "hidden must be from 1 to 512"),
        (b'"stones": 2', b'"stones": 9', "stones must be from 2 to 5"),
        (b'"sharpness": 1.5', b'"sharpness": -1.5', "above 0"),
        (b'"sharpness": 1.5', b'"sharpness": "x"', "no number"),
        (b'"sharpness": 1.5', b'"sharpness": 1e99', "no number"),
        (b'"liberties": 2, ', b"", "does not say 'liberties'"),
    ],
)
def test_what_is_no_model_is_refused(tmp_path: Path, old: bytes, new: bytes, told: str) -> None:
    path = tmp_path / "model.bin"
    write_local(path, model())
    with pytest.raises(NoNetwork, match=told):
        read_local(path.read_bytes().replace(old, new, 1), "model.bin")


def test_cut_and_missing_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.bin"
    write_local(path, model())
    with pytest.raises(NoNetwork, match="is no local model"):
        read_local(path.read_bytes()[:-9], "model.bin")
    with pytest.raises(NoNetwork, match="nowhere"):
        load_local(str(tmp_path / "nowhere.bin"))


def test_the_models_that_keima_brings() -> None:
    assert local_for("auto", 9, 9) is load_local("9x9")
    assert local_for("auto", 13, 19) is load_local("19x19")
    for name in ("9x9", "19x19"):
        found = load_local(name)
        assert (found.stones, found.liberties, found.hidden) == (5, 3, 100)
