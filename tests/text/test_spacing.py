"""Spaces of words that an edit put in."""

from __future__ import annotations

import pytest

from textmend.text.spacing import detokenise
from textmend.text.words import split_words

PLAIN = [
    "I don't know, it's fine.",
    'He said: "I\'m (almost) here!" and left.',
    "It costs $5 or £7, he/she said...",
    "The students' books are 'new', aren't they?",
    "He lives in the U.S.A. now; we know.",
    "“Yes,” she said, “I do.”",
    "It was 'Over' and this is 'it'.",
    "I'm gonna go.",
]


@pytest.mark.parametrize("text", PLAIN)
def test_the_usual_spaces_come_back(text: str) -> None:
    assert detokenise([word.text for word in split_words(text)]) == text
