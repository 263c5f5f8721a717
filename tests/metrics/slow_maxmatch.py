"""The published MaxMatch procedure, step by step: the truth that the fast lattice is tested against.

Every arc is made, all pairs of vertices are joined, and Bellman-Ford finds the path. Nothing here is fast.
Its odd corners are those of the published procedure and are kept on purpose: arcs of both lattices stand
twice in the list, a transitive arc stands there once per improvement, and runs of unchanged words are
removed from the list while it is being walked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

Vertex = tuple[int, int]
Arc = tuple[Vertex, Vertex]
Gold = tuple[int, int, Sequence[str]]  # start, end, alternative corrections

EPSILON = 0.001


class Change(NamedTuple):
    kind: str
    start: int
    end: int
    text: str
    unchanged: int


def levenshtein_arcs(source: Sequence[str], output: Sequence[str], substitution: int) -> dict[Arc, Change]:
    """All arcs that lie on a cheapest path from (0, 0) to the last cell."""
    cost = {(0, 0): 0}
    before: dict[Vertex, list[tuple[Vertex, Change]]] = defaultdict(list)
    for i in range(len(source) + 1):
        for j in range(len(output) + 1):
            steps = []
            if i and j:
                same = source[i - 1] == output[j - 1]
                change = Change("noop" if same else "sub", i - 1, i, output[j - 1], int(same))
                steps.append((cost[i - 1, j - 1] + (0 if same else substitution), (i - 1, j - 1), change))
            if i:
                steps.append((cost[i - 1, j] + 1, (i - 1, j), Change("del", i - 1, i, "", 0)))
            if j:
                steps.append((cost[i, j - 1] + 1, (i, j - 1), Change("ins", i, i, output[j - 1], 0)))
            if steps:
                cost[i, j] = min(step[0] for step in steps)
                before[i, j] = [(v, change) for total, v, change in steps if total == cost[i, j]]
    arcs: dict[Arc, Change] = {}
    seen = {(len(source), len(output))}
    queue = list(seen)
    while queue:
        w = queue.pop()
        for v, change in before[w]:
            arcs[v, w] = change
            if v not in seen:
                seen.add(v)
                queue.append(v)
    return arcs


def join(first: Change, second: Change) -> Change:
    kinds = {first.kind, second.kind}
    kind = first.kind if len(kinds) == 1 else "sub"
    text = " ".join(part for part in (first.text, second.text) if part)
    return Change(kind, first.start, second.end, text, first.unchanged + second.unchanged)


def full_graph(
    source: Sequence[str], output: Sequence[str], max_unchanged: int
) -> tuple[list[Vertex], list[Arc], dict[Arc, int], dict[Arc, Change]]:
    one = levenshtein_arcs(source, output, 1)
    two = levenshtein_arcs(source, output, 2)
    changes = one | two
    arcs = sorted([*one, *two])
    vertices = sorted({(0, 0), *(v for arc in arcs for v in arc)})
    length = dict.fromkeys(arcs, 1)
    for k in vertices:
        for i in vertices:
            if (i, k) not in length:
                continue
            for j in vertices:
                if (k, j) not in length:
                    continue
                total = length[i, k] + length[k, j]
                joined = join(changes[i, k], changes[k, j])
                if total < length.get((i, j), total + 1) and joined.unchanged <= max_unchanged:
                    arcs.append((i, j))
                    length[i, j] = total
                    changes[i, j] = joined
    for arc in arcs:
        if changes[arc].kind == "noop" and length[arc] > 1:
            arcs.remove(arc)
    return vertices, arcs, length, changes


def fits(change: Change, gold: Gold) -> bool:
    return change.start == gold[0] and change.end == gold[1] and change.text in gold[2]


def weigh(
    arcs: list[Arc], length: dict[Arc, int], changes: dict[Arc, Change], golds: Sequence[Gold]
) -> dict[Arc, float]:
    weight: dict[Arc, float] = {arc: length[arc] for arc in arcs}
    by_span: dict[tuple[int, int], list[Arc]] = defaultdict(list)
    for arc in sorted(arcs):
        by_span[changes[arc].start, changes[arc].end].append(arc)
    for (start, end), here in sorted(by_span.items()):
        wanted = [gold for gold in golds if gold[:2] == (start, end)]
        if start == end:
            weigh_insertions(here, wanted, weight, changes, -len(arcs))
            continue
        for arc in here:
            if any(fits(changes[arc], gold) for gold in wanted):
                weight[arc] = -len(arcs)
            elif changes[arc].kind != "noop":
                weight[arc] += EPSILON
    return weight


def weigh_insertions(
    here: list[Arc], wanted: list[Gold], weight: dict[Arc, float], changes: dict[Arc, Change], reward: float
) -> None:
    """Insertions at one place: take turns from both ends, so that each gold edit serves one arc."""
    left, right, at = 0, len(here) - 1, 0
    first, last = 0, len(wanted) - 1
    while left <= right:
        from_left = at == left
        order = range(first, last + 1) if from_left else reversed(range(first, last + 1))
        match = next((g for g in order if fits(changes[here[at]], wanted[g])), None)
        if match is None:
            weight[here[at]] += EPSILON
            if from_left:
                left += 1
                at = right
            else:
                right -= 1
                at = left
        elif from_left:
            weight[here[at]] = reward
            first = match + 1
            left += 1
            while left < len(here) and here[left][0] != here[at][1]:
                weight[here[left]] += EPSILON
                left += 1
            at = left
        else:
            weight[here[at]] = reward
            last = match - 1
            right -= 1
            while right >= 0 and here[right][1] != here[at][0]:
                weight[here[right]] += EPSILON
                right -= 1
            at = right


def best_changes(
    vertices: list[Vertex], arcs: list[Arc], weight: dict[Arc, float], changes: dict[Arc, Change]
) -> list[Change]:
    distance = dict.fromkeys(vertices, float("inf"))
    distance[0, 0] = 0
    before: dict[Vertex, Vertex] = {}
    moved = True
    while moved:
        moved = False
        for v, w in arcs:
            if distance[v] + weight[v, w] < distance[w]:
                distance[w] = distance[v] + weight[v, w]
                before[w] = v
                moved = True
    path = []
    w = vertices[-1]
    while w in before:
        change = changes[before[w], w]
        if change.kind != "noop":
            path.append(change)
        w = before[w]
    return path[::-1]


def count_matches(path: Sequence[Change], golds: Sequence[Gold]) -> int:
    matches, at = 0, 0
    for change in path:
        for index in range(at, len(golds)):
            if fits(change, golds[index]):
                matches += 1
                at = index + 1
    return matches


def slow_counts(
    source: Sequence[str], output: Sequence[str], golds: Sequence[Gold], max_unchanged: int = 2
) -> tuple[int, int, int]:
    """Correct, proposed and gold edits of one sentence against one annotator."""
    vertices, arcs, length, changes = full_graph(source, output, max_unchanged)
    path = best_changes(vertices, arcs, weigh(arcs, length, changes, golds), changes)
    return count_matches(path, golds), len(path), len(golds)
