"""Networks computed slowly with numpy, point by point: the reference of the graphs."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from keima.nets.description import (
    Activation,
    Conv,
    Description,
    NestedBlock,
    Norm,
    OrdinaryBlock,
)


def compute(net: Description, planes: Any, numbers: Any) -> dict[str, Any]:
    """One position: planes [22,H,W] and 19 numbers; all arithmetic in float64."""
    _, height, width = planes.shape
    side = math.sqrt(width * height) - 14
    x = _conv(planes, net.trunk.conv) + (numbers @ net.trunk.matmul.weights)[:, None, None]
    for block in net.trunk.blocks:
        x = _block(x, block, side)
    x = _act(_norm(x, net.trunk.norm), net.trunk.act)

    head = net.policy
    pooled = _pool(_act(_norm(_conv(x, head.pool_conv), head.pool_norm), head.pool_act), side)
    p = _conv(x, head.conv1) + (pooled @ head.matmul.weights)[:, None, None]
    p = _conv(_act(_norm(p, head.norm1), head.act1), head.conv2)
    passes = pooled @ head.pass_matmul.weights
    if head.pass_bias is not None:
        passes = _act(passes + head.pass_bias.values, head.pass_act) @ head.pass_matmul2.weights
    policy = np.concatenate([p.reshape(len(p), -1), passes[:, None]], axis=1)

    value = net.value
    h = _act(_norm(_conv(x, value.conv1), value.norm1), value.act1)
    mean = h.mean(axis=(1, 2))
    three = np.concatenate([mean, mean * side * 0.1, mean * (side**2 * 0.01 - 0.1)])
    q = _act(three @ value.matmul2.weights + value.bias2.values, value.act2)
    return {
        "policy": policy,
        "value": q @ value.value_matmul.weights + value.value_bias.values,
        "score": q @ value.score_matmul.weights + value.score_bias.values,
        "ownership": _conv(h, value.ownership)[0],
    }


def _block(x: Any, block: Any, side: float) -> Any:
    y = _act(_norm(x, block.norm1), block.act1)
    if isinstance(block, NestedBlock):
        y = _conv(y, block.pre)
        for inner in block.blocks:
            y = _block(y, inner, side)
        return x + _conv(_act(_norm(y, block.norm2), block.act2), block.post)
    if isinstance(block, OrdinaryBlock):
        y = _conv(y, block.conv1)
    else:
        pooled = _act(_norm(_conv(y, block.pool_conv), block.pool_norm), block.pool_act)
        bias = _pool(pooled, side) @ block.matmul.weights
        y = _conv(y, block.regular) + bias[:, None, None]
    return x + _conv(_act(_norm(y, block.norm2), block.act2), block.conv2)


def _conv(x: Any, conv: Conv) -> Any:
    """Every point looks at its neighbours itself."""
    _, height, width = x.shape
    ky, kx, _, outputs = conv.weights.shape
    found = np.zeros((outputs, height, width))
    for row in range(height):
        for column in range(width):
            for y in range(ky):
                for x_ in range(kx):
                    r = row + (y - ky // 2) * conv.dilation[0]
                    c = column + (x_ - kx // 2) * conv.dilation[1]
                    if 0 <= r < height and 0 <= c < width:
                        found[:, row, column] += x[:, r, c] @ conv.weights[y, x_]
    return found


def _norm(x: Any, norm: Norm) -> Any:
    scale = 1 if norm.scale is None else norm.scale[:, None, None]
    bias = 0 if norm.bias is None else norm.bias[:, None, None]
    centred = x - norm.mean[:, None, None]
    return centred / np.sqrt(norm.variance[:, None, None] + norm.epsilon) * scale + bias


def _act(x: Any, act: Activation) -> Any:
    match act.kind:
        case "relu":
            return np.maximum(x, 0)
        case "mish":
            return x * np.tanh(np.log1p(np.exp(x)))
        case "silu":
            return x / (1 + np.exp(-x))
    return x


def _pool(x: Any, side: float) -> Any:
    mean = x.mean(axis=(1, 2))
    return np.concatenate([mean, mean * side * 0.1, x.max(axis=(1, 2))])
