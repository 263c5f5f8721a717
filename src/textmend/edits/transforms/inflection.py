"""Verb, noun and adjective forms from the morphological table, over-regular ones mended (buyed -> bought)."""

from __future__ import annotations

from collections.abc import Callable

from textmend.edits.transforms.rule import Rule
from textmend.text.morphology import FORMS, english


def _inflect(form: str) -> Callable[[str], tuple[str, ...] | None]:
    def rewrite(word: str) -> tuple[str, ...] | None:
        inflected = english().inflect(word, form)
        return None if inflected is None else (inflected,)

    return rewrite


INFLECTIONS = tuple(Rule(form, _inflect(form)) for form in FORMS)
