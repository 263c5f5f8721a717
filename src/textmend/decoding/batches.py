"""Many sentences through an engine: alike lengths together, long ones in windows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from textmend.decoding.engine import Engine, Prediction

BATCH_PIECES = 1024
"""Pieces a batch may have, padding counted."""

_FULLEST = 0.75  # the shortest of a batch has at least this share of the longest's pieces


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of a sentence's words that an engine can take at once."""

    sentence: int
    start: int
    end: int
    size: int


def predict_all(
    engine: Engine, sentences: Sequence[Sequence[str]], batch_pieces: int = BATCH_PIECES
) -> Iterator[tuple[int, Prediction]]:
    """Predict for any number of sentences of any length; they come back with their index, in no order.

    Sentences without words are left out.
    """
    windows = [window for i, words in enumerate(sentences) if words for window in _windows(engine, i, words)]
    missing = [0] * len(sentences)
    for window in windows:
        missing[window.sentence] += 1
    parts: dict[int, list[tuple[Window, Prediction]]] = {}
    for batch in batches(windows, batch_pieces):
        predictions = engine.predict([sentences[w.sentence][w.start : w.end] for w in batch])
        for window, prediction in zip(batch, predictions, strict=True):
            parts.setdefault(window.sentence, []).append((window, prediction))
            missing[window.sentence] -= 1
            if not missing[window.sentence]:
                yield window.sentence, _stitched(parts.pop(window.sentence))


def batches(windows: Sequence[Window], batch_pieces: int) -> Iterator[list[Window]]:
    """Group windows of alike size, longest first, so that a padded batch keeps to its budget.

    >>> sizes = [30, 4, 28, 5]
    >>> [[w.size for w in batch] for batch in batches([Window(i, 0, 1, s) for i, s in enumerate(sizes)], 64)]
    [[30, 28], [5, 4]]
    """
    batch: list[Window] = []
    for window in sorted(windows, key=lambda window: -window.size):
        if batch:
            widest = batch[0].size
            if (len(batch) + 1) * widest > batch_pieces or window.size < _FULLEST * widest:
                yield batch
                batch = []
        batch.append(window)
    if batch:
        yield batch


def _windows(engine: Engine, sentence: int, words: Sequence[str]) -> list[Window]:
    sizes = engine.sizes(words)
    return [
        Window(sentence, start, end, sum(sizes[start:end]) + 2) for start, end in cut(sizes, engine.limit)
    ]


def cut(sizes: Sequence[int], limit: int) -> list[tuple[int, int]]:
    """Cut words of these sizes into stretches within the limit that overlap by a quarter of it.

    >>> cut([1, 1, 1, 1, 1, 1], 4), cut([], 4)
    ([(0, 4), (3, 6)], [(0, 0)])
    """
    stretches = []
    start = 0
    while True:
        end, total = start, 0
        while end < len(sizes) and (end == start or total + sizes[end] <= limit):
            total += sizes[end]
            end += 1
        stretches.append((start, end))
        if end == len(sizes):
            return stretches
        back, shared = end, 0
        room = min(limit // 4, limit - sizes[end])
        while back - 1 > start and shared + sizes[back - 1] <= room:
            back -= 1
            shared += sizes[back]
        start = back


def _stitched(parts: list[tuple[Window, Prediction]]) -> Prediction:
    """One prediction of the overlapping windows: each word from the window where it stands further inside."""
    if len(parts) == 1:
        return parts[0][1]
    parts.sort(key=lambda part: part[0].start)
    slices = []
    begin = 0  # token of the sentence; [START] is 0
    for (window, prediction), (following, _) in pairwise(parts):
        middle = (following.start + window.end) // 2 + 1
        slices.append(_rows(prediction, begin - window.start, middle - window.start))
        begin = middle
    window, prediction = parts[-1]
    slices.append(_rows(prediction, begin - window.start, None))
    return _joined(slices)


def _rows(prediction: Prediction, begin: int, end: int | None) -> Prediction:
    inserts = None if prediction.inserts is None else _rows(prediction.inserts, begin, end)
    return Prediction(
        prediction.ids[begin:end],
        prediction.probabilities[begin:end],
        prediction.copy[begin:end],
        prediction.gate[begin:end],
        inserts,
    )


def _joined(parts: Sequence[Prediction]) -> Prediction:
    inserts = [part.inserts for part in parts if part.inserts is not None]
    return Prediction(
        np.concatenate([part.ids for part in parts]),
        np.concatenate([part.probabilities for part in parts]),
        np.concatenate([part.copy for part in parts]),
        np.concatenate([part.gate for part in parts]),
        _joined(inserts) if inserts else None,
    )
