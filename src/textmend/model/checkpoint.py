"""Model folders: weights, tokenizer, edit space, thresholds, card; written whole, read strictly."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

import torch
from tokenizers import Tokenizer

from textmend.decoding.thresholds import Thresholds
from textmend.edits import EditSpace
from textmend.errors import ConfigError, ModelError
from textmend.model.build import build_model
from textmend.model.config import ModelConfig
from textmend.model.edit_model import EditModel
from textmend.model.folder import read_settings, recover, write_folder
from textmend.model.hub import fetch
from textmend.model.weights import FILE, Weights, read_weights, write_weights

FORMAT = "textmend"
VERSION = 1
# Thresholds may be tuned and the card rewritten; these must be as they were saved.
CHECKED = (FILE, "tokenizer.json", "edits.json")


@dataclass(frozen=True, slots=True)
class LoadedModel:
    """A model with what turns its ids into words."""

    model: EditModel
    tokenizer: Tokenizer
    space: EditSpace
    thresholds: Thresholds


def save_model(
    folder: str | Path,
    model: EditModel,
    tokenizer_json: str,
    edits_json: str,
    thresholds_json: str,
    card: str,
    *,
    half: bool = False,
) -> None:
    """Write a model folder, in one piece; `half` stores the weights as float16."""
    texts = {
        "tokenizer.json": tokenizer_json,
        "edits.json": edits_json,
        "thresholds.json": thresholds_json,
        "README.md": card,
    }
    with write_folder(folder) as part:
        write_weights(part / FILE, model.state_dict(), half=half)
        for name, text in texts.items():
            (part / name).write_text(text, "utf-8", newline="\n")
        settings = {
            "format": FORMAT,
            "version": VERSION,
            "model": model.config.to_dict(),
            "sha256": {name: _sha256(part / name) for name in CHECKED},
        }
        (part / "config.json").write_text(json.dumps(settings, indent=2) + "\n", "utf-8", newline="\n")


def load_model(name: str | Path, device: torch.device | str = "cpu") -> LoadedModel:
    """Read a model from a folder or from the hub; it is in evaluation mode."""
    recover(name)
    folder = fetch(name)
    config = check_folder(folder)
    model = build_model(config)
    _load(model, read_weights(folder), folder / FILE)
    space = EditSpace.load(folder / "edits.json")
    if len(space) != config.edits:
        raise ModelError(f"{folder}: {len(space)} edits in edits.json, {config.edits} in config.json")
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    thresholds = Thresholds.load(folder / "thresholds.json")
    return LoadedModel(model.to(device).eval(), tokenizer, space, thresholds)


def check_folder(folder: Path) -> ModelConfig:
    """The config of a model folder, once all its files are there and undamaged."""
    path = folder / "config.json"
    settings = read_settings(path, "name a folder that `textmend train` wrote")
    if settings.get("format") != FORMAT:
        raise ModelError(f"{path}: not a model of textmend; train one from it with `textmend train`")
    if settings.get("version") != VERSION:
        raise ModelError(
            f"{path}: version {settings.get('version')!r}, this textmend reads {VERSION}; update textmend"
        )
    keys = {"format", "version", "model", "sha256"}
    if unknown := settings.keys() - keys:
        raise ModelError(f"{path}: unknown key {min(unknown)!r}; update textmend")
    if missing := keys - settings.keys():
        raise ModelError(f"{path}: missing key {min(missing)!r}; fetch the model anew")
    for name in (*CHECKED, "thresholds.json"):
        if not (folder / name).is_file():
            raise ModelError(f"{folder}: no {name}; fetch the model anew")
    for name in CHECKED:
        if name not in settings["sha256"]:
            raise ModelError(f"{path}: no SHA-256 of {name}; fetch the model anew")
        if _sha256(folder / name) != settings["sha256"][name]:
            raise ModelError(f"{folder / name}: damaged, its SHA-256 is another; fetch the model anew")
    try:
        return ModelConfig.from_dict(settings.get("model"))
    except ConfigError as error:
        raise ModelError(f"{path}: {error}") from error


def _load(model: EditModel, weights: Weights, path: Path) -> None:
    """Fill the model; each missing, unknown or misshapen weight is an error that names it."""
    expected = model.state_dict()
    for problem, names in (
        ("lacks", expected.keys() - weights.keys()),
        ("has unknown", weights.keys() - expected.keys()),
        (
            "has misshapen",
            {
                name
                for name in expected.keys() & weights.keys()
                if weights[name].shape != expected[name].shape
            },
        ),
    ):
        if names:
            raise ModelError(
                f"{path}: {problem} weights {', '.join(sorted(names)[:3])}; fetch the model anew"
            )
    model.load_state_dict(weights)


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
