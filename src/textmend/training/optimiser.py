"""AdamW with two learning rates, and how they rise and fall."""

from __future__ import annotations

import math
from collections.abc import Mapping

import torch
from torch import Tensor, nn

from textmend.training.run import StageSettings

MOMENTS = ("exp_avg", "exp_avg_sq", "step")
PRETRAINED = ("encoder.", "masked_words.")


def rate_factor(progress: float, warmup: float, decay: str) -> float:
    """What the learning rate is multiplied by after a share `progress` of the stage.

    >>> [rate_factor(progress, 0.5, "linear") for progress in (0.0, 0.25, 0.5, 0.75, 1.0)]
    [0.0, 0.5, 1.0, 0.5, 0.0]
    >>> round(rate_factor(0.75, 0.5, "cosine"), 6), rate_factor(0.75, 0.5, "none")
    (0.5, 1.0)
    """
    if progress < warmup:
        return progress / warmup
    if decay == "none":
        return 1.0
    rest = (1 - min(progress, 1.0)) / (1 - warmup) if warmup < 1 else 1.0
    return rest if decay == "linear" else 0.5 * (1 - math.cos(math.pi * rest))


def freeze_parameters(model: nn.Module, parts: tuple[str, ...]) -> None:
    """Let everything learn but the named parts: "embeddings", "layers.0", ... or the whole "encoder"."""
    prefixes = tuple("encoder." if part == "encoder" else f"encoder.{part}." for part in parts)
    for name, parameter in model.named_parameters():
        parameter.requires_grad_(not name.startswith(prefixes))


def learning(model: nn.Module) -> dict[str, nn.Parameter]:
    """The parameters that learn, by name."""
    return {name: parameter for name, parameter in model.named_parameters() if parameter.requires_grad}


def build_optimiser(model: nn.Module, stage: StageSettings) -> torch.optim.AdamW:
    """AdamW over what learns; norms and biases do not decay; the head may have a rate of its own."""
    groups: dict[tuple[bool, bool], list[nn.Parameter]] = {}
    for name, parameter in learning(model).items():
        groups.setdefault((name.startswith(PRETRAINED), parameter.ndim > 1), []).append(parameter)
    return torch.optim.AdamW(
        [
            {
                "params": parameters,
                "peak": stage.lr if pretrained else stage.head_lr or stage.lr,
                "weight_decay": stage.weight_decay if decays else 0.0,
            }
            for (pretrained, decays), parameters in groups.items()
        ],
        lr=stage.lr,
        fused=True,
    )


def set_rates(optimiser: torch.optim.Optimizer, factor: float) -> None:
    """Set each group's rate to its peak times a factor."""
    for group in optimiser.param_groups:
        group["lr"] = group["peak"] * factor


def optimiser_tensors(
    optimiser: torch.optim.Optimizer, parameters: Mapping[str, nn.Parameter]
) -> dict[str, Tensor]:
    """The optimiser's memory, one tensor per moment and parameter."""
    return {
        f"{moment}.{name}": optimiser.state[parameter][moment]
        for name, parameter in parameters.items()
        if parameter in optimiser.state
        for moment in MOMENTS
    }


def restore_optimiser(
    optimiser: torch.optim.Optimizer, parameters: Mapping[str, nn.Parameter], tensors: Mapping[str, Tensor]
) -> None:
    """Give the optimiser back the memory that `optimiser_tensors` listed."""
    for name, parameter in parameters.items():
        if f"step.{name}" in tensors:
            optimiser.state[parameter] = {
                moment: tensors[f"{moment}.{name}"]
                .to(torch.float32 if moment == "step" else parameter.dtype)
                .to(parameter.device)
                .clone()
                for moment in MOMENTS
            }
