"""Counts of edits, and the three numbers that come of them."""

from __future__ import annotations

from dataclasses import dataclass


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
