"""A training run from its file to a finished model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import torch
from torch import Tensor

from textmend.decoding.thresholds import Thresholds
from textmend.errors import ConfigError
from textmend.model import Batch
from textmend.training.batches import Schedule
from textmend.training.calibration import calibrate
from textmend.training.card import write_card
from textmend.training.collate import pad_rows
from textmend.training.encoded import EncodedSet
from textmend.training.encoding import encode_files, read_texts, read_unit_pairs
from textmend.training.identity import identity, refuse_change
from textmend.training.keeper import Keeper
from textmend.training.loop import Duties, StageLoop
from textmend.training.mishaps import memory_errors, stop_signal
from textmend.training.objective import EditObjective, MaskedObjective, Objective
from textmend.training.report import Report
from textmend.training.run import Run, StageSettings
from textmend.training.stage import Learner
from textmend.training.start import Start, start_from_model, start_new
from textmend.training.state import Progress, load_learning, load_progress, newest
from textmend.training.validation import Validator
from textmend.training.world import World, join_world, leave_world

CALIBRATION_WORDS = 5000


def train(run: Run, *, resume: bool = False, start: str | Path | None = None) -> Path:
    """Train as a run says and return the folder of the finished model.

    `resume` goes on from the last checkpoint in the output folder; `start` names a model to go on with.
    """
    if run.threads:
        torch.set_num_threads(run.threads)
    world = join_world(run.device)
    try:
        with Report(Path(run.output), loud=world.leads) as report, memory_errors(run):
            return _Training(run, world, report, resume=resume, start=start).run_stages()
    finally:
        leave_world(world)


class _Training:
    def __init__(
        self, run: Run, world: World, report: Report, *, resume: bool, start: str | Path | None
    ) -> None:
        self.run, self.world, self.report = run, world, report
        checkpoint = newest(Path(run.output) / "checkpoints")
        self._check_output(checkpoint, resume=resume)
        self.progress, self.learned = Progress(calibrated=start is not None), None
        if checkpoint is not None:
            self.progress, before = load_progress(checkpoint)
            refuse_change(before, identity(run))
            self.learned = load_learning(checkpoint)
            start = checkpoint / "model"
            report.say(f"resuming {run.output} at stage {self.progress.stage + 1}, step {self.progress.step}")
        self.start: Start = start_new(run) if start is None else start_from_model(start)
        self.model = self.start.model.to(world.device)
        self.table = self.start.table
        self.keeper = Keeper(
            Path(run.output), self.start.tokenizer.to_str(), self.start.space.to_json(), identity(run)
        )
        self.validator = (
            Validator(run, self.start.tokenizer, self.start.space) if run.validation.data else None
        )

    def _check_output(self, checkpoint: Path | None, *, resume: bool) -> None:
        if checkpoint is not None and not resume:
            raise ConfigError(
                f"{self.run.output} holds a run already; go on with --resume, or name another output"
            )
        if checkpoint is None and resume:
            raise ConfigError(f"{self.run.output} holds no checkpoint to resume from; start without --resume")

    def run_stages(self) -> Path:
        while self.progress.stage < len(self.run.stage):
            self._run_stage(self.run.stage[self.progress.stage])
            self.progress = Progress(
                stage=self.progress.stage + 1,
                steps_before=self.progress.total_steps,
                calibrated=self.progress.calibrated,
            )
            self.learned = None
        return self._finish()

    def _run_stage(self, stage: StageSettings) -> None:
        data = self._encode(stage)
        key = (self.run.seed, self.progress.stage)
        schedule = Schedule(
            data.piece_lengths,
            data.changed,
            batch_tokens=stage.batch_tokens,
            max_pieces=min(stage.max_pieces, self.model.config.encoder.positions),
            keep_unchanged=stage.keep_unchanged,
            accumulate=stage.accumulate,
            key=key,
        )
        if not schedule.epoch_steps(0):
            raise ConfigError(
                f"[stage.{stage.name}] no sentence is left; raise max_pieces = {stage.max_pieces}"
            )
        if stage.kind == "edits" and not self.progress.calibrated:
            calibrate(self.model, self._labelled(data, schedule))
            self.progress = replace(self.progress, calibrated=True)
        learner = Learner(
            self.model, stage, data, self._objective(stage), self.world, pad=self.table.pad_id, key=key
        )
        if self.learned is not None:
            learner.restore(self.learned, self.progress.averaged)
        with stop_signal() as stopped:
            duties = Duties(
                save=lambda progress: self._save(learner, progress),
                measure=lambda progress: self._measure(learner, progress),
                stop_asked=stopped.is_set,
            )
            loop = StageLoop(learner, schedule, self.run.validation, self.run.checkpoint, duties, self.report)
            self.progress = loop.run(self.progress)
        self._leave(learner, stage)

    def _encode(self, stage: StageSettings) -> EncodedSet:
        masked = stage.kind == "masked"
        counted = 0

        def count(number: int) -> None:
            nonlocal counted
            counted += number
            self.report.count(f"encoding {stage.name}", counted)

        def encode() -> EncodedSet:
            return encode_files(
                Path(self.run.cache or Path(self.run.output) / "encoded"),
                stage.data,
                lambda: (read_texts if masked else read_unit_pairs)(stage.data, self.run.unit),
                tokenizer_json=self.start.tokenizer.to_str(),
                space_json="" if masked else self.start.space.to_json(),
                inserts=self.model.config.inserts,
                unit=self.run.unit,
                workers=self.run.workers,
                progress=count,
            )

        if self.world.leads:
            encode()
        self.world.wait()
        data = encode()
        changed = int(data.changed.sum())
        self.report.say(f"stage {stage.name}: {len(data):,} sentences, {changed:,} of them with edits")
        return data

    def _labelled(self, data: EncodedSet, schedule: Schedule) -> Iterator[tuple[Batch, Tensor]]:
        """The first sentences of a stage with their labels, for the biases of a new head."""
        words = 0
        for rows in schedule.plan(0):
            padded = pad_rows(data, rows, self.table.pad_id)
            yield padded.batch(self.world.device), torch.from_numpy(padded.labels).to(self.world.device)
            words += int(padded.word_mask.sum())
            if words >= CALIBRATION_WORDS:
                return

    def _objective(self, stage: StageSettings) -> Objective:
        config = self.model.config
        if stage.kind == "masked":
            table = self.table
            return MaskedObjective(
                share=stage.mask,
                mask_id=table.mask_id,
                special=(table.start, table.end, table.pad_id),
                vocabulary=config.encoder.vocabulary,
            )
        return EditObjective(
            transforms=config.transforms,
            appends=config.appends,
            replaces=config.replaces,
            copy_weight=stage.copy_weight,
            gate_weight=stage.gate_weight,
            label_smoothing=stage.label_smoothing,
            sample=stage.sample,
            streams=config.head == "factorised" or config.inserts == "gap",
            gaps=config.inserts == "gap",
        )

    def _save(self, learner: Learner, progress: Progress) -> None:
        if self.world.leads:
            self.keeper.save_state(learner, progress)

    def _measure(self, learner: Learner, progress: Progress) -> Progress:
        """Measure the averaged weights if there is something to measure on, keep the best, save the state."""
        figures: dict[str, float] = {}
        if self.world.leads and self.validator is not None and learner.stage.kind == "edits":
            with learner.average.applied():
                figures = self.validator.measure(self.model)
            self.report.score = figures["score"]
            self.report.note("validation", progress.total_steps, stage=learner.stage.name, **figures)
            shown = "  ".join(f"{name} {value:.2f}" for name, value in figures.items())
            self.report.say(f"{learner.stage.name}, step {progress.step}: {shown}")
        (score,) = self.world.tell([figures.get("score", -1.0)])
        better = score > progress.best_score
        progress = replace(
            progress, best_score=max(score, progress.best_score), stale=0 if better else progress.stale + 1
        )
        if better:
            name = f"{learner.stage.name}-{progress.step:09d}"
            if self.world.leads:
                self.keeper.save_best(learner, name)
            progress = replace(progress, best=name)
        self._save(learner, progress)
        if better and self.world.leads:
            self.keeper.forget_best(learner.stage.name, progress.best)
        return progress

    def _leave(self, learner: Learner, stage: StageSettings) -> None:
        """Leave the stage with its best weights, or its last."""
        self.world.wait()
        if stage.keep == "best" and self.progress.best:
            best = start_from_model(Path(self.run.output) / "best" / self.progress.best)
            self.model.load_state_dict(best.model.state_dict())
        else:
            learner.average.keep()
        self.world.wait()

    def _finish(self) -> Path:
        target = Path(self.run.output) / "model"
        if self.world.leads:
            thresholds, figures = Thresholds(), {}
            if self.validator is not None:
                if self.run.validation.tune:
                    self.report.say("tuning thresholds")
                    thresholds = self.validator.tune(self.model)
                figures = self.validator.measure(self.model, thresholds)
                self.report.note("finished", self.progress.total_steps, **figures)
                shown = "  ".join(f"{name} {value:.2f}" for name, value in figures.items())
                self.report.say(f"finished: {shown} with {thresholds}")
            self.keeper.save_finished(self.model, thresholds, write_card(self.run, figures, thresholds))
            self.report.say(f"saved {target}")
        self.world.wait()
        return target
