"""An edit model as three ONNX graphs, each weight in one of them.

    encoder  pieces at positions, through all layers. It runs twice: for h, then for the blanks of the chosen
             streams, which see the keys and values of the first run as the past, and themselves
    gates    the words' h: gates, and the edits that need no stream
    edits    the chosen words: all edits, from h and the streams

Rows of all sentences lie packed, one after the other; only attention spreads them out to (B, S).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from textmend.decoding import onnx_folder as files
from textmend.decoding.engine import CANDIDATES
from textmend.decoding.parity import PROBES
from textmend.decoding.pieces import PieceTable
from textmend.errors import ModelError
from textmend.model.batch import Batch
from textmend.model.calibration import Peaks, input_peaks
from textmend.model.checkpoint import LoadedModel
from textmend.model.edit_model import EditModel
from textmend.model.encoder import Layer
from textmend.model.folder import write_folder
from textmend.model.graph import CONTRIB, INT64, Graph
from textmend.model.heads import FactorisedHead

Floats = NDArray[np.float32]

NEVER = -1e30
"""Added to what must not be: like -inf, but without NaN where it meets a 0."""


@dataclass(frozen=True, slots=True)
class Graphs:
    """The three graphs, serialised; a plain head has no third."""

    encoder: bytes
    gates: bytes
    edits: bytes | None


def export_graphs(model: EditModel, *, int8: bool, peaks: Peaks | None = None) -> Graphs:
    """Write the graphs of a model; `peaks` make int8 more exact."""
    if model.gap is not None:
        raise ModelError(
            "models with gap inserts run with torch only; train with inserts = 'append' to export"
        )
    with torch.inference_mode():
        factorised = model.head if isinstance(model.head, FactorisedHead) else None
        return Graphs(
            _encoder_graph(model, Graph(int8=int8, peaks=peaks)),
            _gates_graph(model),
            None if factorised is None else _edits_graph(model, factorised),
        )


def _encoder_graph(model: EditModel, g: Graph) -> bytes:
    embeddings = model.encoder.embeddings
    pieces = g.input("pieces", ["M"], INT64)
    places = g.input("places", ["M", 2], INT64)
    spread = _Spread(
        slots=g.input("slots", ["B", "S"], INT64),
        back=g.input("back", ["M"], INT64),
        bias=g.input("bias", ["B", 1, "S", "T"]),
    )
    rows = g.embedding("words", pieces, _array(embeddings.words.weight))  # (M, D)
    positions = g.op(
        "Gather", g.weight("positions", _array(embeddings.positions.weight)), places
    )  # (M, 2, D)
    place = g.op("ReduceMean", positions, g.numbers(1), keepdims=0)  # (M, D)
    x = _norm(g, embeddings.norm, "embeddings", g.op("Add", rows, place))  # (M, D)
    if isinstance(embeddings.widen, nn.Linear):
        x = _linear(g, "widen", embeddings.widen, x)  # (M, H)
    for number, layer in enumerate(model.encoder.layers):
        assert isinstance(layer, Layer)
        x = _layer(g, number, layer, x, spread)  # (M, H)
    dense, norm = model.masked_words.dense, model.masked_words.norm
    met = _norm(g, norm, "transform", _gelu(g, "transform", dense, x))  # (M, D)
    g.output(rows, "rows", ["M", "D"])
    g.output(x, "h", ["M", "H"])
    g.output(met, "met", ["M", "D"])
    return g.to_bytes()


@dataclass(frozen=True, slots=True)
class _Spread:
    """How packed rows (M, H) take their places (B, S, H), come back, and what they may look at."""

    slots: str
    back: str
    bias: str


def _layer(g: Graph, number: int, layer: Layer, x: str, spread: _Spread) -> str:
    name = f"layer {number}"
    heads, hidden = layer.attention.heads, layer.norm.normalized_shape[0]
    past = [
        g.input(f"past {what} {number}", ["B", heads, "P", hidden // heads]) for what in ("keys", "values")
    ]
    qkv = g.op("Gather", _linear(g, f"{name} qkv", layer.attention.qkv, x), spread.slots)  # (B, S, 3H)
    query, key, value = g.ops("Split", qkv, results=3, axis=2, num_outputs=3)  # each (B, S, H)
    seen, keys, values = g.ops(
        "MultiHeadAttention", query, key, value, "", "", spread.bias, *past,
        results=3, domain=CONTRIB, num_heads=heads,
    )  # fmt: skip  # (B, S, H), (B, heads, P + S, d) twice
    g.output(keys, f"keys {number}", ["B", heads, "T", hidden // heads])
    g.output(values, f"values {number}", ["B", heads, "T", hidden // heads])
    flat = g.op("Reshape", seen, g.numbers(-1, hidden))  # (B * S, H)
    packed = g.op("Gather", flat, spread.back)  # (M, H)
    x = _added(g, f"{name} out", layer.attention.out, packed, x, layer.attention_norm)
    risen = _gelu(g, f"{name} rise", layer.rise, x)  # (M, I)
    return _added(g, f"{name} fall", layer.fall, risen, x, layer.norm)


def _gates_graph(model: EditModel) -> bytes:
    """Gates, and the distribution over the edits that h alone can score."""
    g = Graph()
    h = g.op("Gather", g.input("h", ["M", "H"]), g.input("first", ["N"], INT64))  # (N, H)
    gates = g.op("Sigmoid", _linear(g, "gate", model.gate, h))  # (N, 3)
    if isinstance(model.head, FactorisedHead):
        g.input("rows", ["M", "D"])
        met = g.op("Gather", g.input("met", ["M", "D"]), "first")  # (N, D)
        g.input("word_of_piece", ["M"], INT64)
        stay = _phi_dot(g, model, "rows", met, "word_of_piece", g.input("counts", ["N"]))  # (N, 1)
        keeps = g.op("Mul", stay, g.weight("keeps", _array(model.head.keeps)))  # (N, 2 + T)
        kept = g.op("Add", _linear(g, "kept", model.head.kept, h), keeps)
        g.output(stay, "stay", ["N", 1])
    else:
        kept = _linear(g, "kept", model.head, h)  # (N, E)
    width = (
        model.head.kept.out_features if isinstance(model.head, FactorisedHead) else model.head.out_features
    )
    rules = np.maximum(_array(model.rules)[:, :width], NEVER)  # (3, 2 + T) or (3, E)
    kept = g.op("Add", kept, g.op("Gather", g.weight("rules", rules), g.input("role", ["N"], INT64)))
    g.output(h, "h_word", ["N", "H"])
    g.output(gates, "gates", ["N", 3])
    g.output(kept, "kept", ["N", "C"])
    _rank(g, kept, width)
    return g.to_bytes()


def _edits_graph(model: EditModel, head: FactorisedHead) -> bytes:
    """The distribution over all edits at O open words; those without a stream have no such edits."""
    g = Graph()
    h, stay, kept = g.input("h_word", ["N", "H"]), g.input("stay", ["N", 1]), g.input("kept", ["N", "C"])
    at = g.input("open", ["O"], INT64)
    phi_append, phi_replace = (_array(phi) for phi in model.arguments())
    assert head.append is not None
    offsets = g.op("Gather", stay, g.input("append_word", ["A"], INT64))  # (A, 1)
    appended = _filled(g, "append", head.append, h, phi_append, offsets)
    g.input("rows", ["M", "D"])
    worn = g.op("Gather", "rows", g.input("worn_piece", ["Q"], INT64))  # (Q, D)
    g.input("worn_row", ["Q"], INT64)
    g.input("replace_word", ["R"], INT64)
    g.input("replace_met", ["R", "D"])
    gone = _phi_dot(g, model, worn, "replace_met", "worn_row", g.input("replace_counts", ["R"]))  # (R, 1)
    replaced = _filled(g, "replace", head.replace, h, phi_replace, g.op("Neg", gone))
    logits = g.op("Concat", g.op("Gather", kept, at), appended, replaced, axis=1)  # (O, E)
    _rank(g, logits, model.config.edits)
    return g.to_bytes()


def _filled(g: Graph, kind: str, theta: nn.Linear, h: str, phi: Floats, offsets: str) -> str:
    """Scores (O, A) of the dictionary at the open words: theta . h + offset + phi . stream, or never."""
    met = f"{kind}_met" if kind == "replace" else g.input(f"{kind}_met", ["A", "D"])
    places = g.input(f"{kind}_at", ["A", 1] if kind == "append" else ["R", 1], INT64)
    word = g.op("Gather", h, f"{kind}_word")  # (A, H)
    known = g.op("Add", _linear(g, f"{kind} theta", theta, word), offsets)  # (A, words)
    scores = g.op("Add", known, g.op("MatMul", met, g.weight(f"{kind} phi", phi.T)))  # (A, words)
    count = g.op("Concat", g.op("Shape", "open"), g.numbers(len(phi)), axis=0)
    never = g.op("Expand", g.number(NEVER), count)  # (O, words)
    return g.op("ScatterND", never, places, scores)  # (O, words)


def _rank(g: Graph, logits: str, width: int) -> None:
    """Let out the distribution of each row, and its likeliest edits."""
    every = g.op("Softmax", logits, axis=1)  # (N, E)
    best, ids = g.ops("TopK", every, g.numbers(min(CANDIDATES, width)), results=2, axis=1)  # (N, K)
    copy = g.op("Slice", every, g.numbers(0), g.numbers(1), g.numbers(1))  # (N, 1)
    g.output(every, "every", ["N", "E"])
    g.output(best, "probabilities", ["N", "K"])
    g.output(ids, "ids", ["N", "K"], INT64)
    g.output(copy, "copy", ["N", 1])


def _phi_dot(g: Graph, model: EditModel, rows: str, met: str, word_of_row: str, counts: str) -> str:
    """phi . met (N, 1), phi being the sum, or scaled mean, of those rows (M, D) that are of the word."""
    products = g.op("Mul", rows, g.op("Gather", met, word_of_row))  # (M, D)
    dots = g.op("ReduceSum", products, g.numbers(1), keepdims=0)  # (M,)
    nothing = g.op("Expand", g.number(0.0), g.op("Shape", counts))  # (N,)
    total = g.op("ScatterElements", nothing, word_of_row, dots, axis=0, reduction="add")  # (N,)
    if model.phi.scale is not None:
        total = g.op("Mul", total, g.op("Div", g.number(float(model.phi.scale)), counts))
    return g.op("Unsqueeze", total, g.numbers(1))


def _linear(g: Graph, name: str, linear: nn.Linear, rows: str) -> str:
    bias = g.weight(f"{name} bias", _array(linear.bias))
    return g.op("Add", g.product(name, rows, _array(linear.weight).T), bias)


def _gelu(g: Graph, name: str, linear: nn.Linear, rows: str) -> str:
    bias = g.weight(f"{name} bias", _array(linear.bias))
    return g.op("BiasGelu", g.product(name, rows, _array(linear.weight).T), bias, domain=CONTRIB)


def _added(g: Graph, name: str, linear: nn.Linear, rows: str, before: str, norm: nn.LayerNorm) -> str:
    """norm(before + linear(rows)); onnxruntime's one operation for it is slower than the parts."""
    return _norm(g, norm, name, g.op("Add", _linear(g, name, linear, rows), before))


