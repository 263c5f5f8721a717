"""From a model's probabilities to the edits of one round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from textmend.decoding.engine import Prediction
from textmend.decoding.thresholds import Thresholds
from textmend.edits import END, START, Append, Copy, Edit, EditSpace, Replace, Transform, realise
from textmend.edits.transforms import NEIGHBOURS

Allowed = Callable[[Sequence[str], int, Edit], bool]
"""Whether an edit may be made at a position of the tokens: how a caller protects words."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What can become of a token: the words, the likeliest edit that gives them, the sum over all that do."""

    edit: Edit
    words: tuple[str, ...]
    probability: float


@dataclass(frozen=True, slots=True)
class Proposal:
    """The outcomes of one token that change it, best first, and the probability that it stays."""

    position: int
    outcomes: tuple[Outcome, ...]
    copy: float

    @property
    def probability(self) -> float:
        return self.outcomes[0].probability

    def passes(self, thresholds: Thresholds) -> bool:
        """Whether the best outcome is sure enough and beats copy with its bias."""
        return self.probability >= thresholds.min_edit and self.probability > self.copy + thresholds.copy_bias


@dataclass(frozen=True, slots=True)
class Choice:
    """An edit that is made: where ([START] is position 0), how sure, and what else was considered."""

    position: int
    edit: Edit
    confidence: float
    alternatives: tuple[Outcome, ...] = ()


def choose(
    words: Sequence[str],
    prediction: Prediction,
    space: EditSpace,
    thresholds: Thresholds,
    allowed: Allowed | None = None,
) -> tuple[Choice, ...]:
    """Choose the edits of one sentence: per token the likeliest that passes the thresholds."""
    if prediction.gate.max() < thresholds.min_sentence:
        return ()
    proposals = propose(words, prediction, space, thresholds, allowed)
    return settle([proposal for proposal in proposals if proposal.passes(thresholds)])


def propose(
    words: Sequence[str],
    prediction: Prediction,
    space: EditSpace,
    thresholds: Thresholds,
    allowed: Allowed | None = None,
) -> list[Proposal]:
    """List what may become of the tokens that could pass the thresholds, gaps after tokens."""
    tokens = (START, *words, END)
    proposals = []
    for part in (prediction, prediction.inserts):
        if part is None:
            continue
        for position in _suspects(part, thresholds):
            copy, outcomes = _outcomes(tokens, position, part, space, allowed)
            if outcomes:
                proposals.append(Proposal(position, outcomes, copy))
    return proposals


def _suspects(prediction: Prediction, thresholds: Thresholds) -> list[int]:
    """Positions where all other edits together could beat copy: the only ones worth a closer look."""
    rest = 1 - prediction.copy + 1e-6  # (n,)
    positions = np.flatnonzero(
        (rest > prediction.copy + thresholds.copy_bias) & (rest >= thresholds.min_edit)
    )
    return [int(position) for position in positions]


def _outcomes(
    tokens: Sequence[str], position: int, prediction: Prediction, space: EditSpace, allowed: Allowed | None
) -> tuple[float, tuple[Outcome, ...]]:
    """The probability that the token stays, and its other outcomes, best first."""
    copy = float(prediction.copy[position])
    groups: dict[tuple[bool, tuple[str, ...]], Outcome] = {}
    ids, probabilities = prediction.ids[position].tolist(), prediction.probabilities[position].tolist()
    for edit_id, probability in zip(ids, probabilities, strict=True):
        edit = space.edit_of(edit_id)
        words = None if probability <= 0 or isinstance(edit, Copy) else outcome(tokens, position, edit)
        if words is None:
            continue
        key = (of_neighbours(edit), words)
        if key == (False, (tokens[position],)):
            copy += probability
        elif key in groups:
            first = groups[key]
            groups[key] = Outcome(first.edit, words, first.probability + probability)
        elif allowed is None or allowed(tokens, position, edit):
            groups[key] = Outcome(edit, words, probability)
    return copy, tuple(sorted(groups.values(), key=lambda outcome: -outcome.probability))


def outcome(tokens: Sequence[str], position: int, edit: Edit) -> tuple[str, ...] | None:
    """The words an edit makes of a token; None where it cannot be: [START] takes appends only, [END] nothing.

    >>> outcome(("[START]", "He", "go", "[END]"), 2, Transform("verb:past"))
    ('went',)
    >>> outcome(("[START]", "He", "go", "[END]"), 2, Transform("join"))
    """
    last = len(tokens) - 1
    if position == last or (position == 0 and not isinstance(edit, Append)):
        return None
    following = tokens[position + 1] if position + 1 < last else None
    return realise(tokens[position], following, edit)


def of_neighbours(edit: Edit) -> bool:
    """Whether an edit concerns the next token too."""
    return isinstance(edit, Transform) and edit.name in NEIGHBOURS


def settle(proposals: Sequence[Proposal]) -> tuple[Choice, ...]:
    """Take the best outcome of each proposal; what goes into the gap after a token joins its own edit.

    >>> fix = Proposal(1, (Outcome(Transform("verb:past"), ("went",), 0.9),), 0.1)
    >>> gap = Proposal(1, (Outcome(Append(("to",)), ("go", "to"), 0.7),), 0.3)
    >>> settle([fix, gap])
    (Choice(position=1, edit=Replace(words=('went', 'to')), confidence=0.7, alternatives=()),)
    """
    at: dict[int, list[Proposal]] = {}
    for proposal in proposals:
        at.setdefault(proposal.position, []).append(proposal)
    return tuple(_settled(of_token) for _, of_token in sorted(at.items()))


def _settled(proposals: Sequence[Proposal]) -> Choice:
    """The choice for a token and perhaps its gap; beside an edit of two tokens the gap waits a round."""
    own = proposals[0]
    best, *others = own.outcomes
    if len(proposals) == 1 or of_neighbours(best.edit):
        return Choice(own.position, best.edit, best.probability, tuple(others))
    insert = proposals[1].outcomes[0]
    together = Replace((*best.words, *insert.words[1:]))
    return Choice(own.position, together, min(best.probability, insert.probability))
