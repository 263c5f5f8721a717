"""GLEU+ (the 2016 update): n-gram overlap with the references, less what was left uncorrected.

For each order n an output gains the n-grams it shares with the reference and loses those it shares with the
source only. With several references one is drawn for each sentence, and the corpus score is the mean over
500 such draws. The draws are those of the official scorer, so the score is the same to the last digit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

ORDERS = 4
DRAWS = 500
SEED_STEP = 101

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class GleuScore:
    """Counts by sentence and reference: output words, reference words, then gained and possible n-grams."""

    counts: NDArray[np.int64]  # (sentences, references, 2 + 2 * ORDERS)

    @property
    def mean_counts(self) -> Floats:
        """Counts by sentence, the mean over its references."""
        return np.asarray(self.counts.mean(axis=1), dtype=np.float64)  # (sentences, 2 + 2 * ORDERS)

    @property
    def sentences(self) -> Floats:
        """Sentence GLEU: the mean over the references, each count at least 1."""
        return np.asarray(gleu_of(np.maximum(self.counts, 1)).mean(axis=1))  # (sentences,)


def gleu(
    sources: Iterable[Sequence[str]],
    references: Iterable[Sequence[Sequence[str]]],
    outputs: Iterable[Sequence[str]],
) -> GleuScore:
    """Count n-grams of outputs against the references of each sentence.

    >>> source, reference = "he go to school today".split(), "he goes to school today".split()
    >>> round(corpus_gleu(gleu([source], [[reference]], [reference]).counts), 4)
    1.0
    >>> corpus_gleu(gleu([source], [[reference]], [source]).counts)
    0.0
    """
    counts = np.array(
        [
            [ngram_counts(source, reference, output) for reference in several]
            for source, several, output in zip(sources, references, outputs, strict=True)
        ],
        dtype=np.int64,
    )  # (sentences, references, 2 + 2 * ORDERS)
    return GleuScore(counts)


def ngram_counts(source: Sequence[str], reference: Sequence[str], output: Sequence[str]) -> list[int]:
    """The counts of one output against one reference.

    >>> ngram_counts("he go home".split(), "he goes home".split(), "he goes home".split())
    [3, 3, 3, 3, 2, 2, 1, 1, 0, 0]
    >>> ngram_counts("he go home".split(), "he goes home".split(), "he go home".split())
    [3, 3, 1, 3, 0, 2, 0, 1, 0, 0]
    """
    counts = [len(output), len(reference)]
    for order in range(1, ORDERS + 1):
        made, wanted, old = (_ngrams(words, order) for words in (output, reference, source))
        gained = sum((made & wanted).values())
        lost = sum(min(count, old[ngram]) for ngram, count in made.items() if ngram not in wanted)
        counts += [max(gained - lost, 0), max(len(output) + 1 - order, 0)]
    return counts


def _ngrams(words: Sequence[str], order: int) -> Counter[tuple[str, ...]]:
    return Counter(zip(*(words[start:] for start in range(order)), strict=False))


def gleu_of(counts: NDArray[np.int64] | Floats) -> Floats:
    """GLEU from summed counts, in the last axis; 0 where a count is 0."""
    counts = np.asarray(counts, dtype=np.float64)
    empty = np.asarray((counts <= 0).any(axis=-1))
    safe = np.where(empty[..., None], 1.0, counts)
    brevity = np.minimum(0.0, 1.0 - safe[..., 1] / safe[..., 0])
    precision = np.log(safe[..., 2::2] / safe[..., 3::2]).mean(axis=-1)
    return np.where(empty, 0.0, np.exp(brevity + precision))


def corpus_gleu(counts: NDArray[np.int64], draws: int = DRAWS) -> float:
    """The mean GLEU over draws of one reference for each sentence."""
    sentences, references, _ = counts.shape
    if references == 1:
        return float(gleu_of(counts[:, 0].sum(axis=0)))
    rows = np.arange(sentences)
    scores = []
    for draw in range(draws):
        generator = Random(SEED_STEP * draw)
        drawn = [generator.randrange(references) for _ in rows]
        scores.append(gleu_of(counts[rows, drawn].sum(axis=0)))
    return float(np.mean(scores))
