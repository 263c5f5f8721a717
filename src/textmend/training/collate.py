"""From rows of an encoded set to padded arrays and the model's batch."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from textmend.model import Batch
from textmend.training.encoded import EncodedSet


@dataclass(frozen=True, slots=True)
class Padded:
    """Sentences of one micro-batch, padded: B sentences of at most P pieces and W words."""

    pieces: NDArray[np.int64]  # (B, P)
    piece_mask: NDArray[np.bool_]  # (B, P)
    first: NDArray[np.int64]  # (B, W)
    last: NDArray[np.int64]  # (B, W)
    word_mask: NDArray[np.bool_]  # (B, W)
    labels: NDArray[np.int64]  # (B, W)
    gaps: NDArray[np.int64]  # (B, W)

    def __len__(self) -> int:
        return len(self.pieces)

    def shard(self, rank: int, world: int) -> Padded:
        """The rows of one of `world` processes; together they are the whole."""
        if world == 1:
            return self
        return Padded(*(getattr(self, name)[rank::world] for name in self.__dataclass_fields__))

    def batch(self, device: torch.device) -> Batch:
        """The model's view, on a device."""

        def tensor(array: NDArray[np.generic]) -> torch.Tensor:
            return torch.from_numpy(np.ascontiguousarray(array)).to(device, non_blocking=True)

        return Batch(
            pieces=tensor(self.pieces),
            piece_mask=tensor(self.piece_mask),
            first=tensor(self.first),
            last=tensor(self.last),
            word_mask=tensor(self.word_mask),
        )


def pad_rows(data: EncodedSet, rows: NDArray[np.int64], pad: int) -> Padded:
    """Gather sentences by number into padded arrays."""
    piece_at, piece_mask = _windows(data.piece_starts, rows)
    word_at, word_mask = _windows(data.word_starts, rows)
    counts = np.where(word_mask, data.counts[word_at], 0).astype(np.int64)  # (B, W)
    after = np.cumsum(counts, axis=1)  # (B, W)
    return Padded(
        pieces=np.where(piece_mask, data.pieces[piece_at], pad).astype(np.int64),
        piece_mask=piece_mask,
        first=np.where(word_mask, after - counts, 0),
        last=np.where(word_mask, after - 1, 0),
        word_mask=word_mask,
        labels=np.where(word_mask, data.labels[word_at], 0).astype(np.int64),
        gaps=np.where(word_mask, data.gaps[word_at], 0).astype(np.int64),
    )


def _windows(
    starts: NDArray[np.int64], rows: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Where each row's items lie in a flat array, and which places of the padded square are real."""
    begin, end = starts[rows], starts[rows + 1]  # (B,)
    at = begin[:, None] + np.arange(int((end - begin).max()))  # (B, L)
    mask = at < end[:, None]  # (B, L)
    return np.where(mask, at, begin[:, None]), mask
