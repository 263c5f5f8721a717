"""What a run is: what must stay the same when it is resumed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from textmend.errors import ConfigError
from textmend.training.run import Run


def identity(run: Run) -> dict[str, Any]:
    """What must stay the same when a run is resumed; where things lie and how fast they go may change.

    >>> from textmend.training.run import StageSettings
    >>> stage = StageSettings(name="real", data=("a.tsv",), steps=3)
    >>> sorted(identity(Run(output="out", stage=(stage,))))
    ['edits', 'encoder', 'model', 'seed', 'stage', 'unit']
    """
    table = run.as_table()
    kept = {name: table[name] for name in ("seed", "unit", "model")}
    kept["encoder"] = {k: v for k, v in table["encoder"].items() if k not in ("from_", "tokenizer")}
    kept["edits"] = {k: v for k, v in table["edits"].items() if k not in ("file", "pairs")}
    kept["stage"] = [{k: v for k, v in stage.items() if k != "data"} for stage in table["stage"]]
    return kept


def refuse_change(before: dict[str, Any], now: dict[str, Any]) -> None:
    """Refuse to resume a run whose file has changed, naming the settings."""
    changes = list(_changes("", before, now))
    if changes:
        raise ConfigError(
            f"the run file has changed since the checkpoint ({'; '.join(changes)}); put it back, or "
            "start a new run with --from"
        )


def _changes(where: str, before: Any, now: Any) -> Iterator[str]:
    if isinstance(before, list | tuple) and isinstance(now, list | tuple):
        before, now = dict(enumerate(before)), dict(enumerate(now))
    if isinstance(before, dict) and isinstance(now, dict):
        for key in {**before, **now}:
            yield from _changes(f"{where}.{key}".lstrip("."), before.get(key), now.get(key))
    elif before != now:
        yield f"{where} was {before!r}, is {now!r}"
