"""Made-up errors: what a recipe does to a sentence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textmend.data.corruption import wordclass
from textmend.data.corruption.chance import Chance
from textmend.data.corruption.change import changes
from textmend.data.corruption.kind import KINDS, kind_of
from textmend.data.corruption.learner import LearnerRecipe
from textmend.data.corruption.paper import APPEND, DELETE, ERRORS, REPLACE, VERB, PaperRecipe
from textmend.data.corruption.production import Maker, Order, make_pairs
from textmend.data.corruption.recipe import RECIPES
from textmend.data.corruption.selection import Line, Selection
from textmend.data.corruption.settings import Counts, Settings, read_settings
from textmend.text.words import PATTERN, split_words

SENTENCES = [
    "My sister always goes to the market with her friends on Monday, because she likes fresh apples there.",
    "However, it's important that they don't forget their well-known rules, and he has never broken them.",
    "If you want to know more about London, you should ask the teacher who lives in the old house.",
    "Yesterday we discussed the biggest problem of the city: there are too many cars, and nobody walks.",
    "I have already told him that this information is different from what was said in the first report.",
    "She can speak two languages very well, although her parents were born in a small village.",
    "Is it possible to take a train from here, or do we have to wait until the next morning?",
    "The children were playing a lot in the garden every day while it was raining quite heavily.",
    "Their advice had a good effect on me; something better than a long journey would be easier to find.",
    "Maybe everyone thinks that some of the larger animals live longer than the others in this country.",
]
MAKERS = {recipe: Maker(Order(recipe)) for recipe in RECIPES}


def lines(texts: list[str]) -> list[Line]:
    return [Line(number, "", text) for number, text in enumerate(texts, 1)]


def spoiled(settings: Settings, seed: int = 1, times: int = 8) -> list[tuple[list[str], list[str]]]:
    recipe, chance = LearnerRecipe(settings), Chance(seed)
    pairs = []
    for number in range(times):
        for text in SENTENCES:
            words = PATTERN.findall(text)
            chance.restart(number, text)
            pairs.append((recipe.spoil(words, chance).split(" "), words))
    return pairs


def busy(settings: Settings) -> Settings:
    """The settings with no sentence left clean."""
    return replace(settings, clean=(0.0,) * len(settings.clean))


@pytest.mark.parametrize("recipe", RECIPES)
@given(text=st.text(max_size=120), number=st.integers(0, 10**9))
def test_any_line_is_spoiled_without_complaint_and_its_right_side_is_the_tokenised_line(
    recipe: str, text: str, number: int
) -> None:
    pair = MAKERS[recipe].make(Line(number, "", text))
    words = [word.text for word in split_words(text)]
    if not words:
        assert pair is None
    else:
        assert pair is not None
        assert pair[1] == " ".join(words)
        assert pair[0]
        assert not set("\t\n\r") & set(pair[0])


@given(st.text(max_size=200))
def test_the_fast_way_to_words_gives_the_words_of_the_tokeniser(text: str) -> None:
    assert PATTERN.findall(text) == [word.text for word in split_words(text)]


@given(st.permutations(SENTENCES), st.integers(0, 5))
def test_what_becomes_of_a_line_depends_on_seed_number_and_text_only(order: list[str], seed: int) -> None:
    maker = Maker(Order(seed=seed))
    numbers = {text: number for number, text in enumerate(SENTENCES)}
    forwards = {text: maker.make(Line(numbers[text], "", text)) for text in order}
    backwards = {text: maker.make(Line(numbers[text], "", text)) for text in reversed(order)}
    assert forwards == backwards


def test_another_seed_makes_other_errors() -> None:
    first, second = (list(make_pairs(lines(SENTENCES), Order(seed=seed))) for seed in (1, 2))
    assert [right for _, right in first] == [right for _, right in second]
    assert first != second


def test_two_processes_make_the_same_pairs_as_one() -> None:
    many = lines(SENTENCES * 250)
    order = Order(seed=3)
    assert list(make_pairs(many, order, workers=2)) == list(make_pairs(many, order, workers=1))


def test_a_limit_stops_early_with_processes_too() -> None:
    many = lines(SENTENCES * 250)
    order = Order(seed=3)
    assert list(make_pairs(many, order, workers=2, limit=7)) == list(make_pairs(many, order, limit=7))


def test_rates_of_zero_leave_everything_as_it_is() -> None:
    settings = busy(read_settings())
    assert all(wrong == right for wrong, right in spoiled(replace(settings, rates=dict.fromkeys(KINDS, 0.0))))


def test_clean_sentences_have_their_share() -> None:
    settings = read_settings()
    assert all(a == b for a, b in spoiled(replace(settings, clean=(1.0,) * 4), times=1))
    clean = [wrong == right for wrong, right in spoiled(replace(settings, clean=(0.5,) * 4), times=40)]
    assert 0.4 < sum(clean) / len(clean) < 0.6


def test_nearly_every_sentence_that_is_not_to_stay_clean_changes() -> None:
    pairs = spoiled(busy(read_settings()), times=30)
    assert sum(wrong != right for wrong, right in pairs) > 0.99 * len(pairs)


def test_most_words_stay_when_few_may_be_touched() -> None:
    settings = replace(busy(read_settings()), touched=0.0, errors=((0, 0, 0, 0, 0, 1.0),) * 4)
    for wrong, right in spoiled(settings):
        assert len(changes(wrong, right)) <= 2  # one place, of at most two words


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_alone_makes_errors_of_this_kind(kind: str) -> None:
    settings = busy(read_settings())
    alone = replace(settings, rates={kind: 1.0}, errors=((1.0,),) * 4)
    found = [
        kind_of(change, right[change.start - 1] if change.start else "")
        for wrong, right in spoiled(alone, times=12)
        for change in changes(wrong, right)
    ]
    assert found
    assert found.count(kind) > 0.6 * len(found), {name: found.count(name) for name in set(found)}


def test_the_capital_of_a_sentence_survives_a_dropped_or_changed_first_word() -> None:
    settings = busy(read_settings())
    dropped = replace(settings, rates={"missing_article": 1.0, "replaced_article": 1.0}, errors=((1.0,),) * 4)
    recipe, chance = LearnerRecipe(dropped), Chance(1)
    seen = set()
    for number in range(60):
        chance.restart(number, "")
        seen.add(recipe.spoil(["The", "house", "burned", "."], chance))
    assert {"House burned .", "A house burned ."} <= seen
    assert all(text[0].isupper() for text in seen)


def test_the_numbers_and_kinds_of_the_paper_are_those_of_the_spec() -> None:
    assert ERRORS == {0: 0.05, 1: 0.07, 2: 0.25, 3: 0.35, 4: 0.28}
    assert (APPEND, VERB, REPLACE, DELETE) == (0.30, 0.25, 0.25, 0.20)


@pytest.mark.parametrize("program", [False, True])
def test_the_paper_leaves_one_sentence_in_twenty_clean_and_adds_words_from_the_table_only(
    program: bool,
) -> None:
    counts = Counts({"c": 1.0}, {"SPURIOUS": 1.0}, {"d": {"WRONG": 1.0}})
    recipe, chance = PaperRecipe(counts, {"runs": ("ran", "run")}, program), Chance(2)
    words = "a b c d e runs f g h".split()
    clean = 0
    for number in range(4000):
        chance.restart(number, "")
        made = recipe.spoil(words, chance).split(" ")
        clean += made == words
        new = {word for word in made if word not in words}
        assert new <= {"SPURIOUS", "ran", "run", *(["WRONG"] if program else [])}
        if program:
            assert {"a", "b", "e", "f", "g", "h"} <= set(made)  # only listed words are dropped
    assert 0.03 < clean / 4000 < (0.09 if program else 0.07)


def test_without_tables_verb_forms_come_from_the_morphology() -> None:
    counts = Counts({}, {"of": 1.0}, {})
    recipe, chance = PaperRecipe(counts, None, program=False), Chance(2)
    seen = set()
    for number in range(400):
        chance.restart(number, "")
        seen.update(recipe.spoil(["they", "wrote", "letters"], chance).split(" "))
    assert {"write", "writes", "writing", "written"} <= seen


def test_lengths_outside_the_bounds_are_left_out() -> None:
    order = Order(selection=Selection(min_words=3, max_words=4))
    texts = ["One.", "One two.", "One two three.", "One two three four."]
    assert [right for _, right in make_pairs(lines(texts), order)] == ["One two .", "One two three ."]


def test_tokenised_text_keeps_its_tokens() -> None:
    order = Order(selection=Selection(tokenised=True))
    assert [right for _, right in make_pairs(lines(["do n't (stop) now"]), order)] == ["do n't (stop) now"]


def test_a_source_gives_no_more_than_its_limit() -> None:
    order = Order(selection=Selection(sources={"a": 2, "b": None}))
    mixed = [Line(n, "a" if n % 2 else "b", f"Sentence number {n} is here.") for n in range(10)]
    right = [right for _, right in make_pairs(mixed, order)]
    assert len(right) == 7


def test_words_have_classes_where_they_stand() -> None:
    classes = wordclass.english()
    assert classes.first_of("work", "v") == "verb"
    assert classes.first_of("work", "d") == "noun"
    assert "verb:gerund" in classes.of("going", "p")
    assert classes.of("London", " ") == ("name",)


def test_tables_of_the_authors_are_read(shared: Path) -> None:
    maker = Maker(Order("program", tables=shared / "data" / "errors"))
    pairs = [maker.make(line) for line in lines(SENTENCES)]
    assert sum(pair is not None and pair[0] != pair[1] for pair in pairs) >= 7
