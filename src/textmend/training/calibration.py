"""The biases of a new head, set so that the untrained model expects each edit as often as it occurs.

The language model's scores alone make every word look like a good insertion. A few passes of proportional
fitting over some sentences give each edit the bias with which its mean probability equals its share of the
labels; what training would need thousands of steps for is done before the first.
"""

from __future__ import annotations

from collections.abc import Iterable

import torch
from torch import Tensor

from textmend.model import Batch, EditModel

PASSES = 30
SMOOTHING = 0.1
"""Added to the count of each edit, so that one that does not occur is expected rarely, not never."""


@torch.no_grad()
def calibrate(model: EditModel, batches: Iterable[tuple[Batch, Tensor]]) -> None:
    """Fit the biases of an edit head to labelled batches: words (B, W) with their edit ids."""
    model.eval()
    gathered = [_logits_and_labels(model, batch, labels) for batch, labels in batches]
    logits = torch.cat([logits for logits, _ in gathered])  # (N, E)
    labels = torch.cat([labels for _, labels in gathered])  # (N,)
    bias = fitting_bias(logits, labels)  # (E,)
    if model.config.inserts == "gap" and model.config.head == "factorised":
        first = 2 + model.config.transforms
        bias = torch.cat([bias[:first], bias[first + model.config.appends :]])  # (E - A,)
    parameters = model.edit_biases()
    parts = torch.split(bias, [len(parameter) for parameter in parameters])
    for parameter, part in zip(parameters, parts, strict=True):
        parameter.add_(part)


def _logits_and_labels(model: EditModel, batch: Batch, labels: Tensor) -> tuple[Tensor, Tensor]:
    encoded = model.encode(batch)
    positions = batch.every_word()  # (N, 2)
    streams = model.streams(encoded, batch, positions) if model.config.head == "factorised" else None
    row, word = positions.unbind(1)
    return model.edit_logits(encoded, batch, positions, streams).float(), labels[row, word]


def fitting_bias(logits: Tensor, labels: Tensor) -> Tensor:
    """The bias for each edit with which mean probabilities equal the shares of the labels.

    >>> bias = fitting_bias(torch.tensor([[0.0, 9.0], [0.0, 9.0]]), torch.tensor([0, 1]))
    >>> torch.softmax(torch.tensor([0.0, 9.0]) + bias, 0).round(decimals=3)
    tensor([0.5000, 0.5000])
    """
    counts = torch.bincount(labels, minlength=logits.shape[1]).float() + SMOOTHING  # (E,)
    possible = logits.isfinite().any(0)  # (E,)
    wanted = (counts / counts[possible].sum()).log()  # (E,)
    bias = torch.zeros_like(wanted)
    for _ in range(PASSES):
        probabilities = torch.softmax(logits + bias, dim=1).mean(0)  # (E,)
        bias += torch.where(possible, wanted - probabilities.clamp(min=1e-12).log(), 0.0)
    return bias - bias[0]
