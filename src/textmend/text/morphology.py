"""The forms of English words: `go` -> `went`, `children` -> `child`, and over-regular `buyed` -> `bought`.

    word -> its lemma -> the asked form of the lemma -> the case of the word

The lemma comes from lemminflect's tables; for a common word that they lack, from the word list (`websites`
and `website` are both in it); else from taking a regular ending off (`buyed` -> `buy`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from textmend.text import lexicon, wordforms
from textmend.text.endings import cut_endings, regular_forms
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

PARTS = {form: form.partition(":")[0] for form in FORMS}
BASES = {"verb": "verb:base", "noun": "noun:singular", "adjective": "adjective:positive"}
KINDS = {"verb": ("verb",), "noun": ("noun",), "adjective": ("adj", "adv")}  # as the tables call the parts
COLUMNS = {
    "verb:past": 0,
    "verb:participle": 1,
    "verb:gerund": 2,
    "verb:third": 3,
    "noun:plural": 0,
    "adjective:comparative": 0,
    "adjective:superlative": 1,
}
REGULAR = {  # an ending and what it says, the usual first
    "ing": "verb:gerund",
    "ed": "verb:past",
    "s": "noun:plural",
    "es": "verb:third",
    "er": "adjective:comparative",
    "est": "adjective:superlative",
}
BE = {
    "verb:base": ("be",),
    "verb:third": ("is",),
    "verb:gerund": ("being",),
    "verb:past": ("was", "were"),
    "verb:participle": ("been",),
}
FORMS_OF_BE = frozenset(("be", "am", "are", "is", "being", "was", "were", "been"))
# what the tables take for an adverb or a rare noun or verb: can -> canned, no -> noes
WITHOUT_FORMS_TEXT = """
a an and are as at beside besides but by can could for from he her here him his how i if in into it its
just may me might must my no not now of off on or ought our out shall she should so than that the their
them then there these they this those to too toward towards up us very was we were what when where which
who whom whose why will with would you your
"""
WITHOUT_FORMS = frozenset(WITHOUT_FORMS_TEXT.split())

COMMON = 10.0  # a word of this weight that the tables lack is a word of its own, nothing over-regular: during
RARE_WAY = 5.0  # so many doublings rarer than the usual way, a way is not kept: busses
RARE_PLURAL = 7.0  # a plural so many doublings rarer than its singular is none: informations


class Morphology:
    """English inflection from tables, with a word list to settle doublets and to add what the tables lack.

    >>> english().inflect("goes", "verb:past"), english().inflect("Child", "noun:plural")
    ('went', 'Children')
    >>> english().inflect("buyed", "verb:past"), english().inflect("stoped", "verb:gerund")
    ('bought', 'stopping')
    >>> english().inflect("cancelled", "verb:gerund"), english().inflect("canceled", "verb:gerund")
    ('cancelling', 'canceling')
    >>> english().inflect("quickly", "verb:past") is None
    True
    """

    def __init__(self, tables: WordForms, words: Lexicon) -> None:
        self._tables = tables
        self._words = words
        self._inflected = lru_cache(maxsize=1 << 16)(self._inflect_lower)
        self._ways = lru_cache(maxsize=1 << 15)(self._find_ways)
        self._known_lemmas = lru_cache(maxsize=1 << 15)(self._find_lemmas)

    def inflect(self, word: str, form: str) -> str | None:
        """The word in one of FORMS, its case kept; None when it has no such form."""
        if form not in COLUMNS and form not in BASES.values():
            raise ValueError(f"no such form: {form!r}; one of {', '.join(FORMS)}")
        if not word.isalpha():
            return None
        inflected = self._inflected(word.lower(), form)
        if inflected is None and word[0].isupper():
            return self._inflected(word, form)
        return None if inflected is None else like(word, inflected)

    def forms(self, word: str) -> frozenset[str]:
        """The FORMS that the word itself may be; none for an unknown or over-regular word.

        >>> sorted(english().forms("run"))
        ['noun:singular', 'verb:base', 'verb:participle']
        """
        lower = word.lower()
        known = {part: self._known_lemmas(lower, part) for part in BASES}
        return frozenset(
            form
            for form, part in PARTS.items()
            if any(lower in self._ways(lemma, form) for lemma in known[part])
        )

    def mend(self, word: str) -> str | None:
        """What an over-regular form stands for; None for any other word.

        >>> [english().mend(word) for word in ("buyed", "childs", "informations", "bought", "zzz")]
        ['bought', 'children', 'information', None, None]
        """
        lower = word.lower()
        if not lower.isalpha() or (self.lists(lower) and lower in self._words):
            return None
        for ending, form in REGULAR.items():
            if lower.endswith(ending) and (mended := self._inflected(lower, form)) not in (None, lower):
                return like(word, mended or "")
        return None

    def _inflect_lower(self, word: str, form: str) -> str | None:
        part = PARTS[form]
        for lemma in self._known_lemmas(word, part) or self._guessed_lemmas(word, part):
            if ways := self._ways(lemma, form):
                return self._pick_way(word, lemma, form, ways)
        return None

    def _pick_way(self, word: str, lemma: str, form: str, ways: tuple[str, ...]) -> str:
        """The word itself if it is the form, else the manner of the word (cancelled -> cancelling)."""
        if len(ways) == 1 or lemma == "be":
            return ways[0]
        if (
            word in ways
            and word in self._words
            and self._words.weight(word) > self._words.weight(ways[0]) - RARE_WAY
        ):
            return word
        for other, part in PARTS.items():
            manners = self._ways(lemma, other) if part == PARTS[form] else ()
            if word in manners and len(manners) == len(ways):
                return sorted(ways)[sorted(manners).index(word)]
        return ways[0]

    def _find_ways(self, lemma: str, form: str) -> tuple[str, ...]:
        """The ways to write a form of a lemma, the usual one first."""
        part = PARTS[form]
        if lemma == "be":
            return BE.get(form, ())
        for columns in self._columns(lemma, part):
            if form == BASES[part]:
                return (lemma,)
            ways = columns[COLUMNS[form]]
            if form == "verb:participle" and set(ways) <= set(columns[0]):
                ways = columns[0]
            if form == "noun:plural" and lemma in ways:
                ways = self._true_plurals(lemma, ways)
            if whole := tuple(way for way in ways if way.isalpha()):
                return self._usual_first(whole)
        return ()

    def _columns(self, lemma: str, part: str) -> Iterator[tuple[tuple[str, ...], ...]]:
        """The inflected forms of a lemma; regular ones for a word that only the word list knows."""
        listed = [columns for kind in KINDS[part] if (columns := self._tables.columns(lemma, kind))]
        yield from listed
        if not listed and lemma in self._words:
            columns = regular_forms(lemma, part)
            if columns and all(self._is_unlisted_word(ways[0]) for ways in columns[:3]):
                yield columns

    def _true_plurals(self, lemma: str, ways: tuple[str, ...]) -> tuple[str, ...]:
        """Not `work` as plural of `work`, as there is `works`; and not `informations`, as there hardly is."""
        floor = self._words.weight(lemma) - RARE_PLURAL
        return tuple(way for way in ways if way != lemma and self._words.weight(way) > floor) or (lemma,)

    def _usual_first(self, ways: tuple[str, ...]) -> tuple[str, ...]:
        """By frequency; a way that is also a word of its own (`dove`, `fit`) keeps its place in the table."""
        if len(ways) == 1:
            return ways
        owned = [
            any(self._tables.columns(way, kind) for kind in ("noun", "verb", "adj", "adv")) for way in ways
        ]
        known = [way for way in ways if way in self._words] or list(ways)
        return tuple(known if any(owned) else sorted(known, key=lambda way: -self._words.weight(way)))

    def lists(self, word: str) -> bool:
        """Whether the tables list a lower-case word, if only as a rare or dubious form."""
        return any(self._tables.lemmas(word, kind) for kind in ("noun", "verb", "adj", "adv"))

    def _is_unlisted_word(self, word: str) -> bool:
        return word in self._words and not self.lists(word)

    def _find_lemmas(self, word: str, part: str) -> tuple[str, ...]:
        if word in FORMS_OF_BE:
            return ("be",) if part == "verb" else ()
        if word in WITHOUT_FORMS:
            return ()
        found = [lemma for kind in KINDS[part] for lemma in self._tables.lemmas(word, kind)]
        if not found and word in self._words:
            stems = (word, *cut_endings(word, part))
            found = [stem for stem in stems if word in self._all_ways(stem, part)]
        return tuple(
            dict.fromkeys(lemma for lemma in found if lemma.isalpha() and lemma not in WITHOUT_FORMS)
        )

    def _all_ways(self, lemma: str, part: str) -> Iterator[str]:
        return (way for form, other in PARTS.items() if other == part for way in self._ways(lemma, form))

    def _guessed_lemmas(self, word: str, part: str) -> tuple[str, ...]:
        """The lemmas of an over-regular form, the most common first: buyed -> buy, feets -> foot."""
        if self.lists(word) or self._words.weight(word) > COMMON:
            return ()
        stems = dict.fromkeys(cut_endings(word, part))
        found = dict.fromkeys(lemma for stem in stems for lemma in self._known_lemmas(stem, part))
        return tuple(sorted(found, key=lambda lemma: -self._words.weight(lemma)))


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
