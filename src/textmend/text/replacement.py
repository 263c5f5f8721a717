"""Replacements on the original text: what a revision means for the string it came from.

Only what changed is replaced. The words of the text keep their own spaces; a space is put in or taken out
only where new words stand next to each other and the usual rules ask for it. Replacements that touch are one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from textmend.text.document import Sentence
from textmend.text.revision import Change, Revision, Slot
from textmend.text.spacing import space_after


@dataclass(frozen=True, slots=True)
class Replacement:
    """Characters `start` up to `end` of the original become `after`, because of `changes`."""

    start: int
    end: int
    before: str
    after: str
    changes: tuple[Change, ...] = ()

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of edits behind it, each once, in the order of their rounds."""
        return tuple(dict.fromkeys(change.kind for change in self._in_order()))

    @property
    def rounds(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(change.round for change in self._in_order()))

    @property
    def confidence(self) -> float:
        """The lowest confidence of its changes."""
        return min((change.confidence for change in self.changes), default=1.0)

    def _in_order(self) -> list[Change]:
        return sorted(self.changes, key=lambda change: change.round)


def substitute(text: str, replacements: Iterable[Replacement]) -> str:
    """The text with its replacements, which do not overlap; a footnote's may come before those around it.

    >>> substitute("He go home", [Replacement(10, 10, "", "."), Replacement(3, 5, "go", "went")])
    'He went home.'
    """
    pieces = []
    place = 0
    for item in sorted(replacements, key=lambda item: (item.start, item.end)):
        pieces += [text[place : item.start], item.after]
        place = item.end
    return "".join([*pieces, text[place:]])


def replacements(text: str, revision: Revision) -> list[Replacement]:
    """The replacements that turn the original sentence into the revised one.

    >>> from textmend.text.document import read_document
    >>> from textmend.text.revision import Rewrite
    >>> text = "I  don't likes it"
    >>> revision = Revision.begin(read_document(text).sentences[0])
    >>> rewrites = {3: Rewrite(("not",), Change(1, "replace")), 4: Rewrite(("like",), Change(1, "transform"))}
    >>> [(item.before, item.after) for item in replacements(text, revision.revise(rewrites))]
    [("n't", ' not'), ('likes', 'like')]
    """
    if all(not slot.changes for slot in revision.slots):
        return []
    pieces = _pieces(text, revision.permitted())
    return [item for item in map(_trimmed, _merged(pieces)) if item.before != item.after]


def _pieces(text: str, revision: Revision) -> Iterator[Replacement]:
    """The replacements of slots and of the gaps between them, from left to right."""
    words: list[str] = []  # the revised words so far
    left: Slot | None = None
    dropped: list[Slot] = []
    for slot in revision.slots:
        if slot.words:
            yield from _gap(text, revision.sentence, words, left, dropped, slot)
            yield from _slot(text, revision.sentence, words, slot)
            left, dropped = slot, []
        elif slot.start < slot.end:
            dropped.append(slot)
    yield from _gap(text, revision.sentence, words, left, dropped, None)


def _slot(text: str, sentence: Sentence, words: list[str], slot: Slot) -> Iterator[Replacement]:
    """The replacement of a slot's words; the slot's own word stays where new ones only surround it."""
    original = sentence.words[slot.start : slot.end]
    start = sentence.spans[slot.start].start
    end = sentence.spans[slot.end - 1].end if original else start
    before, after = text[start:end], ""
    known = len(words)
    if slot.words == original:
        words.extend(original)
        return
    for word in slot.words:
        after += (space_after(words, word) if len(words) > known else "") + word
        words.append(word)
    if len(original) == 1 and slot.words[0] == original[0]:
        yield Replacement(end, end, "", after[len(original[0]) :], slot.changes)
    elif len(original) == 1 and slot.words[-1] == original[0]:
        yield Replacement(start, start, "", after[: -len(original[0])], slot.changes)
    else:
        yield Replacement(start, end, before, after, slot.changes)


def _gap(
    text: str,
    sentence: Sentence,
    words: list[str],
    left: Slot | None,
    dropped: list[Slot],
    right: Slot | None,
) -> Iterator[Replacement]:
    """The replacement of what lies between two slots that have words: spaces, and words that are dropped."""
    if not dropped and (left is None or right is None):
        return
    start, end = _reach(sentence, left, dropped, right)
    old = text[start:end]
    if left is None or right is None:
        new = ""
    elif dropped:
        new = _one_of(text, sentence, range(left.end, right.start + 1), space_after(words, right.words[0]))
    elif left.end == 0:
        new = space_after(words, right.words[0])
    else:
        new = _respaced(old, sentence, words, left, right)
    if new != old:
        changed = [slot for slot in (right, left) if slot is not None and slot.changes]
        changes = [change for slot in dropped or changed[:1] for change in slot.changes]
        yield Replacement(start, end, old, new, tuple(changes))


def _reach(
    sentence: Sentence, left: Slot | None, dropped: Sequence[Slot], right: Slot | None
) -> tuple[int, int]:
    """Where the gap between two slots starts and ends in the text."""
    if left is None:
        start = sentence.spans[dropped[0].start].start
    else:
        start = sentence.spans[left.end - 1].end if left.end else sentence.spans[0].start
    if right is None:
        return start, sentence.spans[dropped[-1].end - 1].end
    return start, sentence.spans[right.start].start


def _one_of(text: str, sentence: Sentence, gaps: range, wanted: str) -> str:
    """The gap that stays of those around dropped words: markup, else a line end, else the first space."""
    spans = sentence.spans
    strings = {gap: text[spans[gap - 1].end : spans[gap].start] if gap else "" for gap in gaps}
    for gap, string in strings.items():
        if gap in sentence.seams:
            return string
    lines = [string for string in strings.values() if "\n" in string]
    if lines or not wanted:
        return lines[0] if lines else ""
    return next((string for string in strings.values() if string), wanted)


def _respaced(old: str, sentence: Sentence, words: list[str], left: Slot, right: Slot) -> str:
    """The gap between neighbours, changed only if the usual space between them is another one now."""
    place = right.start
    neighbours = sentence.words[place - 1], sentence.words[place]
    if (left.words[-1], right.words[0]) == neighbours or place in sentence.seams:
        return old
    wanted = space_after(words, right.words[0])
    if wanted == space_after(sentence.words[:place], neighbours[1]):
        return old
    return (old or " ") if wanted else (old if "\n" in old else "")


def _merged(items: Iterable[Replacement]) -> Iterator[Replacement]:
    """Replacements that touch become one."""
    last: Replacement | None = None
    for item in items:
        if last is None or last.end < item.start:
            if last is not None:
                yield last
            last = item
        else:
            last = Replacement(
                last.start,
                item.end,
                last.before + item.before,
                last.after + item.after,
                tuple(dict.fromkeys((*last.changes, *item.changes))),
            )
    if last is not None:
        yield last


def _trimmed(item: Replacement) -> Replacement:
    """White space that stays at either end is left out.

    >>> _trimmed(Replacement(4, 10, " very ", " "))
    Replacement(start=5, end=10, before='very ', after='', changes=())
    """
    start, end, before, after = item.start, item.end, item.before, item.after
    while before and after and before[0] == after[0] and before[0].isspace():
        start, before, after = start + 1, before[1:], after[1:]
    while before and after and before[-1] == after[-1] and before[-1].isspace():
        end, before, after = end - 1, before[:-1], after[:-1]
    return replace(item, start=start, end=end, before=before, after=after)
