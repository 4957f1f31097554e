"""The moving average of a network's weights, which is better than the last ones."""

from __future__ import annotations

import copy

import torch

from keima.nets.torch_model import TorchNetwork

#: Steps after which an old one counts 1/e.
HORIZON = 1000.0


class Average:
    """Weights and statistics of norms."""

    def __init__(self, net: TorchNetwork) -> None:
        self.net = copy.deepcopy(net).eval()
        self.net.requires_grad_(False)

    @torch.no_grad()
    def update(self, net: TorchNetwork, step: int, horizon: float = HORIZON) -> None:
        """Takes in the weights after a step. An old step counts 1/e after `horizon` steps, sooner
        in the beginning."""
        part = 1 / min(max(horizon, 1.0), 1 + step / 10)
        mine, others = self.net.state_dict(), net.state_dict()
        for name, value in mine.items():
            if value.is_floating_point():
                value.lerp_(others[name], part)
