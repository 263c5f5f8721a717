"""`textmend pretrain`: teach an encoder masked words on clean text."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer


def pretrain(
    texts: Annotated[
        list[str], typer.Argument(help="Clean text: .txt (a sentence a line), .tsv (last column).")
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder of the run.")],
    start: Annotated[str, typer.Option("--from", metavar="NAME|DIR", help="An encoder to go on with.")] = "",
    layers: Annotated[int, typer.Option(help="Layers (0: as the encoder has, or 4).")] = 0,
    hidden: Annotated[int, typer.Option(help="Units of a new encoder.")] = 200,
    intermediate: Annotated[int, typer.Option(help="Units between them.")] = 400,
    heads: Annotated[int, typer.Option(help="Attention heads.")] = 4,
    positions: Annotated[int, typer.Option(help="The most pieces of a sentence.")] = 128,
    vocabulary: Annotated[int, typer.Option(help="Word pieces to learn from the text.")] = 8000,
    epochs: Annotated[float, typer.Option(help="How often to read the text.")] = 0.0,
    minutes: Annotated[float, typer.Option(help="How long to learn, instead of epochs.")] = 0.0,
    lr: Annotated[float, typer.Option(help="Learning rate.")] = 1e-4,
    batch_tokens: Annotated[int, typer.Option(help="Pieces of a batch.")] = 4096,
    mask: Annotated[float, typer.Option(help="The share of pieces that are hidden.")] = 0.15,
    seed: Annotated[int, typer.Option(help="Seed of everything random.")] = 1,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the last checkpoint.")] = False,
) -> None:
    """Teach an encoder masked words on clean text; `[encoder] from = "OUTPUT/encoder"` then builds on it."""
    from textmend.extras import need

    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # threads that wait leave the cores to others
    need("train", "torch", "safetensors", "tensorboard")
    from textmend.training.loop import Interrupted
    from textmend.training.pretrain import pretrain as run_pretraining
    from textmend.training.run import EncoderSettings, ModelSettings, Run, StageSettings

    stage = StageSettings(
        name="masked",
        kind="masked",
        data=tuple(texts),
        epochs=epochs or (0.0 if minutes else 1.0),
        minutes=minutes,
        lr=lr,
        batch_tokens=batch_tokens,
        mask=mask,
    )
    encoder = EncoderSettings(
        from_=start,
        layers=layers,
        hidden=hidden,
        intermediate=intermediate,
        heads=heads,
        positions=positions,
        vocabulary=vocabulary,
    )
    run = Run(
        output=str(output), stage=(stage,), seed=seed, encoder=encoder, model=ModelSettings(head="plain")
    )
    try:
        run_pretraining(run, resume=resume)
    except Interrupted:
        typer.echo("stopped; go on with --resume", err=True)
        raise typer.Exit(130) from None
