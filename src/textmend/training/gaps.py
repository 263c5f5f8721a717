"""Labels for the gap-insert setting: an edit for each token, and an insert for the gap after it."""

from __future__ import annotations

from collections.abc import Sequence

from textmend.edits import Append, EditSpace, align, diff


def align_gaps(source: Sequence[str], target: Sequence[str], space: EditSpace) -> tuple[list[int], list[int]]:
    """The edit ids of [START], the source and [END], and the inserts of the gaps after them.

    An insert is 0 (nothing) or 1 + the number of its q-gram. A substituted token is replaced or transformed
    on its own; what is inserted never merges with it. Where a gap's q-gram is unknown its first words are
    inserted, if they are known.
    """
    edits, gaps = [0] * (len(source) + 2), [0] * (len(source) + 2)
    inserted: dict[int, list[str]] = {}
    at = to = 0
    for operation in diff(source, target):
        if operation == "+":
            inserted.setdefault(at, []).append(target[to])
            to += 1
            continue
        if operation == "-":
            edits[at + 1] = 1
        else:
            if operation == "~":
                edits[at + 1] = space.id_of(align([source[at]], [target[to]], space)[1])
            to += 1
        at += 1
    first = len(space) - len(space.appends) - len(space.replaces)
    for gap, words in inserted.items():
        gaps[gap] = _insert_id(words, space, first)
    return edits, gaps


def _insert_id(words: Sequence[str], space: EditSpace, first: int) -> int:
    for length in range(len(words), 0, -1):
        try:
            return space.id_of(Append(tuple(words[:length]))) - first + 1
        except KeyError:
            continue
    return 0
