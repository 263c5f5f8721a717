"""Slips of the pen and of the finger: a word written almost right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from textmend.data.corruption.chance import Chance, Choice

ROWS: Final = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
VOWELS: Final = "aeiou"


def _neighbours() -> dict[str, str]:
    """The keys beside, above and below each letter's key."""
    place = {letter: (x + y / 2, y) for y, row in enumerate(ROWS) for x, letter in enumerate(row)}
    return {
        letter: "".join(
            other
            for other, (u, v) in place.items()
            if other != letter and abs(u - x) <= 1 and abs(v - y) <= 1
        )
        for letter, (x, y) in place.items()
    }


NEIGHBOURS: Final = _neighbours()


class Slips:
    """Ways to misspell a word, drawn by their shares.

    `sounds` lists letters that sound alike: `{"ph": ["f"]}`.

    >>> chance = Chance(seed=3)
    >>> slips = Slips({"swapped": 1.0}, {})
    >>> slips.make("their", chance) in ("tehir", "thier", "theri")
    True
    >>> Slips({"phonetic": 1.0}, {"ph": ["f"]}).make("phone", chance)
    'fone'
    """

    def __init__(self, shares: Mapping[str, float], sounds: Mapping[str, list[str]]) -> None:
        self._sounds = {letters: tuple(others) for letters, others in sounds.items()}
        self._ways = Choice.of({WAYS[name]: share for name, share in shares.items()})

    def make(self, word: str, chance: Chance) -> str:
        """The word with one slip; the word itself when none of a few draws fits it."""
        for _ in range(4):
            slipped = self._ways.at(chance.random())(self, word, chance)
            if slipped != word:
                return slipped
        return word

    def _dropped(self, word: str, chance: Chance) -> str:
        at = 1 + chance.below(len(word) - 1)
        return word[:at] + word[at + 1 :]

    def _doubled(self, word: str, chance: Chance) -> str:
        at = 1 + chance.below(len(word) - 1)
        return word if word[at] in "aiuhjkqvwxy" else word[:at] + word[at] + word[at:]

    def _undoubled(self, word: str, chance: Chance) -> str:
        at = chance.below(len(word))
        pairs = [i for i in range(1, len(word)) if word[i] == word[i - 1]]
        return word[: pairs[at % len(pairs)]] + word[pairs[at % len(pairs)] + 1 :] if pairs else word

    def _swapped(self, word: str, chance: Chance) -> str:
        at = 1 + chance.below(len(word) - 2)
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]

    def _keyboard(self, word: str, chance: Chance) -> str:
        at = chance.below(len(word))
        keys = NEIGHBOURS.get(word[at])
        return word[:at] + keys[chance.below(len(keys))] + word[at + 1 :] if keys else word

    def _vowel(self, word: str, chance: Chance) -> str:
        places = [i for i in range(1, len(word)) if word[i] in VOWELS]
        if not places:
            return word
        at = places[chance.below(len(places))]
        return word[:at] + VOWELS[chance.below(5)] + word[at + 1 :]

    def _phonetic(self, word: str, chance: Chance) -> str:
        fitting = [letters for letters in self._sounds if letters in word]
        if not fitting:
            return word
        letters = fitting[chance.below(len(fitting))]
        others = self._sounds[letters]
        return word.replace(letters, others[chance.below(len(others))], 1)


WAYS: Final[dict[str, Callable[[Slips, str, Chance], str]]] = {
    "dropped": Slips._dropped,
    "doubled": Slips._doubled,
    "undoubled": Slips._undoubled,
    "swapped": Slips._swapped,
    "keyboard": Slips._keyboard,
    "vowel": Slips._vowel,
    "phonetic": Slips._phonetic,
}
