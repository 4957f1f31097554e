import json
import sys
from dataclasses import replace

import numpy as np
import pytest
from typer.testing import CliRunner

from keima.cli.app import build_app
from keima.nets import inputs, quantize
from keima.nets.graph import build_model
from keima.nets.random import random_network
from keima.nets.runtime import compiled, core
from keima.nets.writer import write_network


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("KEIMA_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("KEIMA_NETWORKS", str(tmp_path / "networks"))
    for name in ("MOST_RANGES", "MOST_TRIED", "LEAST_RANGES", "LEAST_TRIED"):
        monkeypatch.setattr(quantize, name, 8)
    monkeypatch.setattr(quantize, "TIMED", 0.01)
    runner = CliRunner()

    def run(*arguments: str, fails: bool = False) -> str:
        result = runner.invoke(build_app("net"), ["net", *arguments])
        assert result.exit_code == int(fails), result.output
        return result.stderr if fails else result.stdout

    return run


NET = random_network(version=14, channels=8, blocks="no", activation="mish", name="little")


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "little.bin.gz"
    write_network(path, NET)
    return str(path)


def test_a_network_is_added_listed_and_removed(run, file, tmp_path):
    def names():
        return [each["name"] for each in json.loads(run("list", "--json"))]

    assert names() == ["keima-19x19", "keima-9x9"]
    assert json.loads(run("add", file, "--json"))["name"] == "little"
    assert run("add", file, "--name", "second") == "added second\n"
    assert "little" in run("list") and "added" in run("list")
    assert names() == ["little", "second", "keima-19x19", "keima-9x9"]
    run("test", "second", "--size", "5", "--precision", "f32", "--positions", "2")
    assert any((tmp_path / "cache/networks").iterdir())
    assert run("remove", "second") == "removed second\n"
    assert not any((tmp_path / "cache/networks").iterdir())
    assert "second" in run("remove", "second", fails=True)


def test_info_says_what_a_network_is(run, file):
    facts = json.loads(run("info", file, "--json"))
    assert facts["version"] == 14
    assert facts["blocks"] == "1 nested, 1 ordinary"
    assert (facts["channels"], facts["activation"], facts["policies"]) == (8, "mish", 2)
    assert f"{NET.weights:,}" in run("info", file)


def test_a_network_is_tried(run, file, monkeypatch):
    monkeypatch.setattr(quantize, "LEAST_AGREEMENT", 0.0)
    monkeypatch.setattr(quantize, "MOST_WIN_ERROR", 1.0)
    arguments = ("test", file, "--size", "5x7", "--precision", "int8", "--positions", "4")
    facts = json.loads(run(*arguments, "--json"))
    assert (facts["board"], facts["precision"]) == ("5x7", "int8")
    assert facts["evaluations_per_second"] > 0
    assert len(facts["empty_board"]["moves"]) == 5
    assert facts["against_f32"]["positions"] == 4
    assert "against f32 on 4 positions" in run(*arguments)


def test_positions_show_the_area_that_the_network_asks_for(run, tmp_path, monkeypatch):
    net = replace(random_network(version=15, blocks="o"), suicide_area=True)
    write_network(tmp_path / "net.bin.gz", net)
    really, asked = inputs.inputs_of, []

    def inputs_of(game, **options):
        asked.append(options["suicide_area"])
        return really(game, **options)

    monkeypatch.setattr(inputs, "inputs_of", inputs_of)
    path = str(tmp_path / "net.bin.gz")
    run("test", path, "--size", "5", "--precision", "f32", "--positions", "2")
    assert asked and all(asked)


@pytest.mark.parametrize("format_", ["ir", "onnx"])
def test_exported_networks_compute_the_same(run, file, tmp_path, format_):
    if format_ == "onnx":
        pytest.importorskip("onnx", reason="onnx is not installed: pip install 'keima[onnx]'")
    out = tmp_path / ("out" if format_ == "ir" else "net.onnx")
    run("export", file, "--out", str(out), "--format", format_, "--size", "6x5")
    model = core().read_model(str(out / "model.xml" if format_ == "ir" else out))
    if format_ == "onnx":
        model.reshape({"planes": [1, 22, 5, 6], "globals": [1, 19]})
    random = np.random.default_rng(1)
    inputs = {
        "planes": random.random((1, 22, 5, 6), np.float32),
        "globals": random.random((1, 19), np.float32),
    }
    found, expected = compiled(model)(inputs), compiled(build_model(NET, 6, 5))(inputs)
    for name in ("policy", "value", "score", "ownership"):
        np.testing.assert_allclose(found[name], expected[name], rtol=1e-4, atol=1e-5)


def test_errors_are_one_line(run, file, tmp_path, monkeypatch):
    (tmp_path / "alien.bin.gz").write_bytes(b"x")
    for arguments, message in [
        (("info", "nothing"), "there is no network 'nothing'"),
        (("info", str(tmp_path / "alien.bin.gz")), "not packed by gzip"),
        (("add", str(tmp_path / "alien.bin.gz")), "not packed by gzip"),
        (("add", file, "--name", "../x"), "is no name"),
        (("test", file, "--size", "9by9"), "a board is 19 or 9x13, not '9by9'"),
        (("test", file, "--size", "99"), "from 2x2 to 25x25, not 99x99"),
        (("export", file, "--out", str(tmp_path / "no/where.onnx"), "--format", "onnx"), "No such"),
        (
            ("export", file, "--out", str(tmp_path / "x"), "--format", "onnx", "--size", "1"),
            "from 2x2 to 25x25, not 1x1",
        ),
    ]:
        output = run(*arguments, fails=True)
        assert message in output and output.startswith("keima net: ")
        assert output.count("\n") == 1
    monkeypatch.setitem(sys.modules, "onnx", None)
    output = run("export", file, "--out", str(tmp_path / "x.onnx"), "--format", "onnx", fails=True)
    assert "pip install" in output
