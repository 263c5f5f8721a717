"""The streams of the edit model written by hand: one attention over h, r and a together, masked.

This is the reading of the method that costs (n + 2n) x (n + 2n) attention; the tests hold the model to it and
`benchmarks/streams.py` times it.
"""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from textmend.model import Batch, EditModel


def naive_states(model: EditModel, batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
    """h (B, P, H), and replace and append states (B, W, H) of every word."""
    embeddings = model.encoder.embeddings
    pieces, words = batch.pieces.shape[1], batch.first.shape[1]
    states = torch.cat(
        [
            embeddings(embeddings.words(batch.pieces)),
            embeddings.blanks(embeddings.positions.weight[batch.first]),
            embeddings.blanks(_between(embeddings.positions.weight, batch)),
        ],
        dim=1,
    )  # (B, P + 2W, H)
    mask = _mask(batch)  # (B, 1, P + 2W, P + 2W)
    for layer in model.encoder.layers:
        states = layer.digest(states, _attend(layer.attention, states, mask))
    return states[:, :pieces], states[:, pieces : pieces + words], states[:, pieces + words :]


def _attend(attention: torch.nn.Module, states: Tensor, mask: Tensor) -> Tensor:
    qkv = attention.qkv(states).unflatten(2, (3, attention.heads, -1))  # (B, L, 3, heads, d)
    queries, keys, values = qkv.permute(2, 0, 3, 1, 4)  # each (B, heads, L, d)
    dropout = attention.dropout if attention.training else 0.0
    seen = functional.scaled_dot_product_attention(queries, keys, values, attn_mask=mask, dropout_p=dropout)
    return attention.out(seen.transpose(1, 2).flatten(2))


def _between(positions: Tensor, batch: Batch) -> Tensor:
    """The mean of the positions of a word's last piece and the next word's first; the last word's own."""
    following = torch.zeros_like(batch.first)
    following[:, :-1] = batch.first[:, 1:]
    for sentence, end in enumerate(batch.ends().tolist()):
        following[sentence, end] = batch.last[sentence, end]
    return (positions[batch.last] + positions[following]) / 2  # (B, W, D)


def _mask(batch: Batch) -> Tensor:
    """Who sees whom: all see h (a replace row not its own word), a stream row sees itself."""
    pieces, words = batch.pieces.shape[1], batch.first.shape[1]
    length = pieces + 2 * words
    sees = torch.zeros(len(batch.pieces), length, length, dtype=torch.bool)
    sees[:, :, :pieces] = batch.piece_mask[:, None, :]
    piece = torch.arange(pieces)
    own = (piece >= batch.first[:, :, None]) & (piece <= batch.last[:, :, None])  # (B, W, P)
    sees[:, pieces : pieces + words, :pieces] &= ~own
    streams = torch.arange(pieces, length)
    sees[:, streams, streams] = True
    return torch.zeros(sees.shape).masked_fill(~sees, -torch.inf).unsqueeze(1)  # (B, 1, L, L)
