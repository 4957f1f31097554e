"""The outputs of KataGo itself, for a network that is not in the repository."""

import json
import os
import sys
from pathlib import Path

import numpy as np
import pytest

import keima
from keima.nets import Network, read_network
from keima.nets.inputs import inputs_of

sys.path.insert(0, str(Path(__file__).parent))
from slow import compute

DATA = os.environ.get("KEIMA_DATA")

pytestmark = pytest.mark.skipif(
    not DATA, reason="KEIMA_DATA names no folder with katago/golden_b6.json and its network"
)


def test_outputs_agree_with_those_of_katago(tmp_path, monkeypatch):
    monkeypatch.setenv("KEIMA_CACHE", str(tmp_path))
    folder = Path(DATA) / "katago"
    (file,) = folder.glob("*.bin.gz")
    network, net = Network(file, precision="f32"), read_network(file)
    positions = json.loads((folder / "golden_b6.json").read_text())["positions"]
    assert len(positions) == 100
    for number, position in enumerate(positions):
        size = position["size"]
        game = keima.Game(size, komi=position["komi"], rules=position["rules"])
        for move in position["moves"]:
            game.play(move)
        found = network.evaluate(game)
        white = position["to_play"] == "w"
        sign = 1 if white else -1
        legal = found.policy > 0
        expected = [*position["policy"], position["policyPass"]]
        policy = np.array([-1 if share is None else share for share in expected])
        assert np.array_equal(legal, policy >= 0)
        assert np.abs(found.policy - policy)[legal].max() < 1e-5
        assert (found.win if white else found.loss) == pytest.approx(position["whiteWin"], abs=1e-5)
        assert found.no_result == pytest.approx(position["noResult"], abs=1e-5)
        # Printed with three digits.
        assert sign * found.lead == pytest.approx(position["whiteLead"], abs=1e-3)
        ownership = np.array(position["whiteOwnership"])
        assert np.abs(sign * found.ownership.ravel() - ownership).max() < 2e-5
        if number % 5 == 4:
            # More than 1e-5 of that is KataGo's own rounding, as all digits show.
            exact = np.tanh(compute(net, *inputs_of(game))["ownership"])
            assert np.abs(found.ownership - exact).max() < 3e-6
