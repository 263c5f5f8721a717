"""M2 files: tokenised sentences, and what annotators would change in them.

    S She see cat .
    A 1 2|||R:VERB|||sees||saw|||REQUIRED|||-NONE-|||0
    A 2 2|||M:DET|||the|||REQUIRED|||-NONE-|||0
    A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

An `A` line names the span of words, the kind, the correction or several, and the annotator; `noop` says
that the annotator changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from textmend.data.files import read_lines, write_atomically
from textmend.errors import InputError

Words = tuple[str, ...]

DETECTED = "UNK"
NOOP = "noop"
NOTHING = "-NONE-"


@dataclass(frozen=True, slots=True)
class GoldEdit:
    """An annotator's edit: source words start to end become one of the alternatives."""

    start: int
    end: int
    alternatives: tuple[Words, ...]
    kind: str = "OTHER"
    annotator: int = 0
    detection_only: bool = False
    """The annotator found an error here but gave no correction (kind UNK)."""


@dataclass(frozen=True, slots=True)
class M2Sentence:
    """A source sentence, the edits of all annotators in the file's order, who annotated it, and its line."""

    source: Words
    edits: tuple[GoldEdit, ...] = ()
    annotators: tuple[int, ...] = (0,)
    line: int = 0

    def edits_of(self, annotator: int) -> tuple[GoldEdit, ...]:
        """One annotator's edits, in the file's order."""
        return tuple(edit for edit in self.edits if edit.annotator == annotator)


def read_m2(path: str | Path) -> Iterator[M2Sentence]:
    """Yield the sentences of an M2 file; what is not M2 is an error with its line. An empty file is an error.

    Edits that overlap are yielded as they are: published gold files have them. `overlaps` finds them.
    """
    block: list[tuple[int, str]] = []
    empty = True
    for number, line in enumerate(read_lines(path), 1):
        if line.strip():
            block.append((number, line))
        elif block:
            yield _parse_block(block, path)
            block, empty = [], False
    if block:
        yield _parse_block(block, path)
    elif empty:
        raise InputError("no sentence in it", path=path, remedy="check that it is the right file")


def _parse_block(block: list[tuple[int, str]], path: str | Path) -> M2Sentence:
    number, first = block[0]
    if first.split(" ", 1)[0] != "S":
        remedy = "begin each sentence with 'S ', and put an empty line only after its last 'A' line"
        raise InputError(f"not an S line: {_short(first)!r}", path=path, line=number, remedy=remedy)
    source = tuple(first[1:].split())
    edits: list[GoldEdit] = []
    annotators: set[int] = set()
    for at, line in block[1:]:
        mark = line.split(" ", 1)[0]
        if mark == "I":
            continue
        if mark != "A":
            remedy = "put an empty line before each 'S' line" if mark == "S" else "begin it with 'A '"
            raise InputError(f"not an A line: {_short(line)!r}", path=path, line=at, remedy=remedy)
        edit = _parse_edit(line[1:].strip(), len(source), path, at)
        annotators.add(edit.annotator)
        if edit.kind != NOOP:
            edits.append(edit)
    return M2Sentence(source, tuple(edits), tuple(sorted(annotators)) or (0,), number)


def _parse_edit(text: str, length: int, path: str | Path, line: int) -> GoldEdit:
    fields = text.split("|||")
    if len(fields) != 6:
        remedy = "write start end|||kind|||correction|||REQUIRED|||-NONE-|||annotator"
        raise InputError(f"{len(fields)} fields between '|||', not 6", path=path, line=line, remedy=remedy)
    span, kind, correction, _, _, who = fields
    try:
        start, end = map(int, span.split())
        annotator = int(who)
    except ValueError:
        remedy = "write whole numbers, as in 'A 3 4|||...|||0'"
        raise InputError(f"span {span!r}, annotator {who!r}", path=path, line=line, remedy=remedy) from None
    if kind == NOOP:
        return GoldEdit(-1, -1, (), NOOP, annotator)
    if not 0 <= start <= end <= length:
        raise InputError(
            f"the edit covers words {start} to {end}, but the sentence has {length}",
            path=path,
            line=line,
            remedy=f"give 0 <= start <= end <= {length}",
        )
    alternatives = tuple(() if text == NOTHING else tuple(text.split()) for text in correction.split("||"))
    return GoldEdit(start, end, alternatives, kind, annotator, kind == DETECTED)


