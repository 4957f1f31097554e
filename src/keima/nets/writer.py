"""Writes network files that Keima and KataGo read."""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Iterator
from numbers import Integral

from keima.files import write_file
from keima.nets.check import check
from keima.nets.description import (
    ACTIVATIONS,
    GLOBALS,
    PLANES,
    Activation,
    Bias,
    Block,
    Conv,
    Description,
    Floats,
    MatMul,
    NestedBlock,
    NetworkError,
    Norm,
    OrdinaryBlock,
    PoolBlock,
    layers,
)
from keima.nets.source import MOST_WORD

_WORDS = {kind: word for word, kind in ACTIVATIONS.items()}
_KINDS = {
    OrdinaryBlock: "ordinary_block",
    PoolBlock: "gpool_block",
    NestedBlock: "nested_bottleneck_block",
}


def write_network(path: str | os.PathLike[str], net: Description) -> None:
    """Writes a `.bin.gz`, or a `.txt.gz` if the path ends so, as a whole or not at all.

    Raises OSError; NetworkError for a network whose layers do not fit together.
    """
    text = os.fspath(path).endswith(".txt.gz")
    write_file(path, network_bytes(net, text=text))


def network_bytes(net: Description, *, text: bool = False) -> bytes:
    """The bytes of a file: always the same ones for the same network."""
    check(net)
    return gzip.compress(b"".join(_Lines(net, text).all()), 6, mtime=0)


class _Lines:
    """The pieces of the unpacked file."""

    def __init__(self, net: Description, text: bool) -> None:
        self._net, self._text = net, text
        self._kinds = net.version >= 11

    def all(self) -> Iterator[bytes]:
        net = self._net
        yield _line(net.name)
        yield _line(net.version, PLANES, GLOBALS)
        if net.version >= 13:
            yield _line(*vars(net.multipliers).values())
        if net.version >= 15:
            yield _line(0, int(net.suicide_area), 0, 0, 0, 0, 0, 0)
        trunk = net.trunk
        yield _line(trunk.name)
        yield _line(len(trunk.blocks), trunk.channels, *_widths(net))
        if net.version >= 15:
            yield _line(0, 0, 0, 0, 0, 0)
        yield from self._layer(trunk.conv)
        yield from self._layer(trunk.matmul)
        for block in trunk.blocks:
            yield from self._block(block)
        yield from self._layer(trunk.norm)
        yield from self._layer(trunk.act)
        for head in (net.policy, net.value):
            yield _line(head.name)
            for layer in list(layers(head))[1:]:
                yield from self._layer(layer)

    def _block(self, block: Block) -> Iterator[bytes]:
        yield _line(_KINDS[type(block)])
        yield _line(block.name)
        if not isinstance(block, NestedBlock):
            for layer in list(layers(block))[1:]:
                yield from self._layer(layer)
            return
        yield _line(len(block.blocks))
        for layer in (block.norm1, block.act1, block.pre):
            yield from self._layer(layer)
        for inner in block.blocks:
            yield from self._block(inner)
        for layer in (block.norm2, block.act2, block.post):
            yield from self._layer(layer)

    def _layer(self, layer: object) -> Iterator[bytes]:
        if isinstance(layer, Conv):
            yield _line(layer.name)
            yield _line(*layer.weights.shape, *layer.dilation)
            yield self._array(layer.weights)
        elif isinstance(layer, Norm):
            yield _line(layer.name)
            with_scale, with_bias = layer.scale is not None, layer.bias is not None
            yield _line(layer.channels, layer.epsilon, int(with_scale), int(with_bias))
            for array in (layer.mean, layer.variance, layer.scale, layer.bias):
                if array is not None:
                    yield self._array(array)
        elif isinstance(layer, Activation):
            yield _line(layer.name, _WORDS[layer.kind]) if self._kinds else _line(layer.name)
        elif isinstance(layer, MatMul):
            yield _line(layer.name)
            yield _line(layer.inputs, layer.outputs)
            yield self._array(layer.weights)
        elif isinstance(layer, Bias):
            yield _line(layer.name)
            yield _line(len(layer.values))
            yield self._array(layer.values)

    def _array(self, values: Floats) -> bytes:
        if self._text:
            return b" ".join(b"%.9g" % value for value in values.ravel().tolist()) + b"\n"
        return b"@BIN@" + values.astype("<f4").tobytes() + b"\n"


def _line(*words: str | float) -> bytes:
    for word in words:
        if isinstance(word, str) and not re.fullmatch(f"[!-~]{{1,{MOST_WORD}}}", word):
            raise NetworkError(f"a name of one word is needed, not {word[:40]!r}")
    return b"".join(_word(word) + b"\n" for word in words)


def _word(word: str | float) -> bytes:
    # numpy's own numbers would name their kind.
    return (word if isinstance(word, str) else repr(_plain(word))).encode()


def _plain(number: float) -> float:
    return int(number) if isinstance(number, Integral) else float(number)


def _widths(net: Description) -> tuple[int, int, int, int]:
    """The widths of blocks that the header has: middle, regular, dilated, pooled. KataGo wants
    them to be those of all blocks, and none to be 0."""
    middle, regular, pooled = set(), set(), set()
    for layer in layers(net.trunk):
        if isinstance(layer, OrdinaryBlock):
            middle.add(layer.conv1.outputs)
        elif isinstance(layer, NestedBlock):
            middle.add(layer.pre.outputs)
        elif isinstance(layer, PoolBlock):
            regular.add(layer.regular.outputs)
            pooled.add(layer.pool_conv.outputs)
    if any(len(found) > 1 for found in (middle, regular, pooled)):
        raise NetworkError("blocks of different widths; the format has one for all")
    pool = pooled.pop() if pooled else 1
    mid = middle.pop() if middle else (max(regular) + pool)
    reg = regular.pop() if regular else max(1, mid - pool)
    return mid, reg, max(1, mid - reg), pool
