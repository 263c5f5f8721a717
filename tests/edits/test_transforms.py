"""Every transform: what it matches it makes, inverses undo, priorities are one list."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from textmend.edits import OpenSpace, Transform, align, realise
from textmend.edits.transforms import RULES, SETS, rule_named
from textmend.edits.transforms.suffix import PAIRS, SUFFIXES

some_word = st.one_of(
    st.text(min_size=1, max_size=10),
    st.sampled_from(
        "play use family go child stop buyed alot well-known biology Reluctant creating USA i".split()
    ),
)

PAPER_EXAMPLES = [
    ("play", "plays"),
    ("argue", "argued"),
    ("express", "expresses"),
    ("play", "playing"),
    ("play", "played"),
    ("nice", "nicely"),
    ("play", "player"),
    ("renew", "renewal"),
    ("rise", "risen"),
    ("health", "healthy"),
    ("inform", "information"),
    ("use", "using"),
    ("spend", "spent"),
    ("compared", "compares"),
    ("claims", "claiming"),
    ("deafen", "deafening"),
    ("insistence", "insistent"),
    ("visits", "visited"),
    ("using", "used"),
    ("creating", "creation"),
    ("adoring", "adoration"),
    ("reluctant", "reluctance"),
    ("homeopathy", "homeopathic"),
    ("meant", "means"),
    ("arrive", "arrival"),
    ("angry", "angrily"),
    ("copy", "copied"),
    ("biology", "biological"),
    ("family", "families"),
]


def test_there_are_58_suffix_transforms() -> None:
    assert len(PAIRS) == len(PAPER_EXAMPLES) == 29
    assert len(SUFFIXES) == len(SETS["paper"]) == 58


@pytest.mark.parametrize(("left", "right"), PAPER_EXAMPLES)
def test_the_papers_examples_match_both_ways(left: str, right: str) -> None:
    space = OpenSpace(SETS["paper"])
    assert isinstance(align([left], [right], space)[1], Transform)
    assert isinstance(align([right], [left], space)[1], Transform)


@settings(deadline=None)
@given(some_word, st.sampled_from(RULES))
def test_a_rule_matches_just_what_it_makes_and_never_raises(word: str, rule: object) -> None:
    from textmend.edits.transforms import Rule

    assert isinstance(rule, Rule)
    made = rule.apply(word)
    if made is not None:
        assert made != (word,)
        assert rule.match(word, made)
        assert realise(word, None, Transform(rule.name)) == made


@given(some_word, st.sampled_from(SUFFIXES))
def test_an_inverse_undoes_its_suffix(word: str, rule: object) -> None:
    from textmend.edits.transforms import Rule

    assert isinstance(rule, Rule)
    made = rule.apply(word)
    if made is not None:
        inverse = rule_named(rule.inverse or "")
        assert inverse is not None
        assert inverse.apply(made[0]) == (word,)


def test_every_named_inverse_exists() -> None:
    names = set(SETS["all"])
    assert {rule.inverse for rule in RULES if rule.inverse} <= names


def test_the_order_of_priority_names_each_transform_once() -> None:
    assert len(SETS["all"]) == len(set(SETS["all"]))
    assert set(SETS["paper"]) <= set(SETS["all"])


def test_the_saved_order_decides_between_rules_that_make_the_same_word() -> None:
    first = OpenSpace(("suffix:+>s", "verb:third"))
    second = OpenSpace(("verb:third", "suffix:+>s"))
    assert align(["eat"], ["eats"], first)[1] == Transform("suffix:+>s")
    assert align(["eat"], ["eats"], second)[1] == Transform("verb:third")
