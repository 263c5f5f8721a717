"""Rates and rules learned from a parallel corpus."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from textmend.data.corruption import wordclass
from textmend.data.corruption.change import Change, changes
from textmend.data.corruption.kind import KINDS, form_change, kind_of
from textmend.data.corruption.settings import Counts, RuleTable, Settings

FORM_KINDS: Final = ("verb_form", "agreement", "noun_number", "word_form")
RARE: Final = 20  # uses added to every word's count, so that one error of a rare word does not make a habit
VAGUE: Final = {"replaced_word": 0.5, "missing_word": 0.5, "unneeded_word": 0.5}
# ^ in these kinds people rewrite as often as they err, and no rule can tell which: only a part is made
MOST_ERRORS: Final = 9
MOST_COUNTS: Final = 500  # words kept in the tables of dropped and of spurious words
Rule = tuple[str, str]


class Corpus:
    """What a corpus of pairs tells: how often words are used rightly, and what is written for them.

    >>> corpus = Corpus()
    >>> corpus.add("We discussed about it in morning .".split(), "We discussed it in the morning .".split())
    >>> dict(corpus.rules["missing_article"]), corpus.kinds.total()
    ({('the', ''): 1.0}, 2)
    """

    def __init__(self, lengths: Sequence[int] = (8, 15, 25)) -> None:
        self.classes = wordclass.english()
        self.lengths = tuple(lengths)
        self.numbers: list[Counter[int]] = [Counter() for _ in range(len(lengths) + 1)]
        self.kinds: Counter[str] = Counter()
        self.uses: Counter[str] = Counter()
        self.rules: defaultdict[str, defaultdict[Rule, float]] = defaultdict(lambda: defaultdict(float))
        self.dropped: Counter[str] = Counter()
        self.spurious: Counter[str] = Counter()
        self.replaced: Counter[Rule] = Counter()

    def add(self, source: Sequence[str], target: Sequence[str]) -> None:
        """Learn from one pair."""
        if not target:
            return
        words = [self.classes.uncapitalise(target[0]), *target[1:]]
        keys = self.classes.keys(words)
        self._count_uses(words, keys)
        found = changes(source, target) if source != target else []
        self.numbers[sum(len(target) > bound for bound in self.lengths)][len(found)] += 1
        for change, alone in zip(found, _alone(found), strict=True):
            kind = kind_of(change, target[change.start - 1] if change.start else "")
            self.kinds[kind] += 1
            if alone:
                self._count_words(change)
                inside = change if kind == "case" else self._inside(change, words)
                for rule, weight in self._rules_of(kind, inside, words, keys):
                    self.rules[kind][rule] += weight

    def _count_uses(self, words: Sequence[str], keys: Sequence[str]) -> None:
        self.uses.update(words)
        self.uses.update(f"{first} {second}" for first, second in pairwise(words))
        for key in keys:
            self.uses.update(f"<{name}>" for name in self.classes.of(key[:-1], key[-1]))
        if words[0].islower():
            self.uses["<start>"] += 1
        names = [f"<{self.classes.first_of(key[:-1], key[-1])}>" for key in keys]
        self.uses.update(f"{first} {second}" for first, second in pairwise(names))

    def _count_words(self, change: Change) -> None:
        if not change.wrong:
            self.dropped.update(change.right)
        elif not change.right:
            self.spurious.update(change.wrong)
        elif len(change.wrong) == len(change.right) == 1:
            self.replaced[change.right[0], change.wrong[0]] += 1

    def _inside(self, change: Change, words: Sequence[str]) -> Change:
        """A change at the start of a sentence as it would be inside one."""
        right = tuple(words[change.start : change.start + len(change.right)])
        wrong = change.wrong
        if wrong and (change.start == 0 or words[change.start - 1].islower()):
            wrong = (self.classes.uncapitalise(wrong[0]), *wrong[1:])
        return Change(wrong, right, change.start)

    def _rules_of(
        self, kind: str, change: Change, words: Sequence[str], keys: Sequence[str]
    ) -> Iterator[tuple[Rule, float]]:
        """The rules, each with its weight, that would have made a change."""
        wrong, right = " ".join(change.wrong), " ".join(change.right)
        if "<" in wrong + right or len(change.right) > 2 or len(change.wrong) > 3:
            return
        if not right:
            yield from self._rules_of_spurious(wrong, change.start, words, keys)
            return
        if kind == "case":
            yield from self._rules_of_case(change, keys)
        elif kind in FORM_KINDS and len(change.right) == len(change.wrong) == 1:
            key = keys[change.start]
            forms = form_change(wrong, right, key[-1])
            if forms:
                yield (f"<{forms[0]}>", f"<{forms[1]}>"), 1.0
        elif kind == "word_order" and change.wrong == change.right[::-1] and len(change.right) == 2:
            yield (self._class_pair(keys, change.start), "<swapped>"), 1.0
            return
        elif kind == "spelling":
            yield ("<word>", "<slip>"), 1.0
        elif kind == "hyphen":
            yield from self._rules_of_hyphen(wrong, right, keys, change.start)
        if wrong != right:
            yield (right, wrong), 1.0

    def _rules_of_spurious(
        self, wrong: str, start: int, words: Sequence[str], keys: Sequence[str]
    ) -> Iterator[tuple[Rule, float]]:
        articles = wordclass.CLOSED["article"]
        if wrong in articles and articles.intersection(words[max(0, start - 1) : start + 1]):
            return
        if start < len(words):
            yield (words[start], f"{wrong} {words[start]}"), 0.5
            names = self.classes.of(keys[start][:-1], keys[start][-1])
            for name in names[-2:] if len(names) > 1 and names[1] != "word" else names[:1]:
                if name != "word":
                    yield (f"<{name}>", f"{wrong} <same>"), 0.5
        if start > 0:
            yield (words[start - 1], f"{words[start - 1]} {wrong}"), 0.5

    def _rules_of_case(self, change: Change, keys: Sequence[str]) -> Iterator[tuple[Rule, float]]:
        wrong, right = change.wrong[0], change.right[0]
        if change.start == 0 and wrong.islower():
            yield ("<start>", "<lower>"), 1.0
        elif wrong.islower() and right.istitle():
            yield ("<name>", "<lower>"), 1.0
        elif wrong.istitle():
            for name in self.classes.of(keys[change.start][:-1], keys[change.start][-1])[:1]:
                if name.startswith("noun"):
                    yield (f"<{name}>", "<capital>"), 1.0

    def _rules_of_hyphen(
        self, wrong: str, right: str, keys: Sequence[str], start: int
    ) -> Iterator[tuple[Rule, float]]:
        if wrong == right.replace("-", " "):
            yield ("<hyphenated>", "<spaced>"), 1.0
        elif wrong == right.replace("-", ""):
            yield ("<hyphenated>", "<joined>"), 1.0
        elif wrong == right.replace(" ", "-"):
            yield (self._class_pair(keys, start), "<hyphened>"), 1.0

    def is_habit(self, right: str, wrong: str) -> bool:
        """Whether what is added in a rule is a word that people add often, and not a noun of their topic."""
        added = [word for word in wrong.split(" ") if word not in (right, "<same>")]
        return all(
            self.spurious[word] >= 8 and self.classes.first_of(word, wordclass.PLAIN) != "noun"
            for word in added
        )

    def _class_pair(self, keys: Sequence[str], start: int) -> str:
        return " ".join(f"<{self.classes.first_of(key[:-1], key[-1])}>" for key in keys[start : start + 2])


def _alone(found: Sequence[Change]) -> list[bool]:
    """Which changes have no other beside them; where several meet, their alignment is a guess."""
    starts = [change.start for change in found]
    ends = [change.start + len(change.right) for change in found]
    return [
        (place == 0 or ends[place - 1] < start) and (place + 1 == len(found) or end < starts[place + 1])
        for place, (start, end) in enumerate(zip(starts, ends, strict=True))
    ]


def learn(pairs: Iterable[tuple[Sequence[str], Sequence[str]]], base: Settings) -> Settings:
    """The settings that a corpus suggests; what it says nothing of stays as in `base`."""
    corpus = Corpus(base.lengths)
    for source, target in pairs:
        corpus.add(source, target)
    return settings_of(corpus, base)


def settings_of(corpus: Corpus, base: Settings) -> Settings:
    """Counts turned into rates: errors in a thousand uses."""
    rules = {kind: _kept_rules(kind, corpus) or base.rules[kind] for kind in KINDS}
    rules["spelling"] = {**base.rules["spelling"], **rules["spelling"]}
    return replace(
        base,
        clean=tuple(round(row[0] / max(1, row.total()), 3) for row in corpus.numbers),
        errors=tuple(_weights(row, old) for row, old in zip(corpus.numbers, base.errors, strict=True)),
        rates=dict.fromkeys(KINDS, 1.0),
        shares={
            kind: round(VAGUE.get(kind, 1.0) * 100 * corpus.kinds[kind] / max(1, corpus.kinds.total()), 3)
            for kind in KINDS
        },
        rules=rules,
        counts=Counts(
            {word: float(count) for word, count in corpus.dropped.most_common(MOST_COUNTS)},
            {word: float(count) for word, count in corpus.spurious.most_common(MOST_COUNTS)},
            _nested((rule, float(count)) for rule, count in corpus.replaced.most_common() if count > 1),
        ),
    )


def _weights(row: Counter[int], old: tuple[float, ...]) -> tuple[float, ...]:
    weights = tuple(float(row[number]) for number in range(1, MOST_ERRORS + 1))
    return weights if sum(weights) else old


def _kept_rules(kind: str, corpus: Corpus) -> RuleTable:
    """The rules of one kind that are borne out by enough errors."""
    kept = []
    for (right, wrong), count in sorted(corpus.rules[kind].items(), key=lambda item: (-item[1], item[0])):
        if count >= _least(kind, right) and (kind != "unneeded_word" or corpus.is_habit(right, wrong)):
            kept.append(((right, wrong), float(f"{1000 * count / (corpus.uses[right] + RARE):.3g}")))
    return _nested(kept)


def _least(kind: str, right: str) -> float:
    """How many errors bear out a rule; words that may follow the rule of their class need more."""
    if right.startswith("<"):
        return 3
    if kind in FORM_KINDS:
        return 2 if kind == "word_form" else 8
    if kind == "case":
        return 5
    if kind in ("replaced_word", "missing_word"):
        return 3
    if kind.startswith("unneeded"):
        return 1.5
    return 1 if kind in ("spelling", "split_words", "merged_words") else 2


def _nested(rates: Iterable[tuple[Rule, float]]) -> RuleTable:
    table: RuleTable = {}
    for (right, wrong), rate in rates:
        table.setdefault(right, {})[wrong] = rate
    return table
