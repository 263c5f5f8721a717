"""Words to pieces: every word keeps its place, whatever its characters."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from textmend.decoding.pieces import PieceTable, character_tokenizer
from textmend.errors import ModelError


def word_piece() -> Tokenizer:
    names = [
        "[PAD]",
        "[UNK]",
        "[CLS]",
        "[SEP]",
        "[MASK]",
        "walk",
        "##ing",
        "##s",
        "the",
        ".",
        "[",
        "]",
        "SE",
        "##P",
    ]
    tokenizer = Tokenizer(models.WordPiece({name: n for n, name in enumerate(names)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=False)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.add_special_tokens(names[:5])
    return tokenizer


def byte_level(*, prefix: bool) -> Tokenizer:
    names = [
        "<s>",
        "<pad>",
        "</s>",
        "<unk>",
        "<mask>",
        *sorted(pre_tokenizers.ByteLevel.alphabet()),
        "Ġa",
        "Ġab",
    ]
    merges = [("Ġ", "a"), ("Ġa", "b")]
    tokenizer = Tokenizer(models.BPE({name: n for n, name in enumerate(names)}, merges))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=prefix)
    tokenizer.add_special_tokens(names[:5])
    return tokenizer


TABLES = {
    "word pieces": PieceTable(word_piece()),
    "bytes": PieceTable(byte_level(prefix=False)),
    "characters": PieceTable(character_tokenizer("abc é")),
}

# Lone surrogates too: a file read with errors="surrogateescape" has them.
any_word = st.text(st.characters(), max_size=30)


def tokens(table: PieceTable, pieces: object) -> list[str]:
    return [table.tokenizer.id_to_token(piece) for piece in np.asarray(pieces).tolist()]


@pytest.mark.parametrize("kind", TABLES)
@given(words=st.lists(any_word, max_size=8))
def test_words_tile_the_pieces(kind: str, words: list[str]) -> None:
    table = TABLES[kind]
    sentence = table.encode(words)
    assert len(sentence.first) == len(sentence.last) == len(words) + 2
    assert sentence.first[0] == sentence.last[0] == 0
    assert (sentence.first[1:] == sentence.last[:-1] + 1).all()
    assert sentence.last[-1] == len(sentence.pieces) - 1
    assert ((sentence.last - sentence.first + 1) <= table.longest_word).all()
    assert table.count(words) == len(sentence.pieces)
    assert sentence.pieces[0] == table.start
    assert sentence.pieces[-1] == table.end
    assert not np.isin(sentence.pieces[1:-1], [table.start, table.end, table.pad_id, table.mask_id]).any()


@given(
    sentences=st.lists(st.lists(st.text("abc", min_size=1, max_size=4), max_size=6), min_size=1, max_size=5)
)
def test_a_batch_holds_each_sentence(sentences: list[list[str]]) -> None:
    table = TABLES["characters"]
    encoded = [table.encode(words) for words in sentences]
    batch = table.pad(encoded)
    for row, sentence in enumerate(encoded):
        assert batch.pieces[row][batch.piece_mask[row]].tolist() == sentence.pieces.tolist()
        assert batch.first[row][batch.word_mask[row]].tolist() == sentence.first.tolist()
        assert batch.last[row][batch.word_mask[row]].tolist() == sentence.last.tolist()
        assert (batch.pieces[row][~batch.piece_mask[row]] == table.pad_id).all()


def test_words_break_into_word_pieces() -> None:
    table = TABLES["word pieces"]
    assert tokens(table, table.word("walking")) == ["walk", "##ing"]
    assert tokens(table, table.word("xyz")) == tokens(table, table.word("")) == ["[UNK]"]


def test_names_of_special_pieces_in_a_text_are_just_text() -> None:
    table = TABLES["word pieces"]
    assert tokens(table, table.word("[SEP]")) == ["[", "SE", "##P", "]"]


@pytest.mark.parametrize("prefix", [True, False])
def test_byte_level_words_carry_their_space(prefix: bool) -> None:
    table = PieceTable(byte_level(prefix=prefix))
    assert tokens(table, table.encode(["ab", "a"]).pieces) == ["<s>", "Ġab", "Ġa", "</s>"]


def test_long_words_keep_their_first_pieces() -> None:
    table = PieceTable(character_tokenizer("ab"), longest_word=3)
    assert tokens(table, table.word("abbaab")) == ["a", "b", "b"]


def test_a_full_memory_begins_anew_and_changes_nothing() -> None:
    small, large = PieceTable(character_tokenizer("abc"), remembered=2), TABLES["characters"]
    for words in (["a", "b"], ["c", "ab", "a"], ["a"], ["b", "c", "abc", "ca"]):
        assert tokens(small, small.encode(words).pieces) == tokens(large, large.encode(words).pieces)


def test_arguments_are_padded_rows_of_a_dictionary() -> None:
    table = TABLES["word pieces"]
    rows = table.arguments([("the",), ("the", "walks")])
    assert [tokens(table, row) for row in rows] == [["the", "[PAD]", "[PAD]"], ["the", "walk", "##s"]]
    assert table.arguments([]).shape == (0, 0)


def test_the_given_tokenizer_is_left_as_it_was() -> None:
    tokenizer = word_piece()
    tokenizer.enable_truncation(2)
    before = tokenizer.to_str()
    PieceTable(tokenizer).encode(["walking", "walks", "the"])
    assert tokenizer.to_str() == before
    assert not tokenizer.encode_special_tokens


def test_a_tokenizer_without_a_mask_is_refused() -> None:
    tokenizer = Tokenizer(
        models.WordPiece({"[UNK]": 0, "[CLS]": 1, "[SEP]": 2, "[PAD]": 3}, unk_token="[UNK]")
    )
    with pytest.raises(ModelError, match=r"\[MASK\] or <mask>"):
        PieceTable(tokenizer)


def test_real_word_pieces_of_words_are_those_of_the_sentence(shared: Path) -> None:
    tokenizer = Tokenizer.from_file(str(shared / "encoder" / "tokenizer.json"))
    words = "She has n't unravelled the naïve café's 3,000-page mystery , has she ?".split()
    assert PieceTable(tokenizer).encode(words).pieces.tolist() == tokenizer.encode(" ".join(words)).ids
