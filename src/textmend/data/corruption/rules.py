"""Rules of one kind of error: which right words become which wrong ones, and how often.

A rule reads `right = { wrong = rate }`, the rate counting errors in a thousand uses of the right words. Both
sides are words with single spaces between: one or two right ones, any number of wrong ones (none: the right
ones are dropped). A name in angle brackets stands for a class of words on the right side, and for a form of
the word at hand on the wrong side:

    in          = { on = 4.0, at = 2.5 }              replaced
    the         = { "" = 12.0 }                       dropped
    school      = { "the school" = 3.0 }              added before
    "a lot"     = { alot = 30.0 }                     two words
    "<verb:third>"       = { "<verb:base>" = 9.0 }    a class of words, and a form of the word
    "<adverb> <verb>"    = { "<swapped>" = 2.0 }      two classes

A word with a rule of its own takes no rule of its class.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from itertools import accumulate
from typing import Final

from textmend.data.corruption.chance import Chance, Choice
from textmend.data.corruption.draft import Draft, capitalised
from textmend.data.corruption.kind import regular_past, regular_plural
from textmend.data.corruption.slip import Slips
from textmend.data.corruption.wordclass import WordClasses, remember
from textmend.text.morphology import FORMS

SLIP: Final = "<slip>"
CLASSES: Final = (
    "article to preposition pronoun auxiliary conjunction adverb punctuation name hyphenated word".split()
)
RIGHT_NAMES: Final = frozenset(
    (*FORMS, *CLASSES, "start", "predicate", "noun", "verb", "adjective", "other")
) | {
    "bare:singular",
    "bare:plural",
    "bare:adjective",
}
WRONG_NAMES: Final = frozenset(
    (*FORMS, "same", "lower", "capital", "spaced", "joined", "hyphened", "swapped", "slip")
) | {"regular:plural", "regular:past"}

Wrongs = Choice[str]


class Rules:
    """The rules of one kind, looked up word by word.

    >>> from textmend.data.corruption import wordclass
    >>> rules = Rules({"the": {"": 10.0}, "<verb:third>": {"<verb:base>": 5.0}}, wordclass.english())
    >>> words = "he likes the cat".split()
    >>> draft = Draft(words, words, wordclass.english().keys(words))
    >>> [(start, wrongs.things) for start, length, wrongs in rules.sites(draft)]
    [(1, ('like',)), (2, ('',))]
    """

    def __init__(self, rules: Mapping[str, Mapping[str, float]], classes: WordClasses) -> None:
        self._classes = classes
        self._words = {
            right: wrongs for right, wrongs in rules.items() if not _is_pair(right) and not _is_name(right)
        }
        self._plain = {right: Choice.of(wrongs) for right, wrongs in self._words.items()}
        self._named = {
            right[1:-1]: wrongs for right, wrongs in rules.items() if not _is_pair(right) and _is_name(right)
        }
        self._pairs = {
            right: Choice.of(wrongs)
            for right, wrongs in rules.items()
            if _is_pair(right) and not _is_name(right)
        }
        self._pair_starts = frozenset(right.partition(" ")[0] for right in self._pairs)
        self._named_pairs = {
            tuple(name[1:-1] for name in right.split(" ")): wrongs
            for right, wrongs in rules.items()
            if _is_pair(right) and _is_name(right)
        }
        self._found: dict[str, Wrongs | None] = {}
        self._found_class: dict[str, str] = {}

    def sites(self, draft: Draft) -> list[tuple[int, int, Wrongs]]:
        """Where the rules apply: first word, number of words, what may stand there instead."""
        sites = self._named_sites(draft) if self._named else self._plain_sites(draft)
        if self._pairs:
            sites += self._pair_sites(draft)
        if self._named_pairs:
            sites += self._named_pair_sites(draft)
        return sites

    def _plain_sites(self, draft: Draft) -> list[tuple[int, int, Wrongs]]:
        plain, free = self._plain, draft.free
        return [
            (start, 1, plain[word]) for start, word in enumerate(draft.words) if word in plain and free[start]
        ]

    def _named_sites(self, draft: Draft) -> list[tuple[int, int, Wrongs]]:
        found = self._found
        sites = []
        for start, key in enumerate(draft.keys):
            try:
                wrongs = found[key]
            except KeyError:
                wrongs = self._find(key)
            if wrongs is not None and draft.free[start]:
                sites.append((start, 1, wrongs))
        return sites

    def _pair_sites(self, draft: Draft) -> Iterable[tuple[int, int, Wrongs]]:
        words, free = draft.words, draft.free
        for start in range(len(words) - 1):
            if words[start] in self._pair_starts and free[start] and free[start + 1]:
                wrongs = self._pairs.get(f"{words[start]} {words[start + 1]}")
                if wrongs is not None:
                    yield start, 2, wrongs

    def _named_pair_sites(self, draft: Draft) -> Iterable[tuple[int, int, Wrongs]]:
        names = [self._found_class.get(key) or self._find_class(key) for key in draft.keys]
        for start in range(len(names) - 1):
            wrongs = self._named_pairs.get((names[start], names[start + 1]))
            if wrongs is not None and draft.free[start] and draft.free[start + 1]:
                pair = draft.words[start], draft.words[start + 1]
                realised = ((_written_pair(pair, wrong), rate) for wrong, rate in wrongs.items())
                yield start, 2, Choice.between(realised)

    def _find_class(self, key: str) -> str:
        name = self._classes.first_of(key[:-1], key[-1])
        remember(self._found_class, key, name)
        return name

    def _find(self, key: str) -> Wrongs | None:
        """The wrong words for a word and its hint, forms written out."""
        word, hint = key[:-1], key[-1]
        rates: dict[str, float] = {}
        for wrong, rate in self._rules_for(word, hint):
            written = self._written(word, wrong)
            if written is not None and (written != word or "<lower>" in wrong):
                rates[written] = rates.get(written, 0.0) + rate
        wrongs = Choice.of(rates) if rates else None
        remember(self._found, key, wrongs)
        return wrongs

    def _rules_for(self, word: str, hint: str) -> Iterable[tuple[str, float]]:
        if word in self._words:
            yield from self._words[word].items()
            return
        if not self._named:
            return
        names = self._classes.of(word, hint) + (("start",) if hint == "^" and word.islower() else ())
        for name in names:
            scale = (len(word) - 2) / 4 if name == "word" else 1.0
            for wrong, rate in self._named.get(name, {}).items():
                yield wrong, rate * scale

    def _written(self, word: str, wrong: str) -> str | None:
        """The wrong words with the names in them written out for a word; None when it lacks such a form."""
        if "<" not in wrong or wrong == SLIP:
            return wrong
        parts = [self._form(word, part[1:-1]) if _is_name(part) else part for part in wrong.split(" ")]
        return None if None in parts else " ".join(part for part in parts if part)

    def _form(self, word: str, name: str) -> str | None:
        if name in FORMS:
            return self._classes.forms.inflect(word, name)
        if name == "regular:plural":
            return regular_plural(self._classes.forms.inflect(word, "noun:singular") or word)
        if name == "regular:past":
            return regular_past(self._classes.forms.inflect(word, "verb:base") or word)
        return {
            "same": word,
            "lower": word.lower(),
            "capital": capitalised(word),
            "spaced": word.replace("-", " "),
            "joined": word.replace("-", ""),
        }.get(name)


def make_error(rules: Rules, draft: Draft, slips: Slips, chance: Chance, keep_capital: bool) -> bool:
    """Spoil one place of the draft by one of the rules; False when no rule applies."""
    sites = rules.sites(draft)
    if not sites:
        return False
    bounds = list(accumulate(wrongs.bounds[-1] for _, _, wrongs in sites))
    start, length, wrongs = sites[min(bisect_right(bounds, chance.random() * bounds[-1]), len(sites) - 1)]
    wrong = wrongs.at(chance.random())
    if wrong == SLIP:
        wrong = slips.make(draft.words[start], chance)
        if wrong == draft.words[start]:
            return False
    draft.spoil(start, length, wrong, keep_capital)
    return True


def _is_pair(right: str) -> bool:
    return " " in right


def _is_name(text: str) -> bool:
    return len(text) > 2 and text[0] == "<" and text[-1] == ">"


def _written_pair(pair: tuple[str, str], wrong: str) -> str:
    """Two words written wrongly.

    >>> [_written_pair(("every", "day"), name) for name in ("<joined>", "<hyphened>", "<swapped>")]
    ['everyday', 'every-day', 'day every']
    """
    first, second = pair
    return {"<joined>": first + second, "<hyphened>": f"{first}-{second}", "<swapped>": f"{second} {first}"}[
        wrong
    ]
