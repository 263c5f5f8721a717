"""Is this English? A cheap, careful answer: are its letters Latin, and are its words common English ones?

The corrector leaves paragraphs alone that are written in another language. Learners' English full of mistakes
still consists of common English words; text in another language shares few of them. Names are not counted.
Where there is too little to tell, the answer is yes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from textmend.text import lexicon

COMMON: Final = 8.0  # log2 of a word's count in the lexicon
ENOUGH: Final = 0.45  # share of English words below which a text is not English
FEWEST: Final = 3  # words it takes to tell
AMBIGUOUS: Final = (
    "die bin war hat den des art kind son van per pour plus fin mais dont sin con dos dan est mit"
)
_AMBIGUOUS: Final = frozenset(AMBIGUOUS.split())  # English words that are small words elsewhere
_LONGEST: Final = 2000  # characters looked at
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_LATIN_ENDS = "ɐ"


def is_english(text: str) -> bool:
    """Whether a paragraph may be English; only what is clearly something else is not.

    >>> is_english("I has went to school yesterday"), is_english("Ich bin gestern in die Schule gegangen")
    (True, False)
    >>> is_english("Müller & Söhne"), is_english("Привет, как дела?")
    (True, False)
    """
    return judge(text) is not False


def judge(text: str) -> bool | None:
    """Whether a paragraph is English; None: there is too little to tell."""
    words = _WORD.findall(text[:_LONGEST])
    letters = "".join(words)
    if sum(letter < _LATIN_ENDS for letter in letters) < len(letters) / 2:
        return False
    told = [word for place, word in enumerate(words) if word.islower() or place == 0]
    return sum(map(_weight, told)) >= ENOUGH * len(told) if len(told) >= FEWEST else None


def judge_all(texts: Sequence[str]) -> list[bool]:
    """Whether each paragraph of a document is English; short ones are taken for what most of the document is.

    >>> judge_all(["Das Wetter", "Gestern regnete es den ganzen Tag in den Bergen.", "We stayed at home."])
    [False, False, True]
    """
    verdicts = [judge(text) for text in texts]
    sizes = [0, 0]
    for text, verdict in zip(texts, verdicts, strict=True):
        if verdict is not None:
            sizes[verdict] += len(text)
    return [sizes[True] >= sizes[False] if verdict is None else verdict for verdict in verdicts]


@lru_cache(maxsize=1 << 14)
def _weight(word: str) -> float:
    """How much a word speaks for English: 1 if it (or the part before its apostrophe) is common, 0.5 if rare.

    >>> [_weight(word) for word in ("house", "don't", "periwinkle", "gestern")]
    [1.0, 1.0, 0.5, 0.0]
    """
    plain = re.split("['’]", word, maxsplit=1)[0]
    words = lexicon.english()
    weight = max(words.weight(form) for form in {word, plain, word.lower(), plain.lower()})
    if plain.lower() in _AMBIGUOUS:
        return 0.5
    return 1.0 if weight >= COMMON else 0.5 if weight else 0.0
