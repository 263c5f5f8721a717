"""A text as the corrector sees it: sentences of words that know their places in the original."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, compress

from textmend.text.language import judge_all
from textmend.text.markup import OPAQUE, PROSE, Piece, Segment, find_prose
from textmend.text.protection import Dictionary, is_code_like, switched_off
from textmend.text.sentences import Span, split_sentences
from textmend.text.words import Word, split_words


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence: its words and their places in the original text.

    `fixed` numbers the words that no edit may touch; `seams` numbers the gaps that hold markup (gap `i` lies
    before word `i`, the last one after the last word).
    """

    words: tuple[str, ...]
    spans: tuple[Span, ...]
    fixed: frozenset[int] = frozenset()
    seams: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Document:
    """A text and the sentences of its prose."""

    text: str
    sentences: tuple[Sentence, ...]


def read_document(
    text: str, format: str = "plain", dictionary: Dictionary | None = None, english_only: bool = True
) -> Document:
    """Find the sentences of a text; what is not English prose, or switched off, has none.

    >>> document = read_document("# Note\\n\\nUse `size` **now**, I'm sure.", "markdown")
    >>> [sentence.words for sentence in document.sentences]
    [('Note',), ('Use', 'size', 'now', ',', 'I', "'m", 'sure', '.')]
    >>> sorted(document.sentences[1].fixed), sorted(document.sentences[1].seams)
    ([1], [0, 1, 2, 3, 8])
    """
    off = switched_off(text)
    known = dictionary or Dictionary()
    sentences = []
    views = [View.of(text, segment, edges=format != "plain") for segment in find_prose(text, format)]
    if english_only:
        views = list(compress(views, judge_all([view.text for view in views])))
    for view in views:
        for sentence in view.sentences():
            fixed = sentence.fixed.union(known.places(sentence.words), _places_in(off, sentence.spans))
            fixed = fixed.union(place for place, word in enumerate(sentence.words) if is_code_like(word))
            if len(fixed) < len(sentence.words):
                sentences.append(Sentence(sentence.words, sentence.spans, fixed, sentence.seams))
    return Document(text, tuple(sentences))


def _places_in(off: Sequence[Span], spans: Sequence[Span]) -> Iterator[int]:
    """The places of the spans that touch a part that is switched off."""
    if not off or not spans:
        return
    for part in off:
        if part.start < spans[-1].end and spans[0].start < part.end:
            for place, span in enumerate(spans):
                if part.start < span.end and span.start < part.end:
                    yield place


@dataclass(frozen=True, slots=True)
class View:
    """A segment as it reads, and the way from there back to the original."""

    text: str
    pieces: tuple[Piece, ...]
    starts: tuple[int, ...]  # where each piece begins in the view
    edges: bool  # whether markup lies around the segment

    @classmethod
    def of(cls, text: str, segment: Segment, edges: bool) -> View:
        parts = [piece.read(text) for piece in segment]
        starts = [0, *accumulate(map(len, parts))]
        return cls("".join(parts), segment, tuple(starts[:-1]), edges)

    def sentences(self) -> Iterator[Sentence]:
        """The sentences of the segment that have words."""
        before = -1 if self.edges else None  # the piece where the last word ended
        found = [words for span in split_sentences(self.text) if (words := self._words(span))]
        for number, words in enumerate(found):
            following = found[number + 1][0].start if number + 1 < len(found) else None
            yield self._sentence(words, before, following)
            before = self._piece(words[-1].end - 1)

    def _words(self, span: Span) -> list[Word]:
        """The words of a sentence; what overlaps an opaque piece is one word with it."""
        words = split_words(span.of(self.text), span.start)
        if len(self.pieces) == 1:
            return words
        merged: list[Word] = []
        for word in words:
            last = merged[-1] if merged else None
            piece = self._piece(word.start)
            inside = last is not None and self.starts[piece] < last.end and self.pieces[piece].kind == OPAQUE
            if last is not None and inside:
                merged[-1] = Word(self.text[last.start : word.end], last.start, word.end)
            else:
                merged.append(word)
        return merged

    def _sentence(self, words: Sequence[Word], before: int | None, following: int | None) -> Sentence:
        if len(self.pieces) == 1:
            shift = self.pieces[0].start
            spans = tuple(Span(word.start + shift, word.end + shift) for word in words)
            edges = {0} if before == -1 else set()
            edges |= {len(words)} if self.edges and following is None else set()
            return Sentence(tuple(word.text for word in words), spans, seams=frozenset(edges))
        first = [self._piece(word.start) for word in words]
        last = [self._piece(word.end - 1) for word in words]
        after = -1 if following is None else self._piece(following)
        gaps = zip([before, *last], [*first, after], strict=True)
        return Sentence(
            tuple(word.text for word in words),
            tuple(map(self._span, words)),
            frozenset(place for place in range(len(words)) if not self._is_plain(first[place], last[place])),
            frozenset(
                place for place, (left, right) in enumerate(gaps) if left is not None and left != right
            ),
        )

    def _piece(self, place: int) -> int:
        """The number of the piece at a place of the view."""
        return bisect_right(self.starts, place) - 1

    def _is_plain(self, first: int, last: int) -> bool:
        return first == last and self.pieces[first].kind == PROSE

    def _span(self, word: Word) -> Span:
        """The place of a word in the original; opaque pieces count as a whole."""
        first, last = self._piece(word.start), self._piece(word.end - 1)
        start, end = self.pieces[first].start, self.pieces[last].end
        if self.pieces[first].kind == PROSE:
            start += word.start - self.starts[first]
        if self.pieces[last].kind == PROSE:
            end = self.pieces[last].start + word.end - self.starts[last]
        return Span(start, end)
