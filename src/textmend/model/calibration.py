"""How large the inputs of an encoder's products grow, channel by channel: what int8 needs to know of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from textmend.model.batch import Batch
from textmend.model.edit_model import EditModel
from textmend.model.encoder import Layer

Peaks = dict[str, NDArray[np.float32]]


def input_peaks(model: EditModel, batch: Batch) -> Peaks:
    """The largest input of each channel of the products that read normalised states, on some sentences.

    A few channels of a trained encoder are ten times as large as the others, in any sentence; one is enough
    to find them.
    """
    watched = products(model)
    peaks: Peaks = {}
    handles = [linear.register_forward_pre_hook(_record(name, peaks)) for name, linear in watched.items()]
    try:
        with torch.inference_mode():
            states = model.encoder(batch.pieces, batch.piece_mask)
            model.masked_words.transform(states.h)
    finally:
        for handle in handles:
            handle.remove()
    return peaks


def products(model: EditModel) -> dict[str, nn.Linear]:
    """The products whose inputs are normalised states, by the names they have in the exported graph."""
    found = {"transform": model.masked_words.dense}
    for number, layer in enumerate(model.encoder.layers):
        assert isinstance(layer, Layer)
        found[f"layer {number} qkv"] = layer.attention.qkv
        found[f"layer {number} rise"] = layer.rise
    return found


def _record(name: str, peaks: Peaks) -> Callable[[nn.Module, tuple[Any, ...]], None]:
    def hook(module: nn.Module, inputs: tuple[Tensor, ...]) -> None:  # noqa: ARG001
        peaks[name] = inputs[0].abs().flatten(0, -2).amax(0).cpu().numpy()  # (K,)

    return hook
