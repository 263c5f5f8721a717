"""Self-attention, and the same attention from rows that nobody attends to."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional


@dataclass(frozen=True, slots=True)
class Packing:
    """Where M loose rows sit among the sentences whose keys they meet: at most S rows a sentence."""

    slots: Tensor  # (M,) a row's place in B * S
    sentences: int  # B
    width: int  # S
    mask: Tensor  # (B, 1, S, P) 0 where a row may look, -inf where not

    def spread(self, rows: Tensor) -> Tensor:
        """Rows (M, D) to their places (B, S, D); empty places are 0."""
        places = rows.new_zeros(self.sentences * self.width, rows.shape[1])
        return places.index_copy(0, self.slots, rows).view(
            self.sentences, self.width, rows.shape[1]
        )  # (B, S, D)

    def collect(self, places: Tensor) -> Tensor:
        """What lies at the rows' places: (B, S, D) to (M, D)."""
        return places.flatten(0, 1).index_select(0, self.slots)  # (M, D)


class SelfAttention(nn.Module):
    """Multi-head attention of a sentence to itself."""

    def __init__(self, *, hidden: int, heads: int, dropout: float) -> None:
        super().__init__()
        self.heads = heads
        self.dropout = dropout
        self.qkv = nn.Linear(hidden, 3 * hidden)
        self.out = nn.Linear(hidden, hidden)

    def forward(self, states: Tensor, mask: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """What the states (B, P, H) see of each other, and their keys and values (B, heads, P, d).

        `mask` (B, 1, 1, P) is 0 for a piece and -inf for padding.
        """
        B, P, H = states.shape
        qkv = self.qkv(states).view(B, P, 3, self.heads, H // self.heads)
        queries, keys, values = qkv.permute(2, 0, 3, 1, 4)  # each (B, heads, P, d)
        seen = functional.scaled_dot_product_attention(
            queries, keys, values, attn_mask=mask, dropout_p=self.dropout if self.training else 0.0
        )  # (B, heads, P, d)
        return self.out(seen.transpose(1, 2).reshape(B, P, H)), keys, values

    def look(self, rows: Tensor, keys: Tensor, values: Tensor, packing: Packing) -> Tensor:
        """What loose rows (M, H) see of the keys and values of their sentences and of themselves."""
        M, H = rows.shape
        d = H // self.heads
        query, key, value = self.qkv(rows).split(H, dim=1)  # each (M, H)
        query = query * d**-0.5
        own = (query * key).view(M, self.heads, d).sum(2)  # (M, heads)
        queries = (
            packing.spread(query).view(packing.sentences, packing.width, self.heads, d).transpose(1, 2)
        )  # (B, heads, S, d)
        scores = queries @ keys.transpose(2, 3) + packing.mask  # (B, heads, S, P)
        owns = packing.spread(own).transpose(1, 2).unsqueeze(3)  # (B, heads, S, 1)
        weights = torch.cat([scores, owns], dim=3).softmax(3)  # (B, heads, S, P + 1)
        weights = functional.dropout(weights, self.dropout, self.training)
        others = (weights[..., :-1] @ values).transpose(1, 2).flatten(2)  # (B, S, H)
        own_weight = packing.collect(weights[..., -1].transpose(1, 2))  # (M, heads)
        own_part = own_weight.unsqueeze(2) * value.view(M, self.heads, d)  # (M, heads, d)
        seen: Tensor = self.out(packing.collect(others) + own_part.flatten(1))  # (M, H)
        return seen
