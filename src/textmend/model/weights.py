"""Named tensors in safetensors files."""

from __future__ import annotations

import json
from pathlib import Path

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor

from textmend.errors import ModelError

Weights = dict[str, Tensor]

FILE = "model.safetensors"


def read_weights(folder: Path) -> Weights:
    """All weights of a folder, of one file or of the shards its index names, floats as float32."""
    if (folder / FILE).is_file():
        return _read_file(folder / FILE)
    index = folder / f"{FILE}.index.json"
    if not index.is_file():
        pickled = any(folder.glob("*.bin"))
        raise ModelError(
            f"{folder}: no {FILE}"
            + (", only pickled weights, which can run code when opened" if pickled else "")
            + "; save the model with safetensors"
        )
    places: dict[str, str] = json.loads(index.read_text("utf-8"))["weight_map"]
    weights: Weights = {}
    for shard in sorted(set(places.values())):
        weights |= _read_file(folder / Path(shard).name)
    if missing := sorted(places.keys() - weights.keys()):
        raise ModelError(f"{folder}: the shards lack {missing[0]!r} of the index; fetch the model anew")
    return weights


def write_weights(path: Path, weights: Weights, *, half: bool = False) -> None:
    """One file of these weights; floats as float16 if half."""
    stored = torch.float16 if half else torch.float32
    save_file(
        {name: _stored(tensor, stored) for name, tensor in weights.items()}, path, metadata={"format": "pt"}
    )


def under(weights: Weights, prefix: str) -> Weights:
    """The weights of one part, by their names within it.

    >>> under({"a.x": torch.zeros(1), "b.x": torch.ones(1)}, "b.")
    {'x': tensor([1.])}
    """
    return {name.removeprefix(prefix): value for name, value in weights.items() if name.startswith(prefix)}


def _stored(tensor: Tensor, kind: torch.dtype) -> Tensor:
    tensor = tensor.detach().cpu().contiguous()
    return tensor.to(kind) if tensor.is_floating_point() else tensor


def _read_file(path: Path) -> Weights:
    try:
        weights = load_file(path)
    except FileNotFoundError:
        raise ModelError(f"{path}: no such file; fetch the model anew") from None
    except (SafetensorError, OSError) as error:
        raise ModelError(f"{path}: damaged ({error}); fetch the model anew") from None
    return {name: value.float() if value.is_floating_point() else value for name, value in weights.items()}