def _short(line: str, width: int = 40) -> str:
    return line if len(line) <= width else line[: width - 3] + "..."


def overlaps(sentence: M2Sentence) -> list[tuple[GoldEdit, GoldEdit]]:
    """Pairs of one annotator's edits that cannot both be made; insertions at one place can.

    >>> cut, swap = GoldEdit(1, 3, ((),)), GoldEdit(2, 4, (("so",),))
    >>> overlaps(M2Sentence(("a", "b", "c", "d"), (cut, swap))) == [(cut, swap)]
    True
    """
    clashes = []
    for annotator in sentence.annotators:
        last: GoldEdit | None = None
        for edit in _in_order(sentence.edits_of(annotator)):
            if last is not None and edit.start < last.end:
                clashes.append((last, edit))
            if last is None or edit.end > last.end:
                last = edit
    return clashes


def corrected(sentence: M2Sentence, annotator: int = 0) -> Words:
    """The source with one annotator's edits made, always the first alternative.

    Of edits that overlap the leftmost is made, then the shortest; a detected error without correction
    stays.

    >>> see, the = GoldEdit(1, 2, (("sees",), ("saw",))), GoldEdit(2, 2, (("the",),))
    >>> corrected(M2Sentence(("She", "see", "cat"), (see, the)))
    ('She', 'sees', 'the', 'cat')
    """
    words: list[str] = []
    at = 0
    for edit in _in_order(sentence.edits_of(annotator)):
        if edit.detection_only or edit.start < at:
            continue
        words += [*sentence.source[at : edit.start], *edit.alternatives[0]]
        at = edit.end
    return (*words, *sentence.source[at:])


def _in_order(edits: Iterable[GoldEdit]) -> list[GoldEdit]:
    return sorted(edits, key=lambda edit: (edit.start, edit.end))


def write_m2(path: str | Path, sentences: Iterable[M2Sentence]) -> None:
    """Write sentences as an M2 file that `read_m2` and other tools read."""
    with write_atomically(path) as file:
        for sentence in sentences:
            file.write("\n".join(m2_lines(sentence)) + "\n\n")


def m2_lines(sentence: M2Sentence) -> list[str]:
    """The lines of one sentence; an annotator without edits gets a noop line.

    >>> m2_lines(M2Sentence(("a", "cats"), (GoldEdit(1, 2, (("cat",), ()), "R:NOUN"),)))
    ['S a cats', 'A 1 2|||R:NOUN|||cat||-NONE-|||REQUIRED|||-NONE-|||0']
    """
    lines = [f"S {' '.join(sentence.source)}"]
    for annotator in sentence.annotators:
        edits = sentence.edits_of(annotator) or (GoldEdit(-1, -1, ((),), NOOP, annotator),)
        lines += [_edit_line(edit) for edit in edits]
    return lines


def _edit_line(edit: GoldEdit) -> str:
    plain = edit.alternatives == ((),) and edit.kind != NOOP
    correction = "" if plain else "||".join(map(_correction, edit.alternatives))
    return f"A {edit.start} {edit.end}|||{edit.kind}|||{correction}|||REQUIRED|||-NONE-|||{edit.annotator}"


def _correction(words: Sequence[str]) -> str:
    text = " ".join(words)
    if "||" in text:
        raise InputError(f"M2 cannot hold the correction {text!r}", remedy="take '||' out of it")
    return text or NOTHING
