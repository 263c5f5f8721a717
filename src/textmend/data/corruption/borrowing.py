"""Rules from given tables of words, with clean text to tell how common each word is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from textmend.data.corruption import wordclass
from textmend.data.corruption.change import Change
from textmend.data.corruption.kind import kind_of
from textmend.data.corruption.learning import FORM_KINDS, RARE
from textmend.data.corruption.settings import Counts, RuleTable, Settings
from textmend.data.corruption.wordclass import closed_class

LEAST: Final = 3  # rarer entries of a table are chance
LEAST_OTHER: Final = 6  # of a replacement that has neither class nor letters in common with its word


def borrow(counts: Counts, sentences: Iterable[Sequence[str]], base: Settings) -> Settings:
    """The settings `base` with rules from tables of dropped and replaced words.

    Forms of words keep the rules of `base`, which hold for words that no table lists. So do spurious words:
    the table does not tell where they stand.

    >>> from textmend.data.corruption.settings import read_settings
    >>> counts = Counts({"the": 9.0}, {}, {"on": {"in": 30.0}})
    >>> settings = borrow(counts, [["the", "cat", "on", "the", "mat"]], read_settings())
    >>> settings.rules["missing_article"], settings.rules["replaced_preposition"]
    ({'the': {'': 409.0}}, {'on': {'in': 1430.0}})
    """
    uses = _uses(sentences)
    rules: dict[str, RuleTable] = {}
    for right, wrong, count in _entries(counts):
        kind = _kind(right, wrong, count)
        if kind is not None and uses[right]:
            rate = float(f"{1000 * count / (uses[right] + RARE):.3g}")
            rules.setdefault(kind, {}).setdefault(right, {})[wrong] = rate
    kept = {kind: _with_classes(rules.get(kind), old) for kind, old in base.rules.items()}
    return replace(base, rules=kept, counts=counts)


def _uses(sentences: Iterable[Sequence[str]]) -> Counter[str]:
    classes = wordclass.english()
    uses: Counter[str] = Counter()
    for words in sentences:
        if words:
            uses.update((classes.uncapitalise(words[0]), *words[1:]))
    return uses


def _entries(counts: Counts) -> Iterable[tuple[str, str, float]]:
    yield from ((word, "", count) for word, count in counts.dropped.items())
    for right, wrongs in counts.replaced.items():
        yield from ((right, wrong, count) for wrong, count in wrongs.items())


def _kind(right: str, wrong: str, count: float) -> str | None:
    """The kind whose rules an entry belongs to; None for an entry to leave out."""
    if count < LEAST or " " in right + wrong or "<" in right + wrong or "`" in right + wrong:
        return None
    kind = kind_of(Change((wrong,) if wrong else (), (right,), 1), ",")
    if kind in FORM_KINDS or (kind == "case" and right.lower() in wordclass.CLOSED["pronoun"]):
        return None
    if kind == "replaced_word" and (
        count < LEAST_OTHER or not (right + wrong).isalpha() or _both_closed(right, wrong)
    ):
        return None
    written_alike = right[:1].isupper() == wrong[:1].isupper()
    return kind if kind == "case" or not wrong or written_alike else None


def _both_closed(right: str, wrong: str) -> bool:
    """Whether both are words of grammar: of different classes, they met by a wrong alignment."""
    return closed_class(right.lower()) is not None and closed_class(wrong.lower()) is not None


def _with_classes(borrowed: RuleTable | None, old: RuleTable) -> RuleTable:
    """Borrowed rules of words beside the old rules of classes and of two words."""
    if borrowed is None:
        return old
    return {right: wrongs for right, wrongs in old.items() if "<" in right or " " in right} | borrowed
