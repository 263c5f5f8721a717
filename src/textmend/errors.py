"""Everything textmend raises on purpose.

    TextmendError
    ├── InputError        a file, a line or an argument that cannot be used as it is
    │   └── SpaceError    an edit space that does not load
    ├── ModelError        a model folder that is missing, damaged or of another version
    ├── ConfigError       a run file with an unknown or impossible setting
    ├── TrainingError     training had to stop (NaN loss, out of memory, full disk)
    └── MissingExtraError an optional part of textmend is not installed

Messages name what was received and what to do about it; the command line prints them as they
are and exits with 2.
"""

from __future__ import annotations

from pathlib import Path


class TextmendError(Exception):
    """Base of all errors that a user can mend."""


class InputError(TextmendError):
    """A file, a line or an argument that cannot be used as it is.

    >>> str(InputError("no tab in it", path="pairs.tsv", line=3, remedy="write one pair a line"))
    'pairs.tsv:3: no tab in it; write one pair a line'
    """

    def __init__(
        self, problem: str, *, path: str | Path | None = None, line: int | None = None, remedy: str = ""
    ) -> None:
        where = "" if path is None else f"{path}: " if line is None else f"{path}:{line}: "
        super().__init__(f"{where}{problem}" + (f"; {remedy}" if remedy else ""))
        self.problem = problem
        self.path = path
        self.line = line
        self.remedy = remedy


class SpaceError(InputError):
    """An edit space that does not load."""


class ModelError(TextmendError):
    """A model folder that is missing, damaged or of another version."""


class ConfigError(TextmendError):
    """A run file with an unknown or impossible setting."""


class TrainingError(TextmendError):
    """Training had to stop; the last checkpoint is intact."""


class MissingExtraError(TextmendError):
    """An optional part of textmend is not installed.

    >>> str(MissingExtraError("train", "torch"))
    "this needs 'torch', which is not installed; run: pip install 'textmend[train]'"
    """

    def __init__(self, extra: str, module: str) -> None:
        super().__init__(
            f"this needs '{module}', which is not installed; run: pip install 'textmend[{extra}]'"
        )
        self.extra = extra
        self.module = module
