"""The folder of an exported model: graphs, tokenizer, edit space, thresholds and a manifest."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Final

from textmend.errors import ModelError

MANIFEST: Final = "engine.json"
ENCODER: Final = "encoder.onnx"
GATES: Final = "gates.onnx"
EDITS: Final = "edits.onnx"
TOKENIZER: Final = "tokenizer.json"
SPACE: Final = "edits.json"
THRESHOLDS: Final = "thresholds.json"
CARD: Final = "README.md"

FORMAT: Final = "textmend-onnx"
VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Manifest:
    """The sizes an engine must know, and the SHA-256 of each file beside it."""

    precision: str
    layers: int
    heads: int
    head_size: int
    positions: int
    sha256: dict[str, str]

    @property
    def has_streams(self) -> bool:
        return EDITS in self.sha256

    def to_json(self) -> str:
        return json.dumps({"format": FORMAT, "version": VERSION, **asdict(self)}, indent=2) + "\n"

    @classmethod
    def read(cls, folder: Path) -> Manifest:
        """The manifest of a folder whose files are all there and undamaged."""
        path = folder / MANIFEST
        try:
            values = json.loads(path.read_text("utf-8"))
        except OSError:
            raise ModelError(f"{folder}: no {MANIFEST}; make one with `textmend export`") from None
        except ValueError as error:
            raise ModelError(f"{path}: not JSON ({error}); export the model anew") from None
        if not isinstance(values, dict) or values.pop("format", None) != FORMAT:
            raise ModelError(f"{path}: not an exported model of textmend; make one with `textmend export`")
        if (version := values.pop("version", None)) != VERSION:
            raise ModelError(f"{path}: version {version!r}, this textmend reads {VERSION}; update textmend")
        if wrong := values.keys() ^ {field.name for field in fields(cls)}:
            raise ModelError(f"{path}: key {min(wrong)!r} is unknown or missing; export the model anew")
        manifest = cls(**values)
        for name, wanted in manifest.sha256.items():
            if not (folder / name).is_file():
                raise ModelError(f"{folder}: no {name}; fetch the model anew")
            if sha256(folder / name) != wanted:
                raise ModelError(
                    f"{folder / name}: damaged, its SHA-256 is not that of {MANIFEST}; fetch the model anew"
                )
        return manifest


def sha256(path: Path) -> str:
    """The SHA-256 of a file's bytes."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
