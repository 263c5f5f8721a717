"""Regular English endings: taken off a word, put on a word."""

from __future__ import annotations

import re
from collections.abc import Iterator

ENDINGS = {
    "verb": ("ing", "ied", "ies", "ed", "es", "d", "s"),
    "noun": ("ies", "ves", "es", "s"),
    "adjective": ("iest", "ier", "est", "er", "st", "r"),
}


def cut_endings(word: str, part: str) -> Iterator[str]:
    """What may be left of a word when a regular ending is taken off.

    >>> list(cut_endings("stoped", "verb")), list(cut_endings("wifes", "noun"))
    (['stop', 'stope', 'stopy', 'stope'], ['wif', 'wife', 'wife'])
    """
    for ending in ENDINGS[part]:
        stem = word.removesuffix(ending)
        if stem == word or len(stem) < 2:
            continue
        if ending[0] == "i" and ending != "ing":
            yield stem + "y"
        elif ending == "ves":
            yield from (stem + "f", stem + "fe")
        else:
            yield stem
        if ending in ("ing", "ed", "es", "er", "est"):
            yield stem + "e"
            if re.search(r"([bdgklmnprtvz])\1$", stem):
                yield stem[:-1]
        if ending in ("ing", "ed"):
            yield stem + "y"


def regular_forms(lemma: str, part: str) -> tuple[tuple[str, ...], ...]:
    """The forms of a regular word, in the order of the tables' columns; none for adjectives.

    >>> regular_forms("website", "noun"), regular_forms("deny", "verb")
    ((('websites',),), (('denied',), ('denied',), ('denying',), ('denies',)))
    """
    stem, silent = (lemma[:-1], True) if lemma.endswith("e") else (lemma, False)
    softened = re.search(r"[^aeiou]y$", lemma)
    hissing = re.search(r"(s|x|z|ch|sh)$", lemma)
    plural = lemma[:-1] + "ies" if softened else lemma + ("es" if hissing else "s")
    if part == "noun":
        return ((plural,),)
    if part == "verb":
        past = lemma[:-1] + "ied" if softened else stem + "ed"
        return ((past,), (past,), ((stem if silent else lemma) + "ing",), (plural,))
    return ()
