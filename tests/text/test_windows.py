"""Windows over long sentences."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textmend.text.windows import split_windows

SIZES = st.lists(st.integers(1, 9), max_size=60)


@given(SIZES, st.integers(1, 40), st.data())
def test_every_word_counts_once_inside_a_window_that_fits(
    sizes: list[int], limit: int, data: st.DataObject
) -> None:
    overlap = data.draw(st.integers(0, limit - 1))
    windows = split_windows(sizes, limit, overlap)
    assert windows[0].first == 0
    assert windows[-1].last == len(sizes)
    assert all(left.last == right.first for left, right in pairwise(windows))
    for window in windows:
        assert window.start <= window.first <= window.last <= window.end
        assert sum(sizes[window.start : window.end]) <= limit or window.end - window.start == 1


@given(st.integers(1, 500))
def test_inner_words_have_neighbours_on_both_sides(count: int) -> None:
    for window in split_windows([1] * count, limit=32, overlap=16):
        assert window.start == 0 or window.first - window.start >= 8
        assert window.end == count or window.end - window.last >= 8


@pytest.mark.parametrize("overlap", [4, 5, -1])
def test_an_overlap_that_cannot_be_is_refused(overlap: int) -> None:
    with pytest.raises(ValueError, match=f"overlap \\({overlap}\\)"):
        split_windows([1, 1], limit=4, overlap=overlap)
