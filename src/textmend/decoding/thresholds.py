"""When an edit is sure enough to be made."""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from textmend.data.files import read_lines, write_atomically
from textmend.errors import InputError


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The settings of decoding that are tuned on validation data and saved with a model.

    `copy_bias` is added to copy's probability; an edit needs at least `min_edit`; a sentence is left alone
    unless one of its tokens is to be edited with a probability of at least `min_sentence`. The streams of a
    token are computed where the model's gates give at least `replace_gate` and `append_gate`; 0: everywhere.

    >>> Thresholds.from_json(Thresholds(copy_bias=0.2).to_json()).copy_bias
    0.2
    """

    copy_bias: float = 0.0
    min_edit: float = 0.0
    min_sentence: float = 0.0
    replace_gate: float = 0.0
    append_gate: float = 0.0

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            lowest = -1.0 if name == "copy_bias" else 0.0
            if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
                raise InputError(f"threshold {name} is {value!r}", remedy="write a number")
            if not lowest <= value <= 1.0:
                raise InputError(f"threshold {name} is {value}", remedy=f"choose from {lowest:g} to 1")

    def to_json(self) -> str:
        """Write as JSON, one setting a line."""
        return json.dumps(asdict(self), indent=2) + "\n"

    @classmethod
    def from_json(cls, text: str, path: str | Path | None = None) -> Thresholds:
        """Read what `to_json` wrote; a setting that is unknown or missing is an error.

        >>> Thresholds.from_json('{"copy_bais": 0.2}')  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ...
        textmend.errors.InputError: unknown threshold 'copy_bais'; the thresholds are copy_bias, ...
        """
        names = [field.name for field in fields(cls)]
        known = f"the thresholds are {', '.join(names)}"
        try:
            values = json.loads(text)
        except json.JSONDecodeError as error:
            raise InputError(f"not JSON ({error})", path=path, remedy="tune the thresholds anew") from None
        if not isinstance(values, dict):
            raise InputError(f"not a JSON object: {text[:40]!r}", path=path, remedy=known)
        for name in values:
            if name not in names:
                raise InputError(f"unknown threshold {name!r}", path=path, remedy=known)
        for name in names:
            if name not in values:
                raise InputError(f"threshold {name!r} is missing", path=path, remedy=known)
        try:
            return cls(**values)
        except InputError as error:
            raise InputError(error.problem, path=path, remedy=error.remedy) from None

    def save(self, path: str | Path) -> None:
        """Write to a file, all of it or nothing."""
        with write_atomically(path) as stream:
            stream.write(self.to_json())

    @classmethod
    def load(cls, path: str | Path) -> Thresholds:
        """Read from a file."""
        return cls.from_json("\n".join(read_lines(path)), path)