def _norm(g: Graph, norm: nn.LayerNorm, name: str, rows: str) -> str:
    weight, bias = (
        g.weight(f"{name} norm", _array(norm.weight)),
        g.weight(f"{name} norm bias", _array(norm.bias)),
    )
    return g.op("LayerNormalization", rows, weight, bias, axis=-1, epsilon=norm.eps)


def _array(tensor: Tensor) -> Floats:
    array: Floats = tensor.detach().cpu().float().numpy()
    return array


def export_model(
    loaded: LoadedModel,
    folder: str | Path,
    *,
    int8: bool,
    card: str,
    sentences: Sequence[Sequence[str]] = PROBES,
) -> None:
    """Write the folder that `textmend.decoding.onnx_engine.OnnxEngine` reads, whole or not at all.

    The sentences show int8 which channels are large; a few of any kind will do.
    """
    model = loaded.model
    graphs = export_graphs(model, int8=int8, peaks=_peaks(loaded, sentences) if int8 else None)
    contents = {
        files.ENCODER: graphs.encoder,
        files.GATES: graphs.gates,
        files.TOKENIZER: loaded.tokenizer.to_str().encode(),
        files.SPACE: loaded.space.to_json().encode(),
    }
    if graphs.edits is not None:
        contents[files.EDITS] = graphs.edits
    encoder = model.config.encoder
    manifest = files.Manifest(
        precision="int8" if int8 else "fp32",
        layers=encoder.layers,
        heads=encoder.heads,
        head_size=encoder.hidden // encoder.heads,
        positions=encoder.positions,
        sha256={name: hashlib.sha256(content).hexdigest() for name, content in contents.items()},
    )
    contents[files.THRESHOLDS] = loaded.thresholds.to_json().encode()
    contents[files.CARD] = card.encode()
    contents[files.MANIFEST] = manifest.to_json().encode()
    with write_folder(folder) as part:
        for name, content in contents.items():
            (part / name).write_bytes(content)


def _peaks(loaded: LoadedModel, sentences: Sequence[Sequence[str]], most: int = 64) -> Peaks:
    table = PieceTable(loaded.tokenizer)
    longest = loaded.model.encoder.embeddings.positions.num_embeddings
    pieced = [table.encode(words) for words in sentences[:most] if table.count(words) <= longest]
    batch = Batch.from_numpy(table.pad(pieced or [table.encode([])]))
    return input_peaks(loaded.model, batch)
