"""Changes of case."""

from __future__ import annotations

from textmend.edits.transforms.rule import Rule


def capitalise(word: str) -> tuple[str, ...]:
    """Upper-case the first letter, leave the rest.

    >>> capitalise("mcDonald"), capitalise("éa")
    (('McDonald',), ('Éa',))
    """
    return (word[:1].upper() + word[1:],)


def lower(word: str) -> tuple[str, ...]:
    return (word.lower(),)


def upper(word: str) -> tuple[str, ...]:
    return (word.upper(),)


CASES = (
    Rule("case:capitalise", capitalise, inverse="case:lower"),
    Rule("case:lower", lower),
    Rule("case:upper", upper, inverse="case:lower"),
)
