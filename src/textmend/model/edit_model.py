"""The edit model: an encoder, its streams and the heads that read them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import torch
from torch import Tensor, nn

from textmend.errors import ModelError
from textmend.model.batch import Batch
from textmend.model.config import ModelConfig
from textmend.model.encoder import Encoder, States
from textmend.model.heads import Candidates, FactorisedHead, GapHead, MaskedWords
from textmend.model.phi import Phi
from textmend.model.streams import Streams, run_streams


@dataclass(frozen=True, slots=True)
class Encoded(States):
    """The encoder's states, and those of the words: a word's is its first piece's."""

    h_word: Tensor  # (B, W, H)


class EditModel(nn.Module):
    """Edit logits of words in sentences; see `build_model`.

    Positions are (N, 2) rows of [sentence, word], any subset in any order.
    """

    def __init__(
        self,
        *,
        config: ModelConfig,
        encoder: Encoder,
        masked_words: MaskedWords,
        phi: Phi,
        head: FactorisedHead | nn.Linear,
        gap: GapHead | None,
        gate: nn.Linear,
        rules: Tensor,
        append_pieces: Tensor,
        replace_pieces: Tensor,
    ) -> None:
        super().__init__()
        self.config = config
        self.encoder = encoder
        self.masked_words = masked_words
        self.phi = phi
        self.head = head
        self.gap = gap
        self.gate = gate
        self.rules: Tensor
        self.append_pieces: Tensor
        self.replace_pieces: Tensor
        self.register_buffer("rules", rules, persistent=False)
        self.register_buffer("append_pieces", append_pieces)
        self.register_buffer("replace_pieces", replace_pieces)
        self._arguments: tuple[list[tuple[int, int]], tuple[Tensor, Tensor]] | None = None

    def encode(self, batch: Batch) -> Encoded:
        """h of all pieces and words, with the keys and values that streams look at."""
        states = self.encoder(batch.pieces, batch.piece_mask)
        places = batch.first.unsqueeze(2).expand(-1, -1, states.h.shape[2])  # (B, W, H)
        h_word = states.h.gather(1, places)  # (B, W, H)
        return Encoded(states.rows, states.h, states.keys, states.values, h_word)

    def streams(
        self,
        encoded: Encoded,
        batch: Batch,
        positions: Tensor,
        replace_at: Tensor | None = None,
        append_at: Tensor | None = None,
    ) -> Streams:
        """Replace and append states of the positions, or of the rows of positions named for each kind."""
        return run_streams(self.encoder, encoded, batch, positions, replace_at, append_at)

    def edit_logits(
        self, encoded: Encoded, batch: Batch, positions: Tensor, streams: Streams | None = None
    ) -> Tensor:
        """Logits (N, E) by edit id; a factorised head gives -inf for what has no stream."""
        h = encoded.h_word[positions.unbind(1)]  # (N, H)
        if isinstance(self.head, FactorisedHead):
            own = self.phi.of_words(encoded.rows, batch)[positions.unbind(1)]  # (N, D)
            met = self.masked_words.transform(h)  # (N, D)
            logits = self.head(h, met, own, *self._candidates(streams))  # (N, E)
        else:
            logits = self.head(h)  # (N, E)
        ends = (positions[:, 1] == batch.ends()[positions[:, 0]]).long()  # (N,)
        starts = (positions[:, 1] == 0).long()  # (N,)
        ruled: Tensor = logits + self.rules[starts + 2 * ends]  # (N, E)
        return ruled

    def gap_logits(self, encoded: Encoded, batch: Batch, positions: Tensor, streams: Streams) -> Tensor:  # noqa: ARG002
        """Logits (N, 1 + A) of the gap after each word: nothing first, then the dictionary.

        `streams` are those of the positions, with an append state for each; nothing follows [END].
        """
        if self.gap is None:
            raise ModelError("this model has no gap inserts; build it with inserts = 'gap'")
        states = self.masked_words.transform(streams.append)  # (N, D)
        logits = self.gap(streams.append, Candidates(states, self.arguments()[0]))  # (N, 1 + A)
        ends = (positions[:, 1] == batch.ends()[positions[:, 0]]).unsqueeze(1)  # (N, 1)
        null, words = logits.split([1, logits.shape[1] - 1], dim=1)
        return torch.cat([null, words.masked_fill(ends, -torch.inf)], dim=1)  # (N, 1 + A)

    def gate_logits(self, encoded: Encoded) -> Tensor:
        """Logits (B, W, 3): is the word to be edited at all, replaced, appended to?"""
        gates: Tensor = self.gate(encoded.h_word)
        return gates

    def masked_word_logits(self, encoded: Encoded, piece_positions: Tensor) -> Tensor:
        """Logits (N, V) of the language model at (N, 2) rows of [sentence, piece]."""
        states = encoded.h[piece_positions.unbind(1)]  # (N, H)
        logits: Tensor = self.masked_words(states, self.encoder.embeddings.words.weight)
        return logits

    def edit_biases(self) -> list[nn.Parameter]:
        """The biases of the edit head, in the order of the ids."""
        if isinstance(self.head, FactorisedHead):
            layers = [layer for layer in (self.head.kept, self.head.append, self.head.replace) if layer]
            return [layer.bias for layer in layers]
        return [self.head.bias]

    def arguments(self) -> tuple[Tensor, Tensor]:
        """phi of the dictionary, for appends (A, D) and replaces (R, D).

        Kept where no gradient is asked for, until what they are made from or the mode changes.
        """
        words = self.encoder.embeddings.words.weight
        sources = [words] if self.phi.scale is None else [words, self.phi.scale]
        if torch.is_grad_enabled() and any(source.requires_grad for source in sources):
            return self._compute_arguments(words)
        made_from = [(each.data_ptr(), 0 if each.is_inference() else each._version) for each in sources]
        if self._arguments is None or self._arguments[0] != made_from:
            self._arguments = (made_from, self._compute_arguments(words))
        return self._arguments[1]

    def train(self, mode: bool = True) -> Self:
        self._arguments = None
        return super().train(mode)

    def _compute_arguments(self, words: Tensor) -> tuple[Tensor, Tensor]:
        pieces = torch.cat([self.append_pieces, self.replace_pieces])  # (A + R, q)
        table = self.phi.of_arguments(pieces, words)  # (A + R, D)
        return table[: len(self.append_pieces)], table[len(self.append_pieces) :]

    def _candidates(self, streams: Streams | None) -> tuple[Candidates | None, Candidates | None]:
        if streams is None:
            return None, None
        append, replace = self.arguments()
        replaced = Candidates(self.masked_words.transform(streams.replace), replace, streams.replace_at)
        if self.gap is not None:
            return None, replaced
        return Candidates(self.masked_words.transform(streams.append), append, streams.append_at), replaced
