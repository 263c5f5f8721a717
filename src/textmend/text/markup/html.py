"""Prose in HTML: the text of its blocks, without tags, attributes, entities, code, scripts and styles."""

from __future__ import annotations

from html import unescape
from typing import Final

from textmend.text.markup.html_tokens import CLOSE, ENTITY, OPEN, TEXT, Token, html_tokens
from textmend.text.markup.segment import BREAK, OPAQUE, Piece, Segment, Writer, opaque
from textmend.text.sentences import Span

INLINE: Final = frozenset(
    [
        *("a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "data", "del", "dfn", "em", "font", "i"),
        *("img", "ins", "label", "mark", "nobr", "output", "q", "rp", "rt", "ruby", "s", "small", "span"),
        *("strike", "strong", "sub", "sup", "time", "u", "wbr"),
    ]
)
CODE: Final = frozenset(["code", "kbd", "samp", "var", "tt", "math"])
HIDDEN: Final = frozenset(
    [
        *("pre", "script", "style", "textarea", "template", "svg", "object", "iframe", "canvas", "select"),
        *("audio", "video", "map", "xmp", "noembed", "noframes", "listing", "plaintext"),
    ]
)
_VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)


def html_prose(text: str) -> list[Segment]:
    """The prose of each block.

    >>> text = "<h1>Hi</h1><p>Use <b>the</b> <code>x</code>,<br>it&rsquo;s <i lang=fr>bon</i><pre>no</pre>"
    >>> [[piece.read(text) for piece in segment] for segment in html_prose(text)]
    [['Hi'], ['Use ', 'the', ' ', 'x', ',', '\\n', 'it', '’', 's ', 'bon']]
    """
    walker = _Walker(text)
    for token in html_tokens(text):
        walker.take(token)
    walker.writer.cut()
    return walker.writer.segments


class _Walker:
    """Writes the prose of one token after the other; in an element that is no prose it waits for its end."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.writer = Writer()
        self.waiting = ""  # the name of the element that hides what is inside
        self.depth = 0
        self.since = Span(0, 0)

    def take(self, token: Token) -> None:
        if self.waiting:
            self._wait(token)
        elif token.kind == TEXT:
            self.writer.prose(token.start, token.end)
        elif token.kind == ENTITY:
            character = unescape(self.text[token.start : token.end])
            kind, view = (BREAK, " ") if character.isspace() else (OPAQUE, character)
            self.writer.put(Piece(token.start, token.end, kind, view))
        elif token.kind in {OPEN, CLOSE}:
            self._take_tag(token)

    def _take_tag(self, token: Token) -> None:
        if token.name == "br":
            self.writer.put(Piece(token.start, token.end, BREAK, "\n"))
        elif token.name not in INLINE and token.name not in CODE:
            self.writer.cut()
        if token.kind == OPEN and token.name not in _VOID and _hides(token):
            self.waiting, self.depth, self.since = token.name, 1, Span(token.start, token.end)

    def _wait(self, token: Token) -> None:
        if token.name != self.waiting:
            return
        self.depth += 1 if token.kind == OPEN else -1
        if self.depth:
            return
        if self.waiting in CODE or self.waiting in INLINE:
            inside = self.text[self.since.end : token.start]
            self.writer.put(opaque(self.since.start, token.end, inside))
        self.waiting = ""


def _hides(token: Token) -> bool:
    """Code and the like, and elements marked as not English or not to be translated."""
    if token.name in CODE or token.name in HIDDEN:
        return True
    if not token.attributes:
        return False
    attributes = dict(token.attributes)
    language = attributes.get("lang", attributes.get("xml:lang", "en")).lower()
    return language.split("-")[0] not in {"en", ""} or attributes.get("translate") == "no"
