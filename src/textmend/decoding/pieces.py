"""Words to the pieces of an encoder's vocabulary, in numpy."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer, models

from textmend.errors import ModelError

Ids = NDArray[np.int64]
Mask = NDArray[np.bool_]

# BERT's names, then RoBERTa's.
_START = ("[CLS]", "<s>")
_END = ("[SEP]", "</s>")
_PAD = ("[PAD]", "<pad>")
_MASK = ("[MASK]", "<mask>")
_UNKNOWN = ("[UNK]", "<unk>")


@dataclass(frozen=True, slots=True)
class PiecedWords:
    """The pieces of a sentence: word i holds pieces[first[i]] to pieces[last[i]], both included."""

    pieces: Ids
    first: Ids
    last: Ids


@dataclass(frozen=True, slots=True)
class NumpyBatch:
    """Sentences padded to one width; masks are true where there is something."""

    pieces: Ids  # (B, P)
    piece_mask: Mask  # (B, P)
    first: Ids  # (B, W)
    last: Ids  # (B, W)
    word_mask: Mask  # (B, W)


class PieceTable:
    """Words to pieces, remembered: word 0 is the start piece, the last word the end piece.

    >>> table = PieceTable(character_tokenizer("abc"))
    >>> sentence = table.encode(["a", "cab", "?"])
    >>> [table.tokenizer.id_to_token(piece) for piece in sentence.pieces]
    ['[CLS]', 'a', 'c', 'a', 'b', '[UNK]', '[SEP]']
    >>> sentence.first.tolist(), sentence.last.tolist()
    ([0, 1, 2, 5, 6], [0, 1, 4, 5, 6])
    """

    def __init__(self, tokenizer: Tokenizer, *, longest_word: int = 12, remembered: int = 500_000) -> None:
        self.tokenizer = _literal(tokenizer)
        self.longest_word = longest_word
        self.remembered = remembered
        self.start = _id_of(tokenizer, _START)
        self.end = _id_of(tokenizer, _END)
        self.pad_id = _id_of(tokenizer, _PAD)
        self.mask_id = _id_of(tokenizer, _MASK)
        self.unknown = _id_of(tokenizer, _UNKNOWN)
        self._prefix = " " if _is_byte_level(tokenizer) else ""
        self._pieces: dict[str, list[int]] = {}

    def word(self, word: str) -> list[int]:
        """The pieces of one word: at least one, at most `longest_word`.

        >>> PieceTable(character_tokenizer("abc"), longest_word=2).word("cab")
        [7, 5]
        """
        return list(self._known((word,))[word])

    def encode(self, words: Sequence[str]) -> PiecedWords:
        """The pieces of a sentence given as words, start and end added."""
        table = self._known(words)
        pieces = [self.start]
        starts = [0]
        for word in words:
            starts.append(len(pieces))
            pieces += table[word]
        starts.append(len(pieces))
        pieces.append(self.end)
        first = np.array(starts, dtype=np.int64)
        last = np.append(first[1:] - 1, first[-1])
        return PiecedWords(np.array(pieces, dtype=np.int64), first, last)

    def count(self, words: Sequence[str]) -> int:
        """How many pieces `encode` makes, start and end included."""
        table = self._known(words)
        return 2 + sum(len(table[word]) for word in words)

    def arguments(self, qgrams: Sequence[Sequence[str]]) -> Ids:
        """The pieces of a dictionary of q-grams, one row each, padded with the pad piece.

        >>> PieceTable(character_tokenizer("abc")).arguments([("ab",), ("c", "ab")]).tolist()
        [[5, 6, 0], [7, 5, 6]]
        """
        table = self._known(word for qgram in qgrams for word in qgram)
        rows = [[piece for word in qgram for piece in table[word]] for qgram in qgrams]
        ids, _ = _padded([np.array(row, dtype=np.int64) for row in rows], fill=self.pad_id)
        return ids

    def pad(self, sentences: Sequence[PiecedWords]) -> NumpyBatch:
        """One batch of several sentences.

        >>> table = PieceTable(character_tokenizer("abc"))
        >>> batch = table.pad([table.encode(["ab"]), table.encode([])])
        >>> batch.pieces.tolist(), batch.word_mask.tolist()
        ([[2, 5, 6, 3], [2, 3, 0, 0]], [[True, True, True], [True, True, False]])
        """
        pieces, piece_mask = _padded([sentence.pieces for sentence in sentences], fill=self.pad_id)
        first, word_mask = _padded([sentence.first for sentence in sentences], fill=0)
        last, _ = _padded([sentence.last for sentence in sentences], fill=0)
        return NumpyBatch(pieces, piece_mask, first, last, word_mask)

    def _known(self, words: Iterable[str]) -> dict[str, list[int]]:
        """The table, once it holds all these words; a full one is begun anew, aside from its readers."""
        wanted = dict.fromkeys(words)
        table = self._pieces
        unseen = [word for word in wanted if word not in table]
        if not unseen:
            return table
        if len(table) + len(unseen) > self.remembered:
            table = {word: table[word] for word in wanted if word in table}
        texts = [self._prefix + word.encode("utf-8", "replace").decode("utf-8") for word in unseen]
        encodings = self.tokenizer.encode_batch(texts, add_special_tokens=False)
        for word, encoding in zip(unseen, encodings, strict=True):
            table[word] = encoding.ids[: self.longest_word] or [self.unknown]
        self._pieces = table
        return table


def character_tokenizer(characters: Iterable[str]) -> Tokenizer:
    """A tokenizer with one piece a character, for character tasks.

    >>> character_tokenizer("ba").get_vocab_size()
    7
    >>> character_tokenizer("ba").encode("abx").tokens
    ['a', 'b', '[UNK]']
    """
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    vocabulary = {piece: number for number, piece in enumerate([*special, *sorted(set(characters))])}
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=[], unk_token="[UNK]"))
    tokenizer.add_special_tokens(special)
    return tokenizer


def _padded(rows: Sequence[Ids], *, fill: int) -> tuple[Ids, Mask]:
    """Rows of one matrix and the mask of what is theirs.

    >>> ids, mask = _padded([np.array([1, 2]), np.array([3])], fill=0)
    >>> ids.tolist(), mask.tolist()
    ([[1, 2], [3, 0]], [[True, True], [True, False]])
    """
    lengths = np.array([len(row) for row in rows], dtype=np.int64)
    width = int(lengths.max(initial=0))
    mask = np.arange(width) < lengths[:, None]  # (B, width)
    ids = np.full((len(rows), width), fill, dtype=np.int64)
    if rows:
        ids[mask] = np.concatenate(rows)
    return ids, mask


def _literal(tokenizer: Tokenizer) -> Tokenizer:
    """A copy that reads '[SEP]' in a text as five characters, and neither cuts nor pads."""
    literal = Tokenizer.from_str(tokenizer.to_str())
    literal.encode_special_tokens = True
    literal.no_truncation()
    literal.no_padding()
    return literal


def _is_byte_level(tokenizer: Tokenizer) -> bool:
    step = json.loads(tokenizer.to_str())["pre_tokenizer"] or {}
    return any(part["type"] == "ByteLevel" for part in step.get("pretokenizers", [step]) if part)


def _id_of(tokenizer: Tokenizer, names: tuple[str, ...]) -> int:
    for name in names:
        number = tokenizer.token_to_id(name)
        if number is not None:
            return int(number)
    raise ModelError(f"the tokenizer has no piece {' or '.join(names)}; use one of a BERT or RoBERTa model")
