"""Replace and append streams: what the encoder makes of a blank in a word's place, and of one after it."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from textmend.model.attention import Packing
from textmend.model.batch import Batch
from textmend.model.encoder import Encoder, States, additive


@dataclass(frozen=True, slots=True)
class Streams:
    """Replace and append states of some positions.

    `replace_at` and `append_at` say which rows of the positions they are of; None: all, in order.
    """

    replace: Tensor  # (R, H)
    append: Tensor  # (A, H)
    replace_at: Tensor | None = None  # (R,)
    append_at: Tensor | None = None  # (A,)


def run_streams(
    encoder: Encoder,
    states: States,
    batch: Batch,
    positions: Tensor,
    replace_at: Tensor | None = None,
    append_at: Tensor | None = None,
) -> Streams:
    """Both kinds of states in one pass over the layers, from the stored keys and values of h."""
    replaced = positions if replace_at is None else positions[replace_at]  # (R, 2)
    appended = positions if append_at is None else positions[append_at]  # (A, 2)
    sentences = torch.cat([replaced[:, 0], appended[:, 0]])  # (M,)
    first, last = batch.first[replaced.unbind(1)], batch.last[replaced.unbind(1)]  # (R,)
    nothing = torch.full_like(appended[:, 0], -1)  # (A,)
    hidden = torch.stack([torch.cat([first, nothing]), torch.cat([last, nothing])], 1)  # (M, 2)
    table = encoder.embeddings.positions
    places = torch.cat([table(first), _between(table.weight, batch, appended)])  # (M, D)
    rows = encoder.look(places, states, pack(sentences, hidden, batch.piece_mask))  # (M, H)
    return Streams(rows[: len(replaced)], rows[len(replaced) :], replace_at, append_at)


def _between(table: Tensor, batch: Batch, positions: Tensor) -> Tensor:
    """Halfway from a word's last piece to the next word's first; at the sentence's end its own."""
    last = batch.last[positions.unbind(1)]  # (A,)
    following = torch.where(positions[:, 1] < batch.ends()[positions[:, 0]], last + 1, last)  # (A,)
    return (table.index_select(0, last) + table.index_select(0, following)) / 2  # (A, D)


def pack(sentences: Tensor, hidden: Tensor, piece_mask: Tensor) -> Packing:
    """Give rows of the named sentences their places; hidden (M, 2) is the span of pieces a row must not see.

    >>> spans = torch.tensor([[0, 0], [1, 1], [-1, -1]])
    >>> packing = pack(torch.tensor([1, 0, 1]), spans, torch.ones(2, 2) > 0)
    >>> packing.slots, packing.width
    (tensor([2, 0, 3]), 2)
    >>> packing.mask[:, 0]
    tensor([[[0., -inf],
             [0., 0.]],
    <BLANKLINE>
            [[-inf, 0.],
             [0., 0.]]])
    """
    B, P = piece_mask.shape
    counts = torch.bincount(sentences, minlength=B)  # (B,)
    width = int(counts.max()) if len(sentences) else 0
    order = sentences.argsort(stable=True)  # (M,)
    ranks = torch.empty_like(order)
    ranks[order] = (
        torch.arange(len(order), device=order.device) - (counts.cumsum(0) - counts)[sentences[order]]
    )
    slots = sentences * width + ranks  # (M,)
    pieces = torch.arange(P, device=hidden.device)
    shown = piece_mask[sentences] & ((pieces < hidden[:, :1]) | (pieces > hidden[:, 1:]))  # (M, P)
    mask = torch.zeros(B * width, P, device=hidden.device).index_copy(0, slots, additive(shown))
    return Packing(slots, B, width, mask.view(B, 1, width, P))
