"""Long sentences in overlapping windows, so that nothing is cut off and every word has neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple


class Window(NamedTuple):
    """Words `start` up to `end` go to the model; what it says of words `first` up to `last` counts."""

    start: int
    end: int
    first: int
    last: int


def split_windows(sizes: Sequence[int], limit: int, overlap: int) -> list[Window]:
    """Windows over words of given sizes (in pieces): each holds at most `limit`, neighbours share `overlap`.

    Each word counts in exactly one window, the one where it lies farther from the edge. A word that is
    larger than the limit has a window of its own.

    >>> split_windows([1, 1, 1], limit=4, overlap=2)
    [Window(start=0, end=3, first=0, last=3)]
    >>> [tuple(window) for window in split_windows([1] * 8, limit=4, overlap=2)]
    [(0, 4, 0, 3), (2, 6, 3, 5), (4, 8, 5, 8)]
    """
    if not 0 <= overlap < limit:
        raise ValueError(f"the overlap ({overlap}) must be smaller than the limit ({limit}) and not negative")
    before = [0, *accumulate(sizes)]  # pieces before each word
    bounds = []
    start = 0
    while True:
        end = max(start + 1, _last_within(before, start, limit))
        bounds.append((start, min(end, len(sizes))))
        if end >= len(sizes):
            break
        start = max(start + 1, _first_within(before, end, overlap))
    middles = [(left[1] + right[0]) // 2 for left, right in pairwise(bounds)]
    return [
        Window(*bound, first, last)
        for bound, first, last in zip(bounds, [0, *middles], [*middles, len(sizes)], strict=True)
    ]


def _last_within(before: Sequence[int], start: int, limit: int) -> int:
    """The end of the longest run of words from `start` that holds at most `limit` pieces."""
    end = start
    while end + 1 < len(before) and before[end + 1] - before[start] <= limit:
        end += 1
    return end


def _first_within(before: Sequence[int], end: int, overlap: int) -> int:
    """The start of the longest run of words up to `end` that holds at most `overlap` pieces."""
    start = end
    while start > 0 and before[end] - before[start - 1] <= overlap:
        start -= 1
    return start
