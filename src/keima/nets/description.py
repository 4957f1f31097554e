"""What a network is made of, as plain data: KataGo's model format in memory.

`keima.nets.reader` makes it from a file, `keima.nets.writer` writes it, `keima.nets.forward` says
how it computes. All weights are numpy arrays of float32.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from keima.models.errors import NoNetwork

Floats: TypeAlias = npt.NDArray[np.float32]

#: The model versions that Keima reads and writes.
VERSIONS = range(8, 17)
#: The inputs of all of them (KataGo calls them V7).
PLANES, GLOBALS = 22, 19
#: The kinds of activations, by the words that the files have for them.
ACTIVATIONS = {
    "ACTIVATION_IDENTITY": "identity",
    "ACTIVATION_RELU": "relu",
    "ACTIVATION_MISH": "mish",
    "ACTIVATION_SILU": "silu",
}


class NetworkError(NoNetwork):
    """A file is no network, or none that Keima can use; the message says what was found where."""


@dataclass(frozen=True, eq=False)
class Conv:
    """A convolution that keeps the board's size; weights are [y][x][in][out], there is no bias."""

    name: str
    weights: Floats
    dilation: tuple[int, int] = (1, 1)

    @property
    def inputs(self) -> int:
        return int(self.weights.shape[2])

    @property
    def outputs(self) -> int:
        return int(self.weights.shape[3])


@dataclass(frozen=True, eq=False)
class Norm:
    """Batch norm of each channel: `x * factor + offset`."""

    name: str
    epsilon: float
    mean: Floats
    variance: Floats
    scale: Floats | None = None
    bias: Floats | None = None

    @property
    def channels(self) -> int:
        return len(self.mean)

    def folded(self) -> tuple[Floats, Floats]:
        """The factor and the offset of each channel."""
        factor = 1 / np.sqrt(self.variance.astype(np.float64) + self.epsilon)
        if self.scale is not None:
            factor = factor * self.scale
        offset = -factor * self.mean
        if self.bias is not None:
            offset = offset + self.bias
        return factor.astype(np.float32), offset.astype(np.float32)


@dataclass(frozen=True, eq=False)
class Activation:
    """`kind` is one of `ACTIVATIONS`' values; before version 11 always relu."""

    name: str
    kind: str = "relu"


@dataclass(frozen=True, eq=False)
class MatMul:
    """Weights are [in][out]."""

    name: str
    weights: Floats

    @property
    def inputs(self) -> int:
        return int(self.weights.shape[0])

    @property
    def outputs(self) -> int:
        return int(self.weights.shape[1])


@dataclass(frozen=True, eq=False)
class Bias:
    name: str
    values: Floats


@dataclass(frozen=True, eq=False)
class OrdinaryBlock:
    """x + conv2(act2(norm2(conv1(act1(norm1(x))))))"""

    name: str
    norm1: Norm
    act1: Activation
    conv1: Conv
    norm2: Norm
    act2: Activation
    conv2: Conv


@dataclass(frozen=True, eq=False)
class PoolBlock:
    """As an ordinary block, but what some channels see of the whole board is added in the middle:
    y = act1(norm1(x)); r = regular(y) + matmul(pool(pool_act(pool_norm(pool_conv(y))))), and
    x + conv2(act2(norm2(r)))."""

    name: str
    norm1: Norm
    act1: Activation
    regular: Conv
    pool_conv: Conv
    pool_norm: Norm
    pool_act: Activation
    matmul: MatMul
    norm2: Norm
    act2: Activation
    conv2: Conv


@dataclass(frozen=True, eq=False)
class NestedBlock:
    """x + post(act2(norm2(blocks(pre(act1(norm1(x))))))), the blocks on fewer channels."""

    name: str
    norm1: Norm
    act1: Activation
    pre: Conv
    blocks: tuple[Block, ...]
    norm2: Norm
    act2: Activation
    post: Conv


Block: TypeAlias = OrdinaryBlock | PoolBlock | NestedBlock


@dataclass(frozen=True, eq=False)
class Trunk:
    name: str
    conv: Conv
    matmul: MatMul
    blocks: tuple[Block, ...]
    norm: Norm
    act: Activation

    @property
    def channels(self) -> int:
        return self.conv.outputs


@dataclass(frozen=True, eq=False)
class PolicyHead:
    """`pass_bias`, `pass_act` and `pass_matmul2` are there from version 15 on."""

    name: str
    conv1: Conv
    pool_conv: Conv
    pool_norm: Norm
    pool_act: Activation
    matmul: MatMul
    norm1: Norm
    act1: Activation
    conv2: Conv
    pass_matmul: MatMul
    pass_bias: Bias | None = None
    pass_act: Activation | None = None
    pass_matmul2: MatMul | None = None


@dataclass(frozen=True, eq=False)
class ValueHead:
    name: str
    conv1: Conv
    norm1: Norm
    act1: Activation
    matmul2: MatMul
    bias2: Bias
    act2: Activation
    value_matmul: MatMul
    value_bias: Bias
    score_matmul: MatMul
    score_bias: Bias
    ownership: Conv


@dataclass(frozen=True)
class Multipliers:
    """What the raw outputs of the value head are multiplied by; in the file from version 13 on."""

    td_score: float = 20.0
    score_mean: float = 20.0
    score_stdev: float = 20.0
    lead: float = 20.0
    variance_time: float = 40.0
    value_error: float = 0.25
    score_error: float = 30.0


@dataclass(frozen=True, eq=False)
class Description:
    """A whole network.

    `suicide_area` says that the area planes are to be computed as if suicide were legal (version
    15 and later can ask for it).
    """

    name: str
    version: int
    trunk: Trunk
    policy: PolicyHead
    value: ValueHead
    multipliers: Multipliers = Multipliers()
    suicide_area: bool = False

    @property
    def policies(self) -> int:
        """Channels of the policy; the second is the optimistic one."""
        return self.policy.conv2.outputs

    @property
    def scores(self) -> int:
        """Raw score outputs."""
        return self.value.score_matmul.outputs

    @property
    def weights(self) -> int:
        """How many numbers the network has learnt."""
        return sum(array.size for array in arrays(self))


def layers(part: object) -> Iterator[object]:
    """The part itself and all parts in it, in the order of the file."""
    yield part
    if isinstance(part, tuple):
        for each in part:
            yield from layers(each)
    elif is_dataclass(part) and not isinstance(part, type):
        for field in fields(part):
            value = getattr(part, field.name)
            if is_dataclass(value) or (isinstance(value, tuple) and field.name == "blocks"):
                yield from layers(value)


def arrays(part: object) -> Iterator[Floats]:
    """All weights, in the order of the file."""
    for layer in layers(part):
        if is_dataclass(layer) and not isinstance(layer, type):
            for field in fields(layer):
                value = getattr(layer, field.name)
                if isinstance(value, np.ndarray):
                    yield value


def policies_of(version: int) -> int:
    """How many policies a network of this version has."""
    return 1 if version < 12 else 2 if version < 16 else 4


def scores_of(version: int) -> int:
    """How many raw score outputs a network of this version has."""
    return 4 if version < 9 else 6
