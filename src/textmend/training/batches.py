"""Batches of sentences: of like length, shuffled, a pure function of the seed and the epoch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

SPREAD = 0.1


@dataclass(frozen=True, slots=True)
class EpochPlan:
    """The batches of one epoch: batch b holds `rows[bounds[b]:bounds[b + 1]]`."""

    rows: NDArray[np.int64]
    bounds: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.bounds) - 1

    def __iter__(self) -> Iterator[NDArray[np.int64]]:
        return (self[batch] for batch in range(len(self)))

    def __getitem__(self, batch: int) -> NDArray[np.int64]:
        return self.rows[self.bounds[batch] : self.bounds[batch + 1]]


def generator(*key: int) -> np.random.Generator:
    """A random generator that depends on nothing but the key.

    >>> int(generator(1, 2).integers(100)) == int(generator(1, 2).integers(100))
    True
    """
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(key)))


def plan_epoch(
    lengths: NDArray[np.int64],
    changed: NDArray[np.bool_],
    *,
    batch_tokens: int,
    max_pieces: int,
    keep_unchanged: float,
    key: tuple[int, ...],
) -> EpochPlan:
    """Cut an epoch into batches of at most `batch_tokens` padded pieces.

    Sentences over `max_pieces` are left out, unchanged ones are kept with probability `keep_unchanged`,
    drawn anew each epoch. Neighbours by length (give or take a tenth) share a batch; batches are shuffled.

    >>> plan = plan_epoch(np.array([3, 9, 3, 4]), np.ones(4, bool), batch_tokens=12, max_pieces=64,
    ...                   keep_unchanged=1.0, key=(1,))
    >>> sorted(sorted(plan[b].tolist()) for b in range(len(plan)))
    [[0, 2, 3], [1]]
    """
    random = generator(*key)
    keep = (changed | (random.random(len(lengths)) < keep_unchanged)) & (lengths <= max_pieces)
    rows = np.flatnonzero(keep)
    noisy = lengths[rows] * (1 + SPREAD * random.random(len(rows)))
    rows = rows[np.argsort(noisy, kind="stable")]
    cuts = _cut(lengths[rows], batch_tokens)
    order = random.permutation(len(cuts) - 1)
    sizes = np.diff(cuts)[order]
    shuffled = [rows[cuts[batch] : cuts[batch + 1]] for batch in order]
    return EpochPlan(
        rows=np.concatenate(shuffled) if shuffled else rows,
        bounds=np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes, dtype=np.int64)]),
    )


def _cut(lengths: NDArray[np.int64], batch_tokens: int) -> NDArray[np.int64]:
    cuts, longest, begin = [0], 0, 0
    for at, length in enumerate(lengths.tolist()):
        longest = max(longest, length)
        if at > begin and longest * (at + 1 - begin) > batch_tokens:
            cuts.append(at)
            begin, longest = at, length
    if len(lengths):
        cuts.append(len(lengths))
    return np.array(cuts, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class StepRows:
    """The sentences of one optimiser step: one array of row numbers per micro-batch."""

    epoch: int
    batches: tuple[NDArray[np.int64], ...]


class Schedule:
    """Which sentences each step of a stage sees: step -> rows, with plans made when they are needed.

    A step takes `accumulate` micro-batches that follow one another in the epoch's plan; the last step
    of an epoch may have fewer.
    """

    def __init__(
        self,
        lengths: NDArray[np.int64],
        changed: NDArray[np.bool_],
        *,
        batch_tokens: int,
        max_pieces: int,
        keep_unchanged: float,
        accumulate: int,
        key: tuple[int, ...],
    ) -> None:
        self.lengths, self.changed, self.key = lengths, changed, key
        self.batch_tokens, self.max_pieces, self.keep_unchanged = batch_tokens, max_pieces, keep_unchanged
        self.accumulate = accumulate
        self._sizes: list[int] = []
        self._plan: tuple[int, EpochPlan] | None = None

    def plan(self, epoch: int) -> EpochPlan:
        """The plan of one epoch (the last one asked for is kept)."""
        if self._plan is None or self._plan[0] != epoch:
            plan = plan_epoch(
                self.lengths,
                self.changed,
                batch_tokens=self.batch_tokens,
                max_pieces=self.max_pieces,
                keep_unchanged=self.keep_unchanged,
                key=(*self.key, epoch),
            )
            self._plan = (epoch, plan)
        return self._plan[1]

    def epoch_steps(self, epoch: int) -> int:
        """The number of optimiser steps in one epoch."""
        while len(self._sizes) <= epoch:
            self._sizes.append(-(-len(self.plan(len(self._sizes))) // self.accumulate))
        return self._sizes[epoch]

    def steps(self, epochs: float) -> int:
        """The number of optimiser steps in so many epochs, parts of one included."""
        whole = int(epochs)
        rest = epochs - whole
        return sum(map(self.epoch_steps, range(whole))) + (
            round(rest * self.epoch_steps(whole)) if rest else 0
        )

    def walk(self, step: int) -> Iterator[StepRows]:
        """The steps from number `step` on, without end."""
        epoch = 0
        while step >= self.epoch_steps(epoch):
            step -= self.epoch_steps(epoch)
            epoch += 1
        while True:
            plan = self.plan(epoch)
            for at in range(step, self.epoch_steps(epoch)):
                first = at * self.accumulate
                last = min(first + self.accumulate, len(plan))
                yield StepRows(epoch, tuple(plan[batch] for batch in range(first, last)))
            epoch, step = epoch + 1, 0
