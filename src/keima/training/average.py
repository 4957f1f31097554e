"""The moving average of a network's weights, which is better than the last ones."""

from __future__ import annotations

import copy

import torch

from keima.nets.torch_model import TorchNetwork


class Average:
    """Weights and statistics of norms. An old step counts 1/e after `steps` steps, sooner in the
    beginning."""

    def __init__(self, net: TorchNetwork, steps: float = 1000.0) -> None:
        self.net = copy.deepcopy(net).eval()
        self.net.requires_grad_(False)
        self._steps = steps

    @torch.no_grad()
    def update(self, net: TorchNetwork, step: int) -> None:
        part = 1 / min(self._steps, 1 + step / 10)
        mine, others = self.net.state_dict(), net.state_dict()
        for name, value in mine.items():
            if value.is_floating_point():
                value.lerp_(others[name], part)
