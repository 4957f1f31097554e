"""Reads network files of KataGo's format: `.bin.gz` and `.txt.gz`."""

from __future__ import annotations

import hashlib
import os
from dataclasses import replace
from functools import partial

from keima.files import read_file
from keima.nets.check import check
from keima.nets.description import (
    ACTIVATIONS,
    GLOBALS,
    PLANES,
    VERSIONS,
    Activation,
    Bias,
    Block,
    Conv,
    Description,
    MatMul,
    Multipliers,
    NestedBlock,
    NetworkError,
    Norm,
    OrdinaryBlock,
    PolicyHead,
    PoolBlock,
    Trunk,
    ValueHead,
)
from keima.nets.source import MOST_FILE, Source, unpack

MOST_CHANNELS, MOST_BLOCKS, MOST_INNER, MOST_KERNEL, MOST_DEPTH = 8192, 1024, 64, 9, 4
MOST_OUTPUTS = 3 * MOST_CHANNELS


def read_network(path: str | os.PathLike[str], sha256: str | None = None) -> Description:
    """Raises NetworkError, which names the file, if it is no network that Keima can use, or does
    not have the hash."""
    try:
        data = read_file(path, MOST_FILE)
        if sha256 is not None and hashlib.sha256(data).hexdigest() != sha256:
            raise NetworkError("the file was changed meanwhile")
        return parse_network(data)
    except NetworkError as error:
        raise NetworkError(f"{os.fspath(path)}: {error}") from None
    except ValueError as error:
        raise NetworkError(str(error)) from None


def parse_network(data: bytes) -> Description:
    """The network in the bytes of a file. Raises NetworkError."""
    source = Source(unpack(data))
    net = _description(source)
    source.end()
    check(net)
    return net


def _description(source: Source) -> Description:
    with source.part("header"):
        name = source.word("the model's name")
        try:
            version = source.integer("the model version", 0, 1000)
        except NetworkError as error:
            raise NetworkError(f"not a KataGo network: {error}") from None
        if version not in VERSIONS:
            kind = ", a transformer" if source.has(b"transformer_") else ""
            raise source.error(
                f"model version {version}{kind}; Keima reads {VERSIONS[0]} to {VERSIONS[-1]}"
            )
        for what, expected in (("planes", PLANES), ("global inputs", GLOBALS)):
            found = source.integer(f"the number of {what}", 1, MOST_CHANNELS)
            if found != expected:
                raise source.error(f"{found} {what}; Keima makes {expected}")
        multipliers = Multipliers()
        if version >= 13:
            multipliers = Multipliers(*(source.number("a multiplier") for _ in range(7)))
        suicide_area = _extensions(source) if version >= 15 else False
    with source.part("trunk"):
        trunk = _trunk(source, version)
    with source.part("policy head"):
        policy = _policy(source, version)
    with source.part("value head"):
        value = _value(source, version)
    return Description(name, version, trunk, policy, value, multipliers, suicide_area)


def _extensions(source: Source) -> bool:
    if source.integer("the version of the metadata encoder", 0, 10**9):
        raise source.error(
            "a human-style network, with a metadata encoder; Keima does not make its inputs"
        )
    suicide_area = source.integer("the flag for pass-alive areas", 0, 1)
    _zeros(source, 6)
    return bool(suicide_area)


def _zeros(source: Source, count: int) -> None:
    for _ in range(count):
        if source.integer("a number kept for later", -(10**9), 10**9):
            raise source.error("an extension of the format that Keima does not know")


def _trunk(source: Source, version: int) -> Trunk:
    name = source.word("the trunk's name")
    count = source.integer("the number of blocks", 1, MOST_BLOCKS)
    channels = source.integer("the number of channels", 1, MOST_CHANNELS)
    for what in ("middle", "regular", "dilated", "pooled"):
        source.integer(f"the number of {what} channels", 0, MOST_CHANNELS)
    if version >= 15:
        if source.integer("the kind of norm", 0, 10**9):
            raise source.error("RMS norm; Keima knows batch norm only")
        _zeros(source, 5)
    conv = _conv(source)
    if conv.outputs != channels:
        raise source.error(f"{conv.name}: {conv.outputs} channels, not {channels}")
    matmul = _matmul(source)
    blocks = tuple(_block(source, version, f"block {n + 1} of {count}") for n in range(count))
    return Trunk(name, conv, matmul, blocks, _norm(source), _activation(source, version))


