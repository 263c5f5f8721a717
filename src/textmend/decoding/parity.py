"""Whether two engines, or one engine in small and large batches, give the same texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from textmend.decoding.batches import predict_all
from textmend.decoding.choice import propose
from textmend.decoding.engine import DistributionEngine, Engine, Prediction
from textmend.decoding.loop import ROUNDS, Decoded, decode
from textmend.decoding.thresholds import Thresholds
from textmend.edits import EditSpace

Sentences = Sequence[Sequence[str]]

PROBES: Final = tuple(
    line.split()
    for line in (
        "She go to school every day .",
        "I am agree with you .",
        "He have been live here since ten years .",
        "The informations you gave me was very useful .",
        "There is many reason to learn a foreign language .",
        "If I would have known , I would came earlier .",
        "My brother is more taller than me .",
        "We discussed about the plan yesterday evening .",
        "It depends of the weather whether we can go at the beach .",
        "The children was playing in garden when it started to rain .",
        "Despite of the bad weather , they decided going out for a walk .",
        "He suggested me to take the first train in the morning .",
        "I look forward to hear from you soon .",
        "People who works at night often sleeps badly .",
        "An university is a place where students can learns new things .",
        "All the rooms are clean and the breakfast is good .",
        "Yes .",
        "Thank you very much for your letter , which I recieved last week .",
        "One of the most important thing in life are friends .",
        "I have never saw such a beautiful city before .",
        "She asked me where did I live , and I told that I lived near of the station .",
        "He is interested on music , specially in jazz , but he do not play any instrument himself .",
        "When I was child I used to went to the mountains with my parents , where we stay in a small house "
        "near the lake and my father teached me how to fish , how to swim and how making a fire in rain .",
        "The company , that was founded in 1990 , sells it's products in more than thirty country all over "
        "world , and alot of peoples is knowing its name .",
    )
)  # fmt: skip
"""Sentences to compare engines on where none are given."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A sentence that two engines bring to different ends, and how near a tie they parted."""

    source: tuple[str, ...]
    left: tuple[str, ...]
    right: tuple[str, ...]
    margin: float


@dataclass(frozen=True, slots=True)
class Parity:
    """How far two engines agree."""

    sentences: int
    differences: tuple[Difference, ...]
    largest: float
    """The largest difference of a probability in round 1."""

    @property
    def same_share(self) -> float:
        return 1 - len(self.differences) / max(1, self.sentences)


def compare(
    left: DistributionEngine,
    right: DistributionEngine,
    sentences: Sentences,
    thresholds: Thresholds | None = None,
    *,
    rounds: int = ROUNDS,
) -> Parity:
    """Decode with both engines and compare texts and probabilities."""
    thresholds = thresholds or Thresholds()
    lefts, rights = (decode(engine, sentences, thresholds, rounds=rounds) for engine in (left, right))
    differences = [
        Difference(tuple(source), one.words, other.words, _parting(left, one, other, thresholds))
        for source, one, other in zip(sentences, lefts, rights, strict=True)
        if one.words != other.words
    ]
    within = [words for words in sentences if sum(left.sizes(words)) <= left.limit]
    return Parity(
        len(sentences), tuple(differences), max((_gap(left, right, words) for words in within), default=0.0)
    )


def same_in_any_batch(
    engine: Engine, sentences: Sentences, thresholds: Thresholds | None = None, *, rounds: int = ROUNDS
) -> bool:
    """Whether sentences alone end as they do in large batches."""
    alone = decode(engine, sentences, thresholds, rounds=rounds, batch_pieces=1)
    together = decode(engine, sentences, thresholds, rounds=rounds, batch_pieces=1 << 13)
    return [decoded.words for decoded in alone] == [decoded.words for decoded in together]


def _gap(left: DistributionEngine, right: DistributionEngine, words: Sequence[str]) -> float:
    one, other = (engine.distributions([words])[0].edits for engine in (left, right))
    return float(np.abs(one - other).max())


def _parting(engine: Engine, one: Decoded, other: Decoded, thresholds: Thresholds) -> float:
    """How near a tie the engine was at the last version that both ways share."""
    ways = [[*(r.words for r in decoded.rounds), decoded.words] for decoded in (one, other)]
    shared = [left for left, right in zip(*ways, strict=False) if left == right]
    ((_, prediction),) = predict_all(engine, [shared[-1]])
    return margin(shared[-1], prediction, engine.space, thresholds)


def margin(words: Sequence[str], prediction: Prediction, space: EditSpace, thresholds: Thresholds) -> float:
    """The least change of probability that changes a choice in a sentence; gates of streams aside."""
    margins = [abs(float(prediction.gate.max()) - thresholds.min_sentence)]
    for proposal in propose(words, prediction, space, replace(thresholds, copy_bias=-1.0, min_edit=0.0)):
        over_copy = proposal.probability - proposal.copy - thresholds.copy_bias
        margins.append(abs(over_copy))
        if over_copy > 0:
            margins.append(abs(proposal.probability - thresholds.min_edit))
            margins += [proposal.probability - second.probability for second in proposal.outcomes[1:2]]
    return min(margins)
