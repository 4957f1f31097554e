"""The network that is trained: KataGo's plain residual networks of version 8, in torch.

The layers are those of `keima.nets.description`, with batch norm that learns its statistics, and
`keima.nets.torch_convert` turns one into the other.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from keima.nets.description import GLOBALS, PLANES

#: The raw score outputs of version 8: mean, deviation, lead, time left.
SCORES = 4
EPSILON = 1e-3
#: How much of the running statistics of a norm is new after a batch.
MOMENTUM = 0.02

Outputs = tuple[Tensor, Tensor, Tensor, Tensor]


@dataclass(frozen=True)
class Shape:
    """How large a network is. Of `channels`, blocks with pooling use `pooled` for what they see of
    the whole board.

    >>> shape = Shape(6, 64)
    >>> shape.pools, shape.pooled, shape.regular, shape.head, shape.hidden
    ((2, 4), 24, 40, 32, 48)
    """

    blocks: int
    channels: int
    pooled: int = 0
    head: int = 0
    hidden: int = 0
    kernel: int = 3
    #: Which blocks pool: those after a third and two thirds of all, if nothing else is said.
    pools: tuple[int, ...] | None = None
    #: What is left of the channels for the board itself in such a block.
    regular: int = 0

    def __post_init__(self) -> None:
        third = max(8 * round(self.channels / 24), 1)
        defaults = {
            "pooled": min(third, self.channels // 2) or 1,
            "head": min(32, self.channels),
            "hidden": max(16, min(96, 3 * self.channels // 4)),
        }
        for name, value in defaults.items():
            if getattr(self, name) == 0:
                object.__setattr__(self, name, value)
        if self.regular == 0:
            object.__setattr__(self, "regular", max(self.channels - self.pooled, 1))
        if self.pools is None:
            pools = tuple(sorted({self.blocks // 3, 2 * self.blocks // 3}))
            object.__setattr__(self, "pools", pools)
        if self.blocks < 1 or self.channels < 2:
            raise ValueError("a network needs at least 1 block and 2 channels")


def _conv(inputs: int, outputs: int, kernel: int, gain: float = 1.0) -> nn.Conv2d:
    conv = nn.Conv2d(inputs, outputs, kernel, padding=kernel // 2, bias=False)
    nn.init.normal_(conv.weight, std=gain * math.sqrt(2 / (inputs * kernel * kernel)))
    return conv


def _matmul(inputs: int, outputs: int, gain: float = 1.0, bias: bool = False) -> nn.Linear:
    linear = nn.Linear(inputs, outputs, bias=bias)
    nn.init.normal_(linear.weight, std=gain / math.sqrt(inputs))
    if bias:
        nn.init.zeros_(linear.bias)
    return linear


def _norm(channels: int) -> nn.BatchNorm2d:
    return nn.BatchNorm2d(channels, eps=EPSILON, momentum=MOMENTUM)


def _side(x: Tensor) -> float:
    """How far the side of the board is from 14, as the poolings use it."""
    return math.sqrt(x.shape[2] * x.shape[3]) - 14


def _pool(x: Tensor) -> Tensor:
    mean = x.mean((2, 3))
    return torch.cat([mean, mean * (_side(x) * 0.1), x.amax((2, 3))], 1)


def _spread(x: Tensor, y: Tensor) -> Tensor:
    return x + y[:, :, None, None]


class OrdinaryBlock(nn.Module):
    def __init__(self, channels: int, gain: float) -> None:
        super().__init__()
        self.norm1, self.conv1 = _norm(channels), _conv(channels, channels, 3)
        self.norm2, self.conv2 = _norm(channels), _conv(channels, channels, 3, gain)

    def forward(self, x: Tensor) -> Tensor:
        y = self.conv1(functional.relu(self.norm1(x)))
        out: Tensor = x + self.conv2(functional.relu(self.norm2(y)))
        return out


class PoolBlock(nn.Module):
    def __init__(self, channels: int, regular: int, pooled: int, gain: float) -> None:
        super().__init__()
        self.norm1, self.regular = _norm(channels), _conv(channels, regular, 3)
        self.pool_conv, self.pool_norm = _conv(channels, pooled, 3), _norm(pooled)
        self.matmul = _matmul(3 * pooled, regular, 0.5)
        self.norm2, self.conv2 = _norm(regular), _conv(regular, channels, 3, gain)

    def forward(self, x: Tensor) -> Tensor:
        y = functional.relu(self.norm1(x))
        seen = _pool(functional.relu(self.pool_norm(self.pool_conv(y))))
        y = _spread(self.regular(y), self.matmul(seen))
        out: Tensor = x + self.conv2(functional.relu(self.norm2(y)))
        return out


class PolicyHead(nn.Module):
    def __init__(self, channels: int, head: int) -> None:
        super().__init__()
        self.conv1, self.pool_conv = _conv(channels, head, 1), _conv(channels, head, 1)
        self.pool_norm, self.matmul = _norm(head), _matmul(3 * head, head, 0.5)
        self.norm1, self.conv2 = _norm(head), _conv(head, 1, 1, 0.3)
        self.pass_matmul = _matmul(3 * head, 1, 0.3)

    def forward(self, x: Tensor) -> Tensor:
        seen = _pool(functional.relu(self.pool_norm(self.pool_conv(x))))
        y = _spread(self.conv1(x), self.matmul(seen))
        y = self.conv2(functional.relu(self.norm1(y)))
        return torch.cat([y.flatten(1), self.pass_matmul(seen)], 1)


class ValueHead(nn.Module):
    def __init__(self, channels: int, head: int, hidden: int) -> None:
        super().__init__()
        self.conv1, self.norm1 = _conv(channels, head, 1), _norm(head)
        self.matmul2 = _matmul(3 * head, hidden, 1.4, bias=True)
        self.value, self.score = (
            _matmul(hidden, 3, 0.3, bias=True),
            _matmul(hidden, SCORES, 0.3, bias=True),
        )
        self.ownership = _conv(head, 1, 1, 0.3)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        y = functional.relu(self.norm1(self.conv1(x)))
        side, mean = _side(x), y.mean((2, 3))
        parts = torch.cat([mean, mean * (side * 0.1), mean * (side * side * 0.01 - 0.1)], 1)
        hidden = functional.relu(self.matmul2(parts))
        return self.value(hidden), self.score(hidden), self.ownership(y)[:, 0]


class TorchNetwork(nn.Module):
    """From planes [N,22,H,W] and globals [N,19] to the raw policy [N,H*W+1], value [N,3], score
    [N,4] and ownership [N,H,W]. A batch is of one board size, any one."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape, channels = shape, shape.channels
        self.conv = _conv(PLANES, channels, shape.kernel)
        # Not by chance: an input that never varies in the data stays without effect.
        self.matmul = _matmul(GLOBALS, channels, 0.0)
        gain = 1 / math.sqrt(shape.blocks)
        self.blocks = nn.Sequential(
            *(
                PoolBlock(channels, shape.regular, shape.pooled, gain)
                if number in (shape.pools or ())
                else OrdinaryBlock(channels, gain)
                for number in range(shape.blocks)
            )
        )
        self.norm = _norm(channels)
        self.policy = PolicyHead(channels, shape.head)
        self.value = ValueHead(channels, shape.head, shape.hidden)

    def forward(self, planes: Tensor, numbers: Tensor) -> Outputs:
        return self.heads(self.trunk(planes, numbers))

    def trunk(self, planes: Tensor, numbers: Tensor) -> Tensor:
        """What the heads see: nearly all of the work."""
        x = self.blocks(_spread(self.conv(planes), self.matmul(numbers)))
        return functional.relu(self.norm(x))

    def heads(self, x: Tensor) -> Outputs:
        value, score, ownership = self.value(x)
        return self.policy(x), value, score, ownership
