"""Chance: one stream of random numbers a line, and weighted draws."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from itertools import accumulate
from typing import Generic, TypeVar

T = TypeVar("T")


class Chance:
    """Random numbers that depend on the seed, a line's number and its text, and on nothing else.

    >>> chance = Chance(seed=1)
    >>> chance.restart(7, "A cat sat .")
    >>> first = [chance.random() for _ in range(3)]
    >>> chance.restart(7, "A cat sat .")
    >>> first == [chance.random() for _ in range(3)]
    True
    """

    __slots__ = ("_generator", "_key", "random")

    def __init__(self, seed: int) -> None:
        self._key = blake2b(str(seed).encode(), digest_size=16).digest()
        self._generator = random.Random()
        self.random = self._generator.random

    def restart(self, number: int, text: str) -> None:
        """Begin the stream of one line."""
        line = b"%d\t%b" % (number, text.encode("utf-8", "surrogatepass"))
        self._generator.seed(int.from_bytes(blake2b(line, digest_size=8, key=self._key).digest(), "big"))

    def below(self, size: int) -> int:
        """A whole number from 0 up to, not including, `size`."""
        return int(self.random() * size)


@dataclass(frozen=True, slots=True)
class Choice(Generic[T]):
    """Things to choose from, each with its weight.

    >>> choice = Choice.of({"a": 1.0, "b": 3.0})
    >>> choice.at(0.2), choice.at(0.3), choice.total
    ('a', 'b', 4.0)
    """

    things: tuple[T, ...]
    bounds: tuple[float, ...]

    @classmethod
    def of(cls, weights: Mapping[T, float]) -> Choice[T]:
        """Choose among the keys by their weights; those of weight 0 are left out."""
        return cls.between((thing, weight) for thing, weight in weights.items() if weight > 0)

    @classmethod
    def between(cls, pairs: Iterable[tuple[T, float]]) -> Choice[T]:
        """Choose among things by the weights beside them."""
        kept = list(pairs)
        return cls(tuple(thing for thing, _ in kept), tuple(accumulate(weight for _, weight in kept)))

    @property
    def total(self) -> float:
        """The sum of the weights; 0 when there is nothing to choose from."""
        return self.bounds[-1] if self.bounds else 0.0

    def at(self, fraction: float) -> T:
        """The thing at a fraction (0 up to 1) of the total weight."""
        return self.things[min(bisect_right(self.bounds, fraction * self.bounds[-1]), len(self.things) - 1)]
