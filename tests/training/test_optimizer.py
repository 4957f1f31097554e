"""Steps of the optimizers: Muon's turn every direction alike, the rest is Adam's."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="torch is not installed: pip install 'keima[train]'")

import torch
from torch import nn

from keima.nets.torch_model import Shape, TorchNetwork
from keima.training.optimizer import Muon, optimizer_of, orthogonal
from keima.training.settings import Settings
from keima.training.trainer import Trainer


@pytest.mark.parametrize("shape", [(8, 8), (8, 72), (72, 8), (1, 16)])
def test_all_directions_are_about_as_long(shape: tuple[int, int]) -> None:
    torch.manual_seed(1)
    matrix = torch.randn(shape)
    found = orthogonal(matrix)
    assert found.shape == matrix.shape
    values = torch.linalg.svdvals(found)
    assert values.min() > 0.5
    assert values.max() < 1.4
    # The directions are the same: those of the singular vectors.
    u, _, vh = torch.linalg.svd(matrix, full_matrices=False)
    core = u.T @ found @ vh.T
    assert torch.allclose(core, torch.diag(core.diagonal()), atol=1e-3)


def steps(optimizer: torch.optim.Optimizer, weight: nn.Parameter, n: int = 5) -> torch.Tensor:
    torch.manual_seed(2)
    for _ in range(n):
        weight.grad = torch.randn_like(weight)
        optimizer.step()
    return weight.detach()


def test_what_is_not_turned_takes_the_steps_of_adamw() -> None:
    first = torch.randn(6, 4)
    ours, theirs = nn.Parameter(first.clone()), nn.Parameter(first.clone())
    muon = Muon([{"params": [ours], "weight_decay": 0.1, "muon": False}], lr=0.01)
    adam = torch.optim.AdamW([theirs], lr=0.01, betas=(0.9, 0.99), weight_decay=0.1)
    assert torch.allclose(steps(muon, ours), steps(adam, theirs), atol=1e-6)
    assert not torch.allclose(ours, first)


def test_what_is_turned_takes_the_steps_of_torch() -> None:
    first = torch.randn(16, 40)
    ours, theirs = nn.Parameter(first.clone()), nn.Parameter(first.clone())
    muon = Muon([{"params": [ours], "weight_decay": 0.1, "muon": True}], lr=0.01)
    other = torch.optim.Muon(
        [theirs], lr=0.01, weight_decay=0.1, nesterov=True, adjust_lr_fn="match_rms_adamw"
    )
    # Theirs computes in bfloat16.
    assert torch.allclose(steps(muon, ours), steps(other, theirs), atol=1e-3)
    assert (ours - first).abs().mean() > 5e-3


def test_a_step_is_as_long_as_one_of_adam() -> None:
    weight = nn.Parameter(torch.zeros(16, 8, 3, 3))
    muon = Muon([{"params": [weight], "weight_decay": 0.0, "muon": True}], lr=0.01)
    moved = steps(muon, weight, n=1)
    assert moved.square().mean().sqrt().item() == pytest.approx(0.01 * 0.2, rel=0.3)


def test_only_matrices_within_the_blocks_are_turned() -> None:
    net = TorchNetwork(Shape(2, 8))
    muon = optimizer_of(net, Settings(optimizer="muon"))
    inner, beside, numbers = muon.param_groups
    assert {id(p) for p in inner["params"]} == {
        id(p) for p in net.blocks.parameters() if p.ndim > 1
    }
    assert any(p is net.conv.weight for p in beside["params"])
    assert numbers["weight_decay"] == 0
    assert sum(len(group["params"]) for group in muon.param_groups) == len(list(net.parameters()))


def test_an_unknown_one_is_named(games: Path, tmp_path: Path) -> None:
    settings = Settings(blocks=1, channels=8, data=(str(games),), optimizer="luck")
    with pytest.raises(ValueError, match="must be one of muon, adamw, sgd, got 'luck'"):
        Trainer(tmp_path / "run", settings)
