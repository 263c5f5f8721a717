"""The forms of English words: `go` -> `went`, `children` -> `child`, and over-regular `buyed` -> `bought`.

word -> lemma (table, or an ending taken off) -> asked form of the lemma -> the word's own case
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from textmend.text import lexicon, wordforms
from textmend.text.lexicon import Lexicon
from textmend.text.wordforms import WordForms

FORMS: tuple[str, ...] = (
    "verb:base",
    "verb:third",
    "verb:gerund",
    "verb:past",
    "verb:participle",
    "noun:singular",
    "noun:plural",
    "adjective:positive",
    "adjective:comparative",
    "adjective:superlative",
)

BASES = ("verb:base", "noun:singular", "adjective:positive")
KINDS = {"verb": ("verb",), "noun": ("noun",), "adjective": ("adj", "adv")}
COLUMNS = {
    "verb:past": 0,
    "verb:participle": 1,
    "verb:gerund": 2,
    "verb:third": 3,
    "noun:plural": 0,
    "adjective:comparative": 0,
    "adjective:superlative": 1,
}
BE = {
    "verb:base": ("be",),
    "verb:third": ("is",),
    "verb:gerund": ("being",),
    "verb:past": ("was", "were"),
    "verb:participle": ("been",),
}
FORMS_OF_BE = frozenset(("be", "am", "are", "is", "being", "was", "were", "been"))
WITHOUT_FORMS = frozenset(
    "a an the i me my you your he him his she her it its we us our they them their this that these those and or but if "
    "as at by for from in into of off on out to up with than then so no not there here very too just now who whom "
    "whose which what when where why how can could may might must shall should will would ought".split()
)
ENDINGS = {
    "verb": ("ing", "ied", "ies", "ed", "es", "d", "s"),
    "noun": ("ies", "es", "s"),
    "adjective": ("iest", "ier", "est", "er", "st", "r"),
}
DOUBLED = re.compile(r"([bdgklmnprtvz])\1$")
RARE_PLURAL = 1 / 200  # a plural this rare beside its singular is none: informations, advices


class Morphology:
    """English inflection from tables, with word frequencies to settle doublets.

    >>> english().inflect("goes", "verb:past"), english().inflect("Child", "noun:plural")
    ('went', 'Children')
    >>> english().inflect("buyed", "verb:past"), english().inflect("stoped", "verb:gerund")
    ('bought', 'stopping')
    >>> english().inflect("quickly", "verb:past") is None
    True
    """

    def __init__(self, tables: WordForms, words: Lexicon) -> None:
        self._tables = tables
        self._words = words
        self._inflected = lru_cache(maxsize=1 << 16)(self._inflect_lower)
        self._variants = lru_cache(maxsize=1 << 14)(self._find_variants)

    def inflect(self, word: str, form: str) -> str | None:
        """The word in one of FORMS, its case kept; None when it has no such form."""
        if form not in FORMS:
            raise ValueError(f"no such form: {form!r}; one of {', '.join(FORMS)}")
        if not word.isalpha():
            return None
        inflected = self._inflected(word.lower(), form)
        return None if inflected is None else like(word, inflected)

    def forms(self, word: str) -> frozenset[str]:
        """The FORMS that the word itself may be; none for an unknown or over-regular word.

        >>> sorted(english().forms("run"))
        ['noun:singular', 'verb:base', 'verb:participle']
        """
        lower = word.lower()
        return frozenset(
            form
            for form in FORMS
            if any(
                lower in self._variants(lemma, form)
                for lemma in self._listed_lemmas(lower, form.split(":")[0])
            )
        )

    def _inflect_lower(self, word: str, form: str) -> str | None:
        part = form.split(":")[0]
        lemmas = self._listed_lemmas(word, part) or self._guessed_lemmas(word, part)
        for lemma in lemmas:
            if variants := self._variants(lemma, form):
                return self._choose(word, lemma, form, variants)
        return None

    def _choose(self, word: str, lemma: str, form: str, variants: tuple[str, ...]) -> str:
        """One way to write a form: the word itself, else the word's own manner (cancelled -> cancelling), else the
        usual one."""
        if lemma == "be":
            return variants[0]
        if word in variants:
            return word
        for other in FORMS:
            ways = self._variants(lemma, other) if other.split(":")[0] == form.split(":")[0] else ()
            if word in ways and len(ways) == len(variants):
                return variants[ways.index(word)]
        return variants[0]

    def _find_variants(self, lemma: str, form: str) -> tuple[str, ...]:
        """How a form of a lemma may be written, the usual way first."""
        part = form.split(":")[0]
        if part == "verb" and lemma == "be":
            return BE[form]
        for kind in KINDS[part]:
            columns = self._tables.columns(lemma, kind)
            if not columns:
                continue
            if form in BASES:
                return (lemma,)
            ways = columns[COLUMNS[form]]
            if form == "verb:participle" and set(ways) <= set(columns[0]):
                ways = columns[0]
            if form == "noun:plural":
                ways = self._true_plurals(lemma, ways)
            if ways:
                return self._usual_first(ways)
        return ()

    def _true_plurals(self, lemma: str, ways: tuple[str, ...]) -> tuple[str, ...]:
        """Leave out `work` as plural of `work`, since there is `works`; and `informations`, since there hardly is."""
        if lemma not in ways:
            return ways
        floor = RARE_PLURAL * 2 ** self._words.weight(lemma)
        return tuple(way for way in ways if way != lemma and 2 ** self._words.weight(way) > floor) or (lemma,)

    def _usual_first(self, ways: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(sorted(ways, key=lambda way: -self._words.weight(way))) if len(ways) > 1 else ways

    def _listed_lemmas(self, word: str, part: str) -> tuple[str, ...]:
        if word in WITHOUT_FORMS:
            return ()
        if word in FORMS_OF_BE:
            return ("be",) if part == "verb" else ()
        found = (lemma for kind in KINDS[part] for lemma in self._tables.lemmas(word, kind))
        return tuple(dict.fromkeys(lemma for lemma in found if lemma not in WITHOUT_FORMS))

    def _guessed_lemmas(self, word: str, part: str) -> tuple[str, ...]:
        """Known lemmas of an over-regular form, the most common first."""
        if word in self._words:
            return ()
        base = f"{part}:{'base' if part == 'verb' else 'singular' if part == 'noun' else 'positive'}"
        known = (
            stem
            for stem in stems(word, ENDINGS[part])
            if stem not in WITHOUT_FORMS and self._variants(stem, base)
        )
        return tuple(sorted(dict.fromkeys(known), key=lambda stem: -self._words.weight(stem)))


def stems(word: str, endings: tuple[str, ...]) -> Iterator[str]:
    """What may be left of a word when a regular ending is taken off.

    >>> list(stems("stoppes", ("es", "s")))
    ['stopp', 'stoppe', 'stop', 'stoppe', 'stoppee']
    >>> list(stems("studing", ("ing",)))
    ['stud', 'stude', 'study']
    """
    for ending in endings:
        stem = word.removesuffix(ending)
        if stem == word or len(stem) < 2:
            continue
        if ending[0] == "i" and ending != "ing":
            yield stem + "y"
            continue
        yield stem
        yield stem + "e"
        if DOUBLED.search(stem):
            yield stem[:-1]
        if ending in ("ing", "ed"):
            yield stem + "y"


def like(model: str, word: str) -> str:
    """The word in the case of another.

    >>> like("Go", "went"), like("GO", "went"), like("go", "went"), like("I", "went")
    ('Went', 'WENT', 'went', 'Went')
    """
    if len(model) > 1 and model.isupper():
        return word.upper()
    return word[:1].upper() + word[1:] if model[:1].isupper() else word


@cache
def english() -> Morphology:
    """The morphology of English; its tables are read once, at the first call."""
    return Morphology(wordforms.english(), lexicon.english())
