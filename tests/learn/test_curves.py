"""`keima learn curves`: pictures of runs."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from keima.cli.learn import app
from keima.evolve import Run
from keima.evolve import Settings as SaneSettings
from keima.learn.curves import Curve, draw, read_curves
from keima.learn.examples import collect
from keima.learn.mlp import Learner, Settings
from keima.learn.packs import read_pack
from tests.learn.test_mlp import write_pack

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def state(tmp_path: Path) -> Path:
    data = collect([read_pack(write_pack(tmp_path / "games.npz"))], 5, 10**6)
    learner = Learner(Settings(5, 3), data)
    for _ in range(3):
        learner.note()
        learner.learn(learner.epoch_steps)
    learner.save(tmp_path / "p3.bin.state")
    return tmp_path / "p3.bin.state"


def run(*arguments: object) -> Any:
    return CliRunner().invoke(app, ["curves", *map(str, arguments)])


def test_curves_of_a_training(state: Path, tmp_path: Path) -> None:
    out, lines = tmp_path / "curves.svg", tmp_path / "curves.jsonl"
    result = run(state, "--out", out, "--value", "rank", "--lines", lines)
    assert result.exit_code == 0, result.output
    drawn = ElementTree.fromstring(out.read_text()).findall(f"{SVG}polyline")
    assert [len(line.attrib["points"].split()) for line in drawn] == [3, 3]
    last, averaged = read_curves(state)
    assert (last.name, last.unit, last.settings["distance"]) == ("p3", "epoch", 3)
    assert averaged.name == "p3, averaged"
    assert last.points("rank")[0] == averaged.points("rank")[0]  # nothing was averaged yet
    assert last.points("rank") != averaged.points("rank")
    assert read_curves(lines) == [last, averaged]
    again = tmp_path / "again.svg"
    assert run(lines, "--out", again, "--value", "rank").exit_code == 0
    assert again.read_bytes() == out.read_bytes()


def test_curves_of_an_evolution(tmp_path: Path) -> None:
    evolution = Run(SaneSettings(side=5, nodes=20, hidden=5, networks=4, games=1))
    with ThreadPoolExecutor(1) as pool:
        evolution.step(pool, None)
        evolution.step(pool, None)
    evolution.save(tmp_path / "run.npz")
    out = tmp_path / "curves.svg"
    assert run(tmp_path / "run.npz", "--out", out).exit_code == 0
    assert len(ElementTree.fromstring(out.read_text()).findall(f"{SVG}polyline")) == 2
    result = run(tmp_path / "run.npz", "--out", out, "--value", "rank")
    assert result.exit_code == 1 and "none of the runs has rank" in result.stderr


def test_a_better_rank_is_lower_in_the_picture() -> None:
    curve = Curve("run", {}, [{"epoch": 0, "rank": 50}, {"epoch": 1, "rank": 10}])
    [line] = ElementTree.fromstring(draw([curve], ["rank"])).findall(f"{SVG}polyline")
    (x0, y0), (x1, y1) = (
        tuple(map(float, place.split(","))) for place in line.attrib["points"].split()
    )
    assert x0 < x1 and y0 < y1


@pytest.mark.parametrize("data", [b"alien", b"[]\n", b'{"name": 1}\n', b"PK\x03\x04", b""])
def test_other_files_are_refused(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_bytes(data)
    result = run(tmp_path / "x.jsonl", "--out", tmp_path / "x.svg")
    assert result.exit_code == 1
    assert not (tmp_path / "x.svg").exists()


def test_an_unknown_value_is_refused(state: Path, tmp_path: Path) -> None:
    result = run(state, "--out", tmp_path / "x.svg", "--value", "luck")
    assert result.exit_code == 1 and "expected one of rank" in result.stderr
