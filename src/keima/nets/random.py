"""Networks with random weights: small ones for tests, and the shape of new ones."""

from __future__ import annotations

import numpy as np

from keima.nets.description import (
    GLOBALS,
    PLANES,
    Activation,
    Bias,
    Block,
    Conv,
    Description,
    Floats,
    MatMul,
    Multipliers,
    NestedBlock,
    Norm,
    OrdinaryBlock,
    PolicyHead,
    PoolBlock,
    Trunk,
    ValueHead,
    policies_of,
    scores_of,
)


def random_network(
    *,
    version: int = 8,
    channels: int = 8,
    blocks: str = "opn",
    pooled: int = 4,
    head: int = 4,
    activation: str = "relu",
    kernel: int = 3,
    name: str = "random",
    seed: int = 1,
) -> Description:
    """A network of these blocks, one letter each: `o` ordinary, `p` with pooling, `n` nested with
    half the channels and an ordinary block and one with pooling inside.

    >>> random_network(channels=6, blocks="op").weights
    5453
    """
    make = _Maker(seed, activation)
    half = max(channels // 2, 1)
    # The format has one width of the middle for all blocks: the nested ones have theirs.
    middle = half if "n" in blocks else channels
    trunk = Trunk(
        "trunk",
        make.conv("conv1", 5, PLANES, channels),
        make.matmul("ginputw", GLOBALS, channels),
        tuple(
            make.block(f"block{number}", kind, channels, middle, pooled, kernel)
            for number, kind in enumerate(blocks)
        ),
        make.norm("trunk/norm", channels),
        make.act("trunk/act"),
    )
    return Description(
        name,
        version,
        trunk,
        make.policy(channels, head, version),
        make.value(channels, head, version),
        Multipliers(20.0, 20.0, 20.0, 20.0, 40.0, 0.25, 150.0) if version >= 13 else Multipliers(),
    )


class _Maker:
    def __init__(self, seed: int, activation: str) -> None:
        self._random = np.random.default_rng(seed)
        self._activation = activation

    def _normal(self, shape: tuple[int, ...], inputs: int) -> Floats:
        values: Floats = self._random.standard_normal(shape).astype(np.float32)
        return values / np.float32(np.sqrt(inputs))

    def conv(self, name: str, kernel: int, inputs: int, outputs: int) -> Conv:
        shape = (kernel, kernel, inputs, outputs)
        return Conv(name, self._normal(shape, kernel * kernel * inputs))

    def matmul(self, name: str, inputs: int, outputs: int) -> MatMul:
        return MatMul(name, self._normal((inputs, outputs), inputs))

    def bias(self, name: str, outputs: int) -> Bias:
        return Bias(name, self._normal((outputs,), 4))

    def norm(self, name: str, channels: int) -> Norm:
        mean, bias = self._normal((channels,), 9), self._normal((channels,), 9)
        variance = self._random.uniform(0.5, 2.0, channels).astype(np.float32)
        scale = self._random.uniform(0.5, 1.5, channels).astype(np.float32)
        if self._random.random() < 0.5:
            return Norm(name, 1e-3, mean, variance, None, bias)
        return Norm(name, 1e-3, mean, variance, scale, bias)

    def act(self, name: str) -> Activation:
        return Activation(name, self._activation)

    def block(
        self, name: str, kind: str, channels: int, middle: int, pooled: int, kernel: int
    ) -> Block:
        norm1, act1 = self.norm(f"{name}/norm1", channels), self.act(f"{name}/act1")
        act2 = self.act(f"{name}/act2")
        if kind == "n":
            return NestedBlock(
                name,
                norm1,
                act1,
                self.conv(f"{name}/pre", 1, channels, middle),
                (
                    self.block(f"{name}/a", "o", middle, middle, pooled, kernel),
                    self.block(f"{name}/b", "p", middle, middle, pooled, kernel),
                ),
                self.norm(f"{name}/norm2", middle),
                act2,
                self.conv(f"{name}/post", 1, middle, channels),
            )
        norm2 = self.norm(f"{name}/norm2", middle)
        conv2 = self.conv(f"{name}/conv2", kernel, middle, channels)
        if kind == "o":
            conv1 = self.conv(f"{name}/conv1", kernel, channels, middle)
            return OrdinaryBlock(name, norm1, act1, conv1, norm2, act2, conv2)
        if kind == "p":
            return PoolBlock(
                name,
                norm1,
                act1,
                self.conv(f"{name}/regular", kernel, channels, middle),
                self.conv(f"{name}/pool", kernel, channels, pooled),
                self.norm(f"{name}/poolnorm", pooled),
                self.act(f"{name}/poolact"),
                self.matmul(f"{name}/poolmul", 3 * pooled, middle),
                norm2,
                act2,
                conv2,
            )
        raise ValueError(f"a block is o, p or n, not {kind!r}")

    def policy(self, channels: int, head: int, version: int) -> PolicyHead:
        outputs = policies_of(version)
        second = version >= 15
        return PolicyHead(
            "policyhead",
            self.conv("p1", 1, channels, head),
            self.conv("g1", 1, channels, head),
            self.norm("g1/norm", head),
            self.act("g1/act"),
            self.matmul("g2w", 3 * head, head),
            self.norm("p1/norm", head),
            self.act("p1/act"),
            self.conv("p2", 1, head, outputs),
            self.matmul("passmul", 3 * head, head if second else outputs),
            self.bias("passbias", head) if second else None,
            self.act("passact") if second else None,
            self.matmul("passmul2", head, outputs) if second else None,
        )

    def value(self, channels: int, head: int, version: int) -> ValueHead:
        scores = scores_of(version)
        return ValueHead(
            "valuehead",
            self.conv("v1", 1, channels, head),
            self.norm("v1/norm", head),
            self.act("v1/act"),
            self.matmul("v2", 3 * head, 2 * head),
            self.bias("v2/bias", 2 * head),
            self.act("v2/act"),
            self.matmul("v3", 2 * head, 3),
            self.bias("v3/bias", 3),
            self.matmul("sv3", 2 * head, scores),
            self.bias("sv3/bias", scores),
            self.conv("vown", 1, head, 1),
        )
