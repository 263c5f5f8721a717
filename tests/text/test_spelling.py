"""The speller: what it knows, what it suggests, what it leaves alone."""

from __future__ import annotations

import hashlib
from importlib import resources

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from textmend.errors import InputError
from textmend.text import lexicon
from textmend.text.lexicon import pack, unpack
from textmend.text.neighbours import BITS, Neighbours, sign
from textmend.text.spelling import english


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("becuase", "because"),
        ("definately", "definitely"),
        ("recieve", "receive"),
        ("Recieve", "Receive"),
        ("wich", "which"),
        ("teh", "the"),
        ("untill", "until"),
        ("occured", "occurred"),
        ("payed", "paid"),
        ("buyed", "bought"),
        ("childs", "children"),
        ("informations", "information"),
        ("dont", "don't"),
        ("im", "I'm"),
        ("i", "I"),
        ("london", "London"),
        ("monday", "Monday"),
        ("tv", "TV"),
        ("Febuary", "February"),
        ("well-knwon", "well-known"),
        ("alot", "a lot"),
        ("infact", "in fact"),
        ("noone", "no one"),
    ],
)
def test_best_suggestion(wrong: str, right: str) -> None:
    assert english().best(wrong) == right


@pytest.mark.parametrize(
    "word", "colour color analyse analyze travelled traveled centre center programme program".split()
)
def test_british_and_american_spellings_are_both_known(word: str) -> None:
    assert english().knows(word)
    assert english().best(word) is None


@pytest.mark.parametrize(
    "word",
    [
        "house",
        "House",
        "HOUSE",
        "London",
        "LONDON",
        "I",
        "don't",
        "n't",
        "'s",
        "ca",
        "well-known",
        "John's",
        "it’s",
        "café",
    ],
)
def test_known_words_are_left_alone(word: str) -> None:
    assert english().knows(word)
    assert english().best(word) is None


@pytest.mark.parametrize(
    "word",
    [
        "NASA",
        "XKCDQ",
        "3rd",
        "x86_64",
        "foo.bar",
        "http://a.org",
        "a@b.org",
        "x",
        "Q",
        "Kowalczyk",
        "",
        " ",
        "日本語",
        "--",
    ],
)
def test_what_is_not_to_be_spelt_is_left_alone(word: str) -> None:
    assert english().best(word) is None


def test_case_follows_the_word() -> None:
    assert english().suggest("BECUASE")[0] == "BECAUSE"
    assert english().suggest("Becuase")[0] == "Because"
    assert english().suggest("englsh")[0] == "English"


def test_suggestions_are_distinct_and_limited() -> None:
    found = english().suggest("thier", limit=3)
    assert found[0] == "their"
    assert len(found) == len(set(found)) == 3
    assert english().suggest("thier", limit=0) == ()


def test_offensive_words_are_known_and_never_suggested() -> None:
    assert english().knows("shit")
    assert "shit" not in english().suggest("shti", limit=20)


@given(st.text(max_size=60))
def test_any_text_is_taken(word: str) -> None:
    best = english().best(word)
    assert best is None or best != word
    assert english().best(word) == best
    assert len(english().suggest(word)) <= 5
    english().split(word)


@given(st.sampled_from(lexicon.english().words), st.sampled_from(["lower", "title", "upper"]))
def test_words_of_the_list_are_never_changed(word: str, case: str) -> None:
    written = {"lower": word, "title": word[:1].upper() + word[1:], "upper": word.upper()}[case]
    assert english().knows(written) or not word.isalpha() or not word.islower()
    assert english().best(word) is None


@given(st.data())
def test_a_suggestion_is_a_known_word(data: st.DataObject) -> None:
    word = data.draw(
        st.sampled_from([word for word in lexicon.english().words if len(word) > 4 and word.isascii()])
    )
    place = data.draw(st.integers(0, len(word) - 1))
    for found in english().suggest(word[:place] + word[place + 1 :]):
        assert all(english().knows(part) for part in found.split(" "))


def test_name_and_hash_are_those_of_the_file() -> None:
    data = (resources.files("textmend.text") / "resources" / "en.lexicon").read_bytes()
    assert (english().name, english().sha256) == ("en-1", hashlib.sha256(data).hexdigest())
    assert len(data) < 1_500_000


def test_words_of_the_list_are_in_order_and_distinct() -> None:
    words = lexicon.english().words
    assert words == sorted(set(words))


@pytest.mark.parametrize(
    "wrong", "seperate recieve definately dont alot informations advices thier eachother occured".split()
)
def test_slips_of_the_corpus_are_not_in_the_list(wrong: str) -> None:
    assert wrong not in lexicon.english()


def test_a_damaged_list_is_named() -> None:
    data = pack("tiny", [("one", 1), ("two", 2)])
    with pytest.raises(InputError, match="damaged lexicon: 1 words where 2 are announced"):
        unpack(data[:-4])


@given(
    st.lists(st.text("abcdelnorstßé", min_size=1, max_size=12), min_size=1, unique=True),
    st.text("abcdelnorst", min_size=1),
)
def test_neighbours_are_those_of_a_plain_search(words: list[str], word: str) -> None:
    """The signature is a filter: it may lose a far word, never a word one edit away, and adds none."""
    word = word[:12]
    index = Neighbours(words, np.zeros(len(words)))
    for reach in (1, 2, 3):
        found = {near: distance for near, distance, _ in index.find(word, reach, len(words))}
        plain = {near: OSA.distance(word, near) for near in words if OSA.distance(word, near) <= reach}
        assert found.items() <= plain.items()
        assert all(near in found for near, distance in plain.items() if bits_apart(word, near) <= BITS)
        assert all(near in found for near, distance in plain.items() if distance <= 1)


def bits_apart(first: str, second: str) -> int:
    signatures = sign(f"{first}\n{second}")
    return int(np.bitwise_count(signatures[0] ^ signatures[1]))
