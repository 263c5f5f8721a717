"""Measuring a model on sentences with known corrections, and choosing its thresholds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tokenizers import Tokenizer

from textmend.data.annotate import annotate
from textmend.data.files import plain_suffix
from textmend.data.m2 import M2Sentence, corrected, read_m2
from textmend.decoding.loop import decode
from textmend.decoding.thresholds import Thresholds
from textmend.decoding.torch_engine import TorchEngine
from textmend.decoding.tune import Grid, Sweep, tune
from textmend.edits import EditSpace
from textmend.errors import InputError
from textmend.metrics.counts import Counts
from textmend.metrics.maxmatch import annotator_counts
from textmend.model import EditModel
from textmend.training.encoding import read_unit_pairs
from textmend.training.run import Run

Words = tuple[str, ...]
Outputs = Sequence[Words]

QUICK_GATE = 0.01
"""While a model learns it is measured without streams where its gates see next to no edit."""
BIASES = Grid(copy_bias=(0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6), min_edit=(0.0,), min_sentence=(0.0,))
FULL = Grid(
    copy_bias=(0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6),
    min_edit=(0.0, 0.4, 0.5, 0.6, 0.7, 0.8),
    min_sentence=(0.0, 0.3, 0.5, 0.6, 0.7, 0.8),
)


@dataclass(frozen=True, slots=True)
class Judged:
    """A sentence and what may become of it: all answers that count as right, and the gold edits."""

    source: Words
    answers: frozenset[Words]
    gold: M2Sentence | None


class ValidationSet:
    """The sentences of one file; counts are kept, as a sweep meets the same outputs again and again."""

    def __init__(self, name: str, sentences: Sequence[Judged]) -> None:
        self.name, self.sentences = name, sentences
        self._counts: list[dict[Words, list[Counts]]] = [{} for _ in sentences]

    def total(self, outputs: Outputs) -> Counts:
        """The MaxMatch counts of all sentences, for each the annotator that keeps F highest."""
        total = Counts()
        for known, sentence, output in zip(self._counts, self.sentences, outputs, strict=True):
            if output not in known:
                assert sentence.gold is not None
                known[output] = annotator_counts(sentence.gold, output)
            total += max(known[output], key=lambda counts: _rank(total, counts))
        return total

    def accuracy(self, outputs: Outputs) -> float:
        """The share of sentences that come out right as a whole."""
        right = sum(out in judged.answers for judged, out in zip(self.sentences, outputs, strict=True))
        return right / len(self.sentences)


def _rank(total: Counts, counts: Counts) -> tuple[float, int, int]:
    return (total + counts).running_f(), counts.correct, -counts.proposed


class Validator:
    """Measures models on the validation files of a run; scores are in percent, the mean over the files."""

    def __init__(self, run: Run, tokenizer: Tokenizer, space: EditSpace) -> None:
        self.tokenizer, self.space = tokenizer, space
        self.measured, self.rounds = run.validation.measure, run.validation.rounds
        self.sets = [
            ValidationSet(
                Path(name).name,
                _spread(read_judged(name, run.unit, self.measured), run.validation.max_sentences),
            )
            for name in run.validation.data
        ]
        self.sources = [judged.source for each in self.sets for judged in each.sentences]

    def measure(self, model: EditModel, thresholds: Thresholds | None = None) -> dict[str, float]:
        """The figures of a model: with thresholds after all rounds, else after one at the best copy bias."""
        if thresholds is not None:
            decoded = decode(self._engine(model), self.sources, thresholds, rounds=self.rounds)
            return self.figures([sentence.words for sentence in decoded])
        engine = self._engine(model, gate=QUICK_GATE)
        points = BIASES.points(Thresholds())
        sweep = Sweep.of(engine, self.sources, points)
        best = max(points, key=lambda point: self.score(sweep.outputs(point)))
        return self.figures(sweep.outputs(best)) | {"copy_bias": best.copy_bias}

    def tune(self, model: EditModel) -> Thresholds:
        """The thresholds of the highest score."""
        trials = tune(self._engine(model), self.sources, self.score, grid=FULL, rounds=self.rounds)
        return trials[0].thresholds

    def score(self, outputs: Outputs) -> float:
        """One number to compare models by."""
        return sum(self._score(*part) for part in self._parts(outputs)) / len(self.sets)

    def figures(self, outputs: Outputs) -> dict[str, float]:
        """The score and what it is made of."""
        figures = {"score": self.score(outputs)}
        for each, part in self._parts(outputs):
            figures[f"{each.name} {self.measured}"] = self._score(each, part)
            if self.measured == "f0.5":
                total = each.total(part)
                figures[f"{each.name} precision"] = 100 * total.precision
                figures[f"{each.name} recall"] = 100 * total.recall
        return figures

    def _score(self, each: ValidationSet, outputs: Outputs) -> float:
        return 100 * (each.total(outputs).f() if self.measured == "f0.5" else each.accuracy(outputs))

    def _parts(self, outputs: Outputs) -> list[tuple[ValidationSet, Outputs]]:
        parts, begin = [], 0
        for each in self.sets:
            parts.append((each, outputs[begin : begin + len(each.sentences)]))
            begin += len(each.sentences)
        return parts

    def _engine(self, model: EditModel, gate: float = 0.0) -> TorchEngine:
        return TorchEngine(model, self.tokenizer, self.space, replace_gate=gate, append_gate=gate)


def read_judged(name: str, unit: str, measure: str) -> list[Judged]:
    """The sentences of an M2 file or of pairs."""
    if plain_suffix(name) == ".m2":
        if unit == "characters":
            raise InputError("an M2 file for a run of characters", path=name, remedy="validate on pairs")
        return [
            Judged(gold.source, frozenset(corrected(gold, who) for who in gold.annotators), gold)
            for gold in read_m2(name)
        ]
    return [
        Judged(pair.source, frozenset([pair.target]), annotate(*pair) if measure == "f0.5" else None)
        for pair in read_unit_pairs([name], unit)
    ]


def _spread(sentences: list[Judged], limit: int) -> list[Judged]:
    """At most so many sentences, evenly spread over the file.

    >>> _spread(list("abcdefg"), 3)
    ['a', 'c', 'e']
    """
    if len(sentences) <= limit:
        return sentences
    return [sentences[number * len(sentences) // limit] for number in range(limit)]
