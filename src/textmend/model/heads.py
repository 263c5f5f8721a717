"""From states to logits: edits, gaps, the gate, and masked words."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional


class MaskedWords(nn.Module):
    """The language model's masked-word head: a transform, then the tied word embeddings and a bias."""

    def __init__(self, *, hidden: int, size: int, vocabulary: int, epsilon: float) -> None:
        super().__init__()
        self.dense = nn.Linear(hidden, size)
        self.norm = nn.LayerNorm(size, eps=epsilon)
        self.bias = nn.Parameter(torch.zeros(vocabulary))

    def transform(self, states: Tensor) -> Tensor:
        transformed: Tensor = self.norm(functional.gelu(self.dense(states)))
        return transformed  # (..., D)

    def forward(self, states: Tensor, words: Tensor) -> Tensor:
        return functional.linear(self.transform(states), words, self.bias)  # (N, V)


@dataclass(frozen=True, slots=True)
class Candidates:
    """Stream states, transformed, and the dictionary that may fill their blanks."""

    states: Tensor  # (M, D)
    arguments: Tensor  # (A, D) phi of the dictionary
    at: Tensor | None = None  # (M,) the rows the states are of; None: all


class Theta(nn.Linear):
    """A vector and a bias for each edit of a kind; a model without a dictionary has none."""

    def reset_parameters(self) -> None:
        """Left to `build_model`: torch warns of layers without outputs here."""


class FactorisedHead(nn.Module):
    """Each edit scored by what it keeps, what it removes and what it puts in."""

    def __init__(self, *, hidden: int, transforms: int, appends: int, replaces: int, gap: bool) -> None:
        super().__init__()
        self.kept = nn.Linear(hidden, 2 + transforms)
        self.append = None if gap else Theta(hidden, appends)
        self.replace = Theta(hidden, replaces)
        self.appends, self.replaces = appends, replaces
        keeps = torch.ones(2 + transforms)
        keeps[1] = 0
        self.keeps: Tensor
        self.register_buffer("keeps", keeps, persistent=False)

    def forward(
        self, h: Tensor, met: Tensor, own: Tensor, append: Candidates | None, replace: Candidates | None
    ) -> Tensor:
        """Logits (N, E) from h (N, H), h transformed (N, D) and phi of the words (N, D)."""
        stay = (own * met).sum(1, keepdim=True)  # (N, 1)
        kept = self.kept(h) + stay * self.keeps  # (N, 2 + T)
        appended = _absent(h, self.appends)
        if append is not None and self.append is not None:
            appended = _scores(self.append, h, append, _rows(stay, append))  # (N, A)
        replaced = _absent(h, self.replaces)
        if replace is not None:
            gone = (_rows(own, replace) * replace.states).sum(1, keepdim=True)  # (M, 1)
            replaced = _scores(self.replace, h, replace, -gone)  # (N, R)
        return torch.cat([kept, appended, replaced], dim=1)  # (N, E)


class GapHead(nn.Module):
    """What to put into the gap after a word: nothing, or an entry of the dictionary."""

    def __init__(self, *, hidden: int, appends: int) -> None:
        super().__init__()
        self.null = nn.Linear(hidden, 1)
        self.append = Theta(hidden, appends)

    def forward(self, append: Tensor, candidates: Candidates) -> Tensor:
        """Logits (N, 1 + A) from append states (N, H); null first."""
        words = _scores(self.append, append, candidates, torch.zeros_like(append[:, :1]))  # (N, A)
        return torch.cat([self.null(append), words], dim=1)  # (N, 1 + A)


def _rows(values: Tensor, candidates: Candidates) -> Tensor:
    return values if candidates.at is None else values.index_select(0, candidates.at)


def _absent(h: Tensor, edits: int) -> Tensor:
    return h.new_full((len(h), edits), -torch.inf)


def _scores(theta: nn.Linear, h: Tensor, candidates: Candidates, offset: Tensor) -> Tensor:
    """theta . h + offset + phi(w) . state for rows that have a state, -inf for the others."""
    known = theta(_rows(h, candidates)) + offset  # (M, A)
    scores = torch.addmm(known, candidates.states, candidates.arguments.t())  # (M, A)
    if candidates.at is None:
        return scores
    absent = scores.new_full((len(h), theta.out_features), -torch.inf)
    return absent.index_copy(0, candidates.at, scores)  # (N, A)


def rules(*, transforms: int, appends: int, replaces: int, gap: bool) -> Tensor:
    """What must not be, as -inf to add to logits: rows for words, [START] and [END].

    >>> rules(transforms=1, appends=1, replaces=1, gap=False)
    tensor([[0., 0., 0., 0., 0.],
            [0., -inf, -inf, 0., -inf],
            [0., -inf, -inf, -inf, -inf]])
    """
    append = slice(2 + transforms, 2 + transforms + appends)
    table = torch.full((3, 2 + transforms + appends + replaces), -torch.inf)
    table[0] = 0.0
    table[:, 0] = 0.0
    table[1, append] = 0.0
    if gap:
        table[:, append] = -torch.inf
    return table  # (3, E)
