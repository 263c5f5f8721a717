"""Prose in Markdown, found with markdown-it-py.

The parser tells the lines of a block, not the characters of its text. But that text is made of the ends of
the block's lines, so each line of it is looked up at the end of its source line; what is not found there is
left alone. `textmend.text.markup.inline` tells what is where inside.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from html import unescape
from itertools import chain, pairwise
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from textmend.text.markup.inline import LABEL, MATH, Event, InlineParser
from textmend.text.markup.segment import BREAK, OPAQUE, Piece, Segment, Writer, opaque
from textmend.text.sentences import Span

_LINE_END = re.compile(r"\r\n?|\n")
_FRONT_MATTER = re.compile(r"\ufeff?(---|\+\+\+)[ \t]*\r?\n(?:.*\r?\n)*?(?:\1|\.\.\.)[ \t]*(?:\r?\n|\Z)")
_CODE_TAG = re.compile(r"<(/?)(code|kbd|pre|samp|var|tt|script|style|math|svg)\b", re.IGNORECASE)
_TASK = re.compile(r"\[[ xX]\][ \t]+")
_CELL_EDGE = re.compile(r"[\s>*+\-\d.)]*(?:\|\s*)*+")
_LONGEST_BLOCK = 1_000_000
_PROSE, _MARKUP, _BEGIN, _REST = range(4)
_RUN = re.compile(rb"\x00+|\x02\x03*")
_SPECIAL = frozenset(["backticks", "autolink", "entity", "escape", MATH])


class Line(NamedTuple):
    """Characters `start` up to `end` of a block's text, which stand at `place` in the document."""

    start: int
    end: int
    place: int


def markdown_prose(text: str) -> list[Segment]:
    """Paragraphs, headings, list items, table cells; code, targets of links, HTML, front matter are no prose.

    >>> text = "> see [the *docs*](http://x.org)\\n> `now`"
    >>> [[piece.read(text) for piece in segment] for segment in markdown_prose(text)]
    [['see ', 'the ', 'docs', '\\n', 'now']]
    """
    matter = _FRONT_MATTER.match(text)
    begin = matter.end() if matter else 0
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    parser.core.ruler.disable(["inline", "text_join"])
    parser.inline = inline = InlineParser()
    references: dict[str, object] = {}
    tokens = parser.parse(text[begin:], references)
    sources = _source_lines(text, begin)
    writer = Writer()
    last = begin
    for before, token in pairwise(tokens):
        if token.type != "inline" or not token.content or len(token.content) > _LONGEST_BLOCK:
            continue
        cell = before.type in {"th_open", "td_open"}
        lines = _cell(text, token, sources, last) if cell else _lines(text, token, sources)
        if lines:
            _write(text, writer, lines, token.content, inline.events(token.content, parser, references))
            last = lines[-1].place + lines[-1].end - lines[-1].start
    return writer.segments


def _source_lines(text: str, begin: int) -> list[Span]:
    """The lines of the document as the parser counts them."""
    ends = [*_LINE_END.finditer(text, begin)]
    starts = [begin, *(end.end() for end in ends)]
    return [Span(*span) for span in zip(starts, [*(end.start() for end in ends), len(text)], strict=True)]


def _lines(text: str, token: Token, sources: Sequence[Span]) -> list[Line]:
    """Where the lines of a block's text stand in the document; none if one is not where it should be."""
    lines = []
    start = 0
    first = token.map[0] if token.map else 0
    for number, line in enumerate(token.content.split("\n"), first):
        source = sources[number]
        bare = line.strip()
        whole = source.of(text).rstrip()
        if not whole.endswith(bare):
            whole = whole.rstrip("#").rstrip()  # a heading closed with hashes
        if not whole.endswith(bare):
            return []
        inner = start + len(line) - len(line.lstrip())
        lines.append(Line(inner, inner + len(bare), source.start + len(whole) - len(bare)))
        start += len(line) + 1
    return lines


