"""The edit lattice between a source and a system output.

A vertex (i, j) says: i source words are read, j output words are written. The lattice holds every step that
lies on a cheapest path from (0, 0) to the end in either of two Levenshtein tables: one where a substitution
costs 1, as an insertion does, and one where it costs 2, as a deletion and an insertion do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Indel

Arc = tuple[int, int]
Step = tuple[int, int, int]  # the vertex it leads to, words kept (0 or 1), tables it lies in (1 or 2)
Table = list[list[int]]

FAR = 1 << 30


@dataclass(frozen=True, slots=True)
class Lattice:
    """Steps by the vertex they leave; vertex (i, j) is the number i * width + j, growing along every path."""

    output: tuple[str, ...]
    width: int
    end: int
    steps: dict[int, list[Step]]

    def row(self, vertex: int) -> int:
        """How many source words are read there."""
        return vertex // self.width

    def text(self, start: int, end: int) -> tuple[str, ...]:
        """The output words that a path between two vertices writes."""
        return self.output[start % self.width : end % self.width]

    def find(self, first: int, last: int, text: tuple[str, ...]) -> Iterator[Arc]:
        """The pairs of vertices between which source words first to last would become this text."""
        for j in range(self.width - len(text)):
            if self.output[j : j + len(text)] == text:
                yield first * self.width + j, last * self.width + j + len(text)

    def insertions(self, row: int) -> list[Arc]:
        """The pairs of vertices that insertions in one row join, in order; a step once for each table."""
        tables = {
            vertex: tables
            for vertex in range(row * self.width, (row + 1) * self.width - 1)
            for target, _, tables in self.steps.get(vertex, ())
            if target == vertex + 1
        }
        pairs = []
        for vertex, repeats in tables.items():
            pairs += [(vertex, vertex + 1)] * repeats
            target = vertex + 1
            while target in tables:
                target += 1
                pairs.append((vertex, target))
        return pairs


def build_lattice(source: Sequence[str], output: Sequence[str]) -> Lattice:
    """The lattice, in time and memory that grow with the band of diagonals a cheapest path can touch.

    >>> build_lattice(["a", "b"], ["b"]).steps  # vertices (0, 0), (1, 0) and (2, 1) are 0, 2 and 5
    {0: [(2, 0, 2)], 2: [(5, 1, 2)]}
    """
    width = len(output) + 1
    excess, slack = len(output) - len(source), Indel.distance(source, output)
    low, high = (excess - slack) // 2, (excess + slack) // 2
    ones, twos = _cheapest(source, output, low, high)
    steps: dict[int, list[Step]] = {}
    on_path = [0] * (len(source) + 1) * width  # bit 1: in the table of ones, bit 2: in the table of twos
    on_path[-1] = 3
    for i in range(len(source), -1, -1):
        for j in range(min(len(output), i + high), max(0, i + low) - 1, -1):
            target = i * width + j
            inside = on_path[target]
            if not inside:
                continue
            one, two = ones[i][j], twos[i][j]
            if i and j:
                kept = int(source[i - 1] == output[j - 1])
                cheap = (ones[i - 1][j - 1] == one - 1 + kept) + 2 * (
                    twos[i - 1][j - 1] == two - 2 + 2 * kept
                )
                _add(steps, on_path, target - width - 1, target, kept, inside & cheap)
            if i:
                cheap = (ones[i - 1][j] == one - 1) + 2 * (twos[i - 1][j] == two - 1)
                _add(steps, on_path, target - width, target, 0, inside & cheap)
            if j:
                cheap = (ones[i][j - 1] == one - 1) + 2 * (twos[i][j - 1] == two - 1)
                _add(steps, on_path, target - 1, target, 0, inside & cheap)
    return Lattice(tuple(output), width, len(on_path) - 1, {v: steps[v][::-1] for v in sorted(steps)})


def _add(
    steps: dict[int, list[Step]], on_path: list[int], origin: int, target: int, kept: int, tables: int
) -> None:
    if tables:
        on_path[origin] |= tables
        step = (target, kept, 2 if tables == 3 else 1)
        if origin in steps:
            steps[origin].append(step)
        else:
            steps[origin] = [step]


def _cheapest(source: Sequence[str], output: Sequence[str], low: int, high: int) -> tuple[Table, Table]:
    """The two Levenshtein tables, filled where low <= column - row <= high.

    >>> _cheapest(["a", "b"], ["c"], -2, 1)
    ([[0, 1], [1, 1], [2, 2]], [[0, 1], [1, 2], [2, 3]])
    """
    first = [j if j <= high else FAR for j in range(len(output) + 1)]
    ones, twos = [first], [first]
    for i, word in enumerate(source, 1):
        above_one, above_two = ones[-1], twos[-1]
        one, two = [FAR] * len(first), [FAR] * len(first)
        if i + low <= 0:
            one[0] = two[0] = i
        for j in range(max(1, i + low), min(len(output), i + high) + 1):
            if word == output[j - 1]:
                one[j] = above_one[j - 1]
                two[j] = above_two[j - 1]
            else:
                one[j] = min(above_one[j - 1], above_one[j], one[j - 1]) + 1
                two[j] = min(above_two[j], two[j - 1]) + 1
        ones.append(one)
        twos.append(two)
    return ones, twos
