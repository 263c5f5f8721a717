"""One stage's learner: takes steps, averages weights, gives and takes back its memory."""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from textmend.errors import TrainingError
from textmend.model import EditModel
from textmend.training.average import Average
from textmend.training.batches import StepRows
from textmend.training.collate import pad_rows
from textmend.training.encoded import EncodedSet
from textmend.training.objective import Objective, Share
from textmend.training.optimiser import (
    build_optimiser,
    freeze_parameters,
    learning,
    optimiser_tensors,
    rate_factor,
    restore_optimiser,
    set_rates,
)
from textmend.training.run import StageSettings
from textmend.training.world import World


@dataclass(frozen=True, slots=True)
class StepResult:
    """What one step showed."""

    losses: dict[str, float]
    norm: float
    pieces: int

    @property
    def loss(self) -> float:
        return sum(self.losses.values())


class Learner:
    """The model, its optimiser and the average of its weights, for the length of a stage.

    Whatever is random in a step follows from the seed, the stage and the step's number alone.
    """

    def __init__(
        self,
        model: EditModel,
        stage: StageSettings,
        data: EncodedSet,
        objective: Objective,
        world: World,
        *,
        pad: int,
        key: tuple[int, ...],
    ) -> None:
        freeze_parameters(model, stage.freeze)
        self.model, self.stage, self.data, self.objective = model, stage, data, objective
        self.world, self.pad, self.key = world, pad, key
        self.parameters = learning(model)
        self.optimiser = build_optimiser(model, stage)
        self.average = Average(self.parameters, stage.average)

    def step(self, number: int, rows: StepRows, progress: float) -> StepResult:
        """Learn from one step's sentences; a step that comes out as NaN changes nothing and stops the run."""
        self.model.train()
        torch.manual_seed(hash_seed(*self.key, number, self.world.rank))
        set_rates(self.optimiser, rate_factor(progress, self.stage.warmup, self.stage.decay))
        share = Share(self.world.rank, self.world.size, self.world.device)
        batches = [pad_rows(self.data, micro, self.pad) for micro in rows.batches]
        keys = [(*self.key, number, at) for at in range(len(batches))]
        weights = np.sum(
            [self.objective.weigh(*both) for both in zip(batches, keys, strict=True)], axis=0
        )  # (L,)
        total = torch.zeros(len(self.objective.names), device=self.world.device)
        self.optimiser.zero_grad(set_to_none=True)
        for padded, key in zip(batches, keys, strict=True):
            if len(padded) > self.world.rank:
                with self._precision():
                    losses = self.objective.losses(self.model, padded, share, weights, key)  # (L,)
                losses.sum().backward()  # type: ignore[no-untyped-call]
                total += losses.detach()
        self.world.sum(total)
        self.world.sum_gradients(self.parameters.values())
        norm = nn.utils.clip_grad_norm_(self.parameters.values(), self.stage.clip or math.inf)
        *values, size = torch.cat([total, norm.detach()[None]]).tolist()
        self._refuse_nan(number, values, size)
        self.optimiser.step()
        self.average.update()
        return StepResult(
            losses=dict(zip(self.objective.names, values, strict=True)),
            norm=size,
            pieces=sum(int(padded.piece_mask.sum()) for padded in batches),
        )

    def tensors(self) -> dict[str, Tensor]:
        """What must be kept to go on as if nothing had happened, beside the averaged weights."""
        raw = {f"weight.{name}": parameter.detach() for name, parameter in self.parameters.items()}
        return optimiser_tensors(self.optimiser, self.parameters) | (raw if self.average.decay else {})

    def restore(self, tensors: Mapping[str, Tensor], averaged: int) -> None:
        """Go on from saved tensors; the model holds the averaged weights that were saved with them."""
        if self.average.decay:
            shadow = {name: parameter.detach().clone() for name, parameter in self.parameters.items()}
            self.average.restore(shadow, averaged)
            with torch.no_grad():
                for name, parameter in self.parameters.items():
                    parameter.copy_(tensors[f"weight.{name}"])
        restore_optimiser(self.optimiser, self.parameters, tensors)

    def _precision(self) -> AbstractContextManager[object]:
        if self.world.device.type == "cuda" and torch.cuda.is_bf16_supported():
            return torch.autocast("cuda", dtype=torch.bfloat16)
        return nullcontext()

    def _refuse_nan(self, number: int, losses: list[float], norm: float) -> None:
        if all(map(math.isfinite, [*losses, norm])):
            return
        parts = ", ".join(
            f"{name} {value:g}" for name, value in zip(self.objective.names, losses, strict=True)
        )
        raise TrainingError(
            f"stage {self.stage.name}, step {number}: the loss is no number ({parts}, gradient {norm:g}); "
            "lower lr or clip and start again with --from: the last checkpoint is intact"
        )


def hash_seed(*key: int) -> int:
    """One seed for torch from several numbers.

    >>> hash_seed(1, 2) == hash_seed(1, 2) != hash_seed(2, 1)
    True
    """
    return int(np.random.SeedSequence(key).generate_state(1, np.uint64)[0] >> 1)
