"""The profile of a set of pairs: how many errors a sentence has, and of which kinds."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice

from textmend.data.corruption.change import changes
from textmend.data.corruption.kind import KINDS, kind_of

MANY = 10  # sentences with so many errors or more count as one class


@dataclass(slots=True)
class Profile:
    """Counts over pairs of wrong and right sentences.

    >>> profile = Profile()
    >>> profile.add("He go home".split(), "He goes home .".split())
    >>> profile.kinds["agreement"], profile.share("agreement"), profile.errors_per_100_words
    (1, 0.5, 50.0)
    """

    sentences: int = 0
    words: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    numbers: Counter[int] = field(default_factory=Counter)

    def add(self, source: Sequence[str], target: Sequence[str]) -> None:
        """Count one pair."""
        self.sentences += 1
        self.words += len(target)
        if source == target:
            self.numbers[0] += 1
            return
        found = changes(source, target)
        self.numbers[min(len(found), MANY)] += 1
        for change in found:
            self.kinds[kind_of(change, target[change.start - 1] if change.start else "")] += 1

    @property
    def errors(self) -> int:
        """How many errors were found."""
        return sum(self.kinds.values())

    @property
    def errors_per_100_words(self) -> float:
        """Errors in a hundred right words."""
        return 100 * self.errors / max(1, self.words)

    @property
    def clean(self) -> float:
        """The share of sentences without an error."""
        return self.numbers[0] / max(1, self.sentences)

    def share(self, kind: str) -> float:
        """The share of one kind in all errors."""
        return self.kinds[kind] / max(1, self.errors)


def profile_of(pairs: Iterable[tuple[Sequence[str], Sequence[str]]], limit: int | None = None) -> Profile:
    """The profile of (source, target) pairs, of the first `limit` ones if given."""
    profile = Profile()
    for source, target in islice(pairs, limit):
        profile.add(source, target)
    return profile


def distance(left: Profile, right: Profile) -> float:
    """How far the shares of the kinds lie apart: 0 the same, 1 nothing in common (total variation).

    >>> distance(Profile(kinds=Counter(case=1)), Profile(kinds=Counter(case=1, spelling=1)))
    0.5
    """
    return sum(abs(left.share(kind) - right.share(kind)) for kind in KINDS) / 2


def comparison(made: Profile, real: Profile) -> str:
    """Made errors beside real ones, as a table in plain text."""
    rows = [f"{'':24}{'made':>10}{'real':>10}{'made/real':>11}"]
    facts = (
        ("sentences", made.sentences, real.sentences, "d"),
        ("words a sentence", made.words / max(1, made.sentences), real.words / max(1, real.sentences), ".1f"),
        ("clean sentences, %", 100 * made.clean, 100 * real.clean, ".1f"),
        (
            "errors a sentence",
            made.errors / max(1, made.sentences),
            real.errors / max(1, real.sentences),
            ".2f",
        ),
        ("errors in 100 words", made.errors_per_100_words, real.errors_per_100_words, ".2f"),
    )
    rows += [_row(name, left, right, form) for name, left, right, form in facts]
    rows += ["", "errors a sentence, % of sentences"]
    for number in range(MANY + 1):
        left, right = (100 * profile.numbers[number] / max(1, profile.sentences) for profile in (made, real))
        rows.append(_row(f"  {number}{' or more' if number == MANY else ''}", left, right, ".1f"))
    rows += ["", "kinds, % of errors"]
    for kind in sorted(KINDS, key=lambda kind: -real.share(kind)):
        rows.append(_row(f"  {kind}", 100 * made.share(kind), 100 * real.share(kind), ".2f"))
    rows += ["", f"distance of the shares (total variation, 0 to 1): {distance(made, real):.3f}"]
    return "\n".join(rows)


def _row(name: str, made: float, real: float, form: str) -> str:
    ratio = f"{made / real:11.2f}" if real and form != "d" else ""
    return f"{name:24}{made:>10{form}}{real:>10{form}}{ratio}"


def comparison_json(made: Profile, real: Profile) -> str:
    """The same comparison for programs."""
    return json.dumps(
        {"made": _facts(made), "real": _facts(real), "distance": round(distance(made, real), 4)}, indent=1
    )


def _facts(profile: Profile) -> dict[str, object]:
    return {
        "sentences": profile.sentences,
        "words": profile.words,
        "errors": profile.errors,
        "clean": round(profile.clean, 4),
        "errors_per_100_words": round(profile.errors_per_100_words, 3),
        "errors_per_sentence": {str(n): profile.numbers[n] for n in range(MANY + 1)},
        "kinds": {kind: profile.kinds[kind] for kind in KINDS},
    }
