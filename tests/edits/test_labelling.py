"""Seq2Edits and back: the specification's worked cases and the laws between align, apply and coverage."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from textmend.edits import (
    COPY,
    DELETE,
    Append,
    Edit,
    EditSpace,
    OpenSpace,
    Replace,
    Transform,
    align,
    apply,
    coverage,
)
from textmend.edits.transforms import SETS

words = st.lists(
    st.one_of(
        st.sampled_from(
            "a the alot a lot lot to day today go went goes well-known well known He he , .".split()
        ),
        st.text(min_size=1, max_size=6),
    ),
    max_size=8,
)
gram = st.lists(st.sampled_from(["a", "the", "went", ",", "lot"]), min_size=1, max_size=2).map(tuple)
spaces = st.builds(
    EditSpace,
    transforms=st.sampled_from([SETS["all"], SETS["paper"], SETS["none"]]),
    appends=st.lists(gram, unique=True, max_size=6).map(tuple),
    replaces=st.lists(gram, unique=True, max_size=6).map(tuple),
)


def label(source: str, target: str, **lists: tuple[tuple[str, ...], ...]) -> list[Edit]:
    space = (
        EditSpace(SETS["all"], lists.get("appends", ()), lists.get("replaces", ())) if lists else OpenSpace()
    )
    return align(source.split(), target.split(), space)


def test_worked_case_one_replaces_and_appends() -> None:
    assert label("Bolt can have run race", "Bolt could have run the race") == [
        COPY,
        COPY,
        Replace(("could",)),
        COPY,
        Append(("the",)),
        COPY,
        COPY,
    ]


def test_worked_case_two_appends_to_the_start_and_changes_case() -> None:
    assert label("He still won race !", "However , he still won !") == [
        Append(("However", ",")),
        Transform("case:lower"),
        COPY,
        COPY,
        DELETE,
        COPY,
        COPY,
    ]


def test_worked_case_three_prefers_like_lengths() -> None:
    edits = label("He sat , then he ran", "He sat . Then , he ran")
    assert edits[3:5] == [Replace((".",)), Replace(("Then", ","))]
    assert [edit for edit in edits if edit != COPY] == edits[3:5]


def test_an_unknown_gram_is_labelled_by_its_known_beginning_and_finished_in_round_two() -> None:
    space = EditSpace(SETS["all"], appends=((",",),), replaces=((".",),))
    source, target = "He sat , then he ran".split(), "He sat . Then , he ran".split()
    first = align(source, target, space)
    assert first[4] == Transform("case:capitalise")
    second = apply(source, first)
    assert apply(second, align(second, target, space)) == target


def test_an_insert_that_the_space_lacks_is_lost_and_the_token_copied() -> None:
    assert label("I like cat", "I like big cat", replaces=(("a",),)) == [COPY] * 5
    assert label("I like cat", "I like dogfish", replaces=(("a",),)) == [COPY] * 5


def test_after_a_run_of_deletes_only_the_last_becomes_the_replacement() -> None:
    assert label("it is to say z", "it namely z")[2:5] == [DELETE, DELETE, Replace(("namely",))]


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("I like alot of it", "I like a lot of it", "split"),
        ("see you to day then", "see you today then", "join"),
        ("a well known fact", "a well-known fact", "join:hyphen"),
        ("a well-known fact", "a well known fact", "hyphen:split"),
        ("send an e-mail now", "send an email now", "hyphen:drop"),
        ("he quickly ran home", "he ran quickly home", "swap"),
        ("we buyed it", "we bought it", "verb:past"),
        ("the childs came", "the children came", "noun:plural"),
        ("they are stoping it", "they are stopping it", "verb:gerund"),
        ("it was becuase of it", "it was because of it", "spell"),
        ("on monday morning", "on Monday morning", "case:capitalise"),
        ("in the usa now", "in the USA now", "case:upper"),
        ("an angry man spoke", "an angrily man spoke", "suffix:y>ily"),
    ],
)
def test_one_transform_names_the_whole_change(source: str, target: str, expected: str) -> None:
    edits = label(source, target)
    assert [edit.argument for edit in edits if edit != COPY] == [expected]
    assert apply(source.split(), edits) == target.split()


def test_a_joined_neighbour_keeps_its_own_edit() -> None:
    edits = label("it is to Day then", "it is today then")
    assert edits[3:5] == [Transform("join"), Transform("case:lower")]


def test_start_is_copied_or_appended_to_and_end_is_copied() -> None:
    edits = label("b", "a b c")
    assert edits == [Append(("a",)), Append(("c",)), COPY]


@given(words)
def test_edits_of_a_text_with_itself_are_all_copies(source: list[str]) -> None:
    assert align(source, list(source), OpenSpace()) == [COPY] * (len(source) + 2)


@settings(deadline=None)
@given(words, words, spaces)
def test_applying_labels_gives_the_target_whenever_coverage_says_so(
    source: list[str], target: list[str], space: EditSpace
) -> None:
    report = coverage([(source, target)], space)
    applied = apply(source, align(source, target, space))
    assert (applied == target) == bool(report.exact_one_round)
    if report.reached_one_round == report.gold_edits and not _waits(source, target, space):
        assert applied == target


def _waits(source: list[str], target: list[str], space: EditSpace) -> bool:
    """Whether a transform was settled with more words to come after it, in a later round."""
    everything = OpenSpace(space.transforms)
    return apply(source, align(source, target, everything)) != target


@settings(deadline=None)
@given(words, words)
def test_with_every_gram_known_a_few_rounds_reach_any_target(source: list[str], target: list[str]) -> None:
    text = source
    for _ in range(4):
        text = apply(text, align(text, target, OpenSpace()))
    assert text == target


@settings(deadline=None)
@given(words, words)
def test_characters_are_tokens_like_any_other(source: list[str], target: list[str]) -> None:
    left, right = "".join(source), "".join(target)
    space = OpenSpace(SETS["none"])
    assert "".join(apply(left, align(left, right, space))) == right


def test_a_transform_that_does_not_apply_copies() -> None:
    assert apply(["xyz"], [COPY, Transform("verb:past"), COPY]) == ["xyz"]
    assert apply(["end"], [COPY, Transform("join"), COPY]) == ["end"]
    assert apply(["end"], [COPY, Transform("swap"), COPY]) == ["end"]


def test_the_wrong_number_of_edits_is_refused() -> None:
    with pytest.raises(ValueError, match="1 tokens need 3 edits"):
        apply(["a"], [COPY])
