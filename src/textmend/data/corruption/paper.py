"""The recipes `paper` and `program`: the errors of the PIE paper, and those of its authors' program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from textmend.data.corruption.chance import Chance, Choice
from textmend.data.corruption.settings import Counts
from textmend.data.corruption.tables import VerbForms
from textmend.errors import ConfigError
from textmend.text import morphology

ERRORS: Final = {0: 0.05, 1: 0.07, 2: 0.25, 3: 0.35, 4: 0.28}
APPEND, VERB, REPLACE, DELETE = 0.30, 0.25, 0.25, 0.20


class PaperRecipe:
    """Errors one after another, each at a random place of what the earlier ones left.

    - append error: a word is dropped (any word; `program`: one that writers commonly leave out)
    - verb error: a verb takes another of its forms
    - replace error: a word is dropped and a spurious one added there (`program`: the word becomes one that is
      commonly written for it; where no word of the sentence has such, a verb error, and the other way round)
    - delete error: a spurious word is added

    >>> counts = Counts({"the": 2.0}, {"of": 1.0}, {"in": {"on": 1.0}})
    >>> recipe, chance = PaperRecipe(counts, {"sits": ("sat", "sit")}, program=True), Chance(seed=3)
    >>> chance.restart(1, "")
    >>> words = "the cat sits in the house".split()
    >>> spoiled = recipe.spoil(words, chance).split()
    >>> set(spoiled) <= set(words) | {"of", "on", "sat", "sit"}
    True
    """

    def __init__(self, counts: Counts, verb_forms: VerbForms | None, program: bool) -> None:
        if not counts.spurious:
            raise ConfigError("the table of spurious words is empty; give --tables or [counts.spurious]")
        self._dropped = counts.dropped
        self._spurious = Choice.of(counts.spurious)
        self._replaced = {right: Choice.of(wrongs) for right, wrongs in counts.replaced.items() if wrongs}
        self._verb_forms: VerbForms = {} if verb_forms is None else verb_forms
        self._morphology = morphology.english() if verb_forms is None else None
        self._numbers = Choice.of(ERRORS)
        append, replace = (self._drop_common, self._replace) if program else (self._drop_any, self._swap)
        errors: list[tuple[Callable[[list[str], Chance], object], float]] = [
            (append, APPEND),
            (self._change_verb_or_replace if program else self._change_verb, VERB),
            (replace, REPLACE),
            (self._add, DELETE),
        ]
        self._errors = Choice.between(errors)

    def spoil(self, words: Sequence[str], chance: Chance) -> str:
        """The sentence with 0 to 4 errors; tokens with single spaces between."""
        spoiled = list(words)
        for _ in range(self._numbers.at(chance.random())):
            if spoiled:
                self._errors.at(chance.random())(spoiled, chance)
        return " ".join(spoiled) or " ".join(words)

    def _drop_any(self, words: list[str], chance: Chance) -> None:
        if len(words) > 1:
            del words[chance.below(len(words))]

    def _drop_common(self, words: list[str], chance: Chance) -> None:
        places = [place for place, word in enumerate(words) if word in self._dropped]
        if places and len(words) > 1:
            del words[places[chance.below(len(places))]]

    def _add(self, words: list[str], chance: Chance) -> None:
        words.insert(chance.below(len(words)), self._spurious.at(chance.random()))

    def _swap(self, words: list[str], chance: Chance) -> None:
        words[chance.below(len(words))] = self._spurious.at(chance.random())

    def _change_verb(self, words: list[str], chance: Chance) -> bool:
        verbs = [(place, forms) for place, word in enumerate(words) if (forms := self._forms(word))]
        if verbs:
            place, forms = verbs[chance.below(len(verbs))]
            words[place] = forms[chance.below(len(forms))]
        return bool(verbs)

    def _replace_word(self, words: list[str], chance: Chance) -> bool:
        places = [place for place, word in enumerate(words) if word in self._replaced]
        if places:
            place = places[chance.below(len(places))]
            words[place] = self._replaced[words[place]].at(chance.random())
        return bool(places)

    def _replace(self, words: list[str], chance: Chance) -> None:
        if not self._replace_word(words, chance):
            self._change_verb(words, chance)

    def _change_verb_or_replace(self, words: list[str], chance: Chance) -> None:
        if not self._change_verb(words, chance):
            self._replace_word(words, chance)

    def _forms(self, word: str) -> tuple[str, ...]:
        """The other forms of a verb; none for other words."""
        found = self._verb_forms.get(word)
        if found is None and self._morphology is not None:
            found = self._look_up(self._morphology, word)
            self._verb_forms[word] = found
        return found or ()

    def _look_up(self, words: morphology.Morphology, word: str) -> tuple[str, ...]:
        verbs = [form for form in morphology.FORMS if form.startswith("verb")]
        if not word.islower() or not any(form in verbs for form in words.forms(word)):
            return ()
        found = (words.inflect(word, form) for form in verbs)
        return tuple(dict.fromkeys(form for form in found if form and form != word))
