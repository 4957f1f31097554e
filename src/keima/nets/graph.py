"""A network as an OpenVINO model for boards of one size.

Inputs are `planes` [N,22,H,W] and `globals` [N,19]; outputs are the raw `policy` [N,P,H*W+1],
`value` [N,3], `score` [N,4 or 6] and `ownership` [N,H,W], all float32.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from keima.nets.description import GLOBALS, PLANES, Description, Floats
from keima.nets.forward import OUTPUTS, forward
from keima.nets.runtime import openvino

#: Of each input of a convolution: the least and the greatest value that each channel was seen to
#: have.
Ranges = Mapping[str, tuple[Floats, Floats]]

#: How far the channels of an input are made even: 0 not at all, 1 all the way.
EVEN = 0.5
#: The greatest weight of a channel in int8. Processors without VNNI add two products in 16 bits,
#: which can be too small for the sum; with the weights of networks that hardly ever happens, and
#: half the steps would cost more. Every network is tried after it was made.
WEIGHT_STEPS = 127


def build_model(
    net: Description,
    width: int,
    height: int,
    *,
    batch: int = 1,
    ranges: Ranges | None = None,
    watch: bool = False,
) -> Any:
    """The model. With `ranges` the 3x3 convolutions of the trunk whose inputs they name are made
    for int8. With `watch` there are two more outputs for every such input, its least and greatest
    value, `KEY.least` and `KEY.greatest`."""
    ov, ops = openvino(), _OpenVino(ranges or {})
    planes = ops.set.parameter([batch, PLANES, height, width], np.float32, name="planes")
    numbers = ops.set.parameter([batch, GLOBALS], np.float32, name="globals")
    for parameter, name in ((planes, "planes"), (numbers, "globals")):
        parameter.output(0).get_tensor().set_names({name})
    found = forward(net, ops, planes, numbers, width, height)
    results = [ops.result(found[name], name) for name in OUTPUTS]
    if watch:
        for key, node in ops.watched.items():
            axes = np.array([0, 2, 3])
            results.append(ops.result(ops.set.reduce_min(node, axes), f"{key}.least"))
            results.append(ops.result(ops.set.reduce_max(node, axes), f"{key}.greatest"))
    model = ov.Model(results, [planes, numbers], net.name)
    # By themselves nodes are numbered through the process: the same network is to be the same file.
    for number, node in enumerate(model.get_ordered_ops()):
        node.set_friendly_name(f"{node.get_type_name()}_{number}")
    return model


class _OpenVino:
    """The operations of `keima.nets.forward` as nodes of a graph."""

    def __init__(self, ranges: Ranges) -> None:
        self.set: Any = openvino().opset13
        self.watched: dict[str, Any] = {}
        self._ranges, self._quantized = ranges, dict[str, Any]()

    def result(self, node: Any, name: str) -> Any:
        node.output(0).get_tensor().set_names({name})
        return self.set.result(node, name=f"{name}.result")

    def conv(
        self,
        x: Any,
        weights: Floats,
        bias: Floats | None,
        dilation: tuple[int, int],
        key: str | None,
    ) -> Any:
        if key is not None:
            self.watched[key] = x
        if key is not None and key in self._ranges:
            shares = channel_shares(*self._ranges[key])
            x, kernel = (
                self._low(x, key, shares),
                self._low_weights(weights * shares[:, None, None]),
            )
        else:
            kernel = self.set.constant(weights)
        pads = [d * (k // 2) for d, k in zip(dilation, weights.shape[2:], strict=True)]
        y = self.set.convolution(x, kernel, [1, 1], pads, pads, list(dilation))
        return y if bias is None else self.set.add(y, _per_channel(self.set, bias))

    def _low(self, x: Any, key: str, shares: Floats) -> Any:
        """The input of a convolution in 256 steps, each channel divided by its share; one node for
        all that have the same input."""
        if key not in self._quantized:
            least, greatest = self._ranges[key]
            low, high = bounds(float((least / shares).min()), float((greatest / shares).max()))
            before = [_per_channel(self.set, shares * np.float32(b)) for b in (low, high)]
            after = [_per_channel(self.set, np.array([b], np.float32)) for b in (low, high)]
            self._quantized[key] = self.set.fake_quantize(x, *before, *after, 256)
        return self._quantized[key]

    def _low_weights(self, weights: Floats) -> Any:
        """Whole numbers, and a scale for each channel that comes out."""
        scale = np.abs(weights).max(axis=(1, 2, 3), keepdims=True) / WEIGHT_STEPS
        scale = np.maximum(scale, np.float32(1e-20))
        steps = self.set.constant(np.round(weights / scale).astype(np.int8))
        return self.set.multiply(
            self.set.convert(steps, np.float32), self.set.constant(scale.astype(np.float32))
        )

    def scale(self, x: Any, factor: Floats, offset: Floats) -> Any:
        y = self.set.multiply(x, _per_channel(self.set, factor))
        return self.set.add(y, _per_channel(self.set, offset))

    def activate(self, x: Any, kind: str) -> Any:
        if kind == "relu":
            return self.set.relu(x)
        if kind == "mish":
            # Between two products of matrices OpenVINO 2026.4 looks for its own mish in vain.
            flat = len(x.get_output_partial_shape(0)) == 2
            x = self.set.unsqueeze(x, np.array([2, 3])) if flat else x
            y = self.set.mish(x)
            return self.set.squeeze(y, np.array([2, 3])) if flat else y
        return self.set.swish(x) if kind == "silu" else x

    def matmul(self, x: Any, weights: Floats, bias: Floats | None) -> Any:
        y = self.set.matmul(x, self.set.constant(np.ascontiguousarray(weights)), False, False)
        return y if bias is None else self.set.add(y, self.set.constant(bias[None, :]))

    def add(self, x: Any, y: Any) -> Any:
        return self.set.add(x, y)

    def spread(self, x: Any, y: Any) -> Any:
        return self.set.add(x, self.set.unsqueeze(y, np.array([2, 3])))

    def mean(self, x: Any) -> Any:
        return self.set.reduce_mean(x, np.array([2, 3]), False)

    def max(self, x: Any) -> Any:
        return self.set.reduce_max(x, np.array([2, 3]), False)

    def times(self, x: Any, factor: float) -> Any:
        return self.set.multiply(x, self.set.constant(np.float32(factor)))

    def concat(self, parts: Sequence[Any]) -> Any:
        return self.set.concat(list(parts), -1)

    def reshape(self, x: Any, shape: Sequence[int]) -> Any:
        return self.set.reshape(x, np.array([0, *shape]), True)


def _per_channel(ops: Any, values: npt.NDArray[np.float32]) -> Any:
    return ops.constant(np.ascontiguousarray(values.reshape(1, -1, 1, 1)))


def channel_shares(least: Floats, greatest: Floats) -> Floats:
    """By what to divide each channel so that they all make more use of the same steps, at most 1.
    The weights are multiplied by it, which makes theirs less even: half way, in powers, is best.

    >>> channel_shares(np.float32([0, 0, 0]), np.float32([4, 1, 0.25])).tolist()
    [1.0, 0.5, 0.25]
    """
    sizes = np.maximum(np.maximum(greatest, -least), 1e-6)
    shares: Floats = np.maximum((sizes / sizes.max()) ** EVEN, 0.01).astype(np.float32)
    return shares


def bounds(least: float, greatest: float) -> tuple[float, float]:
    """The range that 256 steps are spread over: it has 0 on a step, so that the padding around
    the board is exact.

    >>> bounds(0.0, 5.1)
    (0.0, 5.1)
    >>> low, high = bounds(-0.3, 4.8)
    >>> round(-low / ((high - low) / 255), 6)
    15.0
    """
    least, greatest = min(least, 0.0), max(greatest, 1e-6)
    if least == 0.0:
        return 0.0, greatest
    step = (greatest - least) / 255
    zero = min(max(round(-least / step), 1), 254)
    step = max(-least / zero, greatest / (255 - zero))
    return -zero * step, (255 - zero) * step
