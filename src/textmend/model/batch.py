"""Sentences as tensors: the pieces, and where each word's pieces lie."""

from __future__ import annotations

from dataclasses import dataclass, fields

import torch
from torch import Tensor

from textmend.decoding.pieces import NumpyBatch


@dataclass(frozen=True, slots=True)
class Batch:
    """Padded sentences; word 0 is [START], the last word of each sentence is [END]."""

    pieces: Tensor  # (B, P)
    piece_mask: Tensor  # (B, P)
    first: Tensor  # (B, W) a word's first piece
    last: Tensor  # (B, W) a word's last piece
    word_mask: Tensor  # (B, W)

    @classmethod
    def from_numpy(cls, batch: NumpyBatch, device: torch.device | str = "cpu") -> Batch:
        return cls(*(torch.from_numpy(getattr(batch, field.name)).to(device) for field in fields(cls)))

    def to(self, device: torch.device | str) -> Batch:
        return Batch(*(getattr(self, field.name).to(device) for field in fields(self)))

    def ends(self) -> Tensor:
        """The index of each sentence's [END]."""
        return self.word_mask.sum(1) - 1  # (B,)

    def word_of_piece(self) -> Tensor:
        """Which word a piece belongs to; padding joins the last word."""
        starts = torch.zeros_like(self.pieces)
        starts.scatter_add_(1, self.first, self.word_mask.long())
        return starts.cumsum(1) - 1  # (B, P)

    def every_word(self) -> Tensor:
        """All (sentence, word) positions, sentence by sentence."""
        return self.word_mask.nonzero()  # (N, 2)
