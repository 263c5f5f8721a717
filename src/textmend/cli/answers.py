"""What is to be scored: lines of a file, or a model's corrections made on the spot."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from textmend.errors import InputError


@dataclass(frozen=True, slots=True)
class Answer:
    """A text for each source and, where a model made them, how fast and in how many rounds."""

    texts: list[str]
    facts: dict[str, object] = field(default_factory=dict)


def answer(system: Path | None, model: str | None, sources: Sequence[str], path: Path) -> Answer:
    """The lines of `system`, or what a model (without a name the built-in one) makes of the sources.

    The sources came from `path` and are tokenised already.
    """
    if system is not None and model is not None:
        raise InputError("--system and --model are both given", remedy="name the one that is to be scored")
    if system is not None:
        from textmend.metrics.outputs import read_outputs

        return Answer(read_outputs(system, len(sources), path))
    return _correct(model, sources)


def _correct(model: str | None, sources: Sequence[str]) -> Answer:
    from textmend.loading import load

    corrector = load(model)
    begin = time.perf_counter()
    decoded = corrector.correct_words([source.split() for source in sources])
    seconds = time.perf_counter() - begin
    facts: dict[str, object] = {
        "model": corrector.name,
        "sentences_per_s": round(len(sources) / seconds, 1),
        "rounds": max((this.number for sentence in decoded for this in sentence.rounds), default=0),
        "mean_rounds": round(sum(len(sentence.rounds) for sentence in decoded) / max(1, len(decoded)), 3),
    }
    return Answer([" ".join(sentence.words) for sentence in decoded], facts)
