"""The words of a list that are few edits away from any other: letters compared as bits, then counted exactly.

word -> 64-bit signature of its letters -> words whose signatures differ in few bits -> edit distance
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from rapidfuzz import process
from rapidfuzz.distance import OSA

BITS = 4  # signatures that differ in more bits are not looked at
EDIT = 7.0  # one edit weighs as much as so many doublings of frequency
LONGEST = 40  # letters
CHUNK = 4096  # words signed at a time, to stay in the cache
TWO_BITS = np.uint64(1) << np.arange(0, 64, 2, dtype=np.uint64)  # of each of 32 letters
ODD = np.uint64(0x5555555555555555)


class Neighbours:
    """An index over words with their weights, for words that are few edits away.

    >>> index = Neighbours(["cat", "the", "their", "there"], np.array([5.0, 9.0, 6.0, 7.0]))
    >>> index.find("ther", reach=1, limit=5)
    [('the', 1, 9.0), ('there', 1, 7.0), ('their', 1, 6.0)]
    >>> index.find("thier", reach=2, limit=2)
    [('their', 1, 6.0), ('the', 2, 9.0)]
    """

    __slots__ = ("_by_length", "_ends", "_lower", "_signatures", "_weights", "_words")

    def __init__(self, words: list[str], weights: npt.NDArray[np.float64]) -> None:
        self._words, self._weights, self._lower = words, weights, "\n".join(words).lower().split("\n")
        lengths = np.fromiter(map(len, self._lower), np.uint8, len(words))
        self._by_length = np.argsort(lengths, kind="stable")
        chunks = (self._lower[start : start + CHUNK] for start in range(0, len(words), CHUNK))
        self._signatures = np.concatenate([sign("\n".join(chunk)) for chunk in chunks])[self._by_length]
        self._ends = np.searchsorted(lengths[self._by_length], np.arange(LONGEST + 5), side="right").tolist()

    def find(self, word: str, reach: int, limit: int) -> list[tuple[str, int, float]]:
        """Words at most `reach` edits away (a swap is one), distance, weight; near and common ones first."""
        if len(word) > LONGEST:
            return []
        first, last = self._ends[max(len(word) - reach - 1, 0)], self._ends[len(word) + reach]
        apart = np.bitwise_count(self._signatures[first:last] ^ sign(word)[0])
        alike = self._by_length[np.flatnonzero(apart <= BITS) + first]
        letters = list(map(self._lower.__getitem__, alike.tolist()))
        if not letters:
            return []
        distances = process.cdist([word], letters, scorer=OSA.distance, score_cutoff=reach, dtype=np.uint8)[0]
        near = np.flatnonzero(distances <= reach)
        places, edits = alike[near], distances[near]
        weights = self._weights[places]
        order = np.argsort(EDIT * edits - weights, kind="stable")[:limit]
        return [
            (self._words[place], edit, weight)
            for place, edit, weight in zip(
                places[order].tolist(), edits[order].tolist(), weights[order].tolist(), strict=True
            )
        ]


def sign(text: str) -> npt.NDArray[np.uint64]:
    """The letters of each line as bits: one for a letter, one more for a letter that comes more than once.

    >>> [int(np.bitwise_count(signature)) for signature in sign("tree\\nthe")]
    [4, 3]
    """
    codes = np.frombuffer((text + "\n").encode("utf-32-le", "surrogatepass"), np.uint32)
    ends = np.flatnonzero(codes == 10)
    letters = TWO_BITS[codes & 31]
    letters[ends] = 0
    counts = np.add.reduceat(letters, np.concatenate(([0], ends[:-1] + 1)))  # two bits a letter
    twice = counts >> np.uint64(1) & ODD
    signatures: npt.NDArray[np.uint64] = (counts | twice) & ODD | twice << np.uint64(1)
    return signatures
