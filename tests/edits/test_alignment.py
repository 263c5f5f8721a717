"""The fast alignment against the plain dynamic program, and the specification's cases."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textmend.edits import diff

sys.path.insert(0, str(Path(__file__).parent))
from plain_alignment import plain_diff

few_tokens = st.lists(st.sampled_from(["a", "b", "cc", "ddd", "A", ","]), max_size=14)
any_tokens = st.lists(st.text(min_size=1, max_size=8), max_size=10)


@given(few_tokens, few_tokens)
def test_the_fast_path_is_the_plain_programs_path(source: list[str], target: list[str]) -> None:
    assert diff(source, target) == plain_diff(source, target)


@given(any_tokens, any_tokens)
def test_the_paths_agree_on_any_unicode(source: list[str], target: list[str]) -> None:
    assert diff(source, target) == plain_diff(source, target)


@given(st.lists(st.sampled_from(["a", "b" * 400, "c" * 999, "d" * 2500]), max_size=7), few_tokens)
def test_the_paths_agree_where_lengths_outweigh_an_edit(source: list[str], target: list[str]) -> None:
    assert diff(source, target) == plain_diff(source, target)


@given(few_tokens)
def test_a_text_aligned_with_itself_matches_throughout(tokens: list[str]) -> None:
    assert diff(tokens, list(tokens)) == "=" * len(tokens)


@given(any_tokens, any_tokens)
def test_a_path_consumes_both_sides(source: list[str], target: list[str]) -> None:
    path = diff(source, target)
    assert len(path) - path.count("+") == len(source)
    assert len(path) - path.count("-") == len(target)


def test_tuples_lists_and_single_characters_are_all_tokens() -> None:
    assert diff("york", "work") == diff(tuple("york"), list("work")) == "~==="


@pytest.mark.parametrize(
    ("source", "target", "path"),
    [
        ("", "", ""),
        ("", "a b", "++"),
        ("a b", "", "--"),
        ("a", "a a", "=+"),
        ("b a", "c a a", "~+="),
        ("a", "b" * 1001, "~"),
        ("a", "b" * 1002, "-+"),
        ("He sat , then he ran", "He sat . Then , he ran", "==~~+=="),
    ],
)
def test_ties_are_broken_as_written(source: str, target: str, path: str) -> None:
    assert diff(source.split(), target.split()) == path


def test_real_pairs_take_the_same_path(shared: Path) -> None:
    from textmend.data.pairs import read_pairs

    for number, (source, target) in enumerate(read_pairs(shared / "data/gec/conll13.m2")):
        if number % 3 == 0:
            assert diff(source, target) == plain_diff(source, target)
