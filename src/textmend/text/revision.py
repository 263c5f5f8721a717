"""A sentence under revision: every current word knows the words of the original it came from.

Rounds of edits are folded into slots, one for each original word and one for the place before the
first. A slot holds the words that now stand in its place; words put in later join the slot of the
word they follow, and slots whose words were joined or swapped become one. So the way back to the
original is never lost, however many rounds there are.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from textmend.text.document import Sentence
from textmend.text.spacing import space_between


@dataclass(frozen=True, slots=True)
class Change:
    """One edit of one round.

    >>> Change(round=2, kind="replace", argument="went", confidence=0.9).kind
    'replace'
    """

    round: int
    kind: str
    argument: str = ""
    confidence: float = 1.0
    alternatives: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rewrite:
    """What becomes of one word in a round: the words in its place.

    `glue` ties the last of them to the next word (`""` or `"-"`); `swaps` puts the word behind the next one.
    """

    words: tuple[str, ...]
    change: Change
    glue: str | None = None
    swaps: bool = False


@dataclass(frozen=True, slots=True)
class Slot:
    """Original words `start` up to `end`, and the words that stand there now."""

    start: int
    end: int
    words: tuple[str, ...]
    changes: tuple[Change, ...] = ()


@dataclass(slots=True)
class _Cell:
    """A current word on its way through a round."""

    slot: int
    words: tuple[str, ...]
    glue: str | None = None
    swaps: bool = False


@dataclass(frozen=True, slots=True)
class Revision:
    """The current words of a sentence in the slots of the original ones.

    >>> from textmend.text.document import read_document
    >>> (sentence,) = read_document("Yesterday he go home.").sentences
    >>> revision = Revision.begin(sentence).revise({3: Rewrite(("went",), Change(1, "transform"))})
    >>> revision.revise({1: Rewrite(("Yesterday", ","), Change(2, "append", ","))}).words
    ('Yesterday', ',', 'he', 'went', 'home', '.')
    """

    sentence: Sentence
    slots: tuple[Slot, ...]

    @classmethod
    def begin(cls, sentence: Sentence) -> Revision:
        words = enumerate(sentence.words)
        return cls(sentence, (Slot(0, 0, ()), *(Slot(i, i + 1, (word,)) for i, word in words)))

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(word for slot in self.slots for word in slot.words)

    def revise(self, rewrites: Mapping[int, Rewrite]) -> Revision:
        """The revision after one more round; position 0 is the place before word 1, the first word."""
        if not rewrites:
            return self
        changes = [list(slot.changes) for slot in self.slots]
        cells = self._cells(rewrites, changes)
        merged: set[int] = set()  # k: slots k - 1 and k become one
        _swap(cells, merged)
        placed = _glue(cells, merged)
        return Revision(self.sentence, tuple(self._regrouped(placed, changes, merged)))

    def _regrouped(
        self, placed: Sequence[tuple[int, str]], changes: Sequence[Sequence[Change]], merged: Container[int]
    ) -> Iterator[Slot]:
        """The new slots: old ones that became one share their words, in the new order, and their changes."""
        edges = [k for k in range(len(self.slots)) if k not in merged]
        words = iter([*placed, (len(self.slots), "")])
        slot, word = next(words)
        for first, last in pairwise((*edges, len(self.slots))):
            here = []
            while slot < last:
                here.append(word)
                slot, word = next(words)
            why = tuple(change for k in range(first, last) for change in changes[k])
            yield Slot(self.slots[first].start, self.slots[last - 1].end, tuple(here), why)

    def permitted(self) -> Revision:
        """The revision without what it may not do: touch fixed words, reach over markup, empty an element."""
        slots = [
            self._restored(slot) if slot.changes and self._is_forbidden(slot) else slot for slot in self.slots
        ]
        for first, last in _runs_without_words(slots):
            if self._tears_markup(slots, first, last):
                slots[first:last] = map(self._restored, slots[first:last])
        return Revision(self.sentence, tuple(slots))

    def _restored(self, slot: Slot) -> Slot:
        return Slot(slot.start, slot.end, self.sentence.words[slot.start : slot.end])

    def _is_forbidden(self, slot: Slot) -> bool:
        original, words = self.sentence.words[slot.start : slot.end], slot.words
        if not self.sentence.fixed.isdisjoint(range(slot.start, slot.end)):
            return len(original) > 1 or words[:1] != original
        seams = self.sentence.seams
        if not seams.isdisjoint(range(slot.start + 1, slot.end)):
            return True
        if not words:
            return slot.start < slot.end and {slot.start, slot.end} <= seams
        if slot.start in seams and 0 < slot.start < slot.end:
            left = self.sentence.words[slot.start - 1]
            return space_between(left, words[0]) != space_between(left, original[0])
        return False

    def _tears_markup(self, slots: list[Slot], first: int, last: int) -> bool:
        """Whether more markup lies around a run of deleted words than one gap can keep."""
        left = next((slot.words[-1] for slot in reversed(slots[:first]) if slot.words), None)
        right = next((slot.words[0] for slot in slots[last:] if slot.words), None)
        start = slots[first].start + (left is None)
        end = slots[last - 1].end + (right is not None)
        count = len(self.sentence.seams.intersection(range(start, end)))
        if left is None and right is None:
            return bool(self.sentence.seams)
        if left is None or right is None:
            return count > 0
        return count > 1 or (count == 1 and not space_between(left, right))

    def _cells(self, rewrites: Mapping[int, Rewrite], changes: list[list[Change]]) -> list[_Cell]:
        """The current words with what becomes of them; the changes go to the slots they belong to."""
        cells = []
        if 0 in rewrites:
            changes[0].append(rewrites[0].change)
            cells.append(_Cell(0, rewrites[0].words))
        position = 0
        for place, slot in enumerate(self.slots):
            for word in slot.words:
                position += 1
                rewrite = rewrites.get(position)
                if rewrite is None:
                    cells.append(_Cell(place, (word,)))
                    continue
                changes[place].append(rewrite.change)
                words = (word,) if rewrite.swaps else rewrite.words
                cells.append(_Cell(place, words, rewrite.glue, rewrite.swaps))
        return cells


def _runs_without_words(slots: list[Slot]) -> list[tuple[int, int]]:
    """The runs of slots whose words are all gone, as places first up to last."""
    runs: list[tuple[int, int]] = []
    for place, slot in enumerate(slots):
        if slot.words or slot.start == slot.end:
            continue
        if runs and runs[-1][1] == place:
            runs[-1] = (runs[-1][0], place + 1)
        else:
            runs.append((place, place + 1))
    return runs


def _swap(cells: list[_Cell], merged: set[int]) -> None:
    """Put each word that swaps behind the next one, which keeps its own rewrite unless it swaps too."""
    place = 0
    while place + 1 < len(cells):
        if cells[place].swaps:
            cells[place], cells[place + 1] = cells[place + 1], cells[place]
            merged.update(range(cells[place + 1].slot + 1, cells[place].slot + 1))
            place += 1
        place += 1


def _glue(cells: list[_Cell], merged: set[int]) -> list[tuple[int, str]]:
    """The new words, each with its slot, after words that join have been tied to the next."""
    placed: list[tuple[int, str]] = []
    glue: str | None = None
    for cell in cells:
        words = cell.words
        if glue is not None and words:
            slot, left = placed.pop()
            merged.update(range(slot + 1, cell.slot + 1))
            words = (left + glue + words[0], *words[1:])
        placed.extend((cell.slot, word) for word in words)
        glue = cell.glue
    return placed
