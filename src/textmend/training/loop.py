"""The loop of one stage: step, show, measure, save, until its end."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from textmend.training.batches import Schedule
from textmend.training.report import Report
from textmend.training.run import CheckpointSettings, StageSettings, ValidationSettings
from textmend.training.stage import Learner, StepResult
from textmend.training.state import Progress

SMOOTHING = 0.98


class Interrupted(Exception):  # noqa: N818 (it is no error)
    """A person asked the run to stop; its state is saved."""


@dataclass(frozen=True, slots=True)
class Duties:
    """What the loop asks of its surroundings: save the state; measure, save, and say the new progress;
    whether a person asked to stop."""

    save: Callable[[Progress], None]
    measure: Callable[[Progress], Progress]
    stop_asked: Callable[[], bool]


class Meter:
    """Smoothed loss and speed."""

    def __init__(self) -> None:
        self.loss = self.pieces = self.seconds = self.weight = 0.0

    def add(self, result: StepResult, seconds: float) -> None:
        self.weight = SMOOTHING * self.weight + 1
        self.loss = SMOOTHING * self.loss + result.loss
        self.pieces = SMOOTHING * self.pieces + result.pieces
        self.seconds = SMOOTHING * self.seconds + seconds

    @property
    def mean_loss(self) -> float:
        return self.loss / self.weight

    @property
    def speed(self) -> float:
        return self.pieces / self.seconds


class StageLoop:
    """Runs a stage from a progress to its end. The first process decides, the others follow."""

    def __init__(
        self,
        learner: Learner,
        schedule: Schedule,
        validation: ValidationSettings,
        checkpoint: CheckpointSettings,
        duties: Duties,
        report: Report,
    ) -> None:
        self.learner, self.schedule, self.duties, self.report = learner, schedule, duties, report
        self.validation, self.checkpoint = validation, checkpoint
        self.stage: StageSettings = learner.stage
        self.total = self.stage.steps or (schedule.steps(self.stage.epochs) if self.stage.epochs else 0)
        self.meter = Meter()
        self.saved = self.measured = time.monotonic()

    def run(self, progress: Progress) -> Progress:
        """Go on to the stage's end and say the progress there; raises `Interrupted` when asked to stop."""
        steps = self.schedule.walk(progress.step)
        measured_at = progress.step
        while True:
            done, measure, save, stop = self.learner.world.tell(self._orders(progress, measured_at))
            if measure:
                progress = self.duties.measure(progress)
                measured_at = progress.step
                self.saved = self.measured = time.monotonic()
            elif save or stop:
                self.duties.save(progress)
                self.saved = time.monotonic()
            if stop:
                raise Interrupted
            if done >= 1 or (self.stage.patience and progress.stale >= self.stage.patience):
                return progress
            begin = time.perf_counter()
            rows = next(steps)
            result = self.learner.step(progress.step, rows, done)
            seconds = time.perf_counter() - begin
            progress = replace(
                progress,
                step=progress.step + 1,
                seconds=progress.seconds + seconds,
                averaged=self.learner.average.updates,
            )
            self._show(progress, rows.epoch, result, seconds)

    def _orders(self, progress: Progress, measured_at: int) -> list[float]:
        done = self._done(progress)
        now = time.monotonic()
        due = now - self.measured >= 60 * self.validation.minutes if self.validation.minutes else False
        if self.validation.steps:
            due = progress.step % self.validation.steps == 0
        measure = progress.step > measured_at and (due or done >= 1)
        save = now - self.saved >= 60 * self.checkpoint.minutes
        return [done, float(measure), float(save), float(self.duties.stop_asked())]

    def _done(self, progress: Progress) -> float:
        """The share of the stage that is done; in the middle of the next step, where steps are counted."""
        if not self.total:
            return progress.seconds / (60 * self.stage.minutes)
        return 1.0 if progress.step >= self.total else (progress.step + 0.5) / self.total

    def _show(self, progress: Progress, epoch: int, result: StepResult, seconds: float) -> None:
        self.meter.add(result, seconds)
        done = self._done(progress)
        self.report.move(
            self.stage.name,
            done,
            loss=self.meter.mean_loss,
            speed=self.meter.speed,
            left=progress.seconds * (1 - done) / done if done else 0.0,
        )
        self.report.note(
            "train",
            progress.total_steps,
            stage=self.stage.name,
            epoch=epoch,
            loss=result.loss,
            **{f"loss_{name}": value for name, value in result.losses.items()},
            gradient=result.norm,
            rate=self.learner.optimiser.param_groups[0]["lr"],
            tokens_per_second=self.meter.speed,
        )
