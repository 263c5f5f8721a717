"""Which positions the streams are computed for, and what each then counts.

Every edited position is taken; a copied one with probability p, and then it weighs 1/p: the expected
loss and gradient are those of all positions.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass(frozen=True, slots=True)
class Sample:
    """Positions (rows of [sentence, word]) and their weights against the chance of being drawn."""

    positions: Tensor  # (N, 2)
    weights: Tensor  # (N,)


def all_positions(word_mask: Tensor) -> Sample:
    """Every word, weighing one.

    >>> all_positions(torch.tensor([[True, True], [True, False]])).positions.tolist()
    [[0, 0], [0, 1], [1, 0]]
    """
    positions = word_mask.nonzero()  # (N, 2)
    return Sample(positions, torch.ones(len(positions), device=positions.device))


def draw_positions(
    word_mask: Tensor, edited: Tensor, suspicion: Tensor, uniform: Tensor, lowest: float
) -> Sample:
    """All edited words, and copied ones with the gate's probability, at least `lowest`.

    `suspicion` (B, W) is the gate's probability of an edit, `uniform` (B, W) random numbers in [0, 1).

    >>> mask, edited = torch.ones(1, 3, dtype=torch.bool), torch.tensor([[True, False, False]])
    >>> gate, uniform = torch.tensor([[0.1, 0.5, 0.0]]), torch.tensor([[0.9, 0.4, 0.4]])
    >>> sample = draw_positions(mask, edited, gate, uniform, lowest=0.05)
    >>> sample.positions.tolist(), sample.weights.tolist()
    ([[0, 0], [0, 1]], [1.0, 2.0])
    """
    chance = torch.where(edited, 1.0, suspicion.detach().clamp(lowest, 1.0))  # (B, W)
    positions = (word_mask & (uniform < chance)).nonzero()  # (N, 2)
    return Sample(positions, chance[positions[:, 0], positions[:, 1]].reciprocal())
