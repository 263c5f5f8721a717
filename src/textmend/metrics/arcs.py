"""Every edit the official scorer considers between a source and an output, weighed as it weighs them.

An arc joins two vertices of the lattice by one edit: one step, or several with at most `max_unchanged` kept
words among them. A path of arcs reads the output as a list of edits. The lightest path has the most gold
edits, then the fewest steps outside them, then (nearly always) the fewest edits. Where two paths weigh the
same, the order in which arcs are listed decides; so the order here is the official one, and an arc that is
listed twice weighs as there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from textmend.data.m2 import GoldEdit
from textmend.metrics.lattice import Arc, Lattice

EPSILON = 0.001


@dataclass(frozen=True, slots=True)
class Arcs:
    """All arcs of a lattice."""

    weights: dict[Arc, float]
    """In official order; the weights where no gold edit fits."""
    idle: frozenset[Arc]
    """Those that keep all their words."""
    reward: int
    """The weight of an arc that a gold edit fits."""


def list_arcs(lattice: Lattice, max_unchanged: int, limit: int) -> Arcs | None:
    """All arcs of a lattice, or None when it has more than `limit` joined ones, or limit / 20 vertices."""
    if len(lattice.steps) > limit // 20:
        return None
    lengths = {(v, step[0]): 1 for v, steps in lattice.steps.items() for step in steps}
    idle = {(v, target) for v, steps in lattice.steps.items() for target, kept, _ in steps if kept}
    joined: list[tuple[int, int, int]] = []
    for start in lattice.steps:
        for target, (length, kept) in _reach(lattice, start, max_unchanged, joined).items():
            if length > 1:
                lengths[start, target] = length
                if kept == length:
                    idle.add((start, target))
        if len(joined) > limit:
            return None
    joined.sort()
    listed = [
        (v, target)
        for v, steps in lattice.steps.items()
        for target, _, tables in steps
        for _ in range(tables)
    ]
    listed += _drop_idle([(start, target) for _, start, target in joined], idle)
    weights: dict[Arc, float] = {arc: lengths[arc] for arc in listed}
    for arc in listed:
        if arc not in idle:
            weights[arc] += EPSILON
    return Arcs(weights, frozenset(idle), -len(listed))


def _reach(
    lattice: Lattice, start: int, max_unchanged: int, joined: list[tuple[int, int, int]]
) -> dict[int, tuple[int, int]]:
    """How many steps, and kept words, lead from one vertex to each that one edit can reach.

    Of several ways the first shortest is followed. Each improvement is noted as (last vertex but one,
    start, target).
    """
    reached = {target: (1, kept) for target, kept, _ in lattice.steps[start]}
    queue = list(reached)
    heapify(queue)
    while queue:
        via = heappop(queue)
        length, kept = reached[via]
        for target, keeps, _ in lattice.steps.get(via, ()):
            known = reached.get(target)
            if kept + keeps <= max_unchanged and (known is None or length + 1 < known[0]):
                if known is None:
                    heappush(queue, target)
                reached[target] = (length + 1, kept + keeps)
                joined.append((via, start, target))
    return reached


def _drop_idle(arcs: list[Arc], idle: set[Arc]) -> list[Arc]:
    """Without the arcs that change nothing; but the arc after a dropped one always stays.

    >>> _drop_idle([(0, 1), (0, 2), (0, 3), (0, 4)], {(0, 1), (0, 2), (0, 3)})
    [(0, 2), (0, 4)]
    """
    kept: list[Arc] = []
    dropped = False
    for arc in arcs:
        dropped = not dropped and arc in idle
        if not dropped:
            kept.append(arc)
    return kept


def weigh(lattice: Lattice, arcs: Arcs, golds: Sequence[GoldEdit]) -> dict[Arc, float]:
    """The weights of the arcs, those that are gold edits rewarded."""
    weights = dict(arcs.weights)
    insertions: dict[int, list[GoldEdit]] = defaultdict(list)
    for gold in golds:
        if gold.start == gold.end:
            insertions[gold.start].append(gold)
            continue
        for text in gold.alternatives:
            for arc in lattice.find(gold.start, gold.end, text):
                if arc in weights:
                    weights[arc] = arcs.reward
    for row, wanted in insertions.items():
        weights.update(weigh_insertions(lattice, row, wanted, arcs.reward))
    return weights


def weigh_insertions(lattice: Lattice, row: int, wanted: Sequence[GoldEdit], reward: int) -> dict[Arc, float]:
    """The weights of all insertions before one source word: each gold edit rewards one arc.

    Arcs are tried in turns from the left and from the right, gold edits from the same side.
    """
    here = lattice.insertions(row)
    weights: dict[Arc, float] = {arc: arc[1] - arc[0] for arc in here}
    left, right, at = 0, len(here) - 1, 0
    first, last = 0, len(wanted) - 1
    while left <= right:
        arc, from_left = here[at], at == left
        order = range(first, last + 1) if from_left else range(last, first - 1, -1)
        text = lattice.text(*arc)
        match = next((index for index in order if text in wanted[index].alternatives), None)
        if match is None:
            weights[arc] += EPSILON
            left, right = (left + 1, right) if from_left else (left, right - 1)
            at = right if from_left else left
            continue
        weights[arc] = reward
        if from_left:
            first = match + 1
            left += 1
            while left < len(here) and here[left][0] != arc[1]:
                weights[here[left]] += EPSILON
                left += 1
            at = left
        else:
            last = match - 1
            right -= 1
            while right >= 0 and here[right][1] != arc[0]:
                weights[here[right]] += EPSILON
                right -= 1
            at = right
    return weights


def lightest_path(lattice: Lattice, arcs: Arcs, weights: dict[Arc, float]) -> list[Arc]:
    """The arcs of the lightest path that change something, from left to right.

    Arcs are listed nearly in topological order, so a few rounds over the list settle every distance.
    """
    edges = [(start, target, weights[start, target]) for start, target in arcs.weights]
    distance = [float("inf")] * (lattice.end + 1)
    distance[0] = 0.0
    before = [0] * (lattice.end + 1)
    moved = True
    while moved:
        moved = False
        for start, target, weight in edges:
            total = distance[start] + weight
            if total < distance[target]:
                distance[target] = total
                before[target] = start
                moved = True
    path = []
    at = lattice.end
    while at:
        path.append((before[at], at))
        at = before[at]
    return [arc for arc in reversed(path) if arc not in arcs.idle]
