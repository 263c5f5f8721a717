"""`textmend train`: train a model as a run file says."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer


def train(
    run: Annotated[Path, typer.Argument(help="The run file (TOML).")],
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on from the last checkpoint of this run.")
    ] = False,
    start: Annotated[
        str, typer.Option("--from", metavar="NAME|DIR", help="Go on with an existing textmend model.")
    ] = "",
) -> None:
    """Train a model as a run file says; start it under torchrun to use several processes."""
    from textmend.extras import need

    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # threads that wait leave the cores to others
    need("train", "torch", "safetensors", "tensorboard")
    from textmend.training.loop import Interrupted
    from textmend.training.run import read_run
    from textmend.training.train import train as run_training

    try:
        run_training(read_run(run), resume=resume, start=start or None)
    except Interrupted:
        typer.echo("stopped; go on with --resume", err=True)
        raise typer.Exit(130) from None
