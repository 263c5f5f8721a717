"""Whole texts with corrections at character offsets, cut into pairs of sentences by our own tokeniser.

{"text": "...", "edits": [[annotator, [[start, end, correction or null, ...], ...]], ...]}

A correction of null was only detected: it changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from textmend.errors import InputError

if TYPE_CHECKING:
    from textmend.data.pairs import Pair


class Change(NamedTuple):
    """Characters `start` to `end` become `text`."""

    start: int
    end: int
    text: str


def essay_pairs(item: dict[str, Any], annotator: int, path: str | Path, line: int) -> Iterator[Pair]:
    """Yield the sentences of one text with their corrections by one annotator.

    >>> item = {"text": "I goes. He run off.", "edits": [[0, [[2, 6, "go"], [11, 14, "ran"]]]]}
    >>> [" ".join(pair.target) for pair in essay_pairs(item, 0, "essays.jsonl", 1)]
    ['I go .', 'He ran off .']
    """
    from textmend.data.pairs import Pair, into_words

    text = item.get("text")
    if not isinstance(text, str):
        raise InputError("no 'text'", path=path, line=line, remedy='write {"text": "...", "edits": [...]}')
    changes = _changes(item["edits"], annotator, len(text), path, line)
    for start, end, inside in _sentences(text, changes):
        source, target = into_words(text[start:end]), into_words(_rewrite(text, start, end, inside))
        if source or target:
            yield Pair(source, target)


def _changes(edits: Any, annotator: int, length: int, path: str | Path, line: int) -> list[Change]:
    try:
        own = [edit for number, listed in edits if number == annotator for edit in listed]
        changes = sorted(
            Change(int(edit[0]), int(edit[1]), str(edit[2])) for edit in own if edit[2] is not None
        )
    except (TypeError, ValueError, IndexError) as error:
        raise InputError(
            f"edits not understood ({error})",
            path=path,
            line=line,
            remedy="write [[annotator, [[start, end, correction], ...]], ...]",
        ) from None
    reached = 0
    for change in changes:
        if not reached <= change.start <= change.end <= length:
            raise InputError(
                f"edit {list(change)} overlaps another or lies outside the {length} characters of the text",
                path=path,
                line=line,
                remedy="correct its offsets",
            )
        reached = change.end
    return changes


def _sentences(text: str, changes: Sequence[Change]) -> Iterator[tuple[int, int, list[Change]]]:
    """Sentences with the changes inside; sentences that one change touches both stay together."""
    from textmend.text.sentences import split_sentences

    waiting = list(changes)
    inside: list[Change] = []
    start = 0
    for span in split_sentences(text):
        while waiting and waiting[0].start < span.end:
            inside.append(waiting.pop(0))
        if inside and inside[-1].end > span.end:
            continue
        yield start, span.end, inside
        start, inside = span.end, []
    if start < len(text) or inside or waiting:
        yield start, len(text), [*inside, *waiting]


def _rewrite(text: str, start: int, end: int, changes: Sequence[Change]) -> str:
    parts = []
    for change in changes:
        parts += [text[start : change.start], change.text]
        start = change.end
    return "".join((*parts, text[start:end]))
