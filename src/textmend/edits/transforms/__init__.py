"""All transforms, and the sets of them an edit space can choose.

The order is the priority for labelling: where several rules give the same words, the first names the edit.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from textmend.edits.transforms.case import CASES
from textmend.edits.transforms.inflection import INFLECTIONS
from textmend.edits.transforms.neighbours import GLUE, JOIN, JOIN_HYPHEN, NEIGHBOURS, SWAP
from textmend.edits.transforms.rule import Rule
from textmend.edits.transforms.spacing import SPACINGS
from textmend.edits.transforms.spelling import SPELL, SPELLING
from textmend.edits.transforms.suffix import SUFFIXES

RULES = (*CASES, *INFLECTIONS, *SUFFIXES, *SPACINGS, *SPELLING)

SETS: dict[str, tuple[str, ...]] = {
    "none": (),
    "paper": tuple(rule.name for rule in SUFFIXES),
    "all": (*(rule.name for rule in RULES), *NEIGHBOURS),
}

__all__ = [
    "GLUE",
    "JOIN",
    "JOIN_HYPHEN",
    "NEIGHBOURS",
    "RULES",
    "SETS",
    "SPELL",
    "SWAP",
    "Rule",
    "rule_named",
    "rules_named",
]


@cache
def _by_name() -> dict[str, Rule]:
    return {rule.name: rule for rule in RULES}


def rule_named(name: str) -> Rule | None:
    """The rule of that name; None for the transforms that concern two tokens.

    >>> rule_named("case:lower").apply("He")
    ('he',)
    """
    return _by_name().get(name)


def rules_named(names: Iterable[str]) -> tuple[Rule, ...]:
    """The rules on single words among the named transforms, in the same order."""
    known = _by_name()
    return tuple(known[name] for name in names if name in known)
