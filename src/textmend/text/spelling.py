"""Spelling: which words are known, and what an unknown one was meant to be.

word -> words few edits away, and what an over-regular form stands for -> ranked by likeness -> case of the
word
"""

from __future__ import annotations

import re
from functools import cache, cached_property, lru_cache

from rapidfuzz.distance import OSA

from textmend.text import lexicon, morphology
from textmend.text.lexicon import STEPS, Lexicon
from textmend.text.likeness import COMMON, LISTED, MENDED, SAME_LETTERS, Likeness
from textmend.text.morphology import Morphology, like
from textmend.text.neighbours import LONGEST, Neighbours

PIECES = frozenset(  # of contractions that the splitter has taken apart
    (
        "n't",
        "'s",
        "'re",
        "'ve",
        "'ll",
        "'d",
        "'m",
        "'t",
        "'em",
        "'",
        "ca",
        "wo",
        "sha",
        "ai",
        "gon",
        "wan",
        "na",
        "ta",
    )
)
SPELLABLE = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
RANKED = 32  # so many near words are compared in full
KEPT = 20
FREQUENT = 8.0  # weight of a word that a capitalised one may be mended to
VERY_FREQUENT = 12.0


class Speller:
    """Suggestions from a word list.

    >>> speller = english()
    >>> speller.best("becuase"), speller.best("Definately"), speller.best("buyed"), speller.best("london")
    ('because', 'Definitely', 'bought', 'London')
    >>> [speller.best(word) for word in ("house", "NASA", "x86_64", "Kowalczyk")]
    [None, None, None, None]
    """

    def __init__(self, words: Lexicon, forms: Morphology) -> None:
        self._words = words
        self._forms = forms
        self._ranked = lru_cache(maxsize=1 << 15)(self._rank)
        self._best = lru_cache(maxsize=1 << 16)(self._find_best)

    @property
    def name(self) -> str:
        """The name of the word list."""
        return self._words.name

    @property
    def sha256(self) -> str:
        """The hash of the word list's file."""
        return self._words.sha256

    def knows(self, word: str) -> bool:
        """Whether a word is written as it may be: `house`, `House`, `HOUSE`, `London`; but not `london`."""
        plain = word.replace("’", "'")
        lower = plain.lower()
        if plain in self._words or lower in PIECES:
            return True
        if lower.endswith("'s"):
            return self.knows(plain[:-2])
        if "-" in plain.strip("-"):
            return all(self.knows(part) for part in plain.split("-") if part)
        if lower in self._words:
            return plain.isupper() or plain == plain.capitalize()
        return plain.isupper() and plain.capitalize() in self._words

    def suggest(self, word: str, limit: int = 5) -> tuple[str, ...]:
        """Words that may have been meant, the likeliest first, in the case of the word.

        >>> english().suggest("Wich", limit=2)
        ('Which', 'With')
        """
        if not SPELLABLE.fullmatch(word) or len(word) > LONGEST:
            return ()
        halves = self.split(word)
        ranked = (like(word, found) for found in self._ranked(word.replace("’", "'").lower()))
        return tuple(dict.fromkeys((*((" ".join(halves),) if halves else ()), *ranked)))[:limit]

    def best(self, word: str) -> str | None:
        """What an unknown word was meant to be: one word, or two that were written as one (alot -> a lot).

        None for a known word, and for what is not to be spelt: a number, an acronym, code, an unknown name.
        """
        return self._best(word)

    def split(self, word: str) -> tuple[str, str] | None:
        """The two very common words that an unknown word consists of, unless a single one explains it.

        >>> [english().split(word) for word in ("alot", "Infact", "theis", "Andon")]
        [('a', 'lot'), ('In', 'fact'), None, None]
        """
        shortest = 6 if word[:1].isupper() else 3  # a shorter one with a capital is rather a name
        if not word.isalpha() or not shortest <= len(word) <= LONGEST or self.knows(word):
            return None
        lower = word.lower()
        weight, place = max(
            (min(self._words.weight(lower[:place]), self._words.weight(lower[place:])), place)
            for place in range(1, len(lower))
        )
        if weight < VERY_FREQUENT or self._is_slip(lower):
            return None
        return word[:place], word[place:]

    def _is_slip(self, word: str) -> bool:
        """Whether one edit behind the first letter makes the word a common one."""
        if word == "noone":  # near `none`, yet always `no one`
            return False
        near = filter(self._is_suggestion, self._index.find(word, 1, RANKED))
        return any(weight > FREQUENT + 1 and found[0] == word[0] for found, _, weight in near)

    def _find_best(self, word: str) -> str | None:
        if not SPELLABLE.fullmatch(word) or self.knows(word) or (word.isupper() and len(word) > 1):
            return None
        if len(word) == 1:
            return "I" if word == "i" else None
        if "-" in word:
            return self._mend_parts(word)
        found = next(iter(self.suggest(word, 1)), word)
        if found == word or (word[0].isupper() and " " not in found and not self._is_close(word, found)):
            return None
        return found

    def _mend_parts(self, word: str) -> str | None:
        parts = [part if self.knows(part) else self.best(part) for part in word.split("-")]
        return None if None in parts else "-".join(part for part in parts if part is not None)

    def _is_close(self, word: str, found: str) -> bool:
        weight = max(self._words.weight(found), self._words.weight(found.lower()))
        return OSA.distance(word.lower(), found.lower()) <= 1 and weight >= FREQUENT

    def _rank(self, word: str) -> tuple[str, ...]:
        """Candidates for a lower-case word, the likeliest first."""
        likeness = Likeness(word)
        reach = 1 if len(word) < 3 else 2 if len(word) < 6 else 3
        near = self._index.find(word, reach, RANKED)
        scores = {entry[0]: likeness.score(*entry) for entry in near if self._is_suggestion(entry)}
        rewritten = max(((weight, found) for found, _, weight in near if bare(found) == word), default=None)
        if rewritten is not None:
            scores[rewritten[1]] = SAME_LETTERS + COMMON * rewritten[0]
        mended = self._forms.mend(word)
        if mended is not None and mended in self._words:
            bonus = LISTED if self._forms.lists(word) else MENDED
            scores[mended] = max(bonus + COMMON * self._words.weight(mended), scores.get(mended, 0.0))
        return tuple(sorted(scores, key=lambda found: (-scores[found], found))[:KEPT])

    def _is_suggestion(self, entry: tuple[str, int, float]) -> bool:
        """Whether a near word may be suggested: no acronym, no short name, no fragment."""
        word, _, weight = entry
        is_name = len(word) > 3 and word[1:].islower() and word.lower() not in self._words
        return weight > 0 and (word.islower() or is_name)

    @cached_property
    def _index(self) -> Neighbours:
        return Neighbours(self._words.words, self._words.weights / STEPS)


def bare(word: str) -> str:
    """A word without capitals and apostrophes.

    >>> bare("London"), bare("I'm")
    ('london', 'im')
    """
    return word.lower().replace("'", "")


@cache
def english() -> Speller:
    """The speller of English; its word list is read once, at the first call."""
    return Speller(lexicon.english(), morphology.english())
