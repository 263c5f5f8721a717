"""What a markup parser finds: segments of prose, cut into pieces of the original text."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

PROSE: Final = "prose"
OPAQUE: Final = "opaque"
BREAK: Final = "break"
PLACEHOLDER: Final = "X"

_SIMPLE = re.compile(r"\W*([^\W_][\w.-]{0,22}[^\W_]|[^\W_])\W*")


class Piece(NamedTuple):
    """Characters `start` up to `end` of the text: prose, one opaque word (code, math) or a break (`<br>`).

    What lies between two pieces is markup. `view` is how an opaque piece or a break reads in the sentence.
    """

    start: int
    end: int
    kind: str = PROSE
    view: str = ""

    def read(self, text: str) -> str:
        """How the piece reads in the sentence.

        >>> Piece(3, 4).read("a *b*"), Piece(0, 1, BREAK, " ").read("~")
        ('b', ' ')
        """
        return text[self.start : self.end] if self.kind == PROSE else self.view


Segment = tuple[Piece, ...]
"""A paragraph, heading, list item or table cell: its pieces from left to right."""


def opaque(start: int, end: int, source: str) -> Piece:
    """An opaque piece that reads as its source where that is one simple word, else as a placeholder.

    >>> opaque(4, 10, "`size`").view, opaque(4, 11, "`a + b`").view
    ('size', 'X')
    """
    simple = _SIMPLE.fullmatch(source) if len(source) <= 30 else None
    return Piece(start, end, OPAQUE, simple.group(1) if simple else PLACEHOLDER)


class Writer:
    """Collects pieces into segments; pieces of prose that touch become one."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self._pieces: list[Piece] = []

    def prose(self, start: int, end: int) -> None:
        if start == end:
            return
        last = self._pieces[-1] if self._pieces else None
        if last and last.kind == PROSE and last.end == start:
            self._pieces[-1] = Piece(last.start, end)
        else:
            self._pieces.append(Piece(start, end))

    def put(self, piece: Piece) -> None:
        self._pieces.append(piece)

    def cut(self) -> None:
        """End the segment."""
        if any(piece.kind == PROSE for piece in self._pieces):
            self.segments.append(tuple(self._pieces))
        self._pieces = []

    def aside(self) -> list[Piece]:
        """Begin a segment inside the current one, which `resume` takes up again."""
        pieces, self._pieces = self._pieces, []
        return pieces

    def resume(self, pieces: list[Piece]) -> None:
        self.cut()
        self._pieces = pieces
