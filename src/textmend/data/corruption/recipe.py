"""The recipes by their names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, Protocol

from textmend.data.corruption.chance import Chance
from textmend.data.corruption.learner import LearnerRecipe
from textmend.data.corruption.paper import PaperRecipe
from textmend.data.corruption.settings import Counts, RuleTable, Settings
from textmend.data.corruption.tables import read_counts, read_verb_forms
from textmend.errors import ConfigError

RECIPES: Final = ("paper", "program", "learner")


class Recipe(Protocol):
    """A way to spoil sentences."""

    def spoil(self, words: Sequence[str], chance: Chance) -> str:
        """The sentence with errors, tokens with single spaces between."""


def build_recipe(name: str, settings: Settings, tables: str | Path | None = None) -> Recipe:
    """The recipe of a name; `tables` is a folder of tables for `paper` and `program`."""
    if name not in RECIPES:
        raise ConfigError(f"unknown recipe {name!r}; one of {', '.join(RECIPES)}")
    if name == "learner":
        return LearnerRecipe(settings)
    if tables is not None:
        return PaperRecipe(read_counts(tables), read_verb_forms(tables), program=name == "program")
    counts = settings.counts
    if not counts.replaced:
        counts = Counts(counts.dropped, counts.spurious, _single_words(settings))
    return PaperRecipe(counts, None, program=name == "program")


def _single_words(settings: Settings) -> RuleTable:
    """The rules that put one word for another, of all `replaced` kinds and of confusions."""
    table: RuleTable = {}
    for kind, rules in settings.rules.items():
        if kind.startswith("replaced") or kind == "confusion":
            for right, wrongs in rules.items():
                singles = {
                    wrong: rate for wrong, rate in wrongs.items() if wrong and not {" ", "<"} & set(wrong)
                }
                if singles and not {" ", "<"} & set(right):
                    table.setdefault(right, {}).update(singles)
    return table
