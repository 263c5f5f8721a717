"""Is it English? On samples of our own in thirty languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from textmend.text.language import is_english

SAMPLES = [
    line.split("\t")
    for line in (Path(__file__).parents[1] / "documents" / "languages.tsv").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize(("language", "text"), SAMPLES)
def test_samples_are_told_apart(language: str, text: str) -> None:
    assert is_english(text) == (language == "English")


@pytest.mark.parametrize("text", ["", "42", "!!!", "OK", "Zürich", "😀 😀 😀", "k8s", "Øre"])
def test_too_little_to_tell_counts_as_english(text: str) -> None:
    assert is_english(text)


def test_mistakes_do_not_make_english_foreign() -> None:
    assert is_english(
        "Yestreday my freind go too shcool and hes techer was vary hapy abuot it becuase he lern."
    )


def test_a_long_foreign_text_with_an_english_title_is_foreign() -> None:
    assert not is_english("Star Wars. Wir haben den Film gestern Abend mit der ganzen Familie angesehen.")
