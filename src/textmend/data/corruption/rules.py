"""Rules: which right words become which wrong ones, and how often.

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

Within a kind of error, a word with a rule of its own takes no rule of its class.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from textmend.data.corruption.chance import Choice
from textmend.data.corruption.draft import capitalised
from textmend.data.corruption.kind import regular_past, regular_plural
from textmend.data.corruption.wordclass import FIRST, WordClasses, remember
from textmend.text.morphology import FORMS

SLIP: Final = "<slip>"
LONGEST: Final = 14  # letters; longer words are as likely to be misspelled
RIGHT_NAMES: Final = frozenset(
    (
        *FORMS,
        *("article", "to", "preposition", "pronoun", "auxiliary", "conjunction", "adverb", "punctuation"),
        *("name", "hyphenated", "word", "start", "predicate", "noun", "verb", "adjective", "other"),
        *("bare:singular", "bare:plural", "bare:adjective"),
    )
)
WRONG_NAMES: Final = frozenset(
    (
        *FORMS,
        *("same", "lower", "capital", "spaced", "joined", "hyphened", "swapped", "slip"),
        *("regular:plural", "regular:past"),
    )
)


class Wrong(NamedTuple):
    """What may be written instead, as a rule has it, and the kind of error it is."""

    kind: str
    text: str


Weighted = list[tuple[Wrong, float]]


class Known(NamedTuple):
    """What is known of a word in its place.

    What it may become, with the sum of the rates; the name of its class; what it may become together with the
    next word, by that word and by the name of that word's class.
    """

    rate: float
    wrongs: Choice[Wrong]
    name: str
    with_word: Mapping[str, Choice[Wrong]]
    with_class: Mapping[str, Choice[Wrong]]


class Rules:
    """The rules of all kinds, looked up word by word; `rates` multiply the rates of the rules of a kind.

    >>> from textmend.data.corruption import wordclass
    >>> tables = {"missing_article": {"the": {"": 10.0}}, "agreement": {"<verb:third>": {"<verb:base>": 5.0}}}
    >>> rules = Rules(tables, {"missing_article": 1.0, "agreement": 2.0}, wordclass.english())
    >>> words = "he likes the cat".split()
    >>> for word, known in zip(words, rules.look_up(wordclass.english().keys(words))):
    ...     print(word, known.rate, [rules.written(word, wrong.text) for wrong in known.wrongs.things])
    he 0.0 []
    likes 10.0 ['like']
    the 10.0 ['']
    cat 0.0 []
    """

    def __init__(
        self,
        tables: Mapping[str, Mapping[str, Mapping[str, float]]],
        rates: Mapping[str, float],
        classes: WordClasses,
    ) -> None:
        self._classes = classes
        self._own: dict[str, dict[str, Weighted]] = {}
        pairs: dict[str, dict[str, Weighted]] = {}
        for kind, table in tables.items():
            for right, wrongs in table.items():
                weighted = [
                    (Wrong(kind, wrong), rate * rates.get(kind, 0.0)) for wrong, rate in wrongs.items()
                ]
                if any(rate for _, rate in weighted):
                    first, space, second = right.partition(" ")
                    if space:
                        pairs.setdefault(first, {}).setdefault(second, []).extend(weighted)
                    else:
                        self._own.setdefault(right, {})[kind] = weighted
        self._pairs = {
            first: {second: Choice.between(weighted) for second, weighted in seconds.items()}
            for first, seconds in pairs.items()
        }
        self._known: dict[str, Known] = {}
        self._of_classes: dict[tuple[tuple[str, ...], int], Choice[Wrong]] = {}

    def look_up(self, keys: Sequence[str]) -> list[Known]:
        """What is known of each word of a sentence; `keys` as from `WordClasses.keys`."""
        known = self._known
        return [known.get(key) or self._find(key) for key in keys]

    def written(self, right: str, wrong: str) -> str | None:
        """The wrong text of a rule, its names written out for the right words; None where a form lacks."""
        if "<" not in wrong:
            return wrong
        first, space, second = right.partition(" ")
        if space:
            return written_pair((first, second), wrong)
        parts = [self._form(right, part[1:-1]) if is_name(part) else part for part in wrong.split(" ")]
        return None if None in parts else " ".join(part for part in parts if part)

    def _find(self, key: str) -> Known:
        word, hint = key[:-1], key[-1]
        classes = self._classes.of(word, hint) + (("start",) if hint == FIRST and word.islower() else ())
        wrongs = self._wrongs(word, classes)
        name = f"<{classes[0].partition(':')[0]}>" if classes else "<other>"
        known = Known(wrongs.total, wrongs, name, self._pairs.get(word, {}), self._pairs.get(name, {}))
        remember(self._known, key, known)
        return known

    def _wrongs(self, word: str, classes: tuple[str, ...]) -> Choice[Wrong]:
        own = self._own.get(word)
        if own is not None:
            return self._weigh(own, classes, len(word))
        length = min(len(word), LONGEST)
        if (classes, length) not in self._of_classes:
            self._of_classes[classes, length] = self._weigh({}, classes, length)
        return self._of_classes[classes, length]

    def _weigh(self, own: Mapping[str, Weighted], classes: tuple[str, ...], length: int) -> Choice[Wrong]:
        """The rules of a word, and those of its classes in kinds of which it has none."""
        weighted = [item for items in own.values() for item in items]
        for name in classes:
            scale = (length - 2) / 4 if name == "word" else 1.0  # long words are misspelled more often
            for kind, items in self._own.get(f"<{name}>", {}).items():
                if kind not in own:
                    weighted += [(wrong, rate * scale) for wrong, rate in items]
        return Choice.between(weighted)

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


def is_name(text: str) -> bool:
    """Whether a word of a rule is a name in angle brackets.

    >>> is_name("<noun>"), is_name("<"), is_name("<>")
    (True, False, False)
    """
    return len(text) > 2 and text[0] == "<" and text[-1] == ">"


def written_pair(pair: tuple[str, str], wrong: str) -> str:
    """Two words written wrongly.

    >>> [written_pair(("every", "day"), name) for name in ("<joined>", "<hyphened>", "<swapped>", "")]
    ['everyday', 'every-day', 'day every', '']
    """
    first, second = pair
    ways = {"<joined>": first + second, "<hyphened>": f"{first}-{second}", "<swapped>": f"{second} {first}"}
    return ways.get(wrong, wrong)
