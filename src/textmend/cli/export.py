"""`textmend export`: a trained model as onnx graphs, checked against the model it came from."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from textmend.decoding.parity import Parity


class Precision(StrEnum):
    """How weights are stored and products computed."""

    INT8 = "int8"
    FP32 = "fp32"


def export(
    model: Annotated[str, typer.Argument(help="The model: a folder or a hub name.")],
    folder: Annotated[Path, typer.Argument(help="Where to write the exported model.")],
    precision: Annotated[
        Precision, typer.Option(help="int8 is smaller and faster, fp32 exact.")
    ] = Precision.INT8,
    sentences: Annotated[
        Path | None,
        typer.Option(
            help="Sentences for the check, one a line, words apart by spaces; default: some built in."
        ),
    ] = None,
) -> None:
    """Write a model for onnxruntime, which needs no torch, and print how far it agrees with torch."""
    from textmend.extras import need

    need("train", "torch", "safetensors", "onnx")
    from textmend.data.files import read_lines
    from textmend.decoding.onnx_engine import OnnxEngine
    from textmend.decoding.parity import PROBES, compare, same_in_any_batch
    from textmend.decoding.torch_engine import TorchEngine
    from textmend.model.checkpoint import load_model
    from textmend.model.export import export_model
    from textmend.model.hub import fetch

    source = fetch(model)
    loaded = load_model(source)
    card = source / "README.md"
    text = card.read_text("utf-8") if card.is_file() else ""
    probes = PROBES if sentences is None else [line.split() for line in read_lines(sentences) if line.strip()]
    export_model(loaded, folder, int8=precision is Precision.INT8, card=text, sentences=probes)
    size = sum(path.stat().st_size for path in folder.iterdir())
    typer.echo(f"{folder}: {precision}, {size / 1e6:.0f} MB")

    gates = loaded.thresholds
    exact = TorchEngine(
        loaded.model,
        loaded.tokenizer,
        loaded.space,
        replace_gate=gates.replace_gate,
        append_gate=gates.append_gate,
    )
    exported = OnnxEngine(folder)
    _report(compare(exact, exported, probes, gates))
    batches = "yes" if same_in_any_batch(exported, probes, gates) else "NO"
    typer.echo(f"same text alone and in large batches: {batches}")


def _report(parity: Parity) -> None:
    same = parity.sentences - len(parity.differences)
    typer.echo(f"same text as torch: {same} of {parity.sentences} sentences ({parity.same_share:.1%})")
    typer.echo(f"largest difference of a probability: {parity.largest:.2g}")
    for difference in parity.differences[:5]:
        typer.echo(f"  torch: {' '.join(difference.left)}")
        typer.echo(f"  onnx:  {' '.join(difference.right)}  (margin {difference.margin:.2g})")
