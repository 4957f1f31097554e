"""What networks see, drawn."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from keima import Game
from keima.cli.net import app
from keima.nets.inputs import inputs_of
from keima.nets.picture import PLANE_NAMES, inputs_picture, inputs_text

runner = CliRunner()


@pytest.fixture
def game() -> Game:
    """White may not take back at D9, and catches D4 by D5."""
    game = Game(9, komi=7)
    for move in ["C9", "F9", "D8", "E8", "D4", "C4", "C3", "D3", "G2", "E3", "B6", "D9", "E9"]:
        game.play(move)
    return game


def test_each_set_point_is_drawn_once(game: Game) -> None:
    planes, _ = inputs_of(game)
    drawn = ElementTree.fromstring(inputs_picture(game).svg())
    marks = [r for r in drawn.findall("{*}rect") if r.attrib["width"] == "6"]
    assert len(marks) == sum(int(planes[plane].sum()) for plane in PLANE_NAMES) == 43
    titles = [text.text for text in drawn.findall("{*}text")]
    assert titles == ["the position", *(f"{n}: {name}" for n, name in PLANE_NAMES.items())]
    # What is not drawn is the same everywhere, or never set.
    assert {n for n in range(22) if planes[n].any()} <= {0, *PLANE_NAMES}


def test_in_words(game: Game) -> None:
    lines = inputs_text(game).splitlines()
    assert " 6 ko or superko: D9" in lines and "17 a ladder begins: D5" in lines
    assert "14 caught in a ladder: D4" in lines and lines[-1] == "numbers: 5: 0.35"
    assert " 3 one liberty: -" in inputs_text(Game(9)).splitlines()


def test_the_command(game: Game, tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text(game.to_sgf())
    words = ["show", "keima-9x9", str(tmp_path / "game.sgf"), "--what", "inputs"]
    assert "17 a ladder begins: D5" in runner.invoke(app, words).output
    told = json.loads(runner.invoke(app, [*words, "--json"]).output)
    assert [len(told[key]) for key in ("planes", "numbers")] == [22, 19]
    assert [point for point, seen in enumerate(told["planes"][6]) if seen] == [3]
    assert runner.invoke(app, [*words, "--out", str(tmp_path / "seen.svg")]).exit_code == 0
    assert (tmp_path / "seen.svg").read_text() == inputs_picture(game).svg()
    refused = runner.invoke(app, ["show", "none", str(tmp_path / "game.sgf"), "--what", "inputs"])
    assert refused.exit_code == 1 and "there is no network 'none'" in refused.output
