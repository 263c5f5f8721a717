"""Whole items right, characters wrong, errors mended; and what costs nothing: copying, a look-up table."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

Texts = Sequence[str]


@dataclass(frozen=True, slots=True)
class AccuracyScore:
    """Counts by item; `counts` has the columns that `score_accuracy` fills."""

    counts: NDArray[np.float64]  # (items, 7)

    @property
    def accuracy(self) -> float:
        """The share of items that are right to the last character."""
        return float(accuracy_of(self.counts.sum(axis=0, keepdims=True))[0])

    @property
    def character_error_rate(self) -> float:
        """Insertions, deletions and substitutions of characters, over the characters of the targets."""
        edits, characters = self.counts[:, 5:].sum(axis=0)
        return float(edits / characters) if characters else 0.0

    @property
    def correction_rate(self) -> float:
        """Errors mended less right items broken, over the errors: 1 is perfect, 0 as good as copying."""
        wrong, mended, broken = self.counts[:, 2:5].sum(axis=0)
        return float((mended - broken) / wrong) if wrong else 0.0


def score_accuracy(sources: Texts, targets: Texts, outputs: Texts) -> AccuracyScore:
    """Compare outputs with targets, item by item.

    Columns: right, one for the item, wrong before, mended, broken, character edits, characters of the
    target.

    >>> score = score_accuracy(["teh", "cat", "dgo"], ["the", "cat", "dog"], ["the", "cart", "dgo"])
    >>> round(score.accuracy, 4), round(score.character_error_rate, 4), score.correction_rate
    (0.3333, 0.3333, 0.0)
    """
    rows = [
        (
            output == target,
            1,
            source != target,
            source != target == output,
            source == target != output,
            Levenshtein.distance(output, target),
            len(target),
        )
        for source, target, output in zip(sources, targets, outputs, strict=True)
    ]
    return AccuracyScore(np.array(rows, dtype=np.float64).reshape(-1, 7))


def accuracy_of(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """Accuracy of each row of summed counts."""
    return sums[:, 0] / np.maximum(1, sums[:, 1])


def learn_table(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """What each source most often became in training; the first seen wins a tie.

    >>> learn_table([("teh", "the"), ("teh", "ten"), ("teh", "the"), ("a", "a")])
    {'teh': 'the', 'a': 'a'}
    """
    seen: dict[str, Counter[str]] = defaultdict(Counter)
    for source, target in pairs:
        seen[source][target] += 1
    return {source: targets.most_common(1)[0][0] for source, targets in seen.items()}


def look_up(sources: Texts, table: Mapping[str, str]) -> list[str]:
    """Each source as the table has it, or as it is.

    >>> look_up(["teh", "dgo"], {"teh": "the"})
    ['the', 'dgo']
    """
    return [table.get(source, source) for source in sources]
