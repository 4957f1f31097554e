"""`keima bench expansions` and `keima bench shallow`."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

from typer.testing import CliRunner

from keima.cli.bench import app

runner = CliRunner()


def test_expansions_are_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "depths.svg"
    words = ["expansions", "--profile", "pachi", "--size", "5", "--playouts", "60"]
    words += ["--positions", "2"]
    found = runner.invoke(app, [*words, "--svg", str(picture), "--json"])
    assert found.exit_code == 0, found.output
    counts = json.loads(found.output)["expansions"]
    assert counts[0] >= 1
    assert sum(counts) > 5
    drawn = ElementTree.parse(picture).getroot()
    assert len(drawn.findall("{*}rect")) == 1 + len(counts)
    text = runner.invoke(app, words).output.splitlines()
    assert [int(line.split()[1].replace(",", "")) for line in text] == counts


def test_speed_of_a_network() -> None:
    found = runner.invoke(app, ["shallow", "ht", "--size", "9", "--seconds", "0.01", "--json"])
    assert json.loads(found.output)["evaluations_per_second"] > 0
    wrong = runner.invoke(app, ["shallow", "ht", "--size", "7"])
    assert wrong.exit_code == 2
