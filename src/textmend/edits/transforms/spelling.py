"""The spell checker's best suggestion, as one transform: the model decides in context whether to take it."""

from __future__ import annotations

from textmend.edits.transforms.rule import Rule
from textmend.text.spelling import english


def respell(word: str) -> tuple[str, ...] | None:
    """The words of the best suggestion.

    >>> respell("becuase")
    ('because',)
    """
    best = english().best(word)
    return None if best is None else tuple(best.split(" "))


SPELL = "spell"
SPELLING = (Rule(SPELL, respell),)
