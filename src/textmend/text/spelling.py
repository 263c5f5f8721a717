"""Spelling: which words are known, and what an unknown one was meant to be.

word -> words with nearly the same letters (64-bit signatures, numpy) -> few edits away (rapidfuzz)
     -> ranked by likeness and by how common they are -> the word's own case
"""

from __future__ import annotations

import re
from functools import cache, cached_property, lru_cache

import numpy as np
import numpy.typing as npt
from rapidfuzz.distance import OSA

from textmend.text import lexicon, morphology
from textmend.text.lexicon import STEPS, Lexicon
from textmend.text.morphology import Morphology, like

PIECES = frozenset(
    ("n't", "'s", "'re", "'ve", "'ll", "'d", "'m", "'", "ca", "wo", "sha", "ai")
)  # of split contractions
SPELLABLE = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
LONGEST = 40


class Speller:
    """Suggestions from a word list.

    >>> english().best("becuase"), english().best("Definately")
    ('because', 'Definitely')
    >>> english().best("house") is None, english().best("NASA") is None, english().best("x86_64") is None
    (True, True, True)
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
        if plain in self._words or plain.lower() in PIECES:
            return True
        if plain.lower().endswith("'s"):
            return self.knows(plain[:-2])
        if "-" in plain.strip("-"):
            return all(self.knows(part) for part in plain.split("-") if part)
        if plain.lower() in self._words:
            return plain.isupper() or plain[1:].islower() or len(plain) == 1
        return plain.isupper() and plain.capitalize() in self._words

    def suggest(self, word: str, limit: int = 5) -> tuple[str, ...]:
        """Words that may have been meant, the likeliest first, in the case of the word."""
        if not SPELLABLE.fullmatch(word) or len(word) > LONGEST:
            return ()
        ranked = self._ranked(word.replace("’", "'").lower())
        return tuple(dict.fromkeys(like(word, found) for found in ranked))[:limit]

    def best(self, word: str) -> str | None:
        """What an unknown word was meant to be; None when it is known, or is no word to be spelt."""
        return self._best(word)

    def _find_best(self, word: str) -> str | None:
        if not SPELLABLE.fullmatch(word) or (word.isupper() and word != "I") or self.knows(word):
            return None
        if len(word) == 1:
            return "I" if word == "i" else None
        found = next(iter(self.suggest(word, 1)), None)
        return None if found == word else found

    @cached_property
    def _index(self) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint8]]:
        lower = [word.lower() for word in self._words.words]
        return sign_all(lower), np.fromiter(map(len, lower), np.uint8, len(lower))

    def _rank(self, word: str) -> tuple[str, ...]:
        signatures, lengths = self._index
        apart = np.bitwise_count(signatures ^ sign_all([word])[0])
        reach = 2 if len(word) < 6 else 3
        near = np.flatnonzero((apart <= 2 * reach) & (np.abs(lengths.astype(np.int16) - len(word)) <= reach))
        scored = []
        for place in near.tolist():
            found = self._words.words[place]
            distance = OSA.distance(word, found.lower(), score_cutoff=reach)
            if distance <= reach:
                score = (
                    5.0 * distance
                    - float(self._words.weights[place]) / STEPS / 2
                    + 2 * (word[0] != found[0].lower())
                )
                scored.append((score, found))
        return tuple(found for _, found in sorted(scored)[:20])


def sign_all(words: list[str]) -> npt.NDArray[np.uint64]:
    """The letters of each word as bits: one for a letter, one more for a letter that comes twice.

    >>> [int(np.bitwise_count(signature)) for signature in sign_all(["tree", "the"])]
    [4, 3]
    """
    signatures = np.zeros(len(words), np.uint64)
    for place, word in enumerate(words):
        once = twice = 0
        for letter in word:
            bit = 1 << (ord(letter) & 31)
            twice |= once & bit
            once |= bit
        signatures[place] = once | twice << 32
    return signatures


@cache
def english() -> Speller:
    """The speller of English; its word list is read once, at the first call."""
    return Speller(lexicon.english(), morphology.english())
