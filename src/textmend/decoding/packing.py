"""Sentences without padding: all pieces in one row of rows, and their places for attention."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from textmend.decoding.pieces import PiecedWords

Ids = NDArray[np.int64]
Flags = NDArray[np.bool_]
Floats = NDArray[np.float32]

HIDDEN = np.float32(-1e30)

WORD, START, END = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Places:
    """Where M packed rows stand among B sentences of at most S rows, and what they may see (0) or not."""

    slots: Ids  # (B, S) the row at each place; empty places repeat a row that is there
    back: Ids  # (M,) a row's place among the B * S
    bias: Floats  # (B, 1, S, T)


@dataclass(frozen=True, slots=True)
class Packed:
    """The M pieces and N words of B sentences, one after the other."""

    pieces: Ids  # (M,)
    lengths: Ids  # (B,) pieces of each sentence
    first: Ids  # (N,) a word's first piece, among the M
    last: Ids  # (N,)
    word_of_piece: Ids  # (M,)
    sentence: Ids  # (N,) a word's sentence
    role: Ids  # (N,) WORD, START or END

    @classmethod
    def of(cls, sentences: Sequence[PiecedWords]) -> Packed:
        """Pack sentences."""
        lengths = np.array([len(sentence.pieces) for sentence in sentences], dtype=np.int64)
        words = np.array([len(sentence.first) for sentence in sentences], dtype=np.int64)
        starts = np.cumsum(lengths) - lengths  # (B,)
        first = np.concatenate([sentence.first for sentence in sentences]) + np.repeat(starts, words)
        last = np.concatenate([sentence.last for sentence in sentences]) + np.repeat(starts, words)
        role = np.zeros(len(first), dtype=np.int64)
        role[np.cumsum(words) - words] = START
        role[np.cumsum(words) - 1] = END
        return cls(
            pieces=np.concatenate([sentence.pieces for sentence in sentences]),
            lengths=lengths,
            first=first,
            last=last,
            word_of_piece=np.repeat(np.arange(len(first)), last - first + 1),
            sentence=np.repeat(np.arange(len(sentences)), words),
            role=role,
        )

    @property
    def starts(self) -> Ids:
        """The first piece of each sentence."""
        return np.cumsum(self.lengths) - self.lengths  # (B,)

    def positions(self) -> Ids:
        """The position of each piece in its sentence, twice: as the mean of two places."""
        position = np.arange(len(self.pieces)) - np.repeat(self.starts, self.lengths)  # (M,)
        return np.stack([position, position], axis=1)  # (M, 2)

    def places(self) -> Places:
        """Every piece sees all pieces of its sentence."""
        slots, back, there = _spread(np.repeat(np.arange(len(self.lengths)), self.lengths), len(self.lengths))
        width = slots.shape[1]
        bias = np.where(there[:, None, None, :], np.float32(0), HIDDEN)  # (B, 1, 1, S)
        return Places(slots, back, np.ascontiguousarray(np.broadcast_to(bias, (len(slots), 1, width, width))))

    def blanks(self, replaced: Ids, appended: Ids) -> Blanks:
        """Blanks in the place of some words and after others."""
        first, last = self.first[replaced], self.last[replaced]  # (R,)
        before = self.last[appended]  # (A,)
        after = before + (self.role[appended] != END)  # (A,)
        words = np.concatenate([replaced, appended])
        starts = self.starts[self.sentence[words]]  # (R + A,)
        spans = np.concatenate([np.stack([first, first], 1), np.stack([before, after], 1)])  # (R + A, 2)
        hidden = np.full_like(spans, -1)
        hidden[: len(replaced)] = np.stack([first, last], 1) - starts[: len(replaced), None]
        return Blanks(self.sentence[words], spans - starts[:, None], hidden)

    def places_of(self, blanks: Blanks) -> Places:
        """A blank sees the pieces of its sentence but the hidden ones, then itself alone of the blanks."""
        slots, back, _ = _spread(blanks.sentence, len(self.lengths))
        sentences, width = slots.shape
        longest = int(self.lengths.max())
        there = np.arange(longest) < self.lengths[:, None]  # (B, P)
        bias = np.full((sentences * width, longest + width), HIDDEN, dtype=np.float32)  # (B * S, P + S)
        bias[:, :longest][np.repeat(there, width, axis=0)] = 0
        piece = np.arange(longest)
        inside = (piece >= blanks.hidden[:, :1]) & (piece <= blanks.hidden[:, 1:])  # (R + A, P)
        bias[back, :longest] += np.where(inside, HIDDEN, np.float32(0))
        bias[np.arange(sentences * width), longest + np.arange(sentences * width) % width] = 0
        return Places(slots, back, bias.reshape(sentences, 1, width, -1))


@dataclass(frozen=True, slots=True)
class Blanks:
    """Rows that see a sentence and are seen by nobody: replace and append streams."""

    sentence: Ids  # (R + A,)
    positions: Ids  # (R + A, 2) a blank stands at the mean of two positions
    hidden: Ids  # (R + A, 2) the first and last piece of its sentence it must not see; -1: none


def _spread(sentence: Ids, sentences: int) -> tuple[Ids, Ids, Flags]:
    """Places for rows of these sentences: the row at each place, each row's place, which places are taken.

    >>> slots, back, there = _spread(np.array([1, 0, 1]), 2)
    >>> slots.tolist(), back.tolist(), there.tolist()
    ([[1, 0], [0, 2]], [2, 0, 3], [[True, False], [True, True]])
    """
    counts = np.bincount(sentence, minlength=sentences)  # (B,)
    width = int(counts.max())
    order = np.argsort(sentence, kind="stable")  # (M,)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order)) - np.repeat(np.cumsum(counts) - counts, counts)
    back = sentence * width + rank  # (M,)
    slots = np.zeros(sentences * width, dtype=np.int64)
    slots[back] = np.arange(len(sentence))
    there = np.arange(width) < counts[:, None]  # (B, S)
    return slots.reshape(sentences, width), back, there
