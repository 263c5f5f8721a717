"""The paper's 58 suffix transforms: 29 pairs of endings, both ways."""

from __future__ import annotations

from collections.abc import Callable

from textmend.edits.transforms.rule import Rule

PAIRS = (
    ("", "s"),
    ("", "d"),
    ("", "es"),
    ("", "ing"),
    ("", "ed"),
    ("", "ly"),
    ("", "er"),
    ("", "al"),
    ("", "n"),
    ("", "y"),
    ("", "ation"),
    ("e", "ing"),
    ("d", "t"),
    ("d", "s"),
    ("s", "ing"),
    ("n", "ing"),
    ("nce", "t"),
    ("s", "ed"),
    ("ing", "ed"),
    ("ing", "ion"),
    ("ing", "ation"),
    ("t", "ce"),
    ("y", "ic"),
    ("t", "s"),
    ("e", "al"),
    ("y", "ily"),
    ("y", "ied"),
    ("y", "ical"),
    ("y", "ies"),
)


def _name(old: str, new: str) -> str:
    return f"suffix:{old or '+'}>{new or '-'}"


def _swap_suffix(old: str, new: str) -> Callable[[str], tuple[str, ...] | None]:
    def rewrite(word: str) -> tuple[str, ...] | None:
        stem = word.removesuffix(old)
        if not word.endswith(old) or not stem or not stem[-1].isalpha():
            return None
        return (stem + new,)

    return rewrite


def _rules() -> tuple[Rule, ...]:
    both_ways = [pair for old, new in PAIRS for pair in ((old, new), (new, old))]
    return tuple(Rule(_name(old, new), _swap_suffix(old, new), _name(new, old)) for old, new in both_ways)


SUFFIXES = _rules()
