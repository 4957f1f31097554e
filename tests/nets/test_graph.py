import sys
from pathlib import Path

import numpy as np
import pytest

from keima.nets.description import Conv
from keima.nets.graph import build_model
from keima.nets.random import random_network
from keima.nets.runtime import compiled

sys.path.insert(0, str(Path(__file__).parent))
from slow import compute


@pytest.mark.parametrize(
    ("version", "activation", "blocks", "size"),
    [
        (8, "relu", "opo", (7, 7)),
        (9, "relu", "po", (3, 5)),
        (11, "silu", "p", (9, 4)),
        (12, "identity", "o", (5, 5)),
        (14, "mish", "no", (9, 9)),
        (15, "mish", "npn", (5, 8)),
        (16, "silu", "opn", (1, 2)),
    ],
)
def test_a_graph_computes_what_the_description_says(version, activation, blocks, size):
    net = random_network(version=version, activation=activation, blocks=blocks, seed=version)
    width, height = size
    model = compiled(build_model(net, width, height))
    random = np.random.default_rng(2)
    planes = random.standard_normal((1, 22, height, width)).astype(np.float32)
    numbers = random.standard_normal((1, 19)).astype(np.float32)
    found = model({"planes": planes, "globals": numbers})
    expected = compute(net, planes[0], numbers[0])
    for name, array in expected.items():
        assert found[name].shape == (1, *array.shape)
        np.testing.assert_allclose(found[name][0], array, rtol=2e-4, atol=2e-5)


def test_a_dilated_convolution_keeps_the_size_of_the_board():
    net = random_network(blocks="o")
    block = net.trunk.blocks[0]
    object.__setattr__(block, "conv1", Conv("wide", block.conv1.weights, (2, 3)))
    model = compiled(build_model(net, 6, 6))
    random = np.random.default_rng(2)
    planes = random.standard_normal((1, 22, 6, 6)).astype(np.float32)
    numbers = np.zeros((1, 19), np.float32)
    found = model({"planes": planes, "globals": numbers})
    np.testing.assert_allclose(
        found["policy"][0], compute(net, planes[0], numbers[0])["policy"], rtol=2e-4, atol=2e-5
    )


def test_a_batch_is_as_many_single_positions():
    net = random_network()
    random = np.random.default_rng(3)
    planes = random.standard_normal((3, 22, 5, 5)).astype(np.float32)
    numbers = random.standard_normal((3, 19)).astype(np.float32)
    many = compiled(build_model(net, 5, 5, batch=3))({"planes": planes, "globals": numbers})
    one = compiled(build_model(net, 5, 5))
    for i in range(3):
        single = one({"planes": planes[i : i + 1], "globals": numbers[i : i + 1]})
        for name in ("policy", "value", "score", "ownership"):
            np.testing.assert_allclose(many[name][i], single[name][0], rtol=1e-4, atol=1e-5)


def test_names_and_shapes_are_the_contract_of_the_search():
    model = build_model(random_network(version=16), 7, 9)
    shapes = {port.get_any_name(): list(port.shape) for port in (*model.inputs, *model.outputs)}
    assert shapes == {
        "planes": [1, 22, 9, 7],
        "globals": [1, 19],
        "policy": [1, 4, 64],
        "value": [1, 3],
        "score": [1, 6],
        "ownership": [1, 9, 7],
    }
