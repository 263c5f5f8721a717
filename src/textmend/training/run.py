"""The run file: everything a training run is told, as frozen values."""

from __future__ import annotations

import re
import tomllib
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from textmend.errors import ConfigError, InputError
from textmend.training.tables import read_table


@dataclass(frozen=True, slots=True)
class EncoderSettings:
    """Where the encoder comes from: a checkpoint (`from`), or a new one of a given size."""

    from_: str = ""
    layers: int = 0
    hidden: int = 200
    intermediate: int = 400
    heads: int = 4
    positions: int = 128
    tokenizer: str = ""
    vocabulary: int = 8000


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """The shape of the heads."""

    head: str = "factorised"
    inserts: str = "append"
    phi: str = "sum"
    dropout: float = 0.1
    attention_dropout: float = 0.1


@dataclass(frozen=True, slots=True)
class EditSettings:
    """The edit space: read from `file`, or built from `pairs`."""

    file: str = ""
    pairs: tuple[str, ...] = ()
    appends: int = 1000
    replaces: int = 1000
    max_words: int = 2
    transforms: str = "all"


@dataclass(frozen=True, slots=True)
class StageSettings:
    """One stage: what it learns from, for how long, and how."""

    name: str
    data: tuple[str, ...]
    kind: str = "edits"
    epochs: float = 0.0
    steps: int = 0
    minutes: float = 0.0
    batch_tokens: int = 2048
    accumulate: int = 1
    max_pieces: int = 128
    keep_unchanged: float = 1.0
    lr: float = 2e-5
    head_lr: float = 0.0
    warmup: float = 0.1
    decay: str = "linear"
    weight_decay: float = 0.01
    clip: float = 1.0
    freeze: tuple[str, ...] = ()
    copy_weight: float = 0.4
    gate_weight: float = 1.0
    label_smoothing: float = 0.0
    sample: float = 0.05
    mask: float = 0.15
    average: float = 0.0
    patience: int = 0
    keep: str = "best"


@dataclass(frozen=True, slots=True)
class ValidationSettings:
    """What the model is measured on while it learns: M2 files or pairs; every so many minutes or steps."""

    data: tuple[str, ...] = ()
    minutes: float = 0.0
    steps: int = 0
    max_sentences: int = 1000
    rounds: int = 4
    measure: str = "f0.5"
    tune: bool = True


@dataclass(frozen=True, slots=True)
class CheckpointSettings:
    """How often the state is saved."""

    minutes: float = 10.0


@dataclass(frozen=True, slots=True)
class Run:
    """A whole training run."""

    output: str
    stage: tuple[StageSettings, ...]
    seed: int = 1
    device: str = "auto"
    threads: int = 0
    unit: str = "words"
    workers: int = 1
    cache: str = ""
    encoder: EncoderSettings = EncoderSettings()
    model: ModelSettings = ModelSettings()
    edits: EditSettings = EditSettings()
    validation: ValidationSettings = ValidationSettings()
    checkpoint: CheckpointSettings = CheckpointSettings()

    def as_table(self) -> dict[str, Any]:
        """The run as plain values, for the log and for comparing a resumed run with its beginning."""
        return asdict(self)


def read_run(path: str | Path) -> Run:
    """Read a run file; paths in it are relative to the file."""
    try:
        with Path(path).open("rb") as stream:
            table = tomllib.load(stream)
    except FileNotFoundError:
        raise InputError("no such file", path=path, remedy="check the name of the run file") from None
    except IsADirectoryError:
        raise InputError("this is a folder", path=path, remedy="name the run file in it") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: not a TOML file: {error}") from None
    try:
        run = read_table(Run, table, "run")
        check_run(run)
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from None
    return _anchored(run, Path(path).parent)


