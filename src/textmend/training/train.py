"""A training run from its file to a finished model."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch

from textmend.decoding.thresholds import Thresholds
from textmend.errors import ConfigError, TrainingError
from textmend.training.batches import Schedule
from textmend.training.card import write_card
from textmend.training.encoded import EncodedSet
from textmend.training.encoding import encode_files, read_texts, read_unit_pairs
from textmend.training.keeper import Keeper
from textmend.training.loop import Duties, StageLoop
from textmend.training.objective import EditObjective, MaskedObjective, Objective
from textmend.training.report import Report
from textmend.training.run import Run, StageSettings
from textmend.training.stage import Learner
from textmend.training.start import Start, start_from_model, start_new
from textmend.training.state import Progress, load_learning, load_progress, newest
from textmend.training.validation import Validator
from textmend.training.world import World, join_world, leave_world


def train(run: Run, *, resume: bool = False, start: str | Path | None = None) -> Path:
    """Train as a run says and return the folder of the finished model.

    `resume` goes on from the last checkpoint in the output folder; `start` names a model to go on with.
    """
    if run.threads:
        torch.set_num_threads(run.threads)
    world = join_world(run.device)
    try:
        with Report(Path(run.output), loud=world.leads) as report, _explained(run):
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
        self.progress, self.learned = Progress(), None
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
            self.progress = Progress(stage=self.progress.stage + 1, steps_before=self.progress.total_steps)
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
        learner = Learner(
            self.model, stage, data, self._objective(stage), self.world, pad=self.table.pad_id, key=key
        )
        if self.learned is not None:
            learner.restore(self.learned, self.progress.averaged)
        with _stop_signal() as stopped:
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
                inserts=self.run.model.inserts,
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


def identity(run: Run) -> dict[str, Any]:
    """What must stay the same when a run is resumed; where things lie and how fast they go may change.

    >>> stage = StageSettings(name="real", data=("a.tsv",), steps=3)
    >>> sorted(identity(Run(output="out", stage=(stage,))))
    ['edits', 'encoder', 'model', 'seed', 'stage', 'unit']
    """
    table = run.as_table()
    kept = {name: table[name] for name in ("seed", "unit", "model")}
    kept["encoder"] = {k: v for k, v in table["encoder"].items() if k not in ("from_", "tokenizer")}
    kept["edits"] = {k: v for k, v in table["edits"].items() if k not in ("file", "pairs")}
    kept["stage"] = [{k: v for k, v in stage.items() if k != "data"} for stage in table["stage"]]
    return kept


def refuse_change(before: dict[str, Any], now: dict[str, Any]) -> None:
    """Refuse to resume a run whose file has changed, naming the settings."""
    changes = list(_changes("", before, now))
    if changes:
        raise ConfigError(
            f"the run file has changed since the checkpoint ({'; '.join(changes)}); put it back, or "
            "start a new run with --from"
        )


def _changes(where: str, before: Any, now: Any) -> Iterator[str]:
    if isinstance(before, list | tuple) and isinstance(now, list | tuple):
        before, now = dict(enumerate(before)), dict(enumerate(now))
    if isinstance(before, dict) and isinstance(now, dict):
        for key in {**before, **now}:
            yield from _changes(f"{where}.{key}".lstrip("."), before.get(key), now.get(key))
    elif before != now:
        yield f"{where} was {before!r}, is {now!r}"


@contextmanager
def _stop_signal() -> Iterator[threading.Event]:
    """An event that is set by Ctrl-C or a polite kill; the second Ctrl-C stops at once."""
    stopped = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stopped
        return

    def stop(number: int, _frame: object) -> None:
        stopped.set()
        signal.signal(number, signal.SIG_DFL)

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stopped
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _explained(run: Run) -> Iterator[None]:
    """Say what running out of memory means for the run."""
    try:
        yield
    except MemoryError as error:
        raise TrainingError(_out_of_memory(run)) from error
    except RuntimeError as error:
        if isinstance(error, torch.OutOfMemoryError) or "allocate memory" in str(error):
            raise TrainingError(_out_of_memory(run)) from error
        raise


def _out_of_memory(run: Run) -> str:
    sizes = ", ".join(f"{stage.name}: {stage.batch_tokens}" for stage in run.stage)
    return (
        f"out of memory; lower batch_tokens ({sizes}) and raise accumulate by as much; "
        "the last checkpoint is intact, and --from goes on with its model"
    )
