"""Masked words: which pieces are hidden, and what stands in their place."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class MaskedPieces:
    """Pieces with some hidden; the positions to guess (rows of [sentence, piece]) and what was there."""

    pieces: NDArray[np.int64]  # (B, P)
    positions: NDArray[np.int64]  # (N, 2)
    answers: NDArray[np.int64]  # (N,)


def mask_pieces(
    pieces: NDArray[np.int64],
    maskable: NDArray[np.bool_],
    *,
    share: float,
    mask: int,
    vocabulary: int,
    random: np.random.Generator,
) -> MaskedPieces:
    """Hide a share of the pieces: 80% become [MASK], 10% another piece, 10% stay to be guessed all the same.

    >>> pieces = np.arange(10, 30).reshape(2, 10)
    >>> hidden = mask_pieces(pieces, np.ones((2, 10), bool), share=0.2, mask=4, vocabulary=100,
    ...                      random=np.random.default_rng(0))
    >>> bool((hidden.answers == pieces[hidden.positions[:, 0], hidden.positions[:, 1]]).all())
    True
    """
    chosen = maskable & (random.random(pieces.shape) < share)  # (B, P)
    fate = random.random(pieces.shape)  # (B, P)
    others = random.integers(0, vocabulary, pieces.shape)  # (B, P)
    hidden = np.where(fate < 0.8, mask, np.where(fate < 0.9, others, pieces))  # (B, P)
    return MaskedPieces(
        pieces=np.where(chosen, hidden, pieces),
        positions=np.argwhere(chosen),
        answers=pieces[chosen],
    )
