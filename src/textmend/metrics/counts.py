"""Counts of edits, and the three numbers that come of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

ALL = "all"


@dataclass(frozen=True, slots=True)
class Counts:
    """How many edits were right, proposed, and asked for.

    >>> counts = Counts(correct=2, proposed=4, gold=8)
    >>> counts.precision, counts.recall, round(counts.f(), 4)
    (0.5, 0.25, 0.4167)
    >>> Counts(0, 0, 3).precision, Counts(0, 3, 0).recall
    (1.0, 1.0)
    """

    correct: int = 0
    proposed: int = 0
    gold: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.correct + other.correct, self.proposed + other.proposed, self.gold + other.gold)

    @property
    def precision(self) -> float:
        return self.correct / self.proposed if self.proposed else 1.0

    @property
    def recall(self) -> float:
        return self.correct / self.gold if self.gold else 1.0

    def f(self, beta: float = 0.5) -> float:
        precision, recall = self.precision, self.recall
        below = beta * beta * precision + recall
        return (1 + beta * beta) * precision * recall / below if below else 0.0

    def running_f(self, beta: float = 0.5) -> float:
        """F straight from the counts, where nothing at all is perfect: MaxMatch chooses annotators by it.

        >>> Counts().running_f(), Counts(0, 1, 0).running_f(), Counts(1, 1, 1).running_f()
        (1.0, 0.0, 1.0)
        """
        below = beta * beta * self.gold + self.proposed
        return (1 + beta * beta) * self.correct / below if below else float(self.correct == 0)


def count_matrix(counts: Iterable[Counts]) -> Floats:
    """A row for each sentence: correct, proposed, gold.

    >>> count_matrix([Counts(1, 2, 3)])
    array([[1., 2., 3.]])
    """
    return np.array([(row.correct, row.proposed, row.gold) for row in counts], dtype=float).reshape(-1, 3)


def precision_of(sums: Floats) -> Floats:
    """Precision of each row of summed counts; 1 where nothing is proposed."""
    return np.divide(sums[:, 0], sums[:, 1], out=np.ones(len(sums)), where=sums[:, 1] > 0)


def recall_of(sums: Floats) -> Floats:
    """Recall of each row of summed counts; 1 where nothing is asked for."""
    return np.divide(sums[:, 0], sums[:, 2], out=np.ones(len(sums)), where=sums[:, 2] > 0)


def f_of(sums: Floats, beta: float = 0.5) -> Floats:
    """F of each row of summed counts.

    >>> f_of(np.array([[2.0, 4.0, 8.0], [0.0, 0.0, 5.0]])).round(4).tolist()
    [0.4167, 0.0]
    """
    precision, recall = precision_of(sums), recall_of(sums)
    below = beta * beta * precision + recall
    return np.divide((1 + beta * beta) * precision * recall, below, out=np.zeros(len(sums)), where=below > 0)


def tally(made: Iterable[str], gold: Iterable[str], correct: Iterable[str]) -> dict[str, Counts]:
    """Counts by kind from the kinds of single edits: `all` first, then the most frequent gold kind.

    >>> tally(made=["append", "delete"], gold=["append", "append"], correct=["append"])["append"]
    Counts(correct=1, proposed=1, gold=2)
    """
    right, proposed, wanted = Counter(correct), Counter(made), Counter(gold)
    kinds = sorted({*proposed, *wanted}, key=lambda kind: (-wanted[kind], kind))
    counts = {kind: Counts(right[kind], proposed[kind], wanted[kind]) for kind in kinds}
    return {ALL: sum(counts.values(), Counts()), **counts}
