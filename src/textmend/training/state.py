"""The state of a run on disk: numbered folders that appear whole, each enough to go on from.

checkpoints/000001200/   `model/` (averaged weights), `progress.json`, `learning.safetensors`
best/real-000000900/     the best model of a stage so far
"""

from __future__ import annotations

import errno
import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor

from textmend.errors import ModelError, TrainingError

PROGRESS, LEARNING = "progress.json", "learning.safetensors"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run has come: its stage, steps and seconds in it, the best score and that model's folder."""

    stage: int = 0
    step: int = 0
    steps_before: int = 0
    seconds: float = 0.0
    best_score: float = -1.0
    best: str = ""
    stale: int = 0
    averaged: int = 0
    calibrated: bool = False

    @property
    def total_steps(self) -> int:
        return self.steps_before + self.step


def save_learning(
    folder: Path, tensors: Mapping[str, Tensor], progress: Progress, run: dict[str, Any]
) -> None:
    """Write what the model folder does not hold: the optimiser's memory, raw weights, and the progress."""
    save_file(
        {name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()}, folder / LEARNING
    )
    record = {"progress": asdict(progress), "run": run}
    (folder / PROGRESS).write_text(json.dumps(record, indent=1, ensure_ascii=False), encoding="utf-8")


def load_progress(folder: Path) -> tuple[Progress, dict[str, Any]]:
    """Read the progress of a checkpoint and the run it belongs to."""
    try:
        record = json.loads((folder / PROGRESS).read_text(encoding="utf-8"))
        return Progress(**record["progress"]), record["run"]
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise ModelError(f"{folder}: not a checkpoint to resume from ({error}); start the run anew") from None


def load_learning(folder: Path) -> dict[str, Tensor]:
    """Read the tensors that `save_learning` wrote."""
    return load_file(folder / LEARNING)


def newest(folder: Path) -> Path | None:
    """The checkpoint with the highest number."""
    return max((path for path in folder.glob("[0-9]*") if path.is_dir()), default=None)


def remove_others(folder: Path, keep: Path | None, pattern: str = "*") -> None:
    """Delete older folders beside the one to keep, and what a killed run left half-written."""
    for path in [*folder.glob(pattern), *folder.glob(".*.part")]:
        if path.is_dir() and path != keep:
            shutil.rmtree(path, ignore_errors=True)


@contextmanager
def disk_errors(target: Path) -> Iterator[None]:
    """Say what a failed write means for the run."""
    try:
        yield
    except (OSError, SafetensorError) as error:
        full = isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)
        full = full or f"os error {errno.ENOSPC}" in str(error)
        problem = "the disk is full" if full else f"cannot write ({error})"
        remedy = "free some space" if full else "mend it"
        raise TrainingError(
            f"{target}: {problem}; {remedy}, then go on with --resume: the last checkpoint is intact"
        ) from error
