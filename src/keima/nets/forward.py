"""How a network computes, written once for every library that can do the arithmetic.

Norms are folded into the convolution before them where there is one, which is exact.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

import numpy as np

from keima.nets.description import (
    Block,
    Conv,
    Description,
    Floats,
    MatMul,
    NestedBlock,
    Norm,
    OrdinaryBlock,
    PolicyHead,
    ValueHead,
)

T = TypeVar("T")

#: The outputs of a network, in order.
OUTPUTS = ("policy", "value", "score", "ownership")


class Operations(Protocol[T]):
    """What a library must be able to do. A tensor is [N,C,H,W] or [N,C]."""

    def conv(
        self,
        x: T,
        weights: Floats,
        bias: Floats | None,
        dilation: tuple[int, int],
        key: str | None,
    ) -> T:
        """Weights are [out][in][y][x]; the board keeps its size. A `key` names the input where
        int8 would do."""

    def scale(self, x: T, factor: Floats, offset: Floats) -> T:
        """Each channel of [N,C,H,W] times a factor plus an offset."""

    def activate(self, x: T, kind: str) -> T: ...

    def matmul(self, x: T, weights: Floats, bias: Floats | None) -> T: ...

    def add(self, x: T, y: T) -> T: ...

    def spread(self, x: T, y: T) -> T:
        """Adds [N,C] to every point of [N,C,H,W]."""

    def mean(self, x: T) -> T:
        """Over all points: [N,C]."""

    def max(self, x: T) -> T:
        """Over all points: [N,C]."""

    def times(self, x: T, factor: float) -> T: ...

    def concat(self, parts: Sequence[T]) -> T:
        """Along the last axis."""

    def reshape(self, x: T, shape: Sequence[int]) -> T:
        """The first axis stays."""


def forward(
    net: Description, ops: Operations[T], planes: T, numbers: T, width: int, height: int
) -> dict[str, T]:
    """The raw outputs by name, for boards of this size."""
    return _Forward(net, ops, width, height).all(planes, numbers)


class _Forward(Generic[T]):
    def __init__(self, net: Description, ops: Operations[T], width: int, height: int) -> None:
        self._net, self._ops = net, ops
        self._width, self._height = width, height
        #: How far the side of the board is from 14, as the poolings use it.
        self._side = math.sqrt(width * height) - 14

    def all(self, planes: T, numbers: T) -> dict[str, T]:
        ops, trunk = self._ops, self._net.trunk
        x = self._conv(planes, trunk.conv)
        x = ops.spread(x, self._matmul(numbers, trunk.matmul))
        for number, block in enumerate(trunk.blocks):
            x = self._block(x, block, str(number))
        x = ops.activate(ops.scale(x, *trunk.norm.folded()), trunk.act.kind)
        value = self._value(x, self._net.value)
        return {"policy": self._policy(x, self._net.policy), **value}

    def _block(self, x: T, block: Block, key: str) -> T:
        ops = self._ops
        y = ops.activate(ops.scale(x, *block.norm1.folded()), block.act1.kind)
        if isinstance(block, NestedBlock):
            y = self._conv(y, block.pre)
            for number, inner in enumerate(block.blocks):
                y = self._block(y, inner, f"{key}.{number}")
            y = ops.activate(ops.scale(y, *block.norm2.folded()), block.act2.kind)
            return ops.add(x, self._conv(y, block.post))
        if isinstance(block, OrdinaryBlock):
            y = self._conv(y, block.conv1, block.norm2, f"{key}.first")
        else:
            pooled = self._conv(y, block.pool_conv, block.pool_norm, f"{key}.first")
            pooled = self._pool(ops.activate(pooled, block.pool_act.kind))
            y = self._conv(y, block.regular, block.norm2, f"{key}.first")
            y = ops.spread(y, self._matmul(pooled, block.matmul, block.norm2))
        y = ops.activate(y, block.act2.kind)
        return ops.add(x, self._conv(y, block.conv2, None, f"{key}.second"))

    def _policy(self, x: T, head: PolicyHead) -> T:
        ops = self._ops
        pooled = self._conv(x, head.pool_conv, head.pool_norm)
        pooled = self._pool(ops.activate(pooled, head.pool_act.kind))
        y = self._conv(x, head.conv1, head.norm1)
        y = ops.spread(y, self._matmul(pooled, head.matmul, head.norm1))
        y = self._conv(ops.activate(y, head.act1.kind), head.conv2)
        bias = head.pass_bias.values if head.pass_bias else None
        passes = ops.matmul(pooled, head.pass_matmul.weights, bias)
        if head.pass_act and head.pass_matmul2:
            passes = self._matmul(ops.activate(passes, head.pass_act.kind), head.pass_matmul2)
        channels = head.conv2.outputs
        points = ops.reshape(y, (channels, self._width * self._height))
        return ops.concat([points, ops.reshape(passes, (channels, 1))])

    def _value(self, x: T, head: ValueHead) -> dict[str, T]:
        ops, side = self._ops, self._side
        x = ops.activate(self._conv(x, head.conv1, head.norm1), head.act1.kind)
        mean = ops.mean(x)
        parts = [mean, ops.times(mean, side * 0.1), ops.times(mean, side * side * 0.01 - 0.1)]
        y = ops.matmul(ops.concat(parts), head.matmul2.weights, head.bias2.values)
        y = ops.activate(y, head.act2.kind)
        return {
            "value": ops.matmul(y, head.value_matmul.weights, head.value_bias.values),
            "score": ops.matmul(y, head.score_matmul.weights, head.score_bias.values),
            "ownership": ops.reshape(self._conv(x, head.ownership), (self._height, self._width)),
        }

    def _pool(self, x: T) -> T:
        mean = self._ops.mean(x)
        side = self._ops.times(mean, self._side * 0.1)
        return self._ops.concat([mean, side, self._ops.max(x)])

    def _conv(self, x: T, conv: Conv, norm: Norm | None = None, key: str | None = None) -> T:
        """The convolution and the norm after it."""
        weights = conv.weights.transpose(3, 2, 0, 1)
        bias = None
        if norm is not None:
            factor, bias = norm.folded()
            weights = weights * factor[:, None, None, None]
        if conv.weights.shape[:2] != (3, 3):
            key = None
        return self._ops.conv(x, np.ascontiguousarray(weights), bias, conv.dilation, key)

    def _matmul(self, x: T, matmul: MatMul, norm: Norm | None = None) -> T:
        """The product, times the factor of a norm whose offset is added elsewhere."""
        weights = matmul.weights if norm is None else matmul.weights * norm.folded()[0]
        return self._ops.matmul(x, weights, None)
