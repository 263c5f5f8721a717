"""Classes of words, found by lists, by the table of word forms and by a glance at the word before.

No tagger: corruption must run at thousands of sentences a second, and a wrong guess costs one odd error.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, TypeVar

from textmend.text import lexicon, morphology, wordforms
from textmend.text.lexicon import Lexicon
from textmend.text.morphology import FORMS, Morphology
from textmend.text.wordforms import WordForms

T = TypeVar("T")

CLOSED: Final[dict[str, frozenset[str]]] = {
    name: frozenset(words.split())
    for name, words in {
        "article": "a an the",
        "to": "to",
        "preposition": "about above across after against along among around as at before behind below beside "
        "besides between beyond by despite down during except for from in inside into like "
        "near of off on onto out outside over past per since through throughout till toward "
        "towards under until up upon via with within without",
        "pronoun": "i me my mine myself you your yours yourself he him his himself she her hers herself "
        "it its itself we us our ours ourselves they them their theirs themselves this that "
        "these those who whom whose which what there one someone something anyone anything "
        "everyone everything nobody nothing some any other others another each every both all "
        "many much several few such",
        "auxiliary": "be am is are was were been being 's 're 'm 've 'd 'll have has had do does did can "
        "could will would shall should may might must ca wo",
        "conjunction": "and or but nor so because although though while whereas if unless whether than when "
        "where",
        "adverb": "not n't never always often also very too just only even still already again really "
        "quite here now then maybe perhaps soon ever almost usually sometimes together well "
        "more most less yet however therefore",
    }.items()
}
DETERMINERS: Final = frozenset(
    (
        "a an the my your his her its our their this that these those some any no every each many "
        "much several few another other such both all more most 's ' two three four five six seven "
        "eight nine ten first second last next same very own"
    ).split()
)
BEFORE_VERB: Final = frozenset(
    (
        "i you he she we they it who to can could will would shall should may might must do does did "
        "n't not 'll 'd ca wo never always often also just only really usually let people everyone "
        "everybody someone there"
    ).split()
)
BEFORE_PARTICIPLE: Final = frozenset(("have has had 've be am is are was were been being 're 'm").split())
ADJECTIVE_ENDINGS: Final = ("ous", "ful", "ical", "onal", "ive", "able", "ible", "less")
FINITE: Final = frozenset(("verb:base", "verb:third", "verb:past"))

FIRST = "^"  # the word begins the sentence
DETERMINED = "d"  # after a determiner or an adjective: no verb
VERBAL = "v"  # after a subject, a modal or `to`: a verb
PREPOSED = "p"  # after a preposition: a noun or a gerund
PERFECT = "b"  # after `be` or `have`: a participle
OPEN = "o"  # after a verb, a conjunction or punctuation: anything may begin
PLAIN = " "  # after a noun or an unknown word
TABLED: Final = {  # the forms in the order of the tables: the lemma, then the columns
    "verb": ("verb:base", "verb:past", "verb:participle", "verb:gerund", "verb:third"),
    "noun": ("noun:singular", "noun:plural"),
    "adj": ("adjective:positive", "adjective:comparative", "adjective:superlative"),
}
LISTED_HINTS: Final = (
    (VERBAL, BEFORE_VERB),
    (DETERMINED, DETERMINERS),
    (PERFECT, BEFORE_PARTICIPLE),
    (PREPOSED, CLOSED["preposition"]),
)
REMEMBERED: Final = 1 << 18


def closed_class(word: str) -> str | None:
    """The closed class of a word (one in lower case), `punctuation`, or None.

    >>> closed_class("the"), closed_class("upon"), closed_class("..."), closed_class("cat")
    ('article', 'preposition', 'punctuation', None)
    """
    for name, words in CLOSED.items():
        if word in words:
            return name
    return None if any(map(str.isalnum, word)) else "punctuation"


class WordClasses:
    """The classes a word may belong to where it stands; what was found is remembered.

    >>> classes = english()
    >>> classes.keys(["the", "dogs", "play"])
    ['the^', 'dogsd', 'play ']
    >>> classes.of("dogs", "p"), classes.of("work", "v"), classes.of("the", " ")
    (('noun:plural', 'bare:plural', 'word'), ('verb:base', 'word'), ('article',))
    """

    def __init__(self, forms: Morphology, tables: WordForms, words: Lexicon) -> None:
        self.forms = forms
        self._tables = tables
        self._words = words
        self._uncapitalised: dict[str, str] = {}
        self._hints: dict[str, str] = {}
        self._forms: dict[str, frozenset[str]] = {}

    def uncapitalise(self, word: str) -> str:
        """The first word of a sentence as it stands inside one.

        >>> [english().uncapitalise(word) for word in ("The", "I", "London", "NATO")]
        ['the', 'I', 'London', 'NATO']
        """
        found = self._uncapitalised.get(word)
        if found is None:
            lower = word.lower()
            usual = word.istitle() and len(word) > 1 and self._words.weight(lower) > self._words.weight(word)
            found = lower if usual or word == "A" else word
            remember(self._uncapitalised, word, found)
        return found

    def keys(self, words: Sequence[str]) -> list[str]:
        """Each word with one letter at its end: what the word before it lets expect."""
        hints = self._hints
        keys = []
        hint = FIRST
        for word in words:
            keys.append(word + hint)
            hint = hints.get(word) or self.hint_after(word)
        return keys

    def hint_after(self, word: str) -> str:
        """What a word lets one expect of the next (see the letters above).

        >>> [english().hint_after(word) for word in ("the", "they", "of", "have", "and", "cat")]
        ['d', 'v', 'p', 'b', 'o', ' ']
        """
        lower = word.lower()
        hint = PLAIN if word.istitle() and not closed_class(lower) else self._find_hint(lower)
        remember(self._hints, word, hint)
        return hint

    def _find_hint(self, word: str) -> str:
        for hint, words in LISTED_HINTS:
            if word in words:
                return hint
        if word[:1].isdigit():
            return DETERMINED
        if closed_class(word) in ("conjunction", "punctuation"):
            return OPEN
        parts = {form.partition(":")[0] for form in self._forms_of(word)}
        if parts == {"adjective"} or (word.endswith(ADJECTIVE_ENDINGS) and "noun" not in parts):
            return DETERMINED
        return OPEN if parts == {"verb"} else PLAIN

    def first_of(self, word: str, hint: str) -> str:
        """The likeliest class by one name: `verb`, `noun`, `name`, `preposition`, ... or `other`.

        >>> english().first_of("dogs", "d"), english().first_of("into", " ")
        ('noun', 'preposition')
        """
        classes = self.of(word, hint)
        return classes[0].partition(":")[0] if classes else "other"

    def _forms_of(self, word: str) -> frozenset[str]:
        found = self._forms.get(word)
        if found is None:
            found = (
                self.forms.forms(word) if word in CLOSED["auxiliary"] else frozenset(self._listed_forms(word))
            )
            remember(self._forms, word, found)
        return found

    def _listed_forms(self, word: str) -> Iterator[str]:
        """The forms of a common word, straight from the tables: ten times as fast as `Morphology.forms`."""
        if word not in self._words:
            return
        for kind, (base, *others) in TABLED.items():
            for lemma in self._tables.lemmas(word, kind):
                if word == lemma:
                    yield base
                ways = self._tables.columns(lemma, kind)
                yield from (form for form, column in zip(others, ways, strict=False) if word in column)
                if kind == "verb" and ways and word in ways[0] and set(ways[1]) <= set(ways[0]):
                    yield "verb:participle"

    def of(self, word: str, hint: str = PLAIN) -> tuple[str, ...]:
        """The classes of a word after a hint, the likeliest first; empty when nothing is known of it."""
        closed = closed_class(word.lower())
        if closed == "auxiliary":
            verbs = self._verb_forms(word, hint)
            return (closed, *verbs, "predicate") if hint == PLAIN and word != "be" else (closed, *verbs)
        if closed:
            return (closed,)
        if not word.islower():
            return ("name",) if hint != FIRST and word.istitle() else ()
        if "-" in word:
            return ("hyphenated",) if word.replace("-", "").isalpha() else ()
        if not word.isalpha():
            return ()
        found = ("adverb",) if word.endswith("ly") else self._open_classes(word, hint)
        return found + (("word",) if len(word) > 3 else ())

    def _open_classes(self, word: str, hint: str) -> tuple[str, ...]:
        """Forms of verbs, nouns, adjectives; `bare` ones have no determiner; a `predicate` follows a noun."""
        forms = self._forms_of(word)
        nouns = [form for form in ("noun:singular", "noun:plural") if form in forms][:1]
        verbs = self._verb_forms(word, hint)
        bare = hint in (FIRST, PREPOSED, OPEN)
        if (
            nouns
            and hint != VERBAL
            and (hint in (DETERMINED, PREPOSED) or not set(verbs) - {"verb:base", "verb:third"})
        ):
            return (*nouns, nouns[0].replace("noun", "bare")) if bare else tuple(nouns)
        if verbs:
            return (*verbs, "predicate") if hint == PLAIN and FINITE.intersection(verbs) else verbs
        adjectives = tuple(form for form in FORMS if form in forms and form.startswith("adjective"))
        return (*adjectives, "bare:adjective") if adjectives and bare else adjectives or tuple(nouns)

    def _verb_forms(self, word: str, hint: str) -> tuple[str, ...]:
        if hint == DETERMINED:
            return ()
        forms = self._forms_of(word)
        found = [form for form in FORMS if form in forms and form.startswith("verb")]
        if hint == PREPOSED:
            return ("verb:gerund",) if "verb:gerund" in found else ()
        if len(found) > 1:
            less_likely = "verb:past" if hint == PERFECT else "verb:participle"
            found = [form for form in found if form != less_likely]
        return tuple(found)


def remember(memory: dict[str, T], key: str, value: T) -> None:
    """Keep what was found, and forget everything when there is too much of it."""
    if len(memory) >= REMEMBERED:
        memory.clear()
    memory[key] = value


@cache
def english() -> WordClasses:
    """The classes of English words; tables are read at the first call."""
    return WordClasses(morphology.english(), wordforms.english(), lexicon.english())
