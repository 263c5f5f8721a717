"""What streams and precision cost in the onnx engine: no streams, gated ones and all, in fp32 and int8.

    python benchmarks/engine.py [--words 4 23 59] [--batches 1 64] [--share 0.07] [--turns 5] [--threads 1]

The model is a 6 x 768 encoder with random weights, 1,000 appends and 1,000 replaces. Its gates are set so
that the share of words named has a replace stream, and as many an append stream. Variants take turns; ratios
are medians within a turn, times the least. They are of the processor, so that a busy machine disturbs them
little.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from pathlib import Path

import numpy as np
import torch

from textmend.decoding import Thresholds
from textmend.decoding.onnx_engine import OnnxEngine
from textmend.decoding.pieces import PieceTable, character_tokenizer
from textmend.edits import EditSpace
from textmend.model import EncoderConfig, LoadedModel, ModelConfig, build_model
from textmend.model.export import export_model

LETTERS = [chr(code) for code in range(0x4E00, 0x4E00 + 20000)]
"""Words of one piece each."""


def model() -> LoadedModel:
    tokenizer = character_tokenizer(LETTERS)
    table = PieceTable(tokenizer)
    space = EditSpace(
        transforms=("case:upper",),
        appends=tuple((letter,) for letter in LETTERS[:1000]),
        replaces=tuple((letter,) for letter in LETTERS[:1000]),
    )
    encoder = EncoderConfig(
        vocabulary=tokenizer.get_vocab_size(),
        hidden=768,
        layers=6,
        heads=12,
        intermediate=3072,
        positions=512,
        mask=table.mask_id,
    )
    config = ModelConfig(encoder=encoder, transforms=1, appends=1000, replaces=1000)
    torch.manual_seed(0)
    built = build_model(
        config, table.arguments(space.appends).tolist(), table.arguments(space.replaces).tolist()
    )
    with torch.no_grad():
        built.gate.weight.normal_(std=0.1)
    return LoadedModel(built.eval(), tokenizer, space, Thresholds())


def gates_for(engine: OnnxEngine, sentences: list[list[str]], share: float) -> Thresholds:
    """Gates that open at the share of these words."""
    from textmend.decoding.packing import Packed

    packed = Packed.of([engine.pieces.encode(words) for words in sentences])
    gates = engine._read(packed, ["copy"]).words["gates"]
    replace, append = (float(np.quantile(gates[:, kind], 1 - share)) for kind in (1, 2))
    return Thresholds(replace_gate=replace, append_gate=append)


def milliseconds(engine: OnnxEngine, sentences: list[list[str]], gates: Thresholds) -> float:
    engine.gates = gates
    begun = time.process_time()
    engine.predict(sentences)
    return 1e3 * (time.process_time() - begun)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--words", type=int, nargs="+", default=[4, 23, 59])
    parser.add_argument("--batches", type=int, nargs="+", default=[1, 64])
    parser.add_argument("--share", type=float, default=0.07)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--threads", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        loaded = model()
        engines = {}
        for precision in ("fp32", "int8"):
            export_model(loaded, Path(name) / precision, int8=precision == "int8", card="")
            engines[precision] = OnnxEngine(Path(name) / precision, threads=asked.threads)
        del loaded
        for count in asked.batches:
            for words in asked.words:
                _compare(engines, count, words, asked.share, asked.turns)


def _compare(engines: dict[str, OnnxEngine], count: int, words: int, share: float, turns: int) -> None:
    chance = random.Random(words)
    sentences = [chance.choices(LETTERS, k=words) for _ in range(count)]
    gates = {"plain": Thresholds(replace_gate=1.0, append_gate=1.0), "full": Thresholds()}
    times: dict[tuple[str, str], list[float]] = {}
    for turn in range(turns + 1):
        for precision, engine in engines.items():
            gates["gated"] = gates.get("gated") or gates_for(engine, sentences, share)
            for kind, setting in gates.items():
                took = milliseconds(engine, sentences, setting)
                if turn:  # the first one warms up
                    times.setdefault((precision, kind), []).append(took)

    def ratio(top: tuple[str, str], bottom: tuple[str, str]) -> float:
        return statistics.median(a / b for a, b in zip(times[top], times[bottom], strict=True))

    print(f"batch {count} of {words} words:", end="")
    for key, of_key in sorted(times.items()):
        print(f"  {' '.join(key)} {min(of_key):.1f} ms", end="")
    print()
    for precision in engines:
        gated, full = (ratio((precision, kind), (precision, "plain")) for kind in ("gated", "full"))
        print(f"  {precision}: gated / plain {gated:.2f}, full / plain {full:.2f}")
    fp32_over = [ratio(("fp32", kind), ("int8", kind)) for kind in ("plain", "gated", "full")]
    print(
        f"  fp32 / int8: plain {fp32_over[0]:.2f}, gated {fp32_over[1]:.2f}, full {fp32_over[2]:.2f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
