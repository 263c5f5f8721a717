"""How likely one word was written for another: letters, sounds and frequency in one number.

The score is a sum of weights, fitted by `tools/tune_spelling.py` to the choices that writers' real
misspellings make among near words (a conditional logit): above all few edits and a common word, then the
same sounds.
"""

from __future__ import annotations

import re
from functools import lru_cache

from rapidfuzz.distance import OSA

SOUNDS = {  # what is written, what is heard; S as in she, C as in chair, T as in thin
    **{"tion": "Sn", "sion": "Sn", "ssion": "Sn", "cian": "Sn", "tious": "Sos", "cious": "Sos"},
    **{"tial": "Sl", "cial": "Sl", "ture": "Cr", "sch": "sk", "tch": "C", "dge": "j", "dg": "j"},
    **{"ough": "o", "augh": "af", "eigh": "e", "igh": "i", "ght": "t", "gh": "g", "ph": "f", "wh": "w"},
    **{"kn": "n", "wr": "r", "ck": "k", "sh": "S", "ch": "C", "th": "T", "ce": "se", "ci": "si", "cy": "si"},
    **{"ge": "je", "gi": "ji", "gy": "ji", "qu": "kw", "q": "k", "c": "k", "x": "ks", "z": "s", "v": "f"},
    **{"ie": "i", "ei": "i", "ee": "i", "ea": "i", "ey": "i", "y": "i", "ou": "u", "oo": "u", "ew": "u"},
    **{"ue": "u", "au": "o", "aw": "o", "oa": "o", "ow": "o", "ai": "e", "ay": "e", "a": "e", "'": ""},
}
SPELLINGS = re.compile("|".join(sorted(SOUNDS, key=len, reverse=True)))
SILENT = re.compile(r"(?<=..)e$|(?<=m)b$")
REPEATED = re.compile(r"(.)\1+")
VOWELS = re.compile("[aeiou]")

KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
NEIGHBOURS = frozenset(
    upper[place] + other
    for upper, lower in zip(KEYS, (*KEYS[1:], ""), strict=True)
    for place in range(len(upper))
    for other in upper[place + 1 : place + 2] + lower[max(place - 1, 0) : place + 1]
)

WEIGHTS: tuple[float, ...] = (
    -2.75,  # a second edit
    -1.23,  # a third edit
    0.42,  # a doubling of frequency
    -1.5,  # another first letter
    -0.19,  # another last letter
    -0.34,  # an edit of the sounds
    -1.21,  # an edit of the consonants heard
    1.13,  # the same letters but for doubles
    1.06,  # the same letters in another order
    1.16,  # a letter left out
    -0.62,  # a letter too many
    -1.46,  # a name
    -1.12,  # an apostrophe
    0.13,  # a neighbouring key
)
COMMON = WEIGHTS[2]
SAME_LETTERS = 2.0  # of a name written without its capital, a contraction without its apostrophe
MENDED = 0.0  # of what an over-regular form stands for: buyed
LISTED = 2.0  # of what stands for a form that the tables list but the lexicon does not: payed, informations


class Likeness:
    """Compares near words with one lower-case word.

    >>> likeness = Likeness("recieve")
    >>> likeness.score("receive", distance=1, weight=11.0) > likeness.score("relieve", distance=1, weight=8.0)
    True
    """

    __slots__ = ("_heard", "_letters", "_word")

    def __init__(self, word: str) -> None:
        self._word = word
        self._letters = sorted(word)
        self._heard = hear(word)

    def score(self, meant: str, distance: int, weight: float) -> float:
        """How well `meant`, so many edits away and of such a weight in the lexicon, explains the word."""
        return sum(map(float.__mul__, WEIGHTS, self.features(meant, distance, weight)))

    def features(self, meant: str, distance: int, weight: float) -> tuple[float, ...]:
        """What the score weighs, in the order of WEIGHTS."""
        word, lower = self._word, meant.lower()
        longer = len(lower) - len(word)
        sound, consonants, undoubled = self._heard
        meant_sound, meant_consonants, meant_undoubled = hear(lower)
        return (
            float(distance > 1),
            float(distance > 2),
            weight,
            float(word[0] != lower[0]),
            float(word[-1] != lower[-1]),
            float(OSA.distance(sound, meant_sound)),
            float(OSA.distance(consonants, meant_consonants)),
            float(undoubled == meant_undoubled),
            float(longer == 0 and self._letters == sorted(lower)),
            float(max(longer, 0)),
            float(max(-longer, 0)),
            float(meant != lower),
            float("'" in meant),
            float(slipped_keys(word, lower)) if longer == 0 and distance < 3 else 0.0,
        )


def slipped_keys(word: str, meant: str) -> int:
    """How many letters have been typed as a neighbour on the keyboard.

    >>> slipped_keys("hpuse", "house"), slipped_keys("hpuse", "mouse")
    (1, 1)
    """
    pairs = (written + wanted for written, wanted in zip(word, meant, strict=False) if written != wanted)
    return sum(pair in NEIGHBOURS or pair[::-1] in NEIGHBOURS for pair in pairs)


@lru_cache(maxsize=1 << 14)
def hear(word: str) -> tuple[str, str, str]:
    """The sound of a word, its consonants alone, and its letters without doubles.

    >>> hear("happily"), hear("hapily")
    (('hepili', 'hpl', 'hapily'), ('hepili', 'hpl', 'hapily'))
    """
    undoubled = REPEATED.sub(r"\1", word)
    sound = REPEATED.sub(r"\1", SPELLINGS.sub(lambda match: SOUNDS[match[0]], SILENT.sub("", undoubled)))
    return sound, VOWELS.sub("", sound), undoubled
