"""Packed sentences against padded ones."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from textmend.decoding.packing import END, START, Packed
from textmend.decoding.pieces import PieceTable, character_tokenizer

TABLE = PieceTable(character_tokenizer("abc"))
SENTENCES = st.lists(st.lists(st.text("abc", min_size=1, max_size=4), max_size=5), min_size=1, max_size=4)


@given(SENTENCES)
def test_every_piece_stands_at_its_place_and_sees_its_sentence(sentences: list[list[str]]) -> None:
    pieced = [TABLE.encode(words) for words in sentences]
    padded, packed = TABLE.pad(pieced), Packed.of(pieced)
    places = packed.places()
    np.testing.assert_array_equal(
        packed.pieces[places.slots][padded.piece_mask], padded.pieces[padded.piece_mask]
    )
    np.testing.assert_array_equal(packed.pieces[places.slots.ravel()[places.back]], packed.pieces)
    np.testing.assert_array_equal(places.bias[:, 0, 0] == 0, padded.piece_mask)
    np.testing.assert_array_equal(packed.positions()[:, 0], np.nonzero(padded.piece_mask)[1])


@given(SENTENCES)
def test_words_know_their_pieces_and_roles(sentences: list[list[str]]) -> None:
    packed = Packed.of([TABLE.encode(words) for words in sentences])
    wanted = [piece for words in sentences for word in words for piece in TABLE.word(word)]
    inner = np.isin(packed.role[packed.word_of_piece], (START, END), invert=True)
    assert packed.pieces[inner].tolist() == wanted
    assert (packed.role == START).sum() == (packed.role == END).sum() == len(sentences)
    assert (packed.pieces[packed.first[packed.role == START]] == TABLE.start).all()
    assert (packed.pieces[packed.first[packed.role == END]] == TABLE.end).all()


def test_a_blank_sees_neither_its_word_nor_padding_nor_other_blanks() -> None:
    packed = Packed.of([TABLE.encode(["ab", "c"]), TABLE.encode(["a"])])
    blanks = packed.blanks(replaced=np.array([1]), appended=np.array([0, 4, 5]))
    assert blanks.sentence.tolist() == [0, 0, 1, 1]
    assert blanks.positions.tolist() == [[1, 1], [0, 1], [0, 1], [1, 2]]
    seen = packed.places_of(blanks).bias[:, 0] == 0
    one, nought = True, False
    assert seen.tolist() == [
        [[one, nought, nought, one, one, one, nought], [one, one, one, one, one, nought, one]],
        [[one, one, one, nought, nought, one, nought], [one, one, one, nought, nought, nought, one]],
    ]


def test_a_blank_after_the_end_stands_at_its_own_position() -> None:
    packed = Packed.of([TABLE.encode(["a"])])
    assert packed.blanks(np.array([], dtype=np.int64), np.array([2])).positions.tolist() == [[2, 2]]
