"""TODO"""

from __future__ import annotations
from dataclasses import dataclass
from textmend.text.sentences import Span, split_sentences
from textmend.text.words import split_words


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a document: its words and their places in the original text.

    `fixed` numbers the words that no edit may touch; `seams` numbers the gaps that hold markup (gap `i`
    lies before word `i`; the last one after the last word).
    """

    words: tuple[str, ...]
    spans: tuple[Span, ...]
    fixed: frozenset[int] = frozenset()
    seams: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Document:
    text: str
    sentences: tuple[Sentence, ...]


def read_document(text: str) -> Document:
    out = []
    for span in split_sentences(text):
        ws = split_words(span.of(text), span.start)
        if ws:
            out.append(Sentence(tuple(w.text for w in ws), tuple(Span(w.start, w.end) for w in ws)))
    return Document(text, tuple(out))
