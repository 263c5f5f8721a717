"""The keeper of a run's folder: the last state, the best model of each stage, the finished model."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from textmend.decoding.thresholds import Thresholds
from textmend.model import EditModel
from textmend.model.checkpoint import save_model
from textmend.model.folder import write_folder
from textmend.training.stage import Learner
from textmend.training.state import Progress, disk_errors, newest, remove_others, save_learning


@dataclass(frozen=True, slots=True)
class Keeper:
    """Writes into the output folder of a run; everything appears whole or not at all."""

    output: Path
    tokenizer_json: str
    edits_json: str
    run: dict[str, Any]

    @property
    def checkpoints(self) -> Path:
        return self.output / "checkpoints"

    def last(self) -> Path | None:
        """The newest state to resume from."""
        return newest(self.checkpoints)

    def save_state(self, learner: Learner, progress: Progress) -> None:
        """Save everything needed to go on, and drop the state before."""
        target = self.checkpoints / f"{progress.stage:02d}-{progress.step:09d}"
        with disk_errors(target), write_folder(target) as part:
            with learner.average.applied():
                self._write_model(part / "model", learner.model, Thresholds(), "A model in training.\n")
            save_learning(part, learner.tensors(), progress, self.run)
        remove_others(self.checkpoints, target)

    def save_best(self, learner: Learner, name: str) -> None:
        """Save the averaged weights as the best of a stage so far."""
        target = self.output / "best" / name
        with disk_errors(target), learner.average.applied():
            self._write_model(target, learner.model, Thresholds(), "The best model of its stage so far.\n")

    def forget_best(self, stage: str, keep: str) -> None:
        """Drop the stage's older best models; once the state says which one is the best."""
        remove_others(self.output / "best", self.output / "best" / keep, f"{stage}-*")

    def save_finished(self, model: EditModel, thresholds: Thresholds, card: str) -> Path:
        """Save the finished model under the name people look for."""
        target = self.output / "model"
        with disk_errors(target):
            self._write_model(target, model, thresholds, card)
        return target

    def _write_model(self, folder: Path, model: EditModel, thresholds: Thresholds, card: str) -> None:
        save_model(folder, model, self.tokenizer_json, self.edits_json, thresholds.to_json(), card)
