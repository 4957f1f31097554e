import os
from pathlib import Path

import numpy as np
import pytest

from keima.nets import runtime
from keima.nets.folders import cache_folder, networks_folder
from keima.nets.graph import build_model
from keima.nets.random import random_network


@pytest.mark.parametrize(
    ("flags", "before", "after"),
    [
        ({"avx2"}, None, None),
        ({"avx512_vnni", "amx_tile"}, None, "AVX512_CORE_VNNI"),
        ({"avx512_vnni", "amx_tile"}, "AVX2", "AVX2"),
    ],
)
def test_only_amx_is_kept_out_and_the_user_has_the_last_word(monkeypatch, flags, before, after):
    monkeypatch.setenv("ONEDNN_MAX_CPU_ISA", before or "")
    if before is None:
        monkeypatch.delenv("ONEDNN_MAX_CPU_ISA")
    monkeypatch.setattr(runtime, "flags", lambda: flags)
    runtime.cap_instructions()
    assert os.environ.get("ONEDNN_MAX_CPU_ISA") == after


def test_without_openvino_the_error_says_how_to_get_it(monkeypatch):
    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(runtime.importlib, "import_module", missing)
    with pytest.raises(ValueError, match="pip install openvino"):
        runtime.openvino.__wrapped__()


def test_folders_follow_the_environment(monkeypatch):
    for name in ("KEIMA_CACHE", "KEIMA_NETWORKS", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/home/someone")
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    assert cache_folder() == Path("/home/someone/.cache/keima")
    assert networks_folder() == Path("/home/someone/.local/share/keima/networks")
    monkeypatch.setenv("XDG_CACHE_HOME", "/caches")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert cache_folder() == Path("/caches/keima")
    assert networks_folder() == Path("/data/keima/networks")
    monkeypatch.setenv("KEIMA_CACHE", "/mine")
    monkeypatch.setenv("KEIMA_NETWORKS", "/nets")
    assert (cache_folder(), networks_folder()) == (Path("/mine"), Path("/nets"))


def test_what_openvino_makes_of_a_large_model_is_kept_and_made_again_if_broken(
    tmp_path, monkeypatch
):
    model = build_model(random_network(blocks="o"), 5, 5)
    xml = tmp_path / "model.xml"
    runtime.openvino().save_model(model, str(xml), compress_to_fp16=False)
    runtime.compiled(str(xml))
    assert not (tmp_path / "compiled").exists()
    monkeypatch.setattr(runtime, "LARGE", 1)
    runtime.compiled(str(xml))
    (blob,) = (tmp_path / "compiled").iterdir()
    blob.chmod(0o600)
    blob.write_bytes(b"broken")
    inputs = {"planes": np.ones((1, 22, 5, 5), np.float32), "globals": np.ones((1, 19), np.float32)}
    found, expected = runtime.compiled(str(xml))(inputs), runtime.compiled(model)(inputs)
    np.testing.assert_allclose(found["policy"], expected["policy"], rtol=1e-4)


def test_evaluations_are_not_bound_to_a_core():
    """Two processes on one core would each be half as fast."""
    model = runtime.compiled(build_model(random_network(blocks="o"), 5, 5))
    assert model.get_property("ENABLE_CPU_PINNING") is False
