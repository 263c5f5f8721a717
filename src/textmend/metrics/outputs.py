"""System outputs: a text file with a line for each sentence."""

from __future__ import annotations

from pathlib import Path

from textmend.data.files import read_lines
from textmend.errors import InputError


def read_outputs(path: str | Path, sentences: int, other: str | Path) -> list[str]:
    """The lines of an output file, as many as the file it answers to has sentences."""
    lines = list(read_lines(path))
    if len(lines) != sentences:
        raise InputError(
            f"{len(lines)} lines, but {other} has {sentences} sentences",
            path=path,
            line=min(len(lines), sentences + 1) or None,
            remedy="write one line for each sentence, an empty one where the output is empty",
        )
    return lines
