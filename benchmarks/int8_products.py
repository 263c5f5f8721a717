"""Ways to multiply rows by an 8-bit matrix in onnxruntime: time and error of each against fp32.

    python benchmarks/int8_products.py [--rows 30 120] [--threads 1]

Times are of the processor (least of several runs), so that a busy machine disturbs them little.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import onnxruntime

from textmend.model.graph import CONTRIB, Graph, quantise_columns

Way = Callable[[Graph, str, np.ndarray], str]


def fp32(g: Graph, rows: str, matrix: np.ndarray) -> str:
    return g.op("MatMul", rows, g.weight("m", matrix))


def row_wise(g: Graph, rows: str, matrix: np.ndarray) -> str:
    """Ours: a scale for each row."""
    g.int8 = True
    return g.product("m", rows, matrix)


def unsigned(g: Graph, rows: str, matrix: np.ndarray) -> str:
    """A scale for each row, unsigned 8-bit weights."""
    scales = np.abs(matrix).max(axis=0) / 127
    numbers = (np.round(matrix / scales) + 128).astype(np.uint8)
    taken, row_scales = g.quantise(rows)
    middles = np.full(len(scales), 128, dtype=np.uint8)
    weights = (
        g.weight("m", numbers),
        g.number(1.0),
        g.weight("s", scales),
        g.weight("z", np.array(128, np.uint8)),
    )
    product = g.op("MatMulIntegerToFloat", taken, *weights, g.weight("zs", middles), domain=CONTRIB)
    return g.op("Mul", product, row_scales)


def static(g: Graph, rows: str, matrix: np.ndarray) -> str:
    """One scale known beforehand."""
    numbers, scales = quantise_columns(matrix)
    scale, middle = g.number(4 / 127), g.weight("z", np.array(128, np.uint8))
    taken = g.op("QuantizeLinear", rows, scale, middle)
    zeros = g.weight("zs", np.zeros(len(scales), dtype=np.int8))
    weights = (g.weight("m", numbers), scale, g.weight("s", scales), middle, zeros)
    return g.op("MatMulIntegerToFloat", taken, *weights, domain=CONTRIB)


def whole_batch(g: Graph, rows: str, matrix: np.ndarray) -> str:
    """onnxruntime's own dynamic quantisation: one scale for all rows, which thus depend on each other."""
    numbers, scales = quantise_columns(matrix)
    zeros = g.weight("z", np.zeros(len(scales), dtype=np.int8))
    return g.op(
        "DynamicQuantizeMatMul", rows, g.weight("m", numbers), g.weight("s", scales), zeros, domain=CONTRIB
    )


def weights_only(bits: int, block: int) -> Way:
    """Weights in blocks of one scale, each row quantised inside the operation."""

    def way(g: Graph, rows: str, matrix: np.ndarray) -> str:
        K, N = matrix.shape  # noqa: N806
        blocks = matrix.T.reshape(N, K // block, block)
        scales = np.abs(blocks).max(-1) / (2 ** (bits - 1) - 1)
        numbers = (np.round(blocks / scales[..., None]) + 2 ** (bits - 1)).astype(np.uint8)
        packed = numbers if bits == 8 else numbers[..., ::2] | (numbers[..., 1::2] << 4)
        weights = (g.weight("m", packed), g.weight("s", scales.astype(np.float32)))
        settings = {"K": K, "N": N, "bits": bits, "block_size": block, "accuracy_level": 4}
        return g.op("MatMulNBits", rows, *weights, domain=CONTRIB, **settings)

    return way


WAYS: dict[str, Way] = {
    "fp32": fp32,
    "row-wise": row_wise,
    "row-wise, unsigned weights": unsigned,
    "static": static,
    "whole batch": whole_batch,
    "weights only, 8 bits": weights_only(8, 128),
    "weights only, 4 bits": weights_only(4, 32),
}


def session(way: Way, matrix: np.ndarray, threads: int) -> Any:
    g = Graph()
    g.output(way(g, g.input("rows", ["M", matrix.shape[0]]), matrix), "product", ["M", matrix.shape[1]])
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    return onnxruntime.InferenceSession(g.to_bytes(), options, providers=["CPUExecutionProvider"])


def seconds(sessions: dict[str, Any], rows: np.ndarray) -> dict[str, float]:
    """The least time of each session; they take turns."""
    times: dict[str, list[float]] = {name: [] for name in sessions}
    repeats = max(1, 600 // len(rows))
    for _ in range(8):
        for name, tested in sessions.items():
            begun = time.process_time()
            for _ in range(repeats):
                tested.run(None, {"rows": rows})
            times[name].append((time.process_time() - begun) / repeats)
    return {name: min(of_session) for name, of_session in times.items()}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, nargs="+", default=[6, 30, 120, 1200])
    parser.add_argument("--threads", type=int, default=1)
    asked = parser.parse_args()
    chance = np.random.default_rng(0)
    for shape in ((768, 768), (768, 3072), (3072, 768)):
        matrix = chance.normal(0, 0.03, shape).astype(np.float32)
        sessions = {name: session(way, matrix, asked.threads) for name, way in WAYS.items()}
        for count in asked.rows:
            rows = chance.normal(size=(count, shape[0])).astype(np.float32)
            exact = rows @ matrix
            took = seconds(sessions, rows)
            for name, tested in sessions.items():
                error = np.abs(tested.run(None, {"rows": rows})[0] - exact).mean() / np.abs(exact).mean()
                figures = f"{took[name] * 1e6:8.0f} us  {took['fp32'] / took[name]:5.2f}x  error {error:.4f}"
                print(f"{shape[0]}x{shape[1]} rows {count:5d}  {name:27s} {figures}")


if __name__ == "__main__":
    main()
