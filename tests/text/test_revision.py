"""Edits of several rounds become replacements on the original text."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from textmend.edits import COPY, DELETE, Append, Edit, Replace, Transform, apply
from textmend.text.document import Sentence, read_document
from textmend.text.replacement import Replacement, replacements, substitute
from textmend.text.revision import Change, Revision, Rewrite
from textmend.text.sentences import Span
from textmend.text.words import split_words

Round = dict[int, tuple[str, str]]


def rewrite(number: int, kind: str, words: str, word: str = "") -> Rewrite:
    """One edit in words: `append to`, `replace a lot`, `delete`, `join`, `hyphen`, `swap`."""
    change = Change(number, kind, words, confidence=1 / (1 + number))
    if kind == "append":
        return Rewrite((*([word] if word else []), *words.split()), change)
    if kind in {"replace", "delete"}:
        return Rewrite(tuple(words.split()), change)
    glue = {"join": "", "hyphen": "-"}.get(kind)
    return Rewrite((word,), change, glue=glue, swaps=kind == "swap")


def revised(text: str, *rounds: Round) -> Revision:
    words = split_words(text)
    sentence = Sentence(
        tuple(word.text for word in words), tuple(Span(word.start, word.end) for word in words)
    )
    revision = Revision.begin(sentence)
    for number, edits in enumerate(rounds, 1):
        current = ("", *revision.words)
        revision = revision.revise(
            {at: rewrite(number, kind, put, current[at]) for at, (kind, put) in edits.items()}
        )
    return revision


CASES: list[tuple[str, list[Round], str]] = [
    ("He  go\thome .", [{2: ("replace", "went")}], "He  went\thome ."),
    ("It is big dog.", [{2: ("append", "a")}], "It is a big dog."),
    ("However he won!", [{1: ("append", ",")}], "However, he won!"),
    ("he won!", [{0: ("append", "However ,")}], "However, he won!"),
    ("He won!", [{0: ("append", "However ,"), 1: ("replace", "he")}], "However, he won!"),
    ("I don't know", [{3: ("replace", "not")}], "I do not know"),
    ("I do not know", [{3: ("replace", "n't")}], "I don't know"),
    ("a the big dog", [{2: ("delete", "")}], "a big dog"),
    ("a the, big dog", [{2: ("delete", "")}], "a, big dog"),
    ("apples, and pears", [{2: ("delete", "")}], "apples and pears"),
    ("first the\nsecond", [{2: ("delete", "")}], "first\nsecond"),
    ("first\nthe second", [{2: ("delete", "")}], "first\nsecond"),
    ("The dogs bark.", [{1: ("delete", "")}], "dogs bark."),
    ("Dogs bark now", [{3: ("delete", "")}], "Dogs bark"),
    ("the", [{1: ("delete", "")}], ""),
    ('say "the cat"', [{3: ("delete", "")}], 'say "cat"'),
    ("and/or", [{2: ("delete", "")}], "and or"),
    ("see (cat)", [{2: ("append", "the")}], "see (the cat)"),
    ("see cat) now", [{1: ("append", "(")}], "see (cat) now"),
    ("to day", [{1: ("join", "")}], "today"),
    ("well known man", [{1: ("hyphen", "")}], "well-known man"),
    ("I alot like it", [{2: ("replace", "a lot")}], "I a lot like it"),
    ("what it is this", [{2: ("swap", "")}], "what is it this"),
    ("He then ran", [{2: ("replace", "Then")}, {2: ("append", ",")}], "He Then, ran"),
    ("to day is", [{1: ("join", "")}, {1: ("replace", "Today")}], "Today is"),
    ("the the the cat", [{2: ("delete", ""), 3: ("delete", "")}], "the cat"),
    ("He go to home", [{2: ("replace", "goes"), 3: ("delete", "")}], "He goes home"),
    ("ok then", [{1: ("append", "a")}, {2: ("append", "b")}, {2: ("delete", "")}], "ok b then"),
    ("on two\r\nlines  here", [{2: ("append", "long")}], "on two long\r\nlines  here"),
    ("nai\u0308ve 👩‍💻 are", [{3: ("replace", "is")}], "nai\u0308ve 👩‍💻 is"),
    ("however,the dog", [{3: ("replace", "The")}], "however,The dog"),
]


@pytest.mark.parametrize(("text", "rounds", "expected"), CASES)
def test_edits_give_the_text_a_writer_would_write(text: str, rounds: list[Round], expected: str) -> None:
    assert substitute(text, replacements(text, revised(text, *rounds))) == expected


def test_changes_of_several_rounds_that_touch_one_span_are_one_edit() -> None:
    text = "He say hi"
    (item,) = replacements(text, revised(text, {2: ("replace", "says")}, {2: ("replace", "said")}))
    assert (item.start, item.end, item.before, item.after) == (3, 6, "say", "said")
    assert item.kinds == ("replace",)
    assert item.rounds == (1, 2)
    assert item.confidence == pytest.approx(1 / 3)


def test_a_word_that_comes_back_is_no_edit() -> None:
    text = "He say hi"
    assert replacements(text, revised(text, {2: ("replace", "says")}, {2: ("replace", "say")})) == []


def test_words_apart_are_edits_of_their_own() -> None:
    text = "He say hi"
    items = replacements(text, revised(text, {1: ("replace", "She"), 2: ("replace", "says")}))
    assert [(item.before, item.after) for item in items] == [("He", "She"), ("say", "says")]


PIECES = st.sampled_from(
    ["a", "dog", "don't", ",", ".", '"', "(", ")", "Mr.", "😀", "e\u0301t", "$", "5", "s'", "/"]
)
BLANKS = st.sampled_from(["", " ", " ", "  ", "\t", "\r\n", "\n"])
TEXTS = st.lists(st.tuples(PIECES, BLANKS), min_size=1, max_size=12).map(
    lambda pairs: "".join(piece + blank for piece, blank in pairs)
)
NEW_WORDS = st.sampled_from(["the", ",", "n't", '"', "(", "cat dog", ". Then", "'s", "X"])
EDITS = st.tuples(st.sampled_from(["append", "replace", "delete", "join", "hyphen", "swap"]), NEW_WORDS)


@st.composite
def revisions(draw: st.DrawFn) -> tuple[str, Revision]:
    text = draw(TEXTS)
    revision = revised(text)
    for number in range(1, draw(st.integers(1, 4))):
        current = ("", *revision.words)
        edits = draw(st.dictionaries(st.integers(0, len(current) - 1), EDITS))
        revision = revision.revise(
            {
                at: rewrite(
                    number, kind if at else "append", "" if kind == "delete" and at else put, current[at]
                )
                for at, (kind, put) in edits.items()
            }
        )
    return text, revision


@settings(max_examples=150)
@given(revisions())
def test_replacements_lie_in_order_and_give_the_revised_words(case: tuple[str, Revision]) -> None:
    text, revision = case
    items = replacements(text, revision)
    assert all(text[item.start : item.end] == item.before for item in items)
    assert all(item.changes for item in items)
    places = [place for item in items for place in (item.start, item.end)]
    assert places == sorted(places)
    assert all(left.end < right.start for left, right in pairwise(items))
    assert "".join(substitute(text, items).split()) == "".join(revision.words)


EDIT_VALUES = st.one_of(
    st.just(COPY),
    st.just(DELETE),
    st.builds(Append, st.just(("the",))),
    st.builds(Replace, st.sampled_from([("x",), ("x", "y")])),
    st.builds(Transform, st.sampled_from(["join", "join:hyphen", "swap"])),
)


def rewrite_of(word: str, edit: Edit) -> Rewrite:
    name = edit.argument if isinstance(edit, Transform) else ""
    words = apply([word], [COPY, edit, COPY])
    glue = {"join": "", "join:hyphen": "-"}.get(name)
    return Rewrite(tuple(words), Change(1, edit.kind), glue, swaps=name == "swap")


@settings(max_examples=150)
@given(
    st.lists(EDIT_VALUES, min_size=1, max_size=6),
    st.lists(EDIT_VALUES, min_size=30, max_size=30),
    st.booleans(),
)
def test_a_round_gives_the_words_that_applying_its_edits_gives(
    first: list[Edit], second: list[Edit], starts: bool
) -> None:
    revision = revised(" ".join("abcdefgh"[: len(first)]))
    start = Append(("So",)) if starts else COPY
    for edits in (first, second):
        words = revision.words
        own = edits[: len(words)]
        rewrites = {
            at: rewrite_of(word, edit)
            for at, (word, edit) in enumerate(zip(words, own, strict=False), 1)
            if edit != COPY
        }
        if starts:
            rewrites[0] = Rewrite(("So",), Change(1, "append"))
        revision = revision.revise(rewrites)
        assert list(revision.words) == apply(words, [start, *own, COPY])


@given(TEXTS | st.text())
def test_without_edits_nothing_is_replaced(text: str) -> None:
    for sentence in read_document(text).sentences:
        assert replacements(text, Revision.begin(sentence)) == []


@settings(max_examples=100)
@given(revisions(), st.data())
def test_fixed_words_survive_every_edit(case: tuple[str, Revision], data: st.DataObject) -> None:
    text, revision = case
    places = st.integers(0, max(0, len(revision.sentence.words) - 1))
    fixed = data.draw(st.frozensets(places))
    plain = revision.sentence
    guarded = Revision(Sentence(plain.words, plain.spans, fixed), revision.slots)
    for item in replacements(text, guarded):
        for place in fixed:
            span = plain.spans[place]
            assert item.end <= span.start or span.end <= item.start


@pytest.mark.parametrize(
    ("at", "kind", "put", "expected"),
    [
        (2, "delete", "", "a **very** nice *old dog*"),
        (4, "delete", "", "a **very** nice *dog*"),
        (5, "delete", "", "a **very** nice *old*"),
        (2, "append", "big", "a **very big** nice *old dog*"),
        (1, "join", "", "a **very** nice *old dog*"),
        (1, "swap", "", "a **very** nice *old dog*"),
        (2, "replace", "n't", "a **very** nice *old dog*"),
        (2, "replace", "rather", "a **rather** nice *old dog*"),
    ],
)
def test_markup_between_words_is_never_torn(at: int, kind: str, put: str, expected: str) -> None:
    text = "a **very** nice *old dog*"
    spans = (Span(0, 1), Span(4, 8), Span(11, 15), Span(17, 20), Span(21, 24))
    sentence = Sentence(tuple(span.of(text) for span in spans), spans, seams=frozenset({1, 2, 3, 5}))
    word = sentence.words[at - 1]
    revision = Revision.begin(sentence).revise({at: rewrite(1, kind, put, word)})
    assert substitute(text, replacements(text, revision)) == expected


def test_substitute_keeps_what_it_is_not_told_to_change() -> None:
    assert substitute("a\r\nb", [Replacement(1, 1, "", "!")]) == "a!\r\nb"
