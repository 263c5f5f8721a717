"""A pair of sentences into an M2 sentence, by textmend's own edits.

Kinds begin as ERRANT's do, so that other tools can group them: M (missing), U (unnecessary), R (replace).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textmend.data.m2 import GoldEdit, M2Sentence
from textmend.edits import COPY, Append, Delete, Edit, OpenSpace, Transform, align, apply
from textmend.edits.transforms import NEIGHBOURS

APPENDED = "M:APPEND"
DELETED = "U:DELETE"
REPLACED = "R:REPLACE"


def annotate(source: Sequence[str], target: Sequence[str], annotator: int = 0) -> M2Sentence:
    """The M2 sentence whose corrected form is the target.

    >>> for edit in annotate("He won race".split(), "he won the race".split()).edits:
    ...     print(edit.start, edit.end, edit.alternatives, edit.kind)
    0 1 (('he',),) R:case:lower
    2 2 (('the',),) M:APPEND
    """
    labels = align(source, target, OpenSpace())
    return M2Sentence(tuple(source), tuple(gold_edits(source, labels, annotator)), (annotator,))


def gold_edits(source: Sequence[str], labels: Sequence[Edit], annotator: int = 0) -> Iterator[GoldEdit]:
    """The edits of a labelled sentence as spans; labels include those of [START] and [END].

    >>> list(gold_edits(["to", "day"], [COPY, Transform("join"), COPY, COPY]))[0].alternatives
    (('today',),)
    """
    start = labels[0]
    if isinstance(start, Append):
        yield GoldEdit(0, 0, (start.words,), APPENDED, annotator)
    at = 0
    while at < len(source):
        end = _end_of_group(labels, at, len(source))
        group = labels[at + 1 : end + 1]
        if end == at + 1 and isinstance(group[0], Append):
            yield GoldEdit(end, end, (group[0].words,), APPENDED, annotator)
        elif any(label != COPY for label in group):
            words = tuple(apply(source[at:end], [COPY, *group, COPY]))
            yield GoldEdit(at, end, (words,), _kind(group[0]), annotator)
        at = end


def _end_of_group(labels: Sequence[Edit], at: int, length: int) -> int:
    """Where the tokens end that joins and swaps tie to this one."""
    label = labels[at + 1]
    while isinstance(label, Transform) and label.name in NEIGHBOURS and at + 1 < length:
        at += 1
        label = labels[at + 1]
    return at + 1


def _kind(label: Edit) -> str:
    if isinstance(label, Transform):
        return f"R:{label.name}"
    return DELETED if isinstance(label, Delete) else REPLACED
