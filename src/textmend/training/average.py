"""The moving average of the weights: what is measured and kept, while the weights themselves learn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import torch
from torch import Tensor, nn


class Average:
    """An exponential moving average of the learning parameters; decay 0 is the weights themselves."""

    def __init__(self, parameters: Mapping[str, nn.Parameter], decay: float) -> None:
        self.parameters, self.decay, self.updates = dict(parameters), decay, 0
        self.shadow = {name: value.detach().clone() for name, value in parameters.items()} if decay else {}

    def update(self) -> None:
        """Move towards the present weights; faster at first, when the beginning still weighs too much."""
        if not self.decay:
            return
        self.updates += 1
        decay = min(self.decay, (1 + self.updates) / (10 + self.updates))
        with torch.no_grad():
            present = [parameter.detach() for parameter in self.parameters.values()]
            torch._foreach_lerp_(list(self.shadow.values()), present, 1 - decay)

    @contextmanager
    def applied(self) -> Iterator[None]:
        """The model with averaged weights inside the block, with its own again after it."""
        self._exchange()
        try:
            yield
        finally:
            self._exchange()

    def keep(self) -> None:
        """Make the averaged weights the model's own, for good."""
        self._exchange()
        self.shadow, self.decay = {}, 0.0

    def restore(self, tensors: Mapping[str, Tensor], updates: int) -> None:
        """Go on from a saved average."""
        for name, value in self.shadow.items():
            value.copy_(tensors[name])
        self.updates = updates

    def _exchange(self) -> None:
        for name, value in self.shadow.items():
            parameter = self.parameters[name]
            parameter.data, self.shadow[name] = value, parameter.data
