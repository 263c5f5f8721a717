"""A small writer of ONNX graphs: operations and weights by name, products in fp32 or in 8 bits.

An int8 product quantises its left side row by row, so that what becomes of one token depends on no other.
Processors without VNNI add products of bytes two by two in 16 bits, and cut off what is too large; so the
scale of a column of weights is such that no two neighbours of one sign add up to more than 128.
Where some channels of the left side are known to be far larger than others, the weights take over a part of
their size.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from textmend.extras import need

FLOAT: Final = 1
INT64: Final = 7
CONTRIB: Final = "com.microsoft"
OPSET: Final = 21
MIDDLE: Final = np.array(128, dtype=np.uint8)
IR_VERSION: Final = 10

Array = NDArray[Any]
Axes = Sequence[int | str]


class Graph:
    """A graph being written; values are known by their names."""

    def __init__(self, *, int8: bool = False, peaks: Mapping[str, Array] | None = None) -> None:
        """`peaks` are the largest inputs of each channel of int8 products, by the products' names."""
        self.int8 = int8
        self._peaks = peaks or {}
        self._helper = need("train", "onnx.helper")
        self._to_tensor = need("train", "onnx.numpy_helper").from_array
        self._nodes: list[Any] = []
        self._weights: dict[str, Array] = {}
        self._inputs: list[Any] = []
        self._outputs: list[Any] = []

    def input(self, name: str, axes: Axes, kind: int = FLOAT) -> str:
        self._inputs.append(self._helper.make_tensor_value_info(name, kind, list(axes)))
        return name

    def output(self, value: str, name: str, axes: Axes, kind: int = FLOAT) -> None:
        """Let a value leave the graph under a name."""
        self._nodes.append(self._helper.make_node("Identity", [value], [name]))
        self._outputs.append(self._helper.make_tensor_value_info(name, kind, list(axes)))

    def weight(self, name: str, array: Array) -> str:
        """A constant; one name is one weight."""
        value = f"weight {name}"
        if value not in self._weights:
            self._weights[value] = array if array.ndim == 0 else np.ascontiguousarray(array)
        return value

    def number(self, value: float) -> str:
        """A constant of no dimensions."""
        return self.weight(f"number {value!r}", np.array(value, dtype=np.float32))

    def numbers(self, *values: int) -> str:
        """A constant list of whole numbers: axes, shapes, bounds."""
        return self.weight(f"numbers {values}", np.array(values, dtype=np.int64))

    def op(self, kind: str, *values: str, domain: str = "", **attributes: Any) -> str:
        """An operation with one result."""
        return self.ops(kind, *values, results=1, domain=domain, **attributes)[0]

    def ops(self, kind: str, *values: str, results: int, domain: str = "", **attributes: Any) -> list[str]:
        """An operation with several results."""
        names = [f"{kind} {len(self._nodes)}.{number}" for number in range(results)]
        self._nodes.append(self._helper.make_node(kind, list(values), names, domain=domain, **attributes))
        return names

    def product(self, name: str, rows: str, matrix: Array) -> str:
        """Rows (M, K) times a matrix (K, N)."""
        if self.int8:
            return self._int8_product(name, rows, matrix)
        return self.op("MatMul", rows, self.weight(name, matrix))

    def quantise(self, rows: str) -> tuple[str, str]:
        """Rows as unsigned bytes around 128, and the scale (M, 1) of each row."""
        high = self.op("ReduceMax", rows, self.numbers(1), keepdims=1)  # (M, 1)
        low = self.op("Neg", self.op("ReduceMin", rows, self.numbers(1), keepdims=1))  # (M, 1)
        largest = self.op("Max", high, low, self.number(1e-12))  # (M, 1)
        scales = self.op("Mul", largest, self.number(1 / 127))  # (M, 1)
        flat = self.op("Squeeze", scales, self.numbers(1))  # (M,)
        middle = self.op("Expand", self.weight("middle", MIDDLE), self.op("Shape", flat))  # (M,)
        return self.op("QuantizeLinear", rows, flat, middle, axis=0), scales

    def _int8_product(self, name: str, rows: str, matrix: Array) -> str:
        if name in self._peaks:
            share = share_of(self._peaks[name], matrix)  # (K,)
            rows = self.op("Mul", rows, self.weight(f"{name} share", 1 / share))
            matrix = matrix * share[:, None]
        bytes_, row_scales = self.quantise(rows)
        numbers, scales = quantise_columns(matrix)
        product = self.op(
            "MatMulIntegerToFloat",
            bytes_,
            self.weight(name, numbers),
            self.number(1.0),
            self.weight(f"{name} scales", scales),
            self.weight("middle", MIDDLE),
            self.weight(f"zeros {len(scales)}", np.zeros(len(scales), dtype=np.int8)),
            domain=CONTRIB,
        )
        return self.op("Mul", product, row_scales)

    def embedding(self, name: str, ids: str, matrix: Array) -> str:
        """Rows of a matrix; in int8 each row has its own scale."""
        if not self.int8:
            return self.op("Gather", self.weight(name, matrix), ids)
        scales = np.maximum(np.abs(matrix).max(axis=1, keepdims=True), 1e-12) / 127  # (V, 1)
        numbers = np.round(matrix / scales).astype(np.int8)  # (V, D)
        rows = self.op("Cast", self.op("Gather", self.weight(name, numbers), ids), to=FLOAT)
        return self.op("Mul", rows, self.op("Gather", self.weight(f"{name} scales", scales), ids))

    def to_bytes(self) -> bytes:
        """The finished model."""
        graph = self._helper.make_graph(
            self._nodes,
            "textmend",
            self._inputs,
            self._outputs,
            [self._to_tensor(array, name) for name, array in self._weights.items()],
        )
        opsets = [self._helper.make_opsetid("", OPSET), self._helper.make_opsetid(CONTRIB, 1)]
        model = self._helper.make_model(
            graph, opset_imports=opsets, ir_version=IR_VERSION, producer_name="textmend"
        )
        written: bytes = model.SerializeToString()
        return written


def quantise_columns(matrix: Array) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """A matrix (K, N) as small whole numbers times a scale for each column, safe without VNNI.

    >>> numbers, scales = quantise_columns(np.array([[0.5, 3.0], [1.0, -3.0]]))
    >>> numbers.tolist(), (numbers * scales).round(1).tolist()
    ([[42, 127], [85, -127]], [[0.5, 3.0], [1.0, -3.0]])
    """
    even = np.pad(matrix, ((0, len(matrix) % 2), (0, 0)))  # (K or K + 1, N)
    pairs = (
        np.stack([np.maximum(even, 0), np.maximum(-even, 0)]).reshape(2, len(even) // 2, 2, -1).sum(axis=2)
    )
    scales = np.maximum(pairs.max(axis=(0, 1)), 1e-12) / 127  # (N,)
    return np.round(matrix / scales).astype(np.int8), scales.astype(np.float32)


def share_of(peaks: Array, matrix: Array) -> Array:
    """What to divide each channel by before it is quantised: its size and its weights' then are the same.

    >>> share_of(np.array([16.0, 1.0]), np.array([[1.0, 0.5], [1.0, 0.2]])).tolist()
    [4.0, 1.0]
    """
    weights = np.abs(matrix).max(axis=1)  # (K,)
    shares: Array = np.sqrt(np.maximum(peaks, 1e-5) / np.maximum(weights, 1e-5)).astype(matrix.dtype)
    return shares
