"""What networks make of rules that they were not taught."""

from __future__ import annotations

import random

import numpy as np
import pytest

from keima.game import Game
from keima.nets.blank import SEKI_TAX, TERRITORY, UNTAUGHT, blank_rules
from keima.nets.graph import build_model
from keima.nets.network import Network
from keima.nets.random import random_network
from keima.nets.runtime import compiled


def played(moves: int, rules: str) -> Game:
    """The same stones under any rules."""
    game = Game(9, komi=7.5, rules=rules)
    for point in random.Random(1).sample(range(game.area), moves):
        game.play(point)
    return game


def test_a_blanked_network_says_the_same_under_the_rules_it_knows() -> None:
    net = random_network(channels=8, blocks="op")
    before, after = (compiled(build_model(each, 5, 5)) for each in (net, blank_rules(net)))
    planes = (np.random.default_rng(1).random((1, 22, 5, 5)) < 0.2).astype(np.float32)
    for territory in (0, 1):
        numbers = np.zeros((1, 19), np.float32)
        numbers[0, [TERRITORY, SEKI_TAX]] = territory
        numbers[0, 5] = 0.375
        told = after([planes, numbers])
        for one, two in zip(before([planes, numbers]).values(), told.values(), strict=True):
            assert np.abs(one - two).max() < 1e-5
        numbers[0, UNTAUGHT] = 1
        for one, two in zip(told.values(), after([planes, numbers]).values(), strict=True):
            assert (one == two).all()


@pytest.mark.parametrize("rules", ["chinese-ogs", "tromp-taylor", "aga", "new-zealand"])
def test_kinds_of_ko_and_suicide_hardly_matter_to_the_networks_that_keima_brings(
    rules: str,
) -> None:
    network = Network("keima-9x9", precision="f32")
    for moves in (0, 5, 20):
        usual = network.evaluate(played(moves, "chinese"))
        other = network.evaluate(played(moves, rules))
        assert other.winrate == pytest.approx(usual.winrate, abs=0.05)
        assert other.lead == pytest.approx(usual.lead, abs=1.0)
