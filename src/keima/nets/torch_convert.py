"""Between the torch network and the description that files are made of."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn

from keima.nets import description as plain
from keima.nets import torch_model as model
from keima.nets.description import Floats, NetworkError


def _numbers(tensor: Tensor) -> Floats:
    values: Floats = tensor.detach().cpu().float().numpy()
    return np.ascontiguousarray(values)


def _conv(name: str, conv: nn.Conv2d) -> plain.Conv:
    return plain.Conv(name, np.ascontiguousarray(_numbers(conv.weight).transpose(2, 3, 1, 0)))


def _matmul(name: str, linear: nn.Linear) -> plain.MatMul:
    return plain.MatMul(name, np.ascontiguousarray(_numbers(linear.weight).T))


def _norm(name: str, norm: nn.BatchNorm2d) -> plain.Norm:
    assert norm.running_mean is not None and norm.running_var is not None
    return plain.Norm(
        name,
        norm.eps,
        _numbers(norm.running_mean),
        _numbers(norm.running_var),
        _numbers(norm.weight),
        _numbers(norm.bias),
    )


def _act(name: str) -> plain.Activation:
    return plain.Activation(name)


def _block(name: str, block: nn.Module) -> plain.Block:
    if isinstance(block, model.PoolBlock):
        return plain.PoolBlock(
            name,
            _norm(f"{name}/norm1", block.norm1),
            _act(f"{name}/act1"),
            _conv(f"{name}/w1a", block.regular),
            _conv(f"{name}/w1b", block.pool_conv),
            _norm(f"{name}/norm1b", block.pool_norm),
            _act(f"{name}/act1b"),
            _matmul(f"{name}/w1r", block.matmul),
            _norm(f"{name}/norm2", block.norm2),
            _act(f"{name}/act2"),
            _conv(f"{name}/w2", block.conv2),
        )
    assert isinstance(block, model.OrdinaryBlock)
    return plain.OrdinaryBlock(
        name,
        _norm(f"{name}/norm1", block.norm1),
        _act(f"{name}/act1"),
        _conv(f"{name}/w1", block.conv1),
        _norm(f"{name}/norm2", block.norm2),
        _act(f"{name}/act2"),
        _conv(f"{name}/w2", block.conv2),
    )


def describe(net: model.TorchNetwork, name: str) -> plain.Description:
    """The network as a file has it; norms have the statistics that they have learnt."""
    policy, value = net.policy, net.value
    return plain.Description(
        name,
        8,
        plain.Trunk(
            "trunk",
            _conv("conv1", net.conv),
            _matmul("ginputw", net.matmul),
            tuple(_block(f"block{i}", block) for i, block in enumerate(net.blocks)),
            _norm("trunk/norm", net.norm),
            _act("trunk/act"),
        ),
        plain.PolicyHead(
            "policyhead",
            _conv("p1/w", policy.conv1),
            _conv("g1/w", policy.pool_conv),
            _norm("g1/norm", policy.pool_norm),
            _act("g1/act"),
            _matmul("matmulg2w", policy.matmul),
            _norm("p1/norm", policy.norm1),
            _act("p1/act"),
            _conv("p2/w", policy.conv2),
            _matmul("matmulpass", policy.pass_matmul),
        ),
        plain.ValueHead(
            "valuehead",
            _conv("v1/w", value.conv1),
            _norm("v1/norm", value.norm1),
            _act("v1/act"),
            _matmul("v2/w", value.matmul2),
            plain.Bias("v2/b", _numbers(value.matmul2.bias)),
            _act("v2/act"),
            _matmul("v3/w", value.value),
            plain.Bias("v3/b", _numbers(value.value.bias)),
            _matmul("sv3/w", value.score),
            plain.Bias("sv3/b", _numbers(value.score.bias)),
            _conv("vownership/w", value.ownership),
        ),
    )


def shape_of(net: plain.Description) -> model.Shape:
    """Raises NetworkError for a network that cannot be trained here."""
    trunk, policy, value = net.trunk, net.policy, net.value
    pools = tuple(i for i, b in enumerate(trunk.blocks) if isinstance(b, plain.PoolBlock))
    regular = {b.regular.outputs for b in trunk.blocks if isinstance(b, plain.PoolBlock)}
    pooled = {b.pool_conv.outputs for b in trunk.blocks if isinstance(b, plain.PoolBlock)}
    shape = model.Shape(
        len(trunk.blocks),
        trunk.channels,
        min(pooled, default=1),
        policy.conv1.outputs,
        value.matmul2.outputs,
        trunk.conv.weights.shape[0],
        pools,
        min(regular, default=1),
    )
    if net.version != 8 or any(isinstance(b, plain.NestedBlock) for b in trunk.blocks):
        raise NetworkError(f"{net.name} is not of the kind that can be trained on")
    return shape


def load(net: plain.Description) -> model.TorchNetwork:
    """The torch network with these weights. Raises NetworkError for one of another kind."""
    result = model.TorchNetwork(shape_of(net))
    there = list(plain.layers(describe(result, "new")))
    given = list(plain.layers(net))
    tensors = iter(_tensors(result))
    if [type(layer) for layer in there] != [type(layer) for layer in given]:
        raise NetworkError(f"{net.name} is not of the kind that can be trained on")
    for layer in given:
        for array in _arrays(layer):
            target = next(tensors)
            if tuple(target.shape) != array.shape:
                raise NetworkError(f"{net.name} is not of the kind that can be trained on")
            with torch.no_grad():
                target.copy_(torch.from_numpy(array.copy()))
    return result


def _arrays(layer: object) -> list[Floats]:
    """The weights of a layer, turned as torch has them."""
    if isinstance(layer, plain.Conv):
        return [layer.weights.transpose(3, 2, 0, 1)]
    if isinstance(layer, plain.MatMul):
        return [layer.weights.T]
    if isinstance(layer, plain.Bias):
        return [layer.values]
    if isinstance(layer, plain.Norm):
        # With another epsilon the same norm has another variance.
        ones = np.ones_like(layer.mean)
        variance = layer.variance + np.float32(layer.epsilon - model.EPSILON)
        scale = ones if layer.scale is None else layer.scale
        return [layer.mean, variance, scale, 0 * ones if layer.bias is None else layer.bias]
    return []


def _tensors(net: model.TorchNetwork) -> list[Tensor]:
    """The weights in the order of the file."""
    found: list[Tensor] = []

    def norm(layer: nn.BatchNorm2d) -> None:
        assert layer.running_mean is not None and layer.running_var is not None
        found.extend((layer.running_mean, layer.running_var, layer.weight, layer.bias))

    found += [net.conv.weight, net.matmul.weight]
    for block in net.blocks:
        if isinstance(block, model.PoolBlock):
            norm(block.norm1)
            found += [block.regular.weight, block.pool_conv.weight]
            norm(block.pool_norm)
            found.append(block.matmul.weight)
        else:
            assert isinstance(block, model.OrdinaryBlock)
            norm(block.norm1)
            found.append(block.conv1.weight)
        norm(block.norm2)
        found.append(block.conv2.weight)
    norm(net.norm)
    policy, value = net.policy, net.value
    found += [policy.conv1.weight, policy.pool_conv.weight]
    norm(policy.pool_norm)
    found.append(policy.matmul.weight)
    norm(policy.norm1)
    found += [policy.conv2.weight, policy.pass_matmul.weight, value.conv1.weight]
    norm(value.norm1)
    for layer in (value.matmul2, value.value, value.score):
        found += [layer.weight, layer.bias]
    found.append(value.ownership.weight)
    return found
