"""Word forms: tables, over-regular forms, case, laws."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textmend.errors import InputError
from textmend.text import lexicon, wordforms
from textmend.text.morphology import FORMS, english
from textmend.text.wordforms import WordForms

VERBS = """be is being was been; have has having had had; do does doing did done; go goes going went gone;
buy buys buying bought bought; stop stops stopping stopped stopped; study studies studying studied studied;
lie lies lying lay lain; run runs running ran run; write writes writing wrote written;
put puts putting put put; learn learns learning learned learned; pay pays paying paid paid; begin begins
beginning began begun; choose chooses choosing chose chosen; occur occurs occurring occurred occurred; see
sees seeing saw seen"""
NOUNS = "child children; foot feet; woman women; wife wives; city cities; bus buses; sheep sheep; blog blogs"
ADJECTIVES = "good better best; bad worse worst; big bigger biggest; happy happier happiest; old older oldest"


@pytest.mark.parametrize("paradigm", [verb.split() for verb in VERBS.split(";")], ids=lambda verb: verb[0])
def test_every_form_of_a_verb_gives_every_other(paradigm: list[str]) -> None:
    for word in paradigm:
        assert [english().inflect(word, form) for form in FORMS[:5]] == paradigm


@pytest.mark.parametrize(("singular", "plural"), [noun.split() for noun in NOUNS.split(";")])
def test_number_of_nouns(singular: str, plural: str) -> None:
    for word in (singular, plural):
        assert english().inflect(word, "noun:singular") == singular
        assert english().inflect(word, "noun:plural") == plural


@pytest.mark.parametrize(
    "paradigm", [words.split() for words in ADJECTIVES.split(";")], ids=lambda words: words[0]
)
def test_degrees_of_adjectives(paradigm: list[str]) -> None:
    for word in paradigm:
        assert [english().inflect(word, form) for form in FORMS[7:]] == paradigm


@pytest.mark.parametrize(
    ("word", "form", "right"),
    [
        ("buyed", "verb:past", "bought"),
        ("goed", "verb:past", "went"),
        ("runed", "verb:past", "ran"),
        ("stoped", "verb:past", "stopped"),
        ("studing", "verb:gerund", "studying"),
        ("thinked", "verb:participle", "thought"),
        ("childs", "noun:plural", "children"),
        ("feets", "noun:plural", "feet"),
        ("informations", "noun:singular", "information"),
        ("goodest", "adjective:superlative", "best"),
    ],
)
def test_over_regular_forms_are_understood(word: str, form: str, right: str) -> None:
    assert english().inflect(word, form) == right
    assert english().forms(word) == frozenset()


@pytest.mark.parametrize(
    "word", ["can", "could", "must", "should", "will", "the", "in", "during", "n't", "", "3rd", "-"]
)
def test_modals_function_words_and_no_words_have_no_forms(word: str) -> None:
    assert [english().inflect(word, form) for form in FORMS] == [None] * len(FORMS)


def test_ways_of_writing_are_kept_apart() -> None:
    assert english().inflect("travelled", "verb:gerund") == "travelling"
    assert english().inflect("traveled", "verb:gerund") == "traveling"
    assert english().inflect("learnt", "verb:past") == "learnt"
    assert english().inflect("occured", "verb:past") == "occurred"


def test_case_is_kept() -> None:
    assert english().inflect("Go", "verb:past") == "Went"
    assert english().inflect("GO", "verb:past") == "WENT"
    assert english().inflect("Egyptian", "noun:plural") == "Egyptians"


def test_forms_of_a_word() -> None:
    assert english().forms("put") == {"verb:base", "verb:past", "verb:participle"}
    assert english().forms("Children") == {"noun:plural"}
    assert english().forms("zzz") == frozenset()


def test_an_unknown_form_is_named() -> None:
    with pytest.raises(ValueError, match="no such form: 'verb:future'"):
        english().inflect("go", "verb:future")


@given(st.text(), st.sampled_from(FORMS))
def test_any_text_is_taken(word: str, form: str) -> None:
    found = english().inflect(word, form)
    assert found is None or found.isalpha()
    assert english().forms(word) <= set(FORMS)
    english().mend(word)


@given(st.data())
def test_inflection_of_known_words_keeps_to_the_form(data: st.DataObject) -> None:
    """Where the form is known itself (`repurposes` is not), but for a handful of words: all were tried."""
    word = data.draw(st.sampled_from([word for word in lexicon.english().words if word.islower()]))
    form = data.draw(st.sampled_from(sorted(FORMS)))
    found = english().inflect(word, form)
    if found is None or not (english().lists(found) or found in lexicon.english()):
        return
    if word not in {"am", "are", "were", "hi", "beings", "ph", "okay", "okays"}:
        assert form in english().forms(found)


def test_inflection_is_idempotent_but_for_words_of_two_lemmas() -> None:
    """`laid` -> `lay` -> `lie`: one in a thousand words goes on to a second lemma."""
    words = random.Random(0).sample([word for word in lexicon.english().words if word.islower()], 4000)
    inflected = [(english().inflect(word, form), form) for word in words for form in FORMS]
    moved = [word for word, form in inflected if word and english().inflect(word, form) != word]
    assert len(moved) <= len(words) / 500
    for word in moved:
        lemmas = {
            lemma
            for kind in ("noun", "verb", "adj", "adv")
            for lemma in wordforms.english().lemmas(word, kind)
        }
        assert len(lemmas) > 1


def test_lemminflect_itself_is_not_imported() -> None:
    program = (
        "import sys; from textmend.text.morphology import english; english().inflect('go', 'verb:past');"
        "print('lemminflect' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


def test_missing_tables_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"unreadable table of word forms.*pip install"):
        WordForms(tmp_path).lemmas("go", "verb")
