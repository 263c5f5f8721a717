"""The alignment of the specification as a plain full dynamic program: slow, obvious, the fast one's judge."""

from __future__ import annotations

from collections.abc import Sequence

INFINITE = 10**12


def plain_diff(source: Sequence[str], target: Sequence[str]) -> str:
    """Fill the whole table of costs to the end, then walk it from the start by the order among ties."""
    n, m = len(source), len(target)
    prefix = 0
    while prefix < n and prefix < m and source[prefix] == target[prefix]:
        prefix += 1
    suffix = 0
    while suffix < n - prefix and suffix < m - prefix and source[n - 1 - suffix] == target[m - 1 - suffix]:
        suffix += 1

    cost = [[INFINITE] * (m + 1) for _ in range(n + 1)]
    for i in range(n, -1, -1):
        for j in range(m, -1, -1):
            best = 0 if i == n and j == m else INFINITE
            if i < n and j < m:
                best = min(best, cost[i + 1][j + 1] + substitution(source[i], target[j]))
            if i < n:
                best = min(best, cost[i + 1][j] + 1000)
            if j < m:
                best = min(best, cost[i][j + 1] + 1000)
            off_prefix = (i < prefix or j < prefix) and i != j
            off_suffix = (i > n - suffix or j > m - suffix) and n - i != m - j
            cost[i][j] = INFINITE if off_prefix or off_suffix else best

    path = ""
    i = j = 0
    while i < n or j < m:
        here = cost[i][j]
        diagonal = i < n and j < m and cost[i + 1][j + 1] + substitution(source[i], target[j]) == here
        if diagonal:
            path += "=" if source[i] == target[j] else "~"
            i, j = i + 1, j + 1
        elif i < n and cost[i + 1][j] + 1000 == here:
            path += "-"
            i += 1
        else:
            path += "+"
            j += 1
    return path


def substitution(left: str, right: str) -> int:
    return 0 if left == right else 1000 + abs(len(left) - len(right))
