"""What a run says: a progress bar (lines, where there is no terminal), `metrics.jsonl`, TensorBoard."""

from __future__ import annotations

import json
import time
from pathlib import Path
from types import TracebackType
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeElapsedColumn
from rich.text import Text

LINE_SECONDS = 30.0


class _Facts(ProgressColumn):
    """Loss, score, speed and time left, as the task's fields say."""

    def render(self, task: Task) -> Text:
        return Text(str(task.fields.get("facts", "")))


class Report:
    """Where the figures of a run go; a run's later processes stay silent."""

    def __init__(self, folder: Path, *, loud: bool) -> None:
        self.folder, self.loud = folder, loud
        self.console = Console(stderr=True, quiet=not loud)
        self.score: float | None = None
        self._last_line = 0.0

    def __enter__(self) -> Report:
        if self.loud:
            from torch.utils.tensorboard import SummaryWriter

            self.folder.mkdir(parents=True, exist_ok=True)
            self.board = SummaryWriter(str(self.folder / "tensorboard"))
            self.stream = (self.folder / "metrics.jsonl").open("a", encoding="utf-8")
        self.bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=24),
            TextColumn("{task.percentage:>5.1f}%"),
            TimeElapsedColumn(),
            _Facts(),
            console=self.console,
            disable=not (self.loud and self.console.is_terminal),
        )
        self.bar.start()
        self.task = self.bar.add_task("", total=1.0, visible=False)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.bar.stop()
        if self.loud:
            self.stream.close()
            self.board.close()

    def say(self, text: str) -> None:
        """One line for people."""
        self.console.print(text, markup=False, highlight=False, soft_wrap=True)

    def note(self, event: str, step: int, **figures: Any) -> None:
        """Figures for the log and for TensorBoard."""
        if not self.loud:
            return
        record = {"event": event, "step": step, "time": round(time.time(), 3), **figures}
        self.stream.write(json.dumps(record, ensure_ascii=False) + "\n")
        self.stream.flush()
        for name, value in figures.items():
            if isinstance(value, int | float):
                self.board.add_scalar(f"{event}/{name}", value, step)

    def move(self, stage: str, progress: float, *, loss: float, speed: float, left: float) -> None:
        """Show how far the stage is."""
        score = "" if self.score is None else f"  score {self.score:.2f}"
        facts = f"loss {loss:.4f}{score}  {speed:,.0f} tokens/s  {clock(left)} left"
        self.bar.update(self.task, description=stage, completed=min(progress, 1.0), visible=True, facts=facts)
        if self.bar.disable and time.monotonic() - self._last_line >= LINE_SECONDS:
            self._last_line = time.monotonic()
            self.say(f"{stage} {100 * progress:.1f}%  {facts}")

    def count(self, what: str, number: int) -> None:
        """Show a count that has no known end."""
        self.bar.update(self.task, description=what, completed=0, visible=True, facts=f"{number:,}")
        if self.bar.disable and time.monotonic() - self._last_line >= LINE_SECONDS:
            self._last_line = time.monotonic()
            self.say(f"{what}: {number:,}")


def clock(seconds: float) -> str:
    """A time span for people.

    >>> clock(3725), clock(65)
    ('1:02:05', '1:05')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
