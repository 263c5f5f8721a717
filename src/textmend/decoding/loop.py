"""The loop: predict edits for all tokens at once, apply them, and again, until nothing new comes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from textmend.decoding.batches import BATCH_PIECES, predict_all
from textmend.decoding.choice import Allowed, Choice, choose
from textmend.decoding.engine import Engine
from textmend.decoding.thresholds import Thresholds
from textmend.edits import COPY, Edit, apply

ROUNDS = 4

Prepare = Callable[[Sequence[str]], tuple[Choice, ...]]
"""What is done to a sentence before the model sees it, such as `textmend.decoding.spelling.respell`."""


@dataclass(frozen=True, slots=True)
class Round:
    """A sentence before a round that changed it, and the edits of that round; number 0 is the preparation."""

    number: int
    words: tuple[str, ...]
    choices: tuple[Choice, ...]

    def edits(self) -> list[Edit]:
        """An edit for each token, [START] and [END] among them."""
        edits: list[Edit] = [COPY] * (len(self.words) + 2)
        for choice in self.choices:
            edits[choice.position] = choice.edit
        return edits

    def after(self) -> tuple[str, ...]:
        """The sentence with the edits applied."""
        return tuple(apply(self.words, self.edits()))


@dataclass(frozen=True, slots=True)
class Decoded:
    """The words a sentence ends with, and the rounds that changed it."""

    words: tuple[str, ...]
    rounds: tuple[Round, ...]


def decode(
    engine: Engine,
    sentences: Sequence[Sequence[str]],
    thresholds: Thresholds | None = None,
    *,
    rounds: int = ROUNDS,
    batch_pieces: int = BATCH_PIECES,
    prepare: Prepare | None = None,
    allowed: Allowed | None = None,
) -> list[Decoded]:
    """Correct sentences given as words: argmax per token in parallel, apply, feed the result back.

    Only sentences that changed go to the next round. A sentence ends when no edit passes the thresholds,
    when it comes back to an earlier version of itself (which it keeps) or after `rounds` rounds. What becomes
    of one sentence does not depend on the others.
    """
    thresholds = thresholds or Thresholds()
    histories = [History(tuple(words)) for words in sentences]
    if prepare:
        for history in histories:
            history.advance(0, prepare(history.words))
    live = histories
    for number in range(1, rounds + 1):
        changed = []
        for index, prediction in predict_all(engine, [history.words for history in live], batch_pieces):
            history = live[index]
            choices = choose(history.words, prediction, engine.space, thresholds, allowed)
            if history.advance(number, choices):
                changed.append(history)
        live = changed
    return [Decoded(history.words, tuple(history.rounds)) for history in histories]


@dataclass(slots=True)
class History:
    """One sentence on its way through the rounds."""

    words: tuple[str, ...]
    rounds: list[Round] = field(default_factory=list)

    def advance(self, number: int, choices: tuple[Choice, ...]) -> bool:
        """Apply the edits of a round; whether a further round may find more to do."""
        this = Round(number, self.words, choices)
        after = this.after()
        if after == self.words:
            return False
        self.rounds.append(this)
        self.words = after
        return all(after != earlier.words for earlier in self.rounds)
