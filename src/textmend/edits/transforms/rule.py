"""A transform: a named rule that turns one word into other words without naming them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that rewrites one word, or does not apply to it (None).

    >>> upper = Rule("upper", lambda word: (word.upper(),))
    >>> upper.apply("usa"), upper.match("usa", ("USA",))
    (('USA',), True)
    """

    name: str
    rewrite: Callable[[str], tuple[str, ...] | None]
    inverse: str | None = None

    def apply(self, word: str) -> tuple[str, ...] | None:
        """The words the rule makes of a word; None where it does not apply or changes nothing."""
        words = self.rewrite(word)
        return None if words == (word,) else words

    def match(self, word: str, words: tuple[str, ...]) -> bool:
        """Whether the rule turns the word into just these words."""
        return self.apply(word) == words
