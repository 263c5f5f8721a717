"""One word into two, and hyphens."""

from __future__ import annotations

from functools import lru_cache

from textmend.edits.transforms.rule import Rule
from textmend.text.lexicon import english

LONGEST = 40
LETTERS_THAT_ARE_WORDS = "aiI"


@lru_cache(maxsize=1 << 15)
def split_in_two(word: str) -> tuple[str, ...] | None:
    """The likeliest way to read a word as two, each of them known.

    >>> split_in_two("alot"), split_in_two("Atleast"), split_in_two("cat")
    (('a', 'lot'), ('At', 'least'), None)
    """
    if not word.isalpha() or len(word) > LONGEST:
        return None
    ways = [(word[:cut], word[cut:]) for cut in range(1, len(word))]
    weighed = [
        (_weight(left) + _weight(right), (left, right))
        for left, right in ways
        if _weight(left) and _weight(right)
    ]
    return max(weighed)[1] if weighed else None


def _weight(part: str) -> float:
    if len(part) == 1 and part not in LETTERS_THAT_ARE_WORDS:
        return 0.0
    return english().weight(part) or english().weight(part.lower())


def split_at_hyphen(word: str) -> tuple[str, ...] | None:
    """Two words at the first inner hyphen.

    >>> split_at_hyphen("well-known"), split_at_hyphen("-")
    (('well', 'known'), None)
    """
    left, hyphen, right = word.partition("-")
    return (left, right) if hyphen and left and right else None


def drop_hyphen(word: str) -> tuple[str, ...] | None:
    """One word without the first inner hyphen.

    >>> drop_hyphen("to-day")
    ('today',)
    """
    left, hyphen, right = word.partition("-")
    return (left + right,) if hyphen and left and right else None


SPACINGS = (
    Rule("hyphen:drop", drop_hyphen),
    Rule("hyphen:split", split_at_hyphen, inverse="join:hyphen"),
    Rule("split", split_in_two, inverse="join"),
)
