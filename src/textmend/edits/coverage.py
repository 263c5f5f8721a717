"""What an edit space can and cannot express of real pairs, by cause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from textmend.edits.application import apply
from textmend.edits.edit import COPY, Append, Edit, Replace
from textmend.edits.labelling import align
from textmend.edits.space import EditSpace, OpenSpace

EXAMPLES = 5
ROUNDS = 4


@dataclass(frozen=True)
class Loss:
    """Gold edits lost for one cause, with a few examples."""

    cause: str
    count: int
    examples: tuple[str, ...]


@dataclass(frozen=True)
class Coverage:
    """The share of sentences and of gold edits that a space reaches, in one round and in several."""

    sentences: int
    changed: int
    exact_one_round: int
    exact: int
    gold_edits: int
    reached_one_round: int
    reached: int
    kinds: dict[str, int] = field(default_factory=dict)
    losses: tuple[Loss, ...] = ()

    def share(self, part: str) -> float:
        """The share of all sentences (`exact`, `exact_one_round`) or of the gold edits (`reached`, ...)."""
        whole = self.sentences if part.startswith("exact") else self.gold_edits
        return getattr(self, part) / whole if whole else 1.0


def coverage(
    pairs: Iterable[tuple[Sequence[str], Sequence[str]]], space: EditSpace, rounds: int = ROUNDS
) -> Coverage:
    """Label pairs with the space, apply the labels, and count what is reached.

    A gold edit is a non-copy position of the alignment in which every q-gram is known; it is reached in one
    round if the space has it as it is, and in several if it is gone when labels were applied `rounds` times.

    >>> space = EditSpace(transforms=(), appends=(("the",),), replaces=())
    >>> report = coverage([(["see", "old", "cat"], ["see", "the", "old", "dog"])], space)
    >>> report.gold_edits, report.reached, report.losses
    (2, 1, (Loss(cause='replace: not in the dictionary', count=1, examples=('cat -> dog',)),))
    """
    everything = OpenSpace(space.transforms)
    counts: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    causes: Counter[str] = Counter()
    examples: dict[str, dict[str, None]] = {}
    for source, target in pairs:
        source, target = list(source), list(target)  # noqa: PLW2901
        counts["sentences"] += 1
        if source == target:
            counts["exact"] += 1
            counts["exact_one_round"] += 1
            continue
        counts["changed"] += 1
        gold = align(source, target, everything)
        labels = align(source, target, space)
        wanted = [edit for edit in gold if edit != COPY]
        counts["gold_edits"] += len(wanted)
        kinds.update(edit.kind for edit in wanted)
        for token, edit, given in zip(["", *source, ""], gold, labels, strict=True):
            if edit == given:
                counts["reached_one_round"] += edit != COPY
            elif (cause := _cause(edit, given, space)) is not None:
                causes[cause] += 1
                kept = examples.setdefault(cause, {})
                if len(kept) < EXAMPLES:
                    kept[_example(token, edit)] = None
        text = apply(source, labels)
        counts["exact_one_round"] += text == target
        text = _finish(text, target, space, rounds - 1)
        counts["exact"] += text == target
        left = sum(edit != COPY for edit in align(text, target, everything))
        counts["reached"] += max(0, len(wanted) - left)
    losses = tuple(Loss(cause, count, tuple(examples[cause])) for cause, count in causes.most_common())
    return Coverage(
        kinds=dict(kinds.most_common()), losses=losses, **{name: counts[name] for name in _COUNTS}
    )


_COUNTS = ("sentences", "changed", "exact_one_round", "exact", "gold_edits", "reached_one_round", "reached")


def _finish(text: list[str], target: list[str], space: EditSpace, rounds: int) -> list[str]:
    for _ in range(rounds):
        if text == target:
            break
        text = apply(text, align(text, target, space))
    return text


def _cause(edit: Edit, given: Edit, space: EditSpace) -> str | None:
    """Why a gold edit is not expressed; None for one that only waits for a later round."""
    if given != COPY or not isinstance(edit, Append | Replace):
        return None
    longest = max(map(len, (*space.appends, *space.replaces)), default=0)
    reason = "not in the dictionary" if len(edit.words) <= longest else f"more than {longest} words"
    return f"{edit.kind}: {reason}"


def _example(token: str, edit: Edit) -> str:
    return (
        f"{token} -> {edit.argument}"
        if isinstance(edit, Replace)
        else f"{token or '[START]'} + {edit.argument}"
    )
