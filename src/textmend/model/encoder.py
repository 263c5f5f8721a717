"""A bidirectional transformer encoder that keeps the keys and values of its layers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import torch
from torch import Tensor, nn
from torch.nn import functional

from textmend.errors import InputError
from textmend.model.attention import Packing, SelfAttention


class Embeddings(nn.Module):
    """Words plus positions, normalised, widened to the encoder's size where that is larger.

    The row of the one token type in use is part of the positions.
    """

    def __init__(
        self,
        *,
        vocabulary: int,
        positions: int,
        size: int,
        hidden: int,
        mask: int,
        epsilon: float,
        dropout: float,
    ) -> None:
        super().__init__()
        self.mask = mask
        self.words = nn.Embedding(vocabulary, size)
        self.positions = nn.Embedding(positions, size)
        self.norm = nn.LayerNorm(size, eps=epsilon)
        self.dropout = nn.Dropout(dropout)
        self.widen = nn.Linear(size, hidden) if size != hidden else nn.Identity()

    def forward(self, rows: Tensor) -> Tensor:
        """Rows of words (B, P, D) at positions 0 to P - 1."""
        P = rows.shape[1]
        if self.positions.num_embeddings < P:
            raise InputError(
                f"a sentence of {P} pieces, and the model has {self.positions.num_embeddings} positions",
                remedy="split the sentence",
            )
        return self.finish(rows + self.positions.weight[:P])  # (B, P, H)

    def blanks(self, positions: Tensor) -> Tensor:
        """[MASK] at each of these position rows (M, D)."""
        return self.finish(self.words.weight[self.mask] + positions)  # (M, H)

    def finish(self, rows: Tensor) -> Tensor:
        widened: Tensor = self.widen(self.dropout(self.norm(rows)))
        return widened


class Layer(nn.Module):
    """Attention and feed-forward, each added to its input and normalised."""

    def __init__(
        self,
        *,
        hidden: int,
        heads: int,
        intermediate: int,
        epsilon: float,
        dropout: float,
        attention_dropout: float,
    ) -> None:
        super().__init__()
        self.attention = SelfAttention(hidden=hidden, heads=heads, dropout=attention_dropout)
        self.attention_norm = nn.LayerNorm(hidden, eps=epsilon)
        self.rise = nn.Linear(hidden, intermediate)
        self.fall = nn.Linear(intermediate, hidden)
        self.norm = nn.LayerNorm(hidden, eps=epsilon)
        self.dropout = nn.Dropout(dropout)

    def forward(self, states: Tensor, mask: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        seen, keys, values = self.attention(states, mask)
        return self.digest(states, seen), keys, values

    def look(self, rows: Tensor, keys: Tensor, values: Tensor, packing: Packing) -> Tensor:
        """The layer on loose rows (M, H), from the keys and values that `forward` gave."""
        return self.digest(rows, self.attention.look(rows, keys, values, packing))

    def digest(self, states: Tensor, seen: Tensor) -> Tensor:
        states = self.attention_norm(states + self.dropout(seen))
        digested: Tensor = self.norm(states + self.dropout(self.fall(functional.gelu(self.rise(states)))))
        return digested


@dataclass(frozen=True, slots=True)
class States:
    """What an encoder makes of a batch of pieces."""

    rows: Tensor  # (B, P, D) the pieces' rows of the word embeddings
    h: Tensor  # (B, P, H)
    keys: tuple[Tensor, ...]  # one a layer, (B, heads, P, d)
    values: tuple[Tensor, ...]  # one a layer, (B, heads, P, d)


class Encoder(nn.Module):
    """Embeddings and layers."""

    def __init__(self, embeddings: Embeddings, layers: list[Layer]) -> None:
        super().__init__()
        self.embeddings = embeddings
        self.layers = nn.ModuleList(layers)

    def forward(self, pieces: Tensor, piece_mask: Tensor) -> States:
        rows = self.embeddings.words(pieces)  # (B, P, D)
        h = self.embeddings(rows)  # (B, P, H)
        mask = additive(piece_mask)[:, None, None, :]  # (B, 1, 1, P)
        keys, values = [], []
        for layer in self.layers:
            h, key, value = layer(h, mask)
            keys.append(key)
            values.append(value)
        return States(rows, h, tuple(keys), tuple(values))

    def look(self, positions: Tensor, states: States, packing: Packing) -> Tensor:
        """[MASK] at position rows (M, D), through all layers; it sees h but is seen by none."""
        rows = self.embeddings.blanks(positions)  # (M, H)
        for layer, keys, values in zip(self.layers, states.keys, states.values, strict=True):
            rows = cast(Layer, layer).look(rows, keys, values, packing)
        return rows  # (M, H)


def additive(mask: Tensor) -> Tensor:
    """0 where the mask is true, -inf where it is false.

    >>> additive(torch.tensor([True, False]))
    tensor([0., -inf])
    """
    return torch.zeros(mask.shape, device=mask.device).masked_fill(~mask, -torch.inf)
