"""What can come between a run and its end: a person who stops it, too little memory."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import torch

from textmend.errors import TrainingError
from textmend.training.run import Run


@contextmanager
def stop_signal() -> Iterator[threading.Event]:
    """An event that is set by Ctrl-C or a polite kill; the second Ctrl-C stops at once."""
    stopped = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stopped
        return

    def stop(number: int, _frame: object) -> None:
        stopped.set()
        signal.signal(number, signal.SIG_DFL)

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stopped
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def memory_errors(run: Run) -> Iterator[None]:
    """Say what running out of memory means for the run."""
    try:
        yield
    except MemoryError as error:
        raise TrainingError(_out_of_memory(run)) from error
    except RuntimeError as error:
        if isinstance(error, torch.OutOfMemoryError) or "allocate memory" in str(error):
            raise TrainingError(_out_of_memory(run)) from error
        raise


def _out_of_memory(run: Run) -> str:
    sizes = ", ".join(f"{stage.name}: {stage.batch_tokens}" for stage in run.stage)
    return (
        f"out of memory; lower batch_tokens ({sizes}) and raise accumulate by as much; "
        "the last checkpoint is intact, and --from goes on with its model"
    )
