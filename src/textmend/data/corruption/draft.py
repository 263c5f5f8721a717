"""A sentence while it is being spoiled."""

from __future__ import annotations

from collections.abc import Sequence


class Draft:
    """A right sentence and, word by word, what stands in its place.

    `words` are the right words, the first without its capital when that only marks the start. A word is
    spoiled at most once.

    >>> draft = Draft(["The", "cat", "sat", "."], ["the", "cat", "sat", "."])
    >>> draft.spoil(0, 1, "")
    >>> draft.spoil(2, 1, "sitted")
    >>> draft.text(), draft.spoiled, draft.is_free(2, 2)
    ('Cat sitted .', 2, False)
    """

    __slots__ = ("_capital", "_cells", "_free", "spoiled", "words")

    def __init__(self, original: Sequence[str], words: Sequence[str]) -> None:
        self.words = words
        self.spoiled = 0
        self._cells = list(original)
        self._free = [True] * len(words)
        self._capital = bool(words) and original[0] != words[0]

    def is_free(self, start: int, length: int) -> bool:
        """Whether none of the words has been spoiled yet."""
        return self._free[start] and (length == 1 or all(self._free[start + 1 : start + length]))

    def spoil(self, start: int, length: int, wrong: str, keep_capital: bool = True) -> None:
        """Put `wrong` (words with spaces between, or nothing) in the place of `length` words."""
        if start == 0 and keep_capital and self._capital:
            wrong = capitalised(wrong)
        self._cells[start] = wrong
        self._free[start] = False
        for place in range(start + 1, start + length):
            self._cells[place] = ""
            self._free[place] = False
        self.spoiled += length

    def text(self) -> str:
        """The sentence as it stands; what follows a dropped first word takes over its capital."""
        cells = [cell for cell in self._cells if cell]
        if self._capital and cells and not self._cells[0]:
            cells[0] = capitalised(cells[0])
        return " ".join(cells)


def capitalised(text: str) -> str:
    """The text with its first letter in upper case.

    >>> capitalised("at home"), capitalised("")
    ('At home', '')
    """
    return text[:1].upper() + text[1:]
