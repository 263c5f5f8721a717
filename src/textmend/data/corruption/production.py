"""Pairs made from text, by one process or several; the number of processes does not change a byte."""

from __future__ import annotations

import multiprocessing
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Final

from textmend.data.corruption.chance import Chance
from textmend.data.corruption.recipe import build_recipe
from textmend.data.corruption.selection import Line, Selection
from textmend.data.corruption.settings import read_settings
from textmend.text.words import PATTERN

CHUNK: Final = 1000  # sentences handed to a process at once
AHEAD: Final = 4  # chunks in work for each process


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be made: the recipe with its files, the seed, and which sentences are of use."""

    recipe: str = "learner"
    seed: int = 1
    config: Path | None = None
    tables: Path | None = None
    selection: Selection = field(default_factory=Selection)


class Maker:
    """Makes pairs to an order.

    >>> maker = Maker(Order(seed=5))
    >>> wrong, right = maker.make(Line(1, "", "He doesn't like it, because it's cold."))
    >>> right
    "He does n't like it , because it 's cold ."
    """

    def __init__(self, order: Order) -> None:
        self._recipe = build_recipe(order.recipe, read_settings(order.config), order.tables)
        self._chance = Chance(order.seed)
        self._selection = order.selection

    def make(self, line: Line) -> tuple[str, str] | None:
        """The wrong and the right sentence; None when the line is too short or too long.

        The words are those of `split_words`, without their places.
        """
        selection = self._selection
        words = line.text.split() if selection.tokenised else PATTERN.findall(line.text)
        if not max(1, selection.min_words) <= len(words) <= selection.max_words:
            return None
        self._chance.restart(line.number, line.text)
        return self._recipe.spoil(words, self._chance), " ".join(words)

    def make_all(self, lines: Sequence[Line]) -> list[tuple[str, str] | None]:
        """Pairs for a chunk of lines."""
        return [self.make(line) for line in lines]


def make_pairs(
    lines: Iterable[Line], order: Order, workers: int = 1, limit: int | None = None
) -> Iterator[tuple[str, str]]:
    """Yield pairs in the order of the lines, at most `limit`, of each source at most its own limit."""
    taken: Counter[str] = Counter()
    limits = order.selection.sources or {}
    made = _in_processes(lines, order, workers) if workers > 1 else _here(lines, order)
    number = 0
    for line, pair in made:
        if limit is not None and number >= limit:
            return
        most = limits.get(line.source)
        if pair is None or (most is not None and taken[line.source] >= most):
            continue
        taken[line.source] += 1
        number += 1
        yield pair


def _here(lines: Iterable[Line], order: Order) -> Iterator[tuple[Line, tuple[str, str] | None]]:
    maker = Maker(order)
    for line in lines:
        yield line, maker.make(line)


def _in_processes(
    lines: Iterable[Line], order: Order, workers: int
) -> Iterator[tuple[Line, tuple[str, str] | None]]:
    rest = iter(lines)
    waiting: deque[tuple[list[Line], Future[list[tuple[str, str] | None]]]] = deque()
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_start, initargs=(order,))
    try:
        while True:
            while len(waiting) < workers * AHEAD and (chunk := list(islice(rest, CHUNK))):
                waiting.append((chunk, pool.submit(_make_chunk, chunk)))
            if not waiting:
                return
            chunk, future = waiting.popleft()
            yield from zip(chunk, future.result(), strict=True)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


_maker: Maker | None = None


def _start(order: Order) -> None:
    global _maker  # noqa: PLW0603 - a process of the pool has one maker, built once
    _maker = Maker(order)


def _make_chunk(lines: list[Line]) -> list[tuple[str, str] | None]:
    assert _maker is not None
    return _maker.make_all(lines)
