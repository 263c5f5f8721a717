"""phi: the vector of a word or q-gram, from the rows of its pieces in the word embeddings."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from textmend.model.batch import Batch


class Phi(nn.Module):
    """The sum of the rows of a word's pieces, or their mean times a learned scale."""

    def __init__(self, *, mean: bool, pad: int) -> None:
        super().__init__()
        self.pad = pad
        self.scale = nn.Parameter(torch.ones(())) if mean else None

    def of_words(self, rows: Tensor, batch: Batch) -> Tensor:
        """phi of every word of a batch, from its pieces' rows (B, P, D)."""
        B, W = batch.first.shape
        D = rows.shape[2]
        sentence = torch.arange(B, device=rows.device)[:, None]
        word = (batch.word_of_piece() + sentence * W).flatten()  # (B * P,)
        shown = (rows * batch.piece_mask.unsqueeze(2)).flatten(0, 1)  # (B * P, D)
        total = rows.new_zeros(B * W, D).index_add(0, word, shown).view(B, W, D)
        if self.scale is None:
            return total  # (B, W, D)
        count = (batch.last - batch.first + 1).unsqueeze(2)  # (B, W, 1)
        return total * (self.scale / count)  # (B, W, D)

    def of_arguments(self, pieces: Tensor, words: Tensor) -> Tensor:
        """phi of the dictionary's q-grams (A, q), padded, from the word embeddings (V, D)."""
        total = functional.embedding_bag(pieces, words, mode="sum", padding_idx=self.pad)  # (A, D)
        if self.scale is None:
            return total
        count = (pieces != self.pad).sum(1, keepdim=True).clamp(min=1)  # (A, 1)
        return total * (self.scale / count)  # (A, D)
