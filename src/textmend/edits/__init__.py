"""What changed: edits as values, the space they come from, text into edits and back."""

from textmend.edits.alignment import diff
from textmend.edits.application import apply, realise
from textmend.edits.coverage import Coverage, coverage
from textmend.edits.edit import COPY, DELETE, END, START, Append, Copy, Delete, Edit, Replace, Transform
from textmend.edits.labelling import align
from textmend.edits.space import EditSpace, OpenSpace, Space

__all__ = [
    "COPY",
    "DELETE",
    "END",
    "START",
    "Append",
    "Copy",
    "Coverage",
    "Delete",
    "Edit",
    "EditSpace",
    "OpenSpace",
    "Replace",
    "Space",
    "Transform",
    "align",
    "apply",
    "coverage",
    "diff",
    "realise",
]