def check_run(run: Run) -> None:
    """Refuse what cannot be meant, naming the setting.

    >>> check_run(Run(output="out", stage=(StageSettings(name="real", data=("p.tsv",)),)))
    Traceback (most recent call last):
    textmend.errors.ConfigError: [stage.real] sets none of epochs, steps, minutes; set exactly one
    """
    _one_of("run", "unit", run.unit, ("words", "text", "characters"))
    _one_of("model", "head", run.model.head, ("factorised", "plain"))
    _one_of("model", "inserts", run.model.inserts, ("append", "gap"))
    _one_of("model", "phi", run.model.phi, ("sum", "mean"))
    _one_of("validation", "measure", run.validation.measure, ("f0.5", "accuracy"))
    _within("model", "dropout", run.model.dropout, 0, 0.9)
    if not run.stage:
        raise ConfigError("there is no [[stage]]; a run needs at least one")
    if len({stage.name for stage in run.stage}) < len(run.stage):
        raise ConfigError(f"stages share a name: {', '.join(stage.name for stage in run.stage)}")
    for stage in run.stage:
        _check_stage(stage)
        if stage.patience and not (run.validation.minutes or run.validation.steps):
            raise ConfigError(
                f"[stage.{stage.name}] sets patience, but [validation] sets neither minutes nor steps"
            )
    if run.edits.file and run.edits.pairs:
        raise ConfigError("[edits] sets both file and pairs; set one")
    if run.validation.minutes and run.validation.steps:
        raise ConfigError("[validation] sets both minutes and steps; set one")


def _check_stage(stage: StageSettings) -> None:
    where = f"stage.{stage.name}"
    if not stage.name or Path(stage.name).name != stage.name or stage.name.startswith("."):
        raise ConfigError(f"[stage] name = {stage.name!r}: it names a folder; use letters, digits and dashes")
    lengths = [key for key in ("epochs", "steps", "minutes") if getattr(stage, key)]
    if len(lengths) != 1:
        raise ConfigError(
            f"[{where}] sets {' and '.join(lengths) or 'none of epochs, steps, minutes'}; set exactly one"
        )
    _one_of(where, "kind", stage.kind, ("edits", "masked"))
    _one_of(where, "decay", stage.decay, ("linear", "cosine", "none"))
    _one_of(where, "keep", stage.keep, ("best", "last"))
    for part in stage.freeze:
        if part not in ("embeddings", "encoder") and not re.fullmatch(r"layers\.\d+", part):
            raise ConfigError(
                f"[{where}] freeze = {part!r}; it knows: embeddings, encoder, layers.0, layers.1, ..."
            )
    for key in (
        "epochs",
        "steps",
        "minutes",
        "head_lr",
        "weight_decay",
        "clip",
        "copy_weight",
        "gate_weight",
    ):
        _within(where, key, getattr(stage, key), 0, float("inf"))
    for key in ("keep_unchanged", "warmup", "label_smoothing", "sample", "mask", "average"):
        _within(where, key, getattr(stage, key), 0, 1)
    for key in ("batch_tokens", "accumulate", "max_pieces"):
        _within(where, key, getattr(stage, key), 1, float("inf"))
    _within(where, "sample", stage.sample, 1e-3, 1)
    if not stage.data:
        raise ConfigError(f"[{where}] data is empty; name at least one file")


def _one_of(where: str, key: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise ConfigError(f"[{where}] {key} = {value!r}; it knows: {', '.join(known)}")


def _within(where: str, key: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise ConfigError(f"[{where}] {key} = {value}; it lies between {low} and {high}")


def _anchored(run: Run, folder: Path) -> Run:
    def path(name: str) -> str:
        return str(folder / name) if name else ""

    def paths(names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(path(name) for name in names)

    start = run.encoder.from_
    return replace(
        run,
        output=path(run.output),
        cache=path(run.cache),
        encoder=replace(
            run.encoder,
            from_=path(start) if start and (folder / start).exists() else start,
            tokenizer=path(run.encoder.tokenizer),
        ),
        edits=replace(run.edits, file=path(run.edits.file), pairs=paths(run.edits.pairs)),
        stage=tuple(replace(stage, data=paths(stage.data)) for stage in run.stage),
        validation=replace(run.validation, data=paths(run.validation.data)),
    )
