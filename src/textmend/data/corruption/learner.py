"""The recipe `learner`: as many errors as people make, of the kinds they make."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textmend.data.corruption import wordclass
from textmend.data.corruption.chance import Chance, Choice
from textmend.data.corruption.draft import Draft
from textmend.data.corruption.rules import Rules, make_error
from textmend.data.corruption.settings import Settings
from textmend.data.corruption.slip import Slips

ATTEMPTS: Final = 6  # draws of a kind for one error; not every kind fits every sentence


class LearnerRecipe:
    """Spoils a sentence by the rates and rules of the settings.

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
        self._rules = {
            kind: Rules(rules, self._classes)
            for kind, rules in settings.rules.items()
            if settings.rates.get(kind, 0) > 0
        }
        self._kinds = Choice.of({kind: settings.rates[kind] for kind in self._rules})
        self._numbers = [Choice.between((i + 1, w) for i, w in enumerate(row)) for row in settings.errors]
        self._slips = Slips(settings.slips, settings.sounds)

    def spoil(self, words: Sequence[str], chance: Chance) -> str:
        """The sentence with errors, or as it is; tokens with single spaces between."""
        right = " ".join(words)
        length = len(words)
        row = self._settings.length_class(length)
        if length < 2 or not self._kinds.things or chance.random() < self._settings.clean[row]:
            return right
        draft = self._draft(words)
        most = max(1, int(length * self._settings.touched))
        for _ in range(self._numbers[row].at(chance.random())):
            if draft.spoiled >= most:
                break
            self._make_one(draft, chance)
        return draft.text() or right

    def _draft(self, words: Sequence[str]) -> Draft:
        plain = [self._classes.uncapitalise(words[0]), *words[1:]]
        return Draft(words, plain, self._classes.keys(plain))

    def _make_one(self, draft: Draft, chance: Chance) -> None:
        for _ in range(ATTEMPTS):
            kind = self._kinds.at(chance.random())
            if make_error(self._rules[kind], draft, self._slips, chance, keep_capital=kind != "case"):
                return
