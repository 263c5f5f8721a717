"""Predictions by the torch model itself, on any device: what other engines are checked against."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer
from torch import Tensor

from textmend.decoding.engine import CANDIDATES, LONGEST, Distribution, Prediction
from textmend.decoding.pieces import PieceTable
from textmend.decoding.thresholds import Thresholds
from textmend.edits import EditSpace
from textmend.errors import ModelError
from textmend.model.batch import Batch
from textmend.model.edit_model import EditModel, Encoded
from textmend.model.heads import FactorisedHead
from textmend.model.streams import Streams


@dataclass(frozen=True, slots=True)
class _Scores:
    """Probabilities at all N words of a batch, sentence by sentence."""

    edits: Tensor  # (N, E)
    gate: Tensor  # (N,)
    inserts: Tensor | None  # (N, 1 + A)
    lengths: list[int]  # words of each sentence, [START] and [END] among them


class TorchEngine:
    """An edit model with its tokenizer and edit space.

    Streams are computed where the gates reach `replace_gate` and `append_gate`; 0: everywhere. A position
    without its stream has no such candidates, and its other edits share the probability.
    """

    def __init__(
        self,
        model: EditModel,
        tokenizer: Tokenizer,
        space: EditSpace,
        *,
        replace_gate: float = 0.0,
        append_gate: float = 0.0,
    ) -> None:
        if len(space) != model.rules.shape[1]:
            raise ModelError(f"an edit space of {len(space)} edits for a model of {model.rules.shape[1]}")
        self.model = model.eval()
        self.space = space
        self.pieces = PieceTable(tokenizer)
        self.replace_gate = replace_gate
        self.append_gate = append_gate

    @classmethod
    def load(
        cls, name: str | Path, device: torch.device | str = "cpu", gates: Thresholds | None = None
    ) -> Self:
        """The engine of a model folder or hub name, with its own gates unless told others."""
        from textmend.model.checkpoint import load_model

        loaded = load_model(name, device)
        gates = gates or loaded.thresholds
        return cls(
            loaded.model,
            loaded.tokenizer,
            loaded.space,
            replace_gate=gates.replace_gate,
            append_gate=gates.append_gate,
        )

    @property
    def limit(self) -> int:
        return min(LONGEST, self.model.encoder.embeddings.positions.num_embeddings - 2)

    def sizes(self, words: Sequence[str]) -> list[int]:
        pieced = self.pieces.encode(words)
        sizes: list[int] = (pieced.last - pieced.first + 1)[1:-1].tolist()
        return sizes

    def predict(self, sentences: Sequence[Sequence[str]]) -> list[Prediction]:
        """The likeliest edits of each token."""
        with torch.inference_mode():
            scores = self._scores(sentences)
            found = _best(scores.edits, scores.gate, 0, scores.lengths)
            if scores.inserts is None:
                return found
            null, words = scores.inserts[:, 0], scores.inserts[:, 1:]  # (N,), (N, A)
            gaps = _best(words, 1 - null, 2 + len(self.space.transforms), scores.lengths, null)
        return [
            Prediction(own.ids, own.probabilities, own.copy, own.gate, gap)
            for own, gap in zip(found, gaps, strict=True)
        ]

    def distributions(self, sentences: Sequence[Sequence[str]]) -> list[Distribution]:
        """The whole distribution of each token."""
        with torch.inference_mode():
            scores = self._scores(sentences)
        parts = (scores.edits, scores.gate, scores.inserts)
        of_parts = (_cut(part, scores.lengths) for part in parts if part is not None)
        return [Distribution(*of_sentence) for of_sentence in zip(*of_parts, strict=True)]

    def _scores(self, sentences: Sequence[Sequence[str]]) -> _Scores:
        pieced = self.pieces.pad([self.pieces.encode(words) for words in sentences])
        batch = Batch.from_numpy(pieced, self.model.rules.device)
        positions = batch.every_word()  # (N, 2)
        encoded = self.model.encode(batch)
        gates = self.model.gate_logits(encoded)[positions.unbind(1)].sigmoid()  # (N, 3)
        streams = self._streams(encoded, batch, positions, gates)
        edits = self.model.edit_logits(encoded, batch, positions, streams).softmax(1)  # (N, E)
        inserts = None if self.model.gap is None else self._inserts(encoded, batch, positions, streams)
        return _Scores(edits, gates[:, 0], inserts, [len(words) + 2 for words in sentences])

    def _streams(self, encoded: Encoded, batch: Batch, positions: Tensor, gates: Tensor) -> Streams | None:
        """The streams that the gates ask for, where there can be such edits at all."""
        if not isinstance(self.model.head, FactorisedHead) and self.model.gap is None:
            return None
        starts = positions[:, 1] == 0  # (N,)
        ends = positions[:, 1] == batch.ends()[positions[:, 0]]  # (N,)
        replace_at = (~starts & ~ends & (gates[:, 1] >= self.replace_gate)).nonzero()[:, 0]
        append_at = (~ends & (gates[:, 2] >= self.append_gate)).nonzero()[:, 0]
        if not len(replace_at) and not len(append_at):
            return None
        return self.model.streams(encoded, batch, positions, replace_at, append_at)

    def _inserts(self, encoded: Encoded, batch: Batch, positions: Tensor, streams: Streams | None) -> Tensor:
        """What goes into each gap: nothing where there is no append stream."""
        inserts = encoded.h.new_zeros(len(positions), 1 + len(self.space.appends))  # (N, 1 + A)
        inserts[:, 0] = 1
        if streams is None or streams.append_at is None:
            return inserts
        logits = self.model.gap_logits(encoded, batch, positions[streams.append_at], streams)  # (M, 1 + A)
        return inserts.index_copy(0, streams.append_at, logits.softmax(1))  # (N, 1 + A)


def _best(
    rows: Tensor, gate: Tensor, first: int, lengths: list[int], copy: Tensor | None = None
) -> list[Prediction]:
    """The likeliest columns of each row, counted from `first`, as one prediction a sentence."""
    probabilities, ids = rows.topk(min(CANDIDATES, rows.shape[1]), dim=1)  # (N, K)
    parts = (ids + first, probabilities, rows[:, 0] if copy is None else copy, gate)
    return [
        Prediction(*of_sentence) for of_sentence in zip(*(_cut(part, lengths) for part in parts), strict=True)
    ]


def _cut(rows: Tensor, lengths: list[int]) -> list[NDArray[Any]]:
    return np.split(rows.cpu().numpy(), np.cumsum(lengths)[:-1])
