"""The changes between a wrong and a right sentence: small, each of one kind where that can be told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textmend.edits.alignment import DELETION, INSERTION, MATCH, diff

WIDEST = 6  # alignment steps that one change of word order or of spacing may span
_MARKS = str.maketrans("", "", "-'’ ")


@dataclass(frozen=True, slots=True)
class Change:
    """`wrong` stands where `right` should; `start` is the first right word's place in the right sentence."""

    wrong: tuple[str, ...]
    right: tuple[str, ...]
    start: int


def changes(source: Sequence[str], target: Sequence[str]) -> list[Change]:
    """What went wrong in `source`, from left to right.

    >>> for change in changes("He have alot friend .".split(), "He has a lot of friends .".split()):
    ...     print(change.start, change.wrong, change.right)
    1 ('have',) ('has',)
    2 ('alot',) ('a', 'lot')
    4 () ('of',)
    5 ('friend',) ('friends',)
    >>> changes("I like also tea".split(), "I also like tea".split())
    [Change(wrong=('like', 'also'), right=('also', 'like'), start=1)]
    """
    path = diff(source, target)
    places = _places(path)
    found = []
    step = 0
    while step < len(path):
        if path[step] == MATCH:
            step += 1
            continue
        end = _end_of_change(path, places, step, source, target)
        (i, j), (k, m) = places[step], places[end]
        found.append(Change(tuple(source[i:k]), tuple(target[j:m]), j))
        step = end
    return found


def _places(path: str) -> list[tuple[int, int]]:
    """The nodes (source place, target place) that the path of an alignment goes through."""
    nodes = [(0, 0)]
    i = j = 0
    for operation in path:
        i += operation != INSERTION
        j += operation != DELETION
        nodes.append((i, j))
    return nodes


def _end_of_change(
    path: str, places: list[tuple[int, int]], step: int, source: Sequence[str], target: Sequence[str]
) -> int:
    """The longest stretch that only moves words or spaces; else a run of inserts or deletes; else a step."""
    for end in range(min(len(path), step + WIDEST), step + 1, -1):
        if path[end - 1] != MATCH:
            (i, j), (k, m) = places[step], places[end]
            if _same_letters(source[i:k], target[j:m]):
                return end
    end = step + 1
    while path[step] in (INSERTION, DELETION) and end < len(path) and path[end] == path[step]:
        end += 1
    return end


def _same_letters(wrong: Sequence[str], right: Sequence[str]) -> bool:
    if not wrong or not right:
        return False
    if only_letters(wrong) == only_letters(right):
        return True
    return len(wrong) == len(right) and sorted(map(str.lower, wrong)) == sorted(map(str.lower, right))


def only_letters(words: Sequence[str]) -> str:
    """The words run together in lower case, hyphens and apostrophes left out.

    >>> only_letters(["Do", "n't"]), only_letters(["well-known"])
    ('dont', 'wellknown')
    """
    return "".join(words).lower().translate(_MARKS)
