"""What decoding asks of a model: for every token of a sentence, its likeliest edits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from textmend.edits import EditSpace

Floats = NDArray[np.float32]
Ids = NDArray[np.int64]

CANDIDATES = 16
"""Edits an engine names for each token: enough for the several that give one string, and for alternatives."""

LONGEST = 254
"""The most pieces of a sentence that are read at once; a longer one is read in windows."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """What a model says of one sentence of n tokens, [START] and [END] among them.

    `inserts` is for models with gap inserts alone: the same for the gap after each token, where
    the ids are those of appends and `copy` is the probability of inserting nothing.
    """

    ids: Ids  # (n, K) edit ids, best first
    probabilities: Floats  # (n, K)
    copy: Floats  # (n,) probability of copy
    gate: Floats  # (n,) probability that the token is to be edited
    inserts: Prediction | None = None


@dataclass(frozen=True, slots=True)
class Distribution:
    """The whole edit distribution of one sentence: what an ensemble averages."""

    edits: Floats  # (n, E)
    gate: Floats  # (n,)
    inserts: Floats | None = None  # (n, 1 + A), null first

    def best(self, space: EditSpace, count: int = CANDIDATES) -> Prediction:
        """Keep the likeliest edits of each token."""
        inserts = None
        if self.inserts is not None:
            first = len(space) - len(space.appends) - len(space.replaces)
            ids, probabilities = top(self.inserts[:, 1:], count)
            inserts = Prediction(ids + first, probabilities, self.inserts[:, 0], 1 - self.inserts[:, 0])
        ids, probabilities = top(self.edits, count)
        return Prediction(ids, probabilities, self.edits[:, 0], self.gate, inserts)


def top(rows: Floats, count: int) -> tuple[Ids, Floats]:
    """The columns with the largest values of each row, best first, and those values.

    >>> top(np.array([[0.25, 0.5, 0.125]], dtype=np.float32), 2)
    (array([[1, 0]]), array([[0.5 , 0.25]], dtype=float32))
    """
    count = min(count, rows.shape[1])
    ids = np.argpartition(-rows, count - 1, axis=1)[:, :count]  # (n, K)
    values = np.take_along_axis(rows, ids, axis=1)  # (n, K)
    order = np.lexsort((ids, -values), axis=1)
    return np.take_along_axis(ids, order, axis=1), np.take_along_axis(values, order, axis=1)


class Engine(Protocol):
    """A model that can be asked for predictions, whatever computes it."""

    @property
    def space(self) -> EditSpace: ...

    @property
    def limit(self) -> int:
        """The most pieces that the words of one sentence may have together."""

    def sizes(self, words: Sequence[str]) -> list[int]:
        """How many pieces each word has."""

    def predict(self, sentences: Sequence[Sequence[str]]) -> list[Prediction]:
        """Predict for a batch of sentences, each within the limit."""


class DistributionEngine(Engine, Protocol):
    """An engine that also gives whole distributions, as a member of an ensemble must."""

    def distributions(self, sentences: Sequence[Sequence[str]]) -> list[Distribution]:
        """The edit distribution of each sentence of a batch."""
