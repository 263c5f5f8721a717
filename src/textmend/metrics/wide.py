"""The lightest path through a lattice too wide for its arcs to be listed.

A complete rewrite of 200 words has 40,000 vertices and 400 million arcs. Here arcs are not listed: one
sweep over the steps keeps, at each vertex, the best finished path and the best path with an edit still
growing, for each number of words that edit has kept. The weights are those of `textmend.metrics.arcs`, but
a joined arc never counts as listed twice, and every insertion that a gold edit fits is rewarded.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from heapq import heappop, heappush

from textmend.data.m2 import GoldEdit
from textmend.metrics.lattice import Arc, Lattice

STEP = 1000
REWARD = 1 << 40
FAR = 1 << 60


def lightest_wide_path(lattice: Lattice, golds: Sequence[GoldEdit], max_unchanged: int) -> list[Arc]:
    """The arcs of the lightest path that change something, from left to right."""
    rewarded = _gold_arcs(lattice, golds, max_unchanged)
    done = [FAR] * (lattice.end + 1)
    done[0] = 0
    before = [(0, True)] * (lattice.end + 1)  # where the last edit of the best path starts, whether it is one
    growing: dict[int, dict[int, tuple[int, int]]] = defaultdict(dict)  # vertex: words kept: (weight, start)
    for vertex, steps in lattice.steps.items():
        weight = done[vertex]
        for target in rewarded.get(vertex, ()):
            if weight - REWARD < done[target]:
                done[target] = weight - REWARD
                before[target] = (vertex, True)
        grown = growing.pop(vertex, {})
        for target, keeps, tables in steps:
            new = growing[target]
            for kept, (so_far, start) in grown.items():
                longer = so_far + STEP
                if kept + keeps <= max_unchanged and longer <= new.get(kept + keeps, (longer, 0))[0]:
                    new[kept + keeps] = (longer, start)
                    if longer + 1 < done[target]:
                        done[target] = longer + 1
                        before[target] = (start, True)
            if keeps <= max_unchanged and weight + STEP < new.get(keeps, (FAR, 0))[0]:
                new[keeps] = (weight + STEP, vertex)
            alone = weight + STEP + (0 if keeps else tables)
            if alone < done[target]:
                done[target] = alone
                before[target] = (vertex, not keeps)
    path = []
    at = lattice.end
    while at:
        start, changes = before[at]
        if changes:
            path.append((start, at))
        at = start
    return path[::-1]


def _gold_arcs(lattice: Lattice, golds: Sequence[GoldEdit], max_unchanged: int) -> dict[int, set[int]]:
    arcs: dict[int, set[int]] = defaultdict(set)
    for gold in golds:
        for text in gold.alternatives:
            for start, target in lattice.find(gold.start, gold.end, text):
                if start != target and _joins(lattice, start, target, max_unchanged):
                    arcs[start].add(target)
    return arcs


def _joins(lattice: Lattice, start: int, end: int, max_unchanged: int) -> bool:
    """Whether one edit leads from one vertex to another."""
    column = end % lattice.width
    reached = {start: (0, 0)}
    queue = [start]
    while queue:
        via = heappop(queue)
        length, kept = reached[via]
        for target, keeps, _ in lattice.steps.get(via, ()):
            inside = target <= end and target % lattice.width <= column
            known = reached.get(target)
            if inside and kept + keeps <= max_unchanged and (known is None or length + 1 < known[0]):
                if known is None:
                    heappush(queue, target)
                reached[target] = (length + 1, kept + keeps)
    return end in reached
