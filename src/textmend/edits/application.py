"""Edits back into words."""

from __future__ import annotations

from collections.abc import Sequence

from textmend.edits.edit import COPY, Append, Copy, Delete, Edit, Replace, Transform
from textmend.edits.transforms import GLUE, SWAP, rule_named


def apply(source: Sequence[str], edits: Sequence[Edit]) -> list[str]:
    """Apply one edit to each token; the first edit belongs to [START], the last to [END].

    A transform that does not apply to its token copies it.

    >>> apply(["Bolt", "can", "run"], [COPY, COPY, Replace(("could",)), Append(("fast",)), COPY])
    ['Bolt', 'could', 'run', 'fast']
    >>> apply(["to", "day"], [COPY, Transform("join"), COPY, COPY])
    ['today']
    """
    if len(edits) != len(source) + 2:
        raise ValueError(
            f"{len(source)} tokens need {len(source) + 2} edits, with [START] and [END]; got {len(edits)}"
        )
    start = edits[0]
    words = list(start.words) if isinstance(start, Append) else []
    glue: str | None = None
    for token, edit in _in_new_order(source, edits[1:-1]):
        new = _words_of(token, edit)
        if glue is not None:
            new = (words.pop() + glue + new[0], *new[1:]) if new else new
        words.extend(new)
        glue = GLUE.get(edit.name) if isinstance(edit, Transform) else None
    return words


def _in_new_order(source: Sequence[str], edits: Sequence[Edit]) -> list[tuple[str, Edit]]:
    """Carry out the swaps: a swapped token goes behind the next one and is copied there."""
    ordered = list(zip(source, edits, strict=True))
    place = 0
    while place < len(ordered):
        if ordered[place][1] == _SWAP:
            ordered[place] = (ordered[place][0], COPY)
            if place + 1 < len(ordered):
                ordered[place], ordered[place + 1] = ordered[place + 1], ordered[place]
                if ordered[place][1] == _SWAP:
                    ordered[place] = (ordered[place][0], COPY)
                place += 1
        place += 1
    return ordered


_SWAP = Transform(SWAP)


def _words_of(token: str, edit: Edit) -> tuple[str, ...]:
    match edit:
        case Delete():
            return ()
        case Append(words):
            return (token, *words)
        case Replace(words):
            return words
        case Transform(name):
            rule = rule_named(name)
            return (rule.apply(token) if rule else None) or (token,)
        case Copy():
            return (token,)


def realise(token: str, following: str | None, edit: Edit) -> tuple[str, ...] | None:
    """The words an edit puts in the place of a token (for a transform of two tokens: of both).

    None where a transform does not apply.

    >>> realise("go", "to", Transform("verb:past"))
    ('went',)
    >>> realise("to", "day", Transform("join")), realise("end", None, Transform("join"))
    (('today',), None)
    """
    if not isinstance(edit, Transform):
        return _words_of(token, edit)
    rule = rule_named(edit.name)
    if rule is not None:
        return rule.apply(token)
    if following is None:
        return None
    return (following, token) if edit.name == SWAP else (token + GLUE[edit.name] + following,)
