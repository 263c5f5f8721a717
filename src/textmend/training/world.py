"""The processes that train together: one, or as many as `torchrun` started."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

import torch
from torch import Tensor, distributed
from torch.nn import Parameter

from textmend.errors import ConfigError

PATIENCE = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class World:
    """This process's place among all."""

    rank: int
    size: int
    device: torch.device

    @property
    def leads(self) -> bool:
        return self.rank == 0

    def sum(self, values: Tensor) -> Tensor:
        """Add a tensor over all processes, in place."""
        if self.size > 1:
            distributed.all_reduce(values)
        return values

    def tell(self, values: list[float]) -> list[float]:
        """What the first process says."""
        if self.size == 1:
            return values
        tensor = torch.tensor(values, dtype=torch.float64, device=self.device)
        distributed.broadcast(tensor, src=0)
        return [float(value) for value in tensor.tolist()]

    def wait(self) -> None:
        """Go on when all processes have come here."""
        if self.size > 1:
            distributed.barrier()

    def sum_gradients(self, parameters: Iterable[Parameter]) -> None:
        """Add the gradients over all processes, in one exchange; what no process used stays without one."""
        if self.size == 1:
            return
        listed = list(parameters)
        used = self.sum(torch.tensor([float(one.grad is not None) for one in listed], device=self.device))
        shared = [parameter for parameter, count in zip(listed, used.tolist(), strict=True) if count]
        grads = [torch.zeros_like(one) if one.grad is None else one.grad for one in shared]
        flat = self.sum(torch.cat([grad.reshape(-1) for grad in grads]))
        for parameter, part in zip(shared, torch.split(flat, [grad.numel() for grad in grads]), strict=True):
            parameter.grad = part.view_as(parameter)


def join_world(device: str) -> World:
    """Join the processes of `torchrun`, or stay alone; `device` is auto, cpu, cuda or mps."""
    kind = _kind(device)
    size, rank = int(os.environ.get("WORLD_SIZE", "1")), int(os.environ.get("RANK", "0"))
    if kind == "cuda":
        local = torch.device("cuda", int(os.environ.get("LOCAL_RANK", "0")))
        torch.cuda.set_device(local)
    else:
        local = torch.device(kind)
    if size > 1 and not distributed.is_initialized():
        distributed.init_process_group("nccl" if kind == "cuda" else "gloo", timeout=PATIENCE)
    return World(rank, size, local)


def leave_world(world: World) -> None:
    """Close the connection to the other processes."""
    if world.size > 1 and distributed.is_initialized():
        distributed.destroy_process_group()


def _kind(device: str) -> str:
    present = {"cpu": True, "cuda": torch.cuda.is_available(), "mps": torch.backends.mps.is_available()}
    if device == "auto":
        return next(kind for kind in ("cuda", "mps", "cpu") if present[kind])
    if device not in present:
        raise ConfigError(f"device = {device!r}; it knows: auto, {', '.join(present)}")
    if not present[device]:
        here = ", ".join(kind for kind, there in present.items() if there)
        raise ConfigError(f"device = {device!r} is not on this machine; it has: {here}")
    return device
