"""What a stage minimises: the edit loss with the gate beside it, or the masked-word loss.

A step's losses are sums over its positions divided by the weight of the whole step, so that micro-batches
and processes simply add up.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from textmend.model import Batch, EditModel, Encoded
from textmend.training.batches import generator
from textmend.training.collate import Padded
from textmend.training.masking import MaskedPieces, mask_pieces
from textmend.training.sampling import Sample, all_positions, draw_positions

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Share:
    """One process's part of a micro-batch: rows `rank`, `rank + world`, ... of the padded whole."""

    rank: int
    world: int
    device: torch.device


class Objective(Protocol):
    """A loss over padded sentences whose parts add up over micro-batches and processes."""

    @property
    def names(self) -> tuple[str, ...]:
        """What the losses are called."""

    def weigh(self, padded: Padded, key: tuple[int, ...]) -> Floats:
        """What the losses of one whole micro-batch are to be divided by, one number for each name."""

    def losses(
        self, model: EditModel, padded: Padded, share: Share, weights: Floats, key: tuple[int, ...]
    ) -> Tensor:
        """This process's part of the losses, one for each name; their sum is what is minimised."""


@dataclass(frozen=True, slots=True)
class EditObjective:
    """Cross-entropy of edits (and of gap inserts) on sampled positions, and the gate's on all words."""

    transforms: int
    appends: int
    replaces: int
    copy_weight: float
    gate_weight: float
    label_smoothing: float
    sample: float
    streams: bool
    gaps: bool
    names: tuple[str, ...] = ("edits", "gate", "gaps")

    def weigh(self, padded: Padded, key: tuple[int, ...]) -> Floats:  # noqa: ARG002
        mask, words = padded.word_mask, float(padded.word_mask.sum())
        edits = np.where(padded.labels == 0, self.copy_weight, 1.0)[mask].sum()
        gaps = np.where(padded.gaps == 0, self.copy_weight, 1.0)[mask].sum()
        return np.array([edits, words, gaps])

    def losses(
        self, model: EditModel, padded: Padded, share: Share, weights: Floats, key: tuple[int, ...]
    ) -> Tensor:
        uniform = generator(*key).random(padded.labels.shape, dtype=np.float32)  # (B, W)
        own = padded.shard(share.rank, share.world)
        batch = own.batch(share.device)
        labels = torch.from_numpy(np.ascontiguousarray(own.labels)).to(share.device)  # (B, W)
        gaps = torch.from_numpy(np.ascontiguousarray(own.gaps)).to(share.device)  # (B, W)
        drawn = torch.from_numpy(np.ascontiguousarray(uniform[share.rank :: share.world])).to(share.device)
        encoded = model.encode(batch)
        gate = model.gate_logits(encoded).float()  # (B, W, 3)
        sample = self._sample(batch, (labels != 0) | (gaps != 0), gate, drawn)
        edits, inserts = self._edit_losses(model, encoded, batch, sample, labels, gaps)
        return torch.stack(
            [
                edits / float(weights[0]),
                self.gate_weight * self._gate_loss(gate, labels, gaps, batch.word_mask) / float(weights[1]),
                inserts / float(weights[2]),
            ]
        )

    def _sample(self, batch: Batch, edited: Tensor, gate: Tensor, uniform: Tensor) -> Sample:
        """Positions to learn edits from; [END] is always copied and teaches nothing."""
        words = batch.word_mask.scatter(1, batch.ends()[:, None], False)  # (B, W)
        if not self.streams or self.sample >= 1:
            return all_positions(words)
        return draw_positions(words, edited, gate[..., 0].sigmoid(), uniform, self.sample)

    def _edit_losses(
        self, model: EditModel, encoded: Encoded, batch: Batch, sample: Sample, labels: Tensor, gaps: Tensor
    ) -> tuple[Tensor, Tensor]:
        row, word = sample.positions.unbind(1)  # (N,), (N,)
        streams = None
        if self.streams:
            inside = (word > 0).nonzero()[:, 0]  # (R,) [START] is never replaced
            streams = model.streams(encoded, batch, sample.positions, replace_at=inside)
        logits = model.edit_logits(encoded, batch, sample.positions, streams)  # (N, E)
        edits = self._cross_entropy(logits, labels[row, word], sample.weights)
        if not self.gaps or streams is None:
            return edits, edits.new_zeros(())
        logits = model.gap_logits(encoded, batch, sample.positions, streams)  # (N, 1 + A)
        return edits, self._cross_entropy(logits, gaps[row, word], sample.weights)

    def _cross_entropy(self, logits: Tensor, labels: Tensor, weights: Tensor) -> Tensor:
        weights = torch.where(labels == 0, self.copy_weight, 1.0) * weights  # (N,)
        logs = functional.log_softmax(logits.float(), dim=-1)  # (N, E)
        right = logs.gather(1, labels[:, None])[:, 0]  # (N,)
        if self.label_smoothing:
            possible = logs > float("-inf")  # (N, E)
            mean = logs.masked_fill(~possible, 0.0).sum(1) / possible.sum(1)  # (N,)
            right = (1 - self.label_smoothing) * right + self.label_smoothing * mean
        return -(weights * right).sum()

    def _gate_loss(self, gate: Tensor, labels: Tensor, gaps: Tensor, word_mask: Tensor) -> Tensor:
        first_append = 2 + self.transforms
        first_replace = first_append + self.appends
        targets = torch.stack(
            [
                (labels != 0) | (gaps != 0),
                labels >= first_replace,
                ((labels >= first_append) & (labels < first_replace)) | (gaps != 0),
            ],
            dim=-1,
        ).to(gate.dtype)  # (B, W, 3)
        losses = functional.binary_cross_entropy_with_logits(gate, targets, reduction="none")  # (B, W, 3)
        return (losses * word_mask[..., None]).sum()


@dataclass(frozen=True, slots=True)
class MaskedObjective:
    """Cross-entropy of hidden pieces."""

    share: float
    mask_id: int
    special: tuple[int, ...]
    vocabulary: int
    names: tuple[str, ...] = ("masked",)

    def weigh(self, padded: Padded, key: tuple[int, ...]) -> Floats:
        return np.array([max(1.0, float(len(self._hide(padded, key).answers)))])

    def losses(
        self, model: EditModel, padded: Padded, share: Share, weights: Floats, key: tuple[int, ...]
    ) -> Tensor:
        hidden = self._hide(padded, key)
        own = replace(padded, pieces=hidden.pieces).shard(share.rank, share.world)
        mine = hidden.positions[:, 0] % share.world == share.rank  # (N,)
        positions = hidden.positions[mine]  # (M, 2)
        positions[:, 0] //= share.world
        answers = torch.from_numpy(hidden.answers[mine]).to(share.device)  # (M,)
        encoded = model.encode(own.batch(share.device))
        logits = model.masked_word_logits(encoded, torch.from_numpy(positions).to(share.device))  # (M, V)
        return (functional.cross_entropy(logits.float(), answers, reduction="sum") / float(weights[0]))[None]

    def _hide(self, padded: Padded, key: tuple[int, ...]) -> MaskedPieces:
        maskable = padded.piece_mask & ~np.isin(padded.pieces, self.special)
        return mask_pieces(
            padded.pieces,
            maskable,
            share=self.share,
            mask=self.mask_id,
            vocabulary=self.vocabulary,
            random=generator(*key),
        )
