"""MaxMatch: precision, recall and F of edits, as the official M2 scorer (version 3.2) counts them.

The scorer does not ask a system for its edits. It reads the output as that list of edits which agrees best
with the annotator, and with several annotators takes, sentence by sentence, the one that keeps the score so
far highest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from textmend.data.m2 import GoldEdit, M2Sentence
from textmend.metrics.arcs import lightest_path, list_arcs, weigh
from textmend.metrics.counts import Counts
from textmend.metrics.lattice import build_lattice
from textmend.metrics.wide import lightest_wide_path

MAX_UNCHANGED = 2
MOST_ARCS = 100_000
"""Lattices with more arcs are searched without listing them; the official scorer needs minutes for one."""


@dataclass(frozen=True, slots=True)
class SystemEdit:
    """An edit read from a system's output: source words start to end became `words`."""

    start: int
    end: int
    words: tuple[str, ...]

    def fits(self, gold: GoldEdit) -> bool:
        """Whether a gold edit asks for just this.

        >>> SystemEdit(1, 1, ("the",)).fits(GoldEdit(1, 1, (("a",), ("the",))))
        True
        """
        return self.start == gold.start and self.end == gold.end and self.words in gold.alternatives


@dataclass(frozen=True, slots=True)
class MaxMatchScore:
    """The counts of every sentence against the annotator chosen for it, and who that was."""

    sentences: tuple[Counts, ...]
    annotators: tuple[int, ...]
    beta: float

    @property
    def total(self) -> Counts:
        return sum(self.sentences, Counts())

    @property
    def f(self) -> float:
        return self.total.f(self.beta)


def system_edits(
    source: Sequence[str],
    output: Sequence[str],
    golds: Sequence[Sequence[GoldEdit]],
    max_unchanged: int = MAX_UNCHANGED,
) -> list[list[SystemEdit]]:
    """The output as a list of edits, for each annotator the list that agrees best with them.

    >>> see, the = GoldEdit(1, 2, (("sees",),)), GoldEdit(2, 2, (("the",),))
    >>> system_edits(["She", "see", "cat"], ["She", "sees", "the", "cat"], [[see, the]])[0]
    [SystemEdit(start=1, end=2, words=('sees',)), SystemEdit(start=2, end=2, words=('the',))]
    """
    if tuple(source) == tuple(output):
        return [[] for _ in golds]
    lattice = build_lattice(source, output)
    arcs = list_arcs(lattice, max_unchanged, MOST_ARCS)
    lists = []
    for wanted in golds:
        if arcs is None:
            path = lightest_wide_path(lattice, wanted, max_unchanged)
        else:
            path = lightest_path(lattice, arcs, weigh(lattice, arcs, wanted))
        lists.append(
            [
                SystemEdit(lattice.row(start), lattice.row(end), lattice.text(start, end))
                for start, end in path
            ]
        )
    return lists


def count_edits(edits: Sequence[SystemEdit], golds: Sequence[GoldEdit]) -> Counts:
    """Count the edits that gold edits ask for, both lists read from left to right.

    A gold edit that stands twice in the list is met twice, as the official scorer has it.

    >>> count_edits([SystemEdit(0, 1, ("A",))], [GoldEdit(0, 1, (("A",),)), GoldEdit(2, 3, ((),))])
    Counts(correct=1, proposed=1, gold=2)
    """
    correct = at = 0
    for edit in edits:
        for index in range(at, len(golds)):
            if edit.fits(golds[index]):
                correct += 1
                at = index + 1
    return Counts(correct, len(edits), len(golds))


def annotator_counts(
    sentence: M2Sentence, output: Sequence[str], max_unchanged: int = MAX_UNCHANGED
) -> list[Counts]:
    """The counts of one sentence against each of its annotators."""
    golds = [sentence.edits_of(annotator) for annotator in sentence.annotators]
    edits = system_edits(sentence.source, output, golds, max_unchanged)
    return [count_edits(*both) for both in zip(edits, golds, strict=True)]


def maxmatch(
    sentences: Iterable[M2Sentence],
    outputs: Iterable[Sequence[str]],
    beta: float = 0.5,
    max_unchanged: int = MAX_UNCHANGED,
) -> MaxMatchScore:
    """Score system outputs against gold sentences.

    >>> gold = M2Sentence(("She", "see", "cat"), (GoldEdit(1, 2, (("sees",),)), GoldEdit(2, 2, (("the",),))))
    >>> score = maxmatch([gold], [["She", "sees", "cat"]])
    >>> score.total.precision, score.total.recall, round(score.f, 4)
    (1.0, 0.5, 0.8333)
    """
    running = Counts()
    chosen: list[Counts] = []
    annotators: list[int] = []
    for sentence, output in zip(sentences, outputs, strict=True):
        options = annotator_counts(sentence, output, max_unchanged)
        best = max(range(len(options)), key=lambda index: _rank(running + options[index], beta))
        running += options[best]
        chosen.append(options[best])
        annotators.append(sentence.annotators[best])
    return MaxMatchScore(tuple(chosen), tuple(annotators), beta)


def _rank(counts: Counts, beta: float) -> tuple[float, int, float]:
    """What makes one annotator better than another: F so far, then right edits, then few other ones."""
    return counts.running_f(beta), counts.correct, -(counts.proposed + beta * beta * counts.gold)
