"""The inputs of a hundred positions as KataGo itself makes them."""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest

from keima import Game
from keima.nets.inputs import inputs_of

DATA = os.environ.get("KEIMA_DATA")


@pytest.mark.skipif(not DATA, reason="set KEIMA_DATA to the folder with katago/golden_b6.json")
def test_golden_positions() -> None:
    path = Path(str(DATA)) / "katago" / "golden_b6.json"
    positions = json.loads(path.read_text())["positions"]
    assert len(positions) == 100
    for number, position in enumerate(positions):
        size = position["size"]
        game = Game(size, komi=position["komi"], rules=position["rules"])
        for move in position["moves"]:
            game.play(move)
        planes, numbers = inputs_of(game)
        assert np.flatnonzero(planes).tolist() == sorted(position["ones"]), number
        assert np.abs(numbers - position["globals"]).max() < 1e-6, number
