"""The network that is trained computes what its file computes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="torch is not installed: pip install 'keima[train]'")

import torch

from keima.nets.description import NetworkError
from keima.nets.graph import build_model
from keima.nets.random import random_network
from keima.nets.reader import read_network
from keima.nets.runtime import compiled
from keima.nets.torch_convert import describe, load
from keima.nets.torch_model import Shape, TorchNetwork
from keima.nets.writer import write_network

OUTPUTS = ("policy", "value", "score", "ownership")


def inputs(width: int, height: int, count: int = 4) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(1)
    planes = rng.random((count, 22, height, width)) < 0.2
    return planes.astype(np.float32), rng.random((count, 19)).astype(np.float32)


def differences(net: TorchNetwork, path: Path, width: int, height: int) -> list[float]:
    planes, numbers = inputs(width, height)
    graph = compiled(build_model(read_network(path), width, height, batch=4))
    found = graph([planes, numbers])
    with torch.no_grad():
        outputs = net.eval()(torch.from_numpy(planes), torch.from_numpy(numbers))
    return [
        float(np.abs(found[name].reshape(-1) - output.numpy().reshape(-1)).max())
        for name, output in zip(OUTPUTS, outputs, strict=True)
    ]


@pytest.mark.parametrize("size", [(9, 9), (19, 19), (7, 5)])
def test_file_and_torch_agree(size: tuple[int, int], tmp_path: Path) -> None:
    torch.manual_seed(1)
    net = TorchNetwork(Shape(3, 16)).train()
    for _ in range(5):  # so that the norms have statistics
        net(*(torch.from_numpy(array) for array in inputs(9, 9)))
    write_network(tmp_path / "net.bin.gz", describe(net, "trained"))
    assert max(differences(net, tmp_path / "net.bin.gz", *size)) < 1e-4


def test_a_file_can_be_trained_on(tmp_path: Path) -> None:
    path = tmp_path / "net.bin.gz"
    write_network(path, random_network(channels=8, blocks="oop"))
    net = load(read_network(path))
    assert net.shape.pools == (2,) and net.shape.kernel == 5
    assert max(differences(net, path, 9, 9)) < 1e-4


@pytest.mark.parametrize("how", [{"version": 14}, {"blocks": "on"}])
def test_other_kinds_are_refused(how: dict[str, object]) -> None:
    with pytest.raises(NetworkError, match="kind that can be trained"):
        load(random_network(**how))  # type: ignore[arg-type]


def test_an_input_that_never_varies_has_no_effect() -> None:
    """Whatever else is learnt."""
    torch.manual_seed(1)
    net = TorchNetwork(Shape(1, 8)).train()
    planes, numbers = (torch.from_numpy(array) for array in inputs(5, 5))
    numbers[:, 6:] = 0
    optimizer = torch.optim.AdamW(net.parameters(), lr=0.01)
    for _ in range(3):
        optimizer.zero_grad()
        sum(output.square().mean() for output in net(planes, numbers)).backward()
        optimizer.step()
    assert net.matmul.weight[:, :6].any() and not net.matmul.weight[:, 6:].any()
