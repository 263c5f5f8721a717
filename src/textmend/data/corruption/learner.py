"""The recipe `learner`: as many errors as people make, of the kinds they make."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Final

from textmend.data.corruption import wordclass
from textmend.data.corruption.chance import Chance, Choice
from textmend.data.corruption.draft import Draft
from textmend.data.corruption.rules import SLIP, Known, Rules, Wrong
from textmend.data.corruption.settings import Settings
from textmend.data.corruption.slip import Slips

ATTEMPTS: Final = 6  # draws of a place for one error; it may be taken, or the word lack the wrong form


class LearnerRecipe:
    """Spoils a sentence: as many errors as the settings draw, at places drawn by the rates of the rules.

    >>> from textmend.data.corruption.settings import read_settings
    >>> recipe, chance = LearnerRecipe(read_settings()), Chance(seed=1)
    >>> chance.restart(1, "a line")
    >>> words = "He always goes to the market , because he likes apples .".split()
    >>> recipe.spoil(words, chance) != " ".join(words)
    True
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._classes = wordclass.english()
        self._rules = Rules(settings.rules, settings.rates, self._classes)
        self._numbers = [Choice.between((i + 1, w) for i, w in enumerate(row)) for row in settings.errors]
        self._slips = Slips(settings.slips, settings.sounds)

    def spoil(self, words: Sequence[str], chance: Chance) -> str:
        """The sentence with errors, or as it is; tokens with single spaces between."""
        right = " ".join(words)
        length = len(words)
        row = self._settings.length_class(length)
        if length < 2 or chance.random() < self._settings.clean[row]:
            return right
        plain = [self._classes.uncapitalise(words[0]), *words[1:]]
        places = Places(plain, self._rules.look_up(self._classes.keys(plain)))
        if not places.total:
            return right
        draft = Draft(words, plain)
        most = max(1, int(length * self._settings.touched))
        for _ in range(self._numbers[row].at(chance.random())):
            if draft.spoiled >= most:
                break
            self._make_one(draft, places, chance)
        return draft.text() or right

    def _make_one(self, draft: Draft, places: Places, chance: Chance) -> None:
        for _ in range(ATTEMPTS):
            start, length, wrongs = places.at(chance.random())
            if not draft.is_free(start, length):
                continue
            kind, text = wrongs.at(chance.random())
            right = " ".join(draft.words[start : start + length])
            wrong = self._slips.make(right, chance) if text == SLIP else self._rules.written(right, text)
            if wrong is not None and (wrong != right or text == "<lower>"):
                draft.spoil(start, length, wrong, keep_capital=kind != "case")
                return


class Places:
    """Where a sentence may be spoiled: each word, then the pairs of words with rules, by their rates."""

    __slots__ = ("_bounds", "_known", "_pairs", "total")

    def __init__(self, words: Sequence[str], known: Sequence[Known]) -> None:
        self._known = known
        self._pairs: list[tuple[int, Choice[Wrong]]] = []
        for start, (first, second) in enumerate(pairwise(known)):
            if first.with_class and second.name in first.with_class:
                self._pairs.append((start, first.with_class[second.name]))
            if first.with_word and words[start + 1] in first.with_word:
                self._pairs.append((start, first.with_word[words[start + 1]]))
        rates = [word.rate for word in known]
        self._bounds = list(accumulate(rates + [wrongs.total for _, wrongs in self._pairs]))
        self.total = self._bounds[-1]

    def at(self, fraction: float) -> tuple[int, int, Choice[Wrong]]:
        """The place at a fraction of all rates: first word, number of words, what may stand there."""
        found = min(bisect_right(self._bounds, fraction * self.total), len(self._bounds) - 1)
        if found < len(self._known):
            return found, 1, self._known[found].wrongs
        start, wrongs = self._pairs[found - len(self._known)]
        return start, 2, wrongs
