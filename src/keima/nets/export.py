"""Networks for other programs: OpenVINO's format and ONNX."""

from __future__ import annotations

import importlib
import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from keima.files import write_file
from keima.nets.description import GLOBALS, PLANES, Description, Floats
from keima.nets.forward import OUTPUTS, forward
from keima.nets.preparing import Precision, check_size, prepare
from keima.nets.reader import read_network
from keima.nets.store import find_network

#: Every version of ONNX that is in use has it; from 18 on there is Mish.
OPSET = 18


def export_ir(
    name: str | os.PathLike[str],
    width: int,
    height: int,
    folder: Path,
    precision: Precision = "f32",
    tell: Callable[[str], None] | None = None,
) -> None:
    """Writes `model.xml`, `model.bin` and `model.json` into a folder. Raises OSError,
    NetworkError."""
    prepared = prepare(name, width, height, precision, tell)
    folder.mkdir(parents=True, exist_ok=True)
    for file in ("model.bin", "model.xml", "model.json"):
        shutil.copyfile(prepared.xml.with_name(file), folder / file)


def export_onnx(name: str | os.PathLike[str], width: int, height: int, path: Path) -> None:
    """Writes a file of ONNX, for any number of positions at once. Raises OSError, NetworkError;
    ValueError if the package onnx is missing."""
    net = read_network(find_network(name))
    write_file(path, onnx_model(net, width, height).SerializeToString())


def onnx_model(net: Description, width: int, height: int) -> Any:
    """The network as onnx's ModelProto."""
    try:
        onnx = importlib.import_module("onnx")
    except ImportError:
        raise ValueError("to write ONNX the package onnx is needed: pip install onnx") from None
    check_size(width, height)
    ops, helper = _Onnx(onnx), onnx.helper
    found = forward(net, ops, "planes", "globals", width, height)
    shapes = {
        "planes": ["N", PLANES, height, width],
        "globals": ["N", GLOBALS],
        "policy": ["N", net.policies, width * height + 1],
        "value": ["N", 3],
        "score": ["N", net.scores],
        "ownership": ["N", height, width],
    }
    ports = {
        key: helper.make_tensor_value_info(key, onnx.TensorProto.FLOAT, shape)
        for key, shape in shapes.items()
    }
    for key in OUTPUTS:
        ops.node("Identity", [found[key]], out=key)
    graph = helper.make_graph(
        ops.nodes,
        net.name,
        [ports["planes"], ports["globals"]],
        [ports[key] for key in OUTPUTS],
        ops.weights,
    )
    opset = [helper.make_opsetid("", OPSET)]
    model = helper.make_model(graph, opset_imports=opset, ir_version=8, producer_name="keima")
    onnx.checker.check_model(model)
    return model


class _Onnx:
    """The operations of `keima.nets.forward` as nodes of ONNX; a tensor is its name."""

    def __init__(self, onnx: Any) -> None:
        self._onnx = onnx
        self.nodes: list[Any] = []
        self.weights: list[Any] = []

    def node(self, kind: str, inputs: Sequence[str], out: str | None = None, **options: Any) -> str:
        out = out or f"t{len(self.nodes)}"
        self.nodes.append(self._onnx.helper.make_node(kind, list(inputs), [out], **options))
        return out

    def _constant(self, values: Any) -> str:
        name = f"w{len(self.weights)}"
        array = np.ascontiguousarray(values)
        self.weights.append(self._onnx.numpy_helper.from_array(array, name))
        return name

    def conv(
        self,
        x: str,
        weights: Floats,
        bias: Floats | None,
        dilation: tuple[int, int],
        key: str | None,
    ) -> str:
        pads = [d * (k // 2) for d, k in zip(dilation, weights.shape[2:], strict=True)]
        inputs = [x, self._constant(weights)]
        if bias is not None:
            inputs.append(self._constant(bias))
        return self.node(
            "Conv", inputs, dilations=list(dilation), pads=[*pads, *pads], strides=[1, 1]
        )

    def scale(self, x: str, factor: Floats, offset: Floats) -> str:
        y = self.node("Mul", [x, self._constant(factor.reshape(1, -1, 1, 1))])
        return self.node("Add", [y, self._constant(offset.reshape(1, -1, 1, 1))])

    def activate(self, x: str, kind: str) -> str:
        if kind == "silu":
            return self.node("Mul", [x, self.node("Sigmoid", [x])])
        return x if kind == "identity" else self.node({"relu": "Relu", "mish": "Mish"}[kind], [x])

    def matmul(self, x: str, weights: Floats, bias: Floats | None) -> str:
        y = self.node("MatMul", [x, self._constant(weights)])
        return y if bias is None else self.add(y, self._constant(bias))

    def add(self, x: str, y: str) -> str:
        return self.node("Add", [x, y])

    def spread(self, x: str, y: str) -> str:
        return self.add(x, self.node("Unsqueeze", [y, self._constant(np.array([2, 3]))]))

    def mean(self, x: str) -> str:
        return self.node("ReduceMean", [x, self._constant(np.array([2, 3]))], keepdims=0)

    def max(self, x: str) -> str:
        return self.node("ReduceMax", [x, self._constant(np.array([2, 3]))], keepdims=0)

    def times(self, x: str, factor: float) -> str:
        return self.node("Mul", [x, self._constant(np.float32(factor))])

    def concat(self, parts: Sequence[str]) -> str:
        return self.node("Concat", parts, axis=-1)

    def reshape(self, x: str, shape: Sequence[int]) -> str:
        return self.node("Reshape", [x, self._constant(np.array([0, *shape]))])
