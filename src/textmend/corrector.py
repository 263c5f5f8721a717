"""The front door: text in, corrected text and its edits out.

corrector = textmend.load()
correction = corrector.correct("He go home yesterday.")
correction.text, correction.edits, correction.rounds
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from textmend.decoding import Decoded, Engine, Round, Thresholds, decode
from textmend.decoding.choice import Choice
from textmend.decoding.loop import ROUNDS, Prepare
from textmend.edits import Append, Edit, Transform, realise
from textmend.edits.transforms import GLUE, SWAP
from textmend.messages import explain
from textmend.text.document import Document, Sentence, read_document
from textmend.text.protection import Dictionary
from textmend.text.replacement import Replacement, replacements, substitute
from textmend.text.revision import Change, Revision, Rewrite

CHUNK = 200_000
"""Characters of texts that are read ahead and corrected together."""


@dataclass(frozen=True, slots=True)
class SpanEdit:
    """Characters `start` up to `end` of the original text become `after`.

    `kind` is that of its first change, `round` when that was made, `confidence` the lowest of its changes;
    `alternatives` are other texts for the same place, the likeliest first.
    """

    start: int
    end: int
    before: str
    after: str
    kind: str
    confidence: float
    round: int
    message: str
    alternatives: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Correction:
    """The corrected text, its edits in order, and the number of rounds that changed something."""

    text: str
    edits: tuple[SpanEdit, ...]
    rounds: int


@dataclass(frozen=True)
class Corrector:
    """Corrects texts with one engine; safe to share between threads."""

    engine: Engine
    thresholds: Thresholds = field(default_factory=Thresholds)
    rounds: int = ROUNDS
    prepare: Prepare | None = None
    dictionary: Dictionary = field(default_factory=Dictionary)
    name: str = ""

    def correct(self, text: str, format: str = "plain") -> Correction:
        """Correct one text."""
        return next(self.correct_many([text], format))

    def correct_many(self, texts: Iterable[str], format: str = "plain") -> Iterator[Correction]:
        """Correct texts in their order, reading ahead no more than makes good batches."""
        chunk: list[str] = []
        size = 0
        for text in texts:
            chunk.append(text)
            size += len(text)
            if size >= CHUNK:
                yield from self._correct_chunk(chunk, format)
                chunk, size = [], 0
        yield from self._correct_chunk(chunk, format)

    def correct_words(self, sentences: Sequence[Sequence[str]]) -> list[Decoded]:
        """Correct sentences that are tokenised already, and keep their tokens as they are given."""
        return decode(self.engine, sentences, self.thresholds, rounds=self.rounds, prepare=self.prepare)

    def show_rounds(self, text: str, format: str = "plain") -> list[Decoded]:
        """The sentences of a text with the rounds that changed them."""
        return self._decode(read_document(text, format, self.dictionary).sentences)

    def _correct_chunk(self, texts: list[str], format: str) -> Iterator[Correction]:
        documents = [read_document(text, format, self.dictionary) for text in texts]
        decoded = iter(self._decode([sentence for document in documents for sentence in document.sentences]))
        for document in documents:
            yield _correction(document, [next(decoded) for _ in document.sentences])

    def _decode(self, sentences: Sequence[Sentence]) -> list[Decoded]:
        return self.correct_words([sentence.words for sentence in sentences])

    def protecting(self, dictionary: Dictionary) -> Corrector:
        """The same corrector, leaving the words of a dictionary alone."""
        return replace(self, dictionary=self.dictionary | dictionary)

    def at_least(self, confidence: float) -> Corrector:
        """The same corrector, making only edits it is that sure of."""
        return replace(
            self, thresholds=replace(self.thresholds, min_edit=max(self.thresholds.min_edit, confidence))
        )


def _correction(document: Document, decoded: list[Decoded]) -> Correction:
    found: list[Replacement] = []
    for sentence, result in zip(document.sentences, decoded, strict=True):
        if result.rounds:
            found += replacements(document.text, revise(sentence, result.rounds))
    found.sort(key=lambda item: (item.start, item.end))
    edits = tuple(map(_span_edit, found))
    rounds = max((change.round for item in found for change in item.changes), default=0)
    return Correction(substitute(document.text, found), edits, rounds)


def revise(sentence: Sentence, rounds: Iterable[Round]) -> Revision:
    """Carry a sentence through its rounds, every word knowing where it came from."""
    revision = Revision.begin(sentence)
    for this in rounds:
        rewrites = {
            choice.position: _rewrite(revision.words, choice, this.number)
            for choice in this.choices
            if choice.position <= len(revision.words)
        }
        revision = revision.revise(rewrites)
    return revision


def _rewrite(words: tuple[str, ...], choice: Choice, number: int) -> Rewrite:
    edit = choice.edit
    word = words[choice.position - 1] if choice.position else ""
    alternatives = tuple(" ".join(outcome.words) for outcome in choice.alternatives)
    change = Change(number, edit.kind, edit.argument, choice.confidence, alternatives)
    match edit:
        case Append(added) if not choice.position:
            return Rewrite(added, change)
        case Transform(name) if name == SWAP:
            return Rewrite((word,), change, swaps=True)
        case Transform(name) if name in GLUE:
            return Rewrite((word,), change, glue=GLUE[name])
        case _:
            return Rewrite(_words(word, edit), change)


def _words(word: str, edit: Edit) -> tuple[str, ...]:
    made = realise(word, None, edit)
    return (word,) if made is None else made


def _span_edit(item: Replacement) -> SpanEdit:
    first = min(item.changes, key=lambda change: change.round)
    alternatives = tuple(text for text in first.alternatives if text not in (item.before, item.after))
    return SpanEdit(
        start=item.start,
        end=item.end,
        before=item.before,
        after=item.after,
        kind=first.kind,
        confidence=round(item.confidence, 4),
        round=first.round,
        message=explain(first.kind, first.argument, item.before, item.after),
        alternatives=alternatives,
    )
