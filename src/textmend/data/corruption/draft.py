"""A sentence while it is being spoiled."""

from __future__ import annotations

from collections.abc import Sequence


class Draft:
    """A right sentence and, word by word, what stands in its place.

    `words` are the right words, the first without its capital when that only marks the start; `keys` are the
    words with a hint of their surroundings (see `WordClasses.keys`). A word is spoiled at most once.

    >>> draft = Draft(["The", "cat", "sat", "."], ["the", "cat", "sat", "."], ["the", "cat", "sat", "."])
    >>> draft.spoil(0, 1, "")
    >>> draft.spoil(2, 1, "sitted")
    >>> draft.text(), draft.spoiled
    ('Cat sitted .', 2)
    """

    __slots__ = ("capital", "cells", "free", "keys", "spoiled", "words")

    def __init__(self, original: Sequence[str], words: Sequence[str], keys: Sequence[str]) -> None:
        self.words = words
        self.keys = keys
        self.cells = list(original)
        self.free = [True] * len(words)
        self.capital = bool(words) and original[0] != words[0]
        self.spoiled = 0

    def spoil(self, start: int, length: int, wrong: str, keep_capital: bool = True) -> None:
        """Put `wrong` (words with spaces between, or nothing) in the place of `length` words."""
        if start == 0 and keep_capital and self.capital:
            wrong = capitalised(wrong)
        self.cells[start] = wrong
        self.free[start] = False
        for place in range(start + 1, start + length):
            self.cells[place] = ""
            self.free[place] = False
        self.spoiled += length

    def text(self) -> str:
        """The sentence as it stands; what follows a dropped first word takes over its capital."""
        cells = [cell for cell in self.cells if cell]
        if self.capital and cells and not self.cells[0]:
            cells[0] = capitalised(cells[0])
        return " ".join(cells)


def capitalised(text: str) -> str:
    """The text with its first letter in upper case.

    >>> capitalised("at home"), capitalised("")
    ('At home', '')
    """
    return text[:1].upper() + text[1:]
