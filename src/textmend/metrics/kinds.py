"""Edit scores: how well a system does each kind of edit, against the gold alignment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from textmend.edits import COPY, Edit, OpenSpace, Transform, align
from textmend.metrics.counts import Counts, tally


@dataclass(frozen=True, slots=True)
class KindScore:
    """The counts of every sentence, and of every kind of edit."""

    sentences: tuple[Counts, ...]
    kinds: dict[str, Counts]


def score_kinds(
    sources: Iterable[Sequence[str]], targets: Iterable[Sequence[str]], outputs: Iterable[Sequence[str]]
) -> KindScore:
    """Score the edits between sources and outputs, the most frequent gold kind first.

    An edit is right when the gold alignment has the same edit at the same token.

    >>> source, target = "He go to school".split(), "he goes to the school".split()
    >>> for kind, counts in score_kinds([source], [target], ["he goes to school".split()]).kinds.items():
    ...     print(kind, counts)
    all Counts(correct=2, proposed=2, gold=3)
    append Counts(correct=0, proposed=0, gold=1)
    transform:case:lower Counts(correct=1, proposed=1, gold=1)
    transform:verb:third Counts(correct=1, proposed=1, gold=1)
    """
    sentences: list[Counts] = []
    made: list[str] = []
    wanted: list[str] = []
    correct: list[str] = []
    space = OpenSpace()
    for source, target, output in zip(sources, targets, outputs, strict=True):
        edits, golds = align(source, output, space), align(source, target, space)
        right = [edit for edit, gold in zip(edits, golds, strict=True) if edit == gold != COPY]
        correct += map(kind_of, right)
        made += (kinds := [kind_of(edit) for edit in edits if edit != COPY])
        wanted += (gold_kinds := [kind_of(gold) for gold in golds if gold != COPY])
        sentences.append(Counts(len(right), len(kinds), len(gold_kinds)))
    return KindScore(tuple(sentences), tally(made, wanted, correct))


def kind_of(edit: Edit) -> str:
    """What an edit counts as: each transform is a kind of its own.

    >>> kind_of(Transform("case:lower"))
    'transform:case:lower'
    """
    return f"transform:{edit.name}" if isinstance(edit, Transform) else edit.kind