def _cell(text: str, token: Token, sources: Sequence[Span], last: int) -> list[Line]:
    """Where the text of a table cell stands: next in its row, after nothing but pipes and spaces."""
    row = sources[token.map[0] if token.map else 0]
    start = max(row.start, last)
    place = text.find(token.content, start, row.end)
    if place < 0 or not _CELL_EDGE.fullmatch(text, start, place):
        return []
    return [Line(0, len(token.content), place)]


def _write(text: str, writer: Writer, lines: Sequence[Line], content: str, events: Sequence[Event]) -> None:
    """The pieces of one block."""
    starts = [line.start for line in lines]

    def place(index: int) -> int:
        line = lines[max(0, bisect_right(starts, index) - 1)]
        return line.place + min(index, line.end) - line.start

    for run in _RUN.finditer(_painted(content, events)):
        start, end = run.span()
        if run.group()[0] == _PROSE:
            _write_prose(text, writer, lines, max(0, bisect_right(starts, start) - 1), Span(start, end))
        else:
            writer.put(_special(content[start:end], place(start), place(end - 1) + 1))
    writer.cut()


def _write_prose(text: str, writer: Writer, lines: Sequence[Line], number: int, run: Span) -> None:
    """A run of prose, line by line; what is not white space between two lines (`> `) is markup."""
    for place in range(number, len(lines)):
        line, following = lines[place], lines[place + 1] if place + 1 < len(lines) else None
        start, end = max(run.start, line.start), min(run.end, line.end)
        shift = line.place - line.start
        writer.prose(start + shift, max(start, end) + shift)
        if following is None or run.end < following.start:
            return
        here = line.place + line.end - line.start
        if text[here : following.place].isspace():
            writer.prose(here, following.place)
        else:
            writer.put(Piece(following.place, following.place, BREAK, "\n"))


def _painted(content: str, events: Sequence[Event]) -> bytes:
    """What each character of a block is: prose, markup, or the begin or rest of something special."""
    paint = bytearray([_PROSE]) * len(content)
    for event in chain(reversed(events), _html_code(content, events), _shortcuts(content, events)):
        size = event.end - event.start
        if event.rule == LABEL:
            paint[event.start : event.end] = bytes([_PROSE]) * size
        elif event.rule in _SPECIAL and not _is_stray(content, event):
            paint[event.start : event.end] = bytes([_BEGIN]) + bytes([_REST]) * (size - 1)
        else:
            paint[event.start : event.end] = bytes([_MARKUP]) * size
    task = _TASK.match(content)
    if task:
        paint[: task.end()] = bytes([_MARKUP]) * task.end()
    return bytes(paint)


def _is_stray(content: str, event: Event) -> bool:
    """Backticks that nothing closes."""
    return event.rule == "backticks" and not content[event.start : event.end].strip("`")


def _html_code(content: str, events: Sequence[Event]) -> Iterator[Event]:
    """What stands between the HTML tags of code is code; without a closing tag up to the end of the block."""
    name, start = "", 0
    for event in events:
        tag = _CODE_TAG.match(content, event.start) if event.rule == "html_inline" else None
        if tag and not name and not tag[1]:
            name, start = tag[2].lower(), event.start
        elif tag and tag[1] and tag[2].lower() == name:
            yield Event(MATH, start, event.end)
            name = ""
    if name:
        yield Event(MATH, start, len(content))


def _shortcuts(content: str, events: Sequence[Event]) -> Iterator[Event]:
    """Links whose text is also the name of their target, `[so]` or `[so][]`: the text must stay."""
    for label, link in pairwise(events):
        if link.rule == "link" and content[label.end + 1 : link.end] in {"", "[]"}:
            yield Event(MATH, link.start, link.end)


def _special(source: str, start: int, end: int) -> Piece:
    """Code and math as one word; an escaped character or an entity as the character it stands for."""
    if source[0] == "\\":
        return (
            Piece(start, end, BREAK, "\n") if source[1:].isspace() else Piece(start, end, OPAQUE, source[1:])
        )
    if source[0] == "&":
        character = unescape(source)
        return Piece(start, end, *((BREAK, " ") if character.isspace() else (OPAQUE, character)))
    return opaque(start, end, source)
