"""Masked-word training alone: clean text in, an encoder folder out."""

from __future__ import annotations

from pathlib import Path

from textmend.model import load_model
from textmend.model.huggingface import save_encoder
from textmend.training.run import Run, check_run
from textmend.training.train import train

CARD = "# An encoder\n\nTaught masked words by `textmend pretrain` on: {files}.\n"


def pretrain(run: Run, *, resume: bool = False) -> Path:
    """Train a run of masked stages and write its encoder, in the usual layout, beside the model."""
    check_run(run)
    loaded = load_model(train(run, resume=resume))
    folder = Path(run.output) / "encoder"
    files = ", ".join(Path(name).name for stage in run.stage for name in stage.data)
    save_encoder(folder, loaded.model, loaded.tokenizer.to_str(), CARD.format(files=files))
    return folder
