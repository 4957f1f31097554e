"""How weights follow their gradients: by AdamW, by momentum, or by Muon (Jordan et al. 2024).

In Muon's steps every direction of a weight matrix counts alike: the gradient's moving mean is
replaced by the nearest matrix whose singular values are all one, which a few products find. Single
numbers and the weights of inputs and outputs take Adam's steps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from keima.nets.torch_model import TorchNetwork
from keima.training.settings import RATES, Settings

#: Of an odd polynomial that pulls all singular values from (0, 1] near 1 in a few rounds.
_ROUND = (3.4445, -4.7750, 2.0315)
_ROUNDS = 5
#: A step is as long as one of Adam's usually is: that root of the mean square.
_LENGTH = 0.2


def orthogonal(matrix: Tensor) -> Tensor:
    """A matrix with the same directions and singular values near 1.

    >>> values = torch.linalg.svdvals(orthogonal(torch.diag(torch.tensor([5.0, 1.0, 0.1]))))
    >>> bool((values > 0.6).all() and (values < 1.3).all())
    True
    """
    a, b, c = _ROUND
    tall = matrix.shape[0] > matrix.shape[1]
    x = matrix.T if tall else matrix
    x = x / (x.norm() + 1e-7)
    for _ in range(_ROUNDS):
        square = x @ x.T
        x = a * x + (b * square + c * square @ square) @ x
    found: Tensor = x.T if tall else x
    return found


class Muon(torch.optim.Optimizer):
    """Groups of parameters with `muon` true have at least two dimensions, of which the first is
    that of the outputs; the others take the steps of AdamW. Rate and decay mean the same in both.
    """

    def __init__(
        self,
        groups: list[dict[str, Any]],
        lr: float,
        momentum: float = 0.95,
        betas: tuple[float, float] = (0.9, 0.99),
        eps: float = 1e-8,
    ) -> None:
        super().__init__(groups, {"lr": lr, "momentum": momentum, "betas": betas, "eps": eps})

    @torch.no_grad()
    def step(self, closure: Callable[[], float] | None = None) -> None:  # type: ignore[override]
        """One step by the gradients; `closure` is not used."""
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                p.mul_(1 - group["lr"] * group["weight_decay"])
                find = self._turned if group["muon"] else self._adam
                p.add_(find(self.state[p], p.grad, group), alpha=-group["lr"])

    def _turned(self, state: dict[str, Tensor], grad: Tensor, group: dict[str, Any]) -> Tensor:
        if not state:
            state["mean"] = torch.zeros_like(grad)
        state["mean"].lerp_(grad, 1 - group["momentum"])
        matrix = grad.lerp(state["mean"], group["momentum"]).reshape(len(grad), -1)
        length: float = _LENGTH * max(matrix.shape) ** 0.5
        return orthogonal(matrix).reshape(grad.shape) * length

    def _adam(self, state: dict[str, Tensor], grad: Tensor, group: dict[str, Any]) -> Tensor:
        fast, slow = group["betas"]
        if not state:
            state["step"] = torch.tensor(0.0)
            state["mean"], state["square"] = torch.zeros_like(grad), torch.zeros_like(grad)
        state["step"] += 1
        state["mean"].lerp_(grad, 1 - fast)
        state["square"].lerp_(grad.square(), 1 - slow)
        n = state["step"].item()
        size = (state["square"] / (1 - slow**n)).sqrt() + group["eps"]
        step: Tensor = state["mean"] / (1 - fast**n) / size
        return step


def optimizer_of(net: TorchNetwork, settings: Settings) -> torch.optim.Optimizer:
    """The one that a run wants. Only weights of convolutions and products fade, not those of norms.
    Raises ValueError for one that is not known."""
    inner = {id(p) for p in net.blocks.parameters() if p.ndim > 1}
    matrices = [p for p in net.parameters() if p.ndim > 1]
    numbers = {"params": [p for p in net.parameters() if p.ndim <= 1], "weight_decay": 0.0}
    fading = {"params": matrices, "weight_decay": settings.decay}
    rate = settings.step_size
    if settings.optimizer == "muon":
        within = [p for p in matrices if id(p) in inner]
        beside = [p for p in matrices if id(p) not in inner]
        groups = [
            fading | {"params": within, "muon": True},
            fading | {"params": beside, "muon": False},
            numbers | {"muon": False},
        ]
        return Muon(groups, lr=rate)
    if settings.optimizer == "adamw":
        return torch.optim.AdamW([fading, numbers], lr=rate, betas=(0.9, 0.99))
    if settings.optimizer == "sgd":
        return torch.optim.SGD([fading, numbers], lr=rate, momentum=0.9, nesterov=True)
    names = ", ".join(RATES)
    raise ValueError(f"the optimizer must be one of {names}, got {settings.optimizer!r}")
