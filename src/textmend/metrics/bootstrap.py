"""How sure a score is: intervals by resampling sentences, and a test between two outputs.

Both work on a matrix of counts, a row for each sentence, and a measure that turns sums of rows into scores.
So a thousand samples of a corpus cost one matrix product.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Measure = Callable[[Floats], Floats]  # (samples, counts) -> (samples,)

SAMPLES = 2000
SEED = 1
_CELLS = 4_000_000


@dataclass(frozen=True, slots=True)
class Interval:
    """Where a score lies with 95% confidence."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """The difference between two outputs, its interval, and how often chance alone makes one as large."""

    difference: float
    interval: Interval
    p: float


def confidence(counts: Floats, measure: Measure, samples: int = SAMPLES, seed: int = SEED) -> Interval:
    """The 95% interval of a measure: sentences are drawn with replacement, as many as there are.

    >>> right = np.array([[1.0, 1.0]] * 80 + [[0.0, 1.0]] * 20)  # 80 of 100 words are right
    >>> interval = confidence(right, lambda sums: sums[:, 0] / sums[:, 1])
    >>> 0.70 < interval.low < 0.74 and 0.86 < interval.high < 0.90
    True
    """
    scores = [measure(weights @ counts) for weights in _resamples(len(counts), samples, seed)]
    return _interval(np.concatenate(scores))


def compare(
    one: Floats, other: Floats, measure: Measure, samples: int = SAMPLES, seed: int = SEED
) -> Comparison:
    """The first output's score less the other's, on the same sentences.

    The interval comes from a paired bootstrap; p from approximate randomisation: the outputs of each
    sentence change places with probability 1/2, and p is the share of such shuffles that differ by at least
    as much.

    >>> better = np.array([[1.0, 1.0]] * 90 + [[0.0, 1.0]] * 10)
    >>> worse = np.array([[1.0, 1.0]] * 70 + [[0.0, 1.0]] * 30)
    >>> result = compare(better, worse, lambda sums: sums[:, 0] / sums[:, 1])
    >>> round(result.difference, 4), result.interval.low > 0, result.p < 0.01
    (0.2, True, True)
    """
    difference = float((measure(one.sum(axis=0)[None]) - measure(other.sum(axis=0)[None]))[0])
    resampled = [
        measure(weights @ one) - measure(weights @ other) for weights in _resamples(len(one), samples, seed)
    ]
    total, moved = one.sum(axis=0) + other.sum(axis=0), one - other
    as_large = 0
    for swaps in _coin_tosses(len(one), samples, seed):
        first = other.sum(axis=0) + swaps @ moved  # (batch, counts)
        as_large += int((np.abs(measure(first) - measure(total - first)) >= abs(difference) - 1e-12).sum())
    p = (as_large + 1) / (samples + 1)
    return Comparison(difference, _interval(np.concatenate(resampled)), p)


def _interval(scores: Floats) -> Interval:
    low, high = np.quantile(scores, (0.025, 0.975))
    return Interval(float(low), float(high))


def _resamples(sentences: int, samples: int, seed: int) -> Iterator[Floats]:
    """How often each sentence is drawn, in batches of samples."""
    generator = np.random.default_rng(seed)
    for size in _batches(sentences, samples):
        drawn = generator.integers(sentences, size=(size, sentences))
        drawn += sentences * np.arange(size)[:, None]
        yield np.bincount(drawn.ravel(), minlength=size * sentences).reshape(size, sentences).astype(float)


def _coin_tosses(sentences: int, samples: int, seed: int) -> Iterator[Floats]:
    generator = np.random.default_rng(seed)
    for size in _batches(sentences, samples):
        yield generator.integers(2, size=(size, sentences)).astype(float)


def _batches(sentences: int, samples: int) -> Iterator[int]:
    size = max(1, _CELLS // max(1, sentences))
    for start in range(0, samples, size):
        yield min(size, samples - start)
