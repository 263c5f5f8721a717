"""The tokens of HTML with their places, as the WHATWG tokenizer finds them.

Every character is looked at a fixed number of times: no input, however broken, takes more than linear time
(the parsers of the standard library and of tree-sitter need minutes for 100 kB of `<a<a<a`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Final, NamedTuple

TEXT: Final = "text"
ENTITY: Final = "entity"
OPEN: Final = "open"
CLOSE: Final = "close"
OTHER: Final = "other"

RAW_TEXT: Final = frozenset(["script", "style", "xmp", "iframe", "noembed", "noframes", "textarea"])
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});?")
_MARKUP = re.compile(r"<(?=[A-Za-z/!?])|&(?=[#A-Za-z])")
_NAME = re.compile(r"[^\s/>]+")
_ATTRIBUTE = re.compile(
    r"""[\s/]*+(?:(?P<name>[^\s/>][^\s/>=]*+)(?:\s*+=\s*+(?:"(?P<a>[^"]*+)(?:"|\Z)|'(?P<b>[^']*+)(?:'|\Z)|(?P<c>[^\s>]*+)))?)?"""
)


class Token(NamedTuple):
    """Characters `start` up to `end`: text, an entity, a tag with name and attributes, or other markup."""

    kind: str
    start: int
    end: int
    name: str = ""
    attributes: tuple[tuple[str, str], ...] = ()


def html_tokens(text: str) -> Iterator[Token]:
    """The tokens from the first to the last character.

    >>> tokens = html_tokens("<p class=x>a &amp; b<!-- c --></p>")
    >>> [token[:3] for token in tokens]  # doctest: +NORMALIZE_WHITESPACE
    [('open', 0, 11), ('text', 11, 13), ('entity', 13, 18), ('text', 18, 20), ('other', 20, 30),
     ('close', 30, 34)]
    """
    place = 0
    while place < len(text):
        token = _markup(text, place) if text[place] in "<&" else None
        if token is None:
            token = Token(TEXT, place, _next_markup(text, place + 1))
        yield token
        place = token.end
        if token.kind == OPEN and token.name in RAW_TEXT:
            close = re.compile(rf"</{token.name}(?=[\s/>])", re.IGNORECASE).search(text, place)
            end = close.start() if close else len(text)
            if place < end:
                yield Token(OTHER, place, end)
            place = end


def _next_markup(text: str, place: int) -> int:
    match = _MARKUP.search(text, place)
    return match.start() if match else len(text)


def _markup(text: str, place: int) -> Token | None:
    """The tag, comment or entity that starts here; None if `<` or `&` stands for itself."""
    if text[place] == "&":
        match = _ENTITY.match(text, place)
        known = match is not None and unescape(match.group()) != match.group()
        return Token(ENTITY, place, match.end()) if match and known else None
    following = text[place + 1 : place + 2]
    if following.isascii() and following.isalpha():
        return _tag(text, place, place + 1, OPEN)
    if following == "/":
        first = text[place + 2 : place + 3]
        if first.isascii() and first.isalpha():
            return _tag(text, place, place + 2, CLOSE)
        return Token(OTHER, place, _after(text, ">", place + 2)) if first else None
    if following in {"!", "?"}:
        return Token(OTHER, place, _after_declaration(text, place))
    return None


def _after(text: str, closer: str, place: int) -> int:
    """The end of the next `closer`, or of the text."""
    found = text.find(closer, place)
    return len(text) if found < 0 else found + len(closer)


def _after_declaration(text: str, place: int) -> int:
    """The end of a comment, a CDATA section, a doctype or a processing instruction."""
    if text.startswith("<!--", place):
        empty = re.compile(r"-?>").match(text, place + 4)
        return empty.end() if empty else _after(text, "-->", place + 4)
    if text.startswith("<![CDATA[", place):
        return _after(text, "]]>", place)
    return _after(text, ">", place)


def _tag(text: str, start: int, place: int, kind: str) -> Token:
    """A tag; one that is never closed reaches to the end of the text."""
    match = _NAME.match(text, place)
    name = match.group().lower() if match else ""
    place = match.end() if match else place
    if text[place : place + 1] == ">":
        return Token(kind, start, place + 1, name)
    attributes = []
    while True:
        found = _ATTRIBUTE.match(text, place)
        if found is None or found.end() == place:
            break
        place = found.end()
        if found["name"]:
            value = found["a"] or found["b"] or found["c"] or ""
            attributes.append((found["name"].lower(), value))
    return Token(kind, start, min(place + 1, len(text)), name, tuple(attributes))
