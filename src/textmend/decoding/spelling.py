"""The paper's first stage: unknown words respelled before the model sees the sentence.

A setting for edit spaces without the spell transform; with it, the model decides in context.
"""

from __future__ import annotations

from collections.abc import Sequence

from textmend.decoding.choice import Choice, Outcome
from textmend.edits import Replace, Transform
from textmend.edits.transforms import SPELL


def respell(words: Sequence[str]) -> tuple[Choice, ...]:
    """Respell each unknown word as the spell checker's best suggestion; give to `decode` as `prepare`.

    >>> [choice.position for choice in respell(["I", "came", "becuase", "of", "it"])]
    [3]
    """
    from textmend.text.spelling import english

    speller = english()
    choices = []
    for position, word in enumerate(words, 1):
        best = speller.best(word)
        if best is not None:
            others = tuple(
                Outcome(Replace(tuple(other.split(" "))), tuple(other.split(" ")), 0.0)
                for other in speller.suggest(word)
                if other != best
            )
            choices.append(Choice(position, Transform(SPELL), 1.0, others))
    return tuple(choices)
