"""Rates set so that the errors made in a text have the wanted shares.

Texts differ in their words, and neighbouring errors merge; so the rates are corrected by what comes out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from textmend.data.corruption.chance import Chance
from textmend.data.corruption.learner import LearnerRecipe
from textmend.data.corruption.profile import Profile, profile_of
from textmend.data.corruption.settings import Settings

SENTENCES: Final = 6000  # enough for the shares of all but the rarest kinds
STEP: Final = 0.9  # how much of a deviation one round mends, in logarithms
MOST: Final = 4.0  # the largest change of a rate in one round


def calibrate(settings: Settings, sentences: Sequence[Sequence[str]], rounds: int = 6) -> Settings:
    """Correct the rates until the errors made in the sentences have about the shares of the settings."""
    total = sum(settings.shares.values()) or 1.0
    shares = {kind: share / total for kind, share in settings.shares.items()}
    for number in range(rounds):
        made = made_profile(settings, sentences, seed=number)
        rates = {
            kind: float(f"{rate * _correction(shares.get(kind, 0.0), made.share(kind)):.3g}")
            for kind, rate in settings.rates.items()
        }
        settings = replace(settings, rates=rates)
    return settings


def made_profile(settings: Settings, sentences: Sequence[Sequence[str]], seed: int) -> Profile:
    """The profile of the errors that the settings make in sentences; none of them is left clean."""
    recipe = LearnerRecipe(replace(settings, clean=(0.0,) * len(settings.clean)))
    chance = Chance(seed)

    def spoiled(number: int, words: Sequence[str]) -> list[str]:
        chance.restart(number, " ".join(words))
        return recipe.spoil(words, chance).split(" ")

    return profile_of((spoiled(number, words), list(words)) for number, words in enumerate(sentences))


def _correction(wanted: float, made: float) -> float:
    """What to multiply a rate by.

    >>> _correction(0.1, 0.1), _correction(0.1, 0.0), _correction(0.0, 0.1)
    (1.0, 4.0, 0.25)
    """
    if wanted == made:
        return 1.0
    if made == 0 or wanted == 0:
        return MOST if wanted else 1 / MOST
    return float(min(MOST, max(1 / MOST, (wanted / made) ** STEP)))
