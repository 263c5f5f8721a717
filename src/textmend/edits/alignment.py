"""The raw alignment between two token sequences, as a string of operations.

Match costs 0, insert and delete 1000, substitution 1000 plus the difference in characters. Among the cheapest
paths one is chosen, everywhere the same: the common prefix is matched, then the common suffix; in the middle
the first of match, substitution, delete, insert that lies on a cheapest path, from left to right.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Final

from rapidfuzz.distance import Levenshtein

MATCH: Final = "="
SUBSTITUTE: Final = "~"
DELETION: Final = "-"
INSERTION: Final = "+"

UNIT: Final = 1000
_NEVER: Final = 1 << 60
_FEW: Final = 5
_OPERATIONS: Final = str.maketrans("abcd", MATCH + SUBSTITUTE + DELETION + INSERTION)


def diff(source: Sequence[str], target: Sequence[str]) -> str:
    """Align two sequences of tokens; one operation a character.

    >>> diff("Bolt can have run race".split(), "Bolt could have run the race".split())
    '=~==+='
    >>> diff("He sat , then he ran".split(), "He sat . Then , he ran".split())
    '==~~+=='
    """
    if source == target:
        return MATCH * len(source)
    prefix = _common_prefix(source, target)
    suffix = _common_suffix(source, target, min(len(source), len(target)) - prefix)
    middle = _cheapest_path(source[prefix : len(source) - suffix], target[prefix : len(target) - suffix])
    return MATCH * prefix + middle + MATCH * suffix


def _common_prefix(source: Sequence[str], target: Sequence[str]) -> int:
    length = 0
    for left, right in zip(source, target, strict=False):
        if left != right:
            break
        length += 1
    return length


def _common_suffix(source: Sequence[str], target: Sequence[str], limit: int) -> int:
    length = 0
    for left, right in zip(reversed(source), reversed(target), strict=False):
        if length == limit or left != right:
            break
        length += 1
    return length


def _cheapest_path(source: Sequence[str], target: Sequence[str]) -> str:
    if not source:
        return INSERTION * len(target)
    if not target:
        return DELETION * len(source)
    if len(source) == len(target) == 1 and abs(len(source[0]) - len(target[0])) <= UNIT:
        return SUBSTITUTE
    edits = Levenshtein.distance(source, target)
    if edits <= _FEW:
        return _search(source, target)
    return _walk(source, target, _Costs(source, target, edits))


def _search(source: Sequence[str], target: Sequence[str]) -> str:
    """Follow paths in the order of cost, then of preference: quick where few edits are needed.

    A path is written in letters that sort as the operations are preferred, so the heap itself breaks ties.
    The cost includes what the difference in length makes unavoidable. Equal tokens are matched, since no path
    is cheaper.
    """
    n, m = len(source), len(target)
    seen: set[tuple[int, int]] = set()
    heap = [(abs(n - m) * UNIT, "", 0, 0)]
    while True:
        cost, path, i, j = heappop(heap)
        if (i, j) in seen:
            continue
        seen.add((i, j))
        start = i
        while i < n and j < m and source[i] == target[j]:
            i, j = i + 1, j + 1
        path += "a" * (i - start)
        if i == n or j == m:
            return (path + "c" * (n - i) + "d" * (m - j)).translate(_OPERATIONS)
        surplus = (n - i) - (m - j)
        heappush(heap, (cost + UNIT + abs(len(source[i]) - len(target[j])), path + "b", i + 1, j + 1))
        heappush(heap, (cost if surplus > 0 else cost + 2 * UNIT, path + "c", i + 1, j))
        heappush(heap, (cost if surplus < 0 else cost + 2 * UNIT, path + "d", i, j + 1))


class _Costs:
    """The cost of the cheapest path from node (i, j) to the end, computed where such a path can pass.

    The number of edits is known beforehand, so only the diagonals within its reach are filled (all of them,
    should the differences in characters add up to one edit). Rows and columns are counted from the end.
    """

    def __init__(self, source: Sequence[str], target: Sequence[str], edits: int) -> None:
        self.n, self.m = len(source), len(target)
        if edits * max(*map(len, source), *map(len, target)) >= UNIT:
            edits = self.n + self.m
        self.above = (edits + self.n - self.m) // 2
        self.below = (edits - self.n + self.m) // 2
        self.rows = self._fill(source[::-1], target[::-1])

    def __call__(self, i: int, j: int) -> int:
        row = self.n - i
        column = self.m - j - max(0, row - self.above)
        return self.rows[row][column] if 0 <= column < len(self.rows[row]) else _NEVER

    def _fill(self, source: Sequence[str], target: Sequence[str]) -> list[list[int]]:
        lengths = list(map(len, target))
        row = [j * UNIT for j in range(min(self.m, self.below) + 1)]
        rows = [row]
        for i, token in enumerate(source, 1):
            first, last = max(0, i - self.above - 1), min(self.m, i + self.below)
            corner, above = row[0], [*row[1:], _NEVER]
            left, row = (i * UNIT, [i * UNIT]) if i <= self.above else (_NEVER, [])
            length = len(token)
            for other, other_length, up in zip(target[first:last], lengths[first:last], above, strict=False):
                if token == other:
                    left = corner
                else:
                    cost = corner + (
                        length - other_length if length > other_length else other_length - length
                    )
                    cost = min(cost, up)
                    left = (cost if cost < left else left) + UNIT
                row.append(left)
                corner = up
            rows.append(row)
        return rows


def _walk(source: Sequence[str], target: Sequence[str], costs: _Costs) -> str:
    path = ""
    i = j = 0
    while i < len(source) and j < len(target):
        if source[i] == target[j]:
            path += MATCH
            i, j = i + 1, j + 1
            continue
        rest = costs(i, j) - UNIT
        if costs(i + 1, j + 1) + abs(len(source[i]) - len(target[j])) == rest:
            path += SUBSTITUTE
            i, j = i + 1, j + 1
        elif costs(i + 1, j) == rest:
            path += DELETION
            i += 1
        else:
            path += INSERTION
            j += 1
    return path + DELETION * (len(source) - i) + INSERTION * (len(target) - j)
