"""Thresholds from validation sentences: one prediction of round 1 serves the whole sweep."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from operator import eq

import numpy as np
from numpy.typing import NDArray

from textmend.decoding.batches import predict_all
from textmend.decoding.choice import Proposal, propose, settle
from textmend.decoding.engine import Engine, Floats
from textmend.decoding.loop import ROUNDS, Round, decode
from textmend.decoding.thresholds import Thresholds

Sentences = Sequence[Sequence[str]]
Passes = NDArray[np.bool_]
Score = Callable[[list[tuple[str, ...]]], float]
"""Judges the corrected sentences, in the order of the sources; higher is better."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The values to try."""

    copy_bias: tuple[float, ...] = (0.0, 0.1, 0.2, 0.3, 0.4)
    min_edit: tuple[float, ...] = (0.0, 0.4, 0.5, 0.6, 0.7)
    min_sentence: tuple[float, ...] = (0.0, 0.3, 0.5, 0.7)

    def points(self, gates: Thresholds) -> list[Thresholds]:
        """All combinations; the gates of the streams stay."""
        every = product(self.copy_bias, self.min_edit, self.min_sentence)
        return [
            replace(gates, copy_bias=bias, min_edit=edit, min_sentence=least) for bias, edit, least in every
        ]


@dataclass(frozen=True, slots=True)
class Trial:
    """Thresholds and what they scored, after one round and, for the finalists, after all."""

    thresholds: Thresholds
    first_round: float
    final: float | None = None


def tune(
    engine: Engine,
    sources: Sentences,
    score: Score,
    *,
    grid: Grid | None = None,
    gates: Thresholds | None = None,
    finalists: int = 3,
    rounds: int = ROUNDS,
) -> list[Trial]:
    """Try all points of a grid on round 1, then the best with all rounds; the trials come best first."""
    points = (grid or Grid()).points(gates or Thresholds())
    sweep = Sweep.of(engine, sources, points)
    trials = sorted(
        (Trial(point, score(sweep.outputs(point))) for point in points), key=lambda t: -t.first_round
    )
    played = []
    for trial in trials[:finalists]:
        decoded = decode(engine, sources, trial.thresholds, rounds=rounds)
        played.append(replace(trial, final=score([sentence.words for sentence in decoded])))
    played.sort(key=lambda trial: -(trial.final or 0.0))
    return [*played, *trials[finalists:]]


class Sweep:
    """Round 1 of many sentences, ready to be redone with any thresholds of a grid.

    Which outcome of a token is best does not depend on the thresholds, only whether it passes; so the
    proposals are made once, and a point of the grid is a comparison of arrays.
    """

    def __init__(self, sources: Sentences, proposals: Sequence[Sequence[Proposal]], gates: Floats) -> None:
        self.sources = [tuple(words) for words in sources]
        self.proposals = proposals
        flat = [proposal for of_sentence in proposals for proposal in of_sentence]
        counts = [len(of_sentence) for of_sentence in proposals]
        self.probability = np.array([proposal.probability for proposal in flat])  # (M,)
        self.copy = np.array([proposal.copy for proposal in flat])  # (M,)
        self.gate = np.repeat(gates, counts)  # (M,) the highest gate of the proposal's sentence
        self.bounds = np.cumsum([0, *counts])  # (sentences + 1,)
        self._known: list[dict[bytes, tuple[str, ...]]] = [{} for _ in sources]

    @classmethod
    def of(cls, engine: Engine, sources: Sentences, points: Sequence[Thresholds]) -> Sweep:
        """Predict once, and keep what the laxest of the points would look at."""
        laxest = Thresholds(
            copy_bias=min(point.copy_bias for point in points),
            min_edit=min(point.min_edit for point in points),
        )
        proposals: list[list[Proposal]] = [[] for _ in sources]
        gates = np.zeros(len(sources), dtype=np.float32)
        for index, prediction in predict_all(engine, sources):
            gates[index] = prediction.gate.max()
            proposals[index] = propose(sources[index], prediction, engine.space, laxest)
        return cls(sources, proposals, gates)

    def outputs(self, thresholds: Thresholds) -> list[tuple[str, ...]]:
        """All sentences after one round with these thresholds."""
        passes = (
            (self.probability >= thresholds.min_edit)
            & (self.probability > self.copy + thresholds.copy_bias)
            & (self.gate >= thresholds.min_sentence)
        )  # (M,)
        return [self._output(index, of_sentence) for index, of_sentence in enumerate(self._cut(passes))]

    def _cut(self, passes: Passes) -> Iterator[Passes]:
        for begin, end in zip(self.bounds[:-1], self.bounds[1:], strict=True):
            yield passes[begin:end]

    def _output(self, index: int, passes: Passes) -> tuple[str, ...]:
        known = self._known[index]
        key = passes.tobytes()
        if key not in known:
            kept = [proposal for proposal, kept in zip(self.proposals[index], passes, strict=True) if kept]
            known[key] = Round(1, self.sources[index], settle(kept)).after()
        return known[key]


def tune_gates(
    engine_with: Callable[[Thresholds], Engine],
    sources: Sentences,
    thresholds: Thresholds,
    *,
    same: float = 0.995,
    values: Sequence[float] = (0.5, 0.3, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005),
    rounds: int = ROUNDS,
) -> tuple[Thresholds, float]:
    """The strictest gates whose final texts are those of full streams for that share of the sentences.

    `engine_with` makes an engine with the gates of some thresholds. Also returns the share that was reached.
    """

    def texts(settings: Thresholds) -> list[tuple[str, ...]]:
        return [decoded.words for decoded in decode(engine_with(settings), sources, settings, rounds=rounds)]

    full = replace(thresholds, replace_gate=0.0, append_gate=0.0)
    wanted = texts(full)
    for value in sorted(values, reverse=True):
        gated = replace(thresholds, replace_gate=value, append_gate=value)
        share = sum(map(eq, texts(gated), wanted)) / max(1, len(wanted))
        if share >= same:
            return gated, share
    return full, 1.0
