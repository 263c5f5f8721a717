"""Several models as one: the mean of their edit distributions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from textmend.decoding.engine import Distribution, DistributionEngine, Floats, Prediction
from textmend.edits import EditSpace
from textmend.errors import ModelError


class EnsembleEngine:
    """Engines that share an edit space; their probabilities are averaged."""

    def __init__(self, engines: Sequence[DistributionEngine]) -> None:
        if not engines:
            raise ModelError("an ensemble of no models; name at least one")
        for number, engine in enumerate(engines[1:], 2):
            if engine.space != engines[0].space:
                raise ModelError(
                    f"model {number} of the ensemble has another edit space than model 1; "
                    "only models trained with the same edits.json can be averaged"
                )
        self.engines = tuple(engines)

    @property
    def space(self) -> EditSpace:
        return self.engines[0].space

    @property
    def limit(self) -> int:
        return min(engine.limit for engine in self.engines)

    def sizes(self, words: Sequence[str]) -> list[int]:
        """The pieces of each word, in the engine that has most."""
        return [max(sizes) for sizes in zip(*(engine.sizes(words) for engine in self.engines), strict=True)]

    def predict(self, sentences: Sequence[Sequence[str]]) -> list[Prediction]:
        return [distribution.best(self.space) for distribution in self.distributions(sentences)]

    def distributions(self, sentences: Sequence[Sequence[str]]) -> list[Distribution]:
        """The mean distribution of each sentence."""
        members = [engine.distributions(sentences) for engine in self.engines]
        return [_mean(of_sentence) for of_sentence in zip(*members, strict=True)]


def _mean(members: Sequence[Distribution]) -> Distribution:
    inserts = [member.inserts for member in members if member.inserts is not None]
    if inserts and len(inserts) < len(members):
        raise ModelError("models with and without gap inserts cannot be averaged")
    return Distribution(
        _mean_of([member.edits for member in members]),
        _mean_of([member.gate for member in members]),
        _mean_of(inserts) if inserts else None,
    )


def _mean_of(arrays: Sequence[Floats]) -> Floats:
    """The mean of equally shaped arrays.

    >>> _mean_of([np.zeros(2, dtype=np.float32), np.ones(2, dtype=np.float32)])
    array([0.5, 0.5], dtype=float32)
    """
    mean: Floats = np.stack(arrays).mean(axis=0, dtype=np.float32)
    return mean
