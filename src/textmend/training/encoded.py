"""Encoded sentences on disk: flat arrays, written once in a stream, read by memory map."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from textmend.errors import InputError

VERSION = 1
FILES: dict[str, Any] = {
    "pieces": np.uint32,
    "counts": np.uint16,
    "labels": np.uint16,
    "gaps": np.uint16,
    "lengths": np.uint16,
}


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some sentences, one after another: piece ids; per word its number of pieces, its edit id and its
    gap's id; per sentence its numbers of pieces, words and edits."""

    pieces: NDArray[np.uint32]
    counts: NDArray[np.uint16]
    labels: NDArray[np.uint16]
    gaps: NDArray[np.uint16]
    lengths: NDArray[np.uint16]
    skipped: int = 0


@dataclass(frozen=True, slots=True)
class EncodedSet:
    """All sentences of a stage; sentence s has the pieces from `piece_starts[s]` to `piece_starts[s + 1]`."""

    pieces: NDArray[np.uint32]
    counts: NDArray[np.uint16]
    labels: NDArray[np.uint16]
    gaps: NDArray[np.uint16]
    piece_starts: NDArray[np.int64]
    word_starts: NDArray[np.int64]
    changed: NDArray[np.bool_]
    skipped: int

    def __len__(self) -> int:
        return len(self.piece_starts) - 1

    @property
    def piece_lengths(self) -> NDArray[np.int64]:
        return np.diff(self.piece_starts)


class EncodedWriter:
    """Write an encoded set chunk by chunk; the folder appears under its name only when complete."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.part = folder.with_name(f".{folder.name}.part")

    def __enter__(self) -> EncodedWriter:
        shutil.rmtree(self.part, ignore_errors=True)
        self.part.mkdir(parents=True)
        self.streams = {name: (self.part / f"{name}.bin").open("wb") for name in FILES}
        self.sentences = self.skipped = 0
        return self

    def write(self, chunk: Chunk) -> None:
        for name, kind in FILES.items():
            self.streams[name].write(np.ascontiguousarray(getattr(chunk, name), dtype=kind).tobytes())
        self.sentences += len(chunk.lengths)
        self.skipped += chunk.skipped

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        for stream in self.streams.values():
            stream.close()
        if kind is not None:
            shutil.rmtree(self.part, ignore_errors=True)
            return
        about = {"version": VERSION, "sentences": self.sentences, "skipped": self.skipped}
        (self.part / "about.json").write_text(json.dumps(about), encoding="utf-8")
        shutil.rmtree(self.folder, ignore_errors=True)
        self.part.replace(self.folder)


def write_set(folder: Path, chunks: Iterable[Chunk]) -> None:
    """Write all chunks as one set."""
    with EncodedWriter(folder) as writer:
        for chunk in chunks:
            writer.write(chunk)


def open_set(folder: Path) -> EncodedSet:
    """Open a written set; its arrays stay on disk until they are touched."""
    about = json.loads((folder / "about.json").read_text(encoding="utf-8"))
    if about.get("version") != VERSION:
        raise InputError(
            f"encoded by another version ({about.get('version')})", path=folder, remedy="delete it"
        )
    arrays = {name: _mapped(folder / f"{name}.bin", kind) for name, kind in FILES.items()}
    lengths = arrays.pop("lengths").reshape(-1, 3)
    return EncodedSet(
        **arrays,
        piece_starts=_starts(lengths[:, 0]),
        word_starts=_starts(lengths[:, 1]),
        changed=lengths[:, 2] > 0,
        skipped=about["skipped"],
    )


def _mapped(path: Path, kind: Any) -> NDArray[Any]:
    if path.stat().st_size == 0:
        return np.zeros(0, dtype=kind)
    return np.memmap(path, dtype=kind, mode="r")


def _starts(lengths: NDArray[np.uint16]) -> NDArray[np.int64]:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths, dtype=np.int64)])
