"""What networks and searches think, drawn."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from typer.testing import CliRunner

from keima import Game
from keima.cli.net import app
from keima.heat import heat_svg, heat_text
from keima.models.shallow import ShallowModel, Shape, write_shallow
from keima.opinions import is_shallow, network_opinion, search_opinion

runner = CliRunner()


@pytest.fixture
def game() -> Game:
    game = Game(5)
    for move in ("C3", "C4", "D4", "D3", "B4"):
        game.play(move)
    return game


@pytest.fixture(params=[False, True])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A network that likes C2, or, with owners, what is the player's."""
    shape = Shape(5, 1, history=False, owner=request.param)
    weights = np.zeros(shape.weights, np.float32)
    shape.split(weights)["output_biases"][17] = 5
    path = tmp_path / "net.bin"
    write_shallow(path, ShallowModel(shape, weights))
    return str(path)


def test_a_shallow_network_has_a_policy(game: Game, file: str) -> None:
    assert is_shallow(file, 5)
    values = network_opinion(game, file, "policy")
    assert max(range(25), key=lambda p: values[p] or 0) == 17
    assert sum(v for v in values if v) == pytest.approx(1, abs=1e-3)
    assert all(values[p] is None for p in range(25) if game.at(p))
    with pytest.raises(ValueError, match="nothing but a policy"):
        network_opinion(game, file, "ownership")


def test_a_search_has_more_to_say(game: Game, file: str) -> None:
    spec = f"pachi-nn:shallow={file},shallow_weight=0.5"
    prior = search_opinion(game, spec, "prior", 1)
    blend = search_opinion(game, spec, "blend", 1)
    assert (blend[17] or 0) == pytest.approx(0.5 * (prior[17] or 0) + 0.5, abs=0.01)
    other = next(p for p in range(25) if prior[p] and p != 17)
    assert (blend[other] or 0) < (prior[other] or 0)
    visits = search_opinion(game, spec, "visits", 50)
    assert sum(v for v in visits if v) == pytest.approx(1, abs=0.05)
    owners = search_opinion(game, spec, "ownership", 50)
    assert all(o is not None and -1 <= o <= 1 for o in owners)
    with pytest.raises(ValueError, match="says nothing of policy"):
        search_opinion(game, spec, "policy", 1)


def test_pictures_have_a_shade_for_each_value(game: Game) -> None:
    values = [0.5 if p == 17 else 0.02 if p == 20 else None for p in range(25)]
    svg = heat_svg(game.board, values, 6)
    drawn = ElementTree.fromstring(svg)
    shades = drawn.findall("{*}rect")[1:]
    opacity = [float(shade.attrib["fill-opacity"]) for shade in shades]
    assert opacity == [pytest.approx(0.9), pytest.approx(0.9 * (0.02 / 0.5) ** 0.5, abs=0.01)]
    assert ">50</text>" in svg
    owned = heat_svg(game.board, [1.0, -1.0, 0.0] + [None] * 22, owners=True)
    assert owned.count('fill="#000" fill-opacity="0.70"') == 1
    assert owned.count('fill="#fff" fill-opacity="0.70"') == 1


def test_text_has_stones_and_percents(game: Game) -> None:
    rows = heat_text(game.board, [None] * 17 + [0.5] + [None] * 7).splitlines()
    assert rows[1].split() == [".", "X", "O", "X", "."]
    assert rows[3].split() == [".", ".", "50", ".", "."]


def test_the_command(game: Game, file: str, tmp_path: Path) -> None:
    sgf, picture = tmp_path / "game.sgf", tmp_path / "picture.svg"
    sgf.write_text(game.to_sgf())
    found = runner.invoke(app, ["show", file, str(sgf), "--json"])
    assert json.loads(found.output)["values"] == network_opinion(game, file, "policy")
    words = ["show", f"pachi-nn:shallow={file}", str(sgf), "--what", "ownership"]
    words += ["--playouts", "20", "--move", "3", "--out", str(picture)]
    assert runner.invoke(app, words).exit_code == 0
    circles = ElementTree.parse(picture).getroot().findall("{*}circle")
    assert len(circles) == 2 + 1  # two stones and the mark of the last one
    for wrong in (["show", file, "none.sgf"], ["show", "no-such-network", str(sgf)]):
        refused = runner.invoke(app, wrong)
        assert refused.exit_code == 1
        assert refused.output.startswith("keima net: ")
