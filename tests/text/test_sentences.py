"""Sentences: spans that cover the text; what breaks and what does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textmend.text.sentences import split_sentences

CASES = [
    ("One two. Three four! Five? Six", 4),
    ("Dr. Lee met Mr. and Mrs. Brown in St. Ives.", 1),
    ("It was 5 p.m. in the U.S. Army camp.", 1),
    ("It was 5 p.m. Then we left the U.S. It rained.", 3),
    ("See fig. 3 and vol. 2, p. 17, e.g. the map, i.e. this one.", 1),
    ("We saw J. R. Smith et al. (2019) there.", 1),
    ("Look at https://example.org/a.b?c=d! It works.", 2),
    ("Version 2.5.1 costs $3.50. Cheap.", 2),
    ('"Really?" he asked. "Yes!" she said.', 2),
    ("Wait... what? I mean... nothing.", 2),
    ("He left. (Nobody cared.) She stayed.", 3),
    ("it works. i like it.", 2),
    ("I like it, but. and then", 1),
    ("no stop\n\nnext paragraph", 2),
    ("no stop\r\n\r\nnext paragraph", 2),
    ("Things:\n- one\n- two\n3. three\n(b) four", 5),
    ("1. First point. 2. Second point.", 2),
    ("A text that was wrapped by hand at about this\nLondon-like width goes on and does not\nbreak here.", 1),
    ("Dear Sam,\nI am writing to tell you about the trip that we made last summer.", 2),
    ("What a day! 😀 Then we slept.", 2),
    ("You are late.I am not.", 2),
    ("Use node.js and example.com today.", 1),
    ("", 0),
    (" \n\n ", 1),
]


@pytest.mark.parametrize(("text", "count"), CASES)
def test_a_text_has_so_many_sentences(text: str, count: int) -> None:
    assert len(split_sentences(text)) == count, [span.of(text) for span in split_sentences(text)]


@given(st.text(st.characters() | st.sampled_from("ab .!?\n\r\t\"')-1")))
def test_sentences_cover_the_text_without_gap_or_overlap(text: str) -> None:
    spans = split_sentences(text)
    assert "".join(span.of(text) for span in spans) == text
    assert all(span.start < span.end for span in spans)


@given(
    st.lists(st.text("ab ,.", min_size=1).filter(str.strip), min_size=1),
    st.sampled_from(["\n\n", "\r\n \r\n", "\n\t\n"]),
)
def test_blank_lines_always_break(paragraphs: list[str], gap: str) -> None:
    text = gap.join(paragraphs)
    ends = {span.end for span in split_sentences(text)}
    place = 0
    for paragraph in paragraphs[:-1]:
        place += len(paragraph) + len(gap)
        following = text[place:]
        assert place + len(following) - len(following.lstrip()) in ends


@pytest.mark.parametrize(
    "piece", [".", "?)", ". ", "\n", "\r", "a\r", "\n ", "a", "A. ", "😀", "1. ", "\n- a", "...\n"]
)
def test_a_hostile_run_is_covered_too(piece: str) -> None:
    text = piece * (200_000 // len(piece))
    assert split_sentences(text)[-1].end == len(text)
