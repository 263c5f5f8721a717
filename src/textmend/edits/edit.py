"""The five edits of the PIE model, as values.

An edit says what becomes of ONE source token. `Append` and `Replace` carry a q-gram of words,
`Transform` the name of a transform (see `textmend.edits.transforms`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

START = "[START]"
END = "[END]"


@dataclass(frozen=True, slots=True)
class Copy:
    """Keep the token.

    >>> Copy().kind, Copy().argument
    ('copy', '')
    """

    kind: ClassVar[str] = "copy"

    @property
    def argument(self) -> str:
        return ""


@dataclass(frozen=True, slots=True)
class Delete:
    """Drop the token."""

    kind: ClassVar[str] = "delete"

    @property
    def argument(self) -> str:
        return ""


@dataclass(frozen=True, slots=True)
class Append:
    """Keep the token and put words after it.

    >>> Append(("However", ",")).argument
    'However ,'
    """

    words: tuple[str, ...]
    kind: ClassVar[str] = "append"

    @property
    def argument(self) -> str:
        return " ".join(self.words)


@dataclass(frozen=True, slots=True)
class Replace:
    """Put words in the token's place.

    >>> Replace(("could",))
    Replace(words=('could',))
    """

    words: tuple[str, ...]
    kind: ClassVar[str] = "replace"

    @property
    def argument(self) -> str:
        return " ".join(self.words)


@dataclass(frozen=True, slots=True)
class Transform:
    """Change the token by a named rule.

    >>> Transform("case:capitalise").argument
    'case:capitalise'
    """

    name: str
    kind: ClassVar[str] = "transform"

    @property
    def argument(self) -> str:
        return self.name


Edit = Copy | Delete | Append | Replace | Transform

COPY = Copy()
DELETE = Delete()
