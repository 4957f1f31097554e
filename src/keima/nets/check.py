"""Do the layers of a network fit together?"""

from __future__ import annotations

import numpy as np

from keima.nets.description import (
    GLOBALS,
    PLANES,
    VERSIONS,
    Activation,
    Bias,
    Block,
    Conv,
    Description,
    MatMul,
    NestedBlock,
    NetworkError,
    Norm,
    OrdinaryBlock,
    PolicyHead,
    ValueHead,
    arrays,
    layers,
    policies_of,
    scores_of,
)


def check(net: Description) -> None:
    """Raises NetworkError, which names the layer, if the network could not compute."""
    if net.version not in VERSIONS:
        raise NetworkError(
            f"model version {net.version}; Keima knows {VERSIONS[0]} to {VERSIONS[-1]}"
        )
    trunk, channels = net.trunk, net.trunk.channels
    if not trunk.blocks:
        raise NetworkError("the trunk has no blocks")
    _takes(trunk.conv, PLANES)
    _takes(trunk.matmul, GLOBALS)
    _gives(trunk.matmul, channels)
    for block in trunk.blocks:
        _check_block(block, channels)
    _gives(trunk.norm, channels)
    _check_policy(net.policy, channels, net.version)
    _check_value(net.value, channels, net.version)
    _check_numbers(net)


def _check_numbers(net: Description) -> None:
    for layer in layers(net):
        if isinstance(layer, Norm):
            with np.errstate(over="ignore", invalid="ignore"):
                if not (layer.variance + layer.epsilon > 0).all():
                    raise NetworkError(f"{layer.name}: a variance that is not positive")
                if not all(np.isfinite(part).all() for part in layer.folded()):
                    raise NetworkError(f"{layer.name}: a factor that is not finite")
        elif isinstance(layer, Activation) and net.version < 11 and layer.kind != "relu":
            raise NetworkError(f"{layer.name}: {layer.kind} needs model version 11")
        elif isinstance(layer, Conv) and not all(k % 2 for k in layer.weights.shape[:2]):
            raise NetworkError(f"{layer.name}: a kernel of even size")
    for array in arrays(net):
        if not np.isfinite(array).all():
            raise NetworkError("a weight that is not finite")


def _check_block(block: Block, channels: int) -> None:
    _gives(block.norm1, channels)
    if isinstance(block, NestedBlock):
        _takes(block.pre, channels)
        for inner in block.blocks:
            _check_block(inner, block.pre.outputs)
        _gives(block.norm2, block.pre.outputs)
        _takes(block.post, block.pre.outputs)
        _gives(block.post, channels)
        return
    if isinstance(block, OrdinaryBlock):
        _takes(block.conv1, channels)
        _gives(block.norm2, block.conv1.outputs)
    else:
        _takes(block.regular, channels)
        _takes(block.pool_conv, channels)
        _gives(block.pool_norm, block.pool_conv.outputs)
        _takes(block.matmul, 3 * block.pool_conv.outputs)
        _gives(block.matmul, block.regular.outputs)
        _gives(block.norm2, block.regular.outputs)
    _takes(block.conv2, block.norm2.channels)
    _gives(block.conv2, channels)


def _check_policy(head: PolicyHead, channels: int, version: int) -> None:
    _takes(head.conv1, channels)
    _takes(head.pool_conv, channels)
    _gives(head.pool_norm, head.pool_conv.outputs)
    _takes(head.matmul, 3 * head.pool_conv.outputs)
    _gives(head.matmul, head.conv1.outputs)
    _gives(head.norm1, head.conv1.outputs)
    _takes(head.conv2, head.conv1.outputs)
    _gives(head.conv2, policies_of(version))
    _takes(head.pass_matmul, 3 * head.pool_conv.outputs)
    last = head.pass_matmul
    more = (head.pass_bias, head.pass_act, head.pass_matmul2)
    if any((part is not None) != (version >= 15) for part in more):
        raise NetworkError(f"{head.name}: a second layer for passes is there from version 15 on")
    if head.pass_bias is not None and head.pass_matmul2 is not None:
        _gives(head.pass_bias, last.outputs)
        _takes(head.pass_matmul2, last.outputs)
        last = head.pass_matmul2
    _gives(last, policies_of(version))


def _check_value(head: ValueHead, channels: int, version: int) -> None:
    _takes(head.conv1, channels)
    _gives(head.norm1, head.conv1.outputs)
    _takes(head.matmul2, 3 * head.conv1.outputs)
    _gives(head.bias2, head.matmul2.outputs)
    for matmul, bias, outputs in (
        (head.value_matmul, head.value_bias, 3),
        (head.score_matmul, head.score_bias, scores_of(version)),
    ):
        _takes(matmul, head.matmul2.outputs)
        _gives(matmul, outputs)
        _gives(bias, outputs)
    _takes(head.ownership, head.conv1.outputs)
    _gives(head.ownership, 1)


def _takes(layer: Conv | MatMul, channels: int) -> None:
    if layer.inputs != channels:
        raise NetworkError(
            f"{layer.name}: {layer.inputs} channels come in where there are {channels}"
        )


def _gives(layer: Conv | MatMul | Norm | Bias, channels: int) -> None:
    if isinstance(layer, Norm):
        found = layer.channels
    else:
        found = len(layer.values) if isinstance(layer, Bias) else layer.outputs
    if found != channels:
        raise NetworkError(f"{layer.name}: {found} channels, not {channels}")