def _block(source: Source, version: int, which: str, depth: int = 0) -> Block:
    with source.part(which):
        kind = source.word("the kind of a block")
        if kind.startswith("transformer"):
            raise source.error(f"{kind}: a transformer; Keima knows convolutions only")
        if kind not in ("ordinary_block", "gpool_block", "nested_bottleneck_block"):
            raise source.error(f"a block of unknown kind {kind[:40]!r}")
        name = source.word("the block's name")
        conv, norm, matmul = (
            partial(_conv, source),
            partial(_norm, source),
            partial(_matmul, source),
        )
        act = partial(_activation, source, version)
        # The arguments are evaluated in the order of the file.
        if kind == "ordinary_block":
            return OrdinaryBlock(name, norm(), act(), conv(), norm(), act(), conv())
        if kind == "gpool_block":
            return PoolBlock(
                name, norm(), act(), conv(), conv(), norm(), act(), matmul(), norm(), act(), conv()
            )
        if depth == MOST_DEPTH:
            raise source.error("blocks nested too deep")
        count = source.integer("the number of inner blocks", 1, MOST_INNER)
        norm1, act1, pre = norm(), act(), conv()
        inner = tuple(
            _block(source, version, f"inner block {n + 1} of {count}", depth + 1)
            for n in range(count)
        )
        return NestedBlock(name, norm1, act1, pre, inner, norm(), act(), conv())


def _policy(source: Source, version: int) -> PolicyHead:
    head = PolicyHead(
        source.word("the head's name"),
        _conv(source),
        _conv(source),
        _norm(source),
        _activation(source, version),
        _matmul(source),
        _norm(source),
        _activation(source, version),
        _conv(source),
        _matmul(source),
    )
    if version < 15:
        return head
    bias, act, matmul = _bias(source), _activation(source, version), _matmul(source)
    return replace(head, pass_bias=bias, pass_act=act, pass_matmul2=matmul)


def _value(source: Source, version: int) -> ValueHead:
    return ValueHead(
        source.word("the head's name"),
        _conv(source),
        _norm(source),
        _activation(source, version),
        _matmul(source),
        _bias(source),
        _activation(source, version),
        _matmul(source),
        _bias(source),
        _matmul(source),
        _bias(source),
        _conv(source),
    )


def _conv(source: Source) -> Conv:
    name = source.word("the name of a convolution")
    with source.part(name):
        height = source.integer("the kernel's height", 1, MOST_KERNEL)
        width = source.integer("the kernel's width", 1, MOST_KERNEL)
        inputs = source.integer("the number of input channels", 1, MOST_CHANNELS)
        outputs = source.integer("the number of output channels", 1, MOST_CHANNELS)
        dilation = source.integer("dilation", 1, 16), source.integer("dilation", 1, 16)
        return Conv(name, source.array(height, width, inputs, outputs), dilation)


def _norm(source: Source) -> Norm:
    name = source.word("the name of a norm")
    with source.part(name):
        channels = source.integer("the number of channels", 1, MOST_CHANNELS)
        epsilon = source.number("epsilon")
        has_scale = source.integer("the flag for a scale", 0, 1)
        has_bias = source.integer("the flag for a bias", 0, 1)
        mean, variance = source.array(channels), source.array(channels)
        scale = source.array(channels) if has_scale else None
        bias = source.array(channels) if has_bias else None
        return Norm(name, epsilon, mean, variance, scale, bias)


def _activation(source: Source, version: int) -> Activation:
    name = source.word("the name of an activation")
    if version < 11:
        return Activation(name)
    word = source.word("the kind of an activation")
    if word not in ACTIVATIONS:
        raise source.error(f"{name[:40]}: an activation of unknown kind {word[:40]!r}")
    return Activation(name, ACTIVATIONS[word])


def _matmul(source: Source) -> MatMul:
    name = source.word("the name of a matrix")
    with source.part(name):
        inputs = source.integer("the number of inputs", 1, MOST_OUTPUTS)
        outputs = source.integer("the number of outputs", 1, MOST_OUTPUTS)
        return MatMul(name, source.array(inputs, outputs))


def _bias(source: Source) -> Bias:
    name = source.word("the name of a bias")
    with source.part(name):
        return Bias(name, source.array(source.integer("the number of outputs", 1, MOST_OUTPUTS)))
