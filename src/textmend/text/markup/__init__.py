"""Where the prose is: plain text, Markdown, HTML and LaTeX."""

from __future__ import annotations

from pathlib import PurePath
from typing import Final

from textmend.errors import InputError
from textmend.text.markup.segment import BREAK, OPAQUE, PROSE, Piece, Segment

FORMATS: Final = ("plain", "markdown", "html", "latex")
_SUFFIXES: Final = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".mdown": "markdown",
    ".qmd": "markdown",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".tex": "latex",
    ".latex": "latex",
    ".ltx": "latex",
}

__all__ = ["BREAK", "FORMATS", "OPAQUE", "PROSE", "Piece", "Segment", "find_prose", "format_of"]


def format_of(path: str | PurePath) -> str:
    """The format a file's name tells.

    >>> format_of("README.md"), format_of("notes.txt")
    ('markdown', 'plain')
    """
    return _SUFFIXES.get(PurePath(path).suffix.lower(), "plain")


def find_prose(text: str, format: str = "plain") -> list[Segment]:
    """The segments of prose in a text, in order.

    >>> text = "# Title\\n\\nSome *fine* `code`."
    >>> [[piece.read(text) for piece in segment] for segment in find_prose(text, "markdown")]
    [['Title'], ['Some ', 'fine', ' ', 'code', '.']]
    """
    match format:
        case "plain":
            from textmend.text.markup.plain import plain_prose

            return plain_prose(text)
        case "markdown":
            from textmend.text.markup.markdown import markdown_prose

            return markdown_prose(text)
        case "html":
            from textmend.text.markup.html import html_prose

            return html_prose(text)
        case "latex":
            from textmend.text.markup.latex import latex_prose

            return latex_prose(text)
    raise InputError(f"unknown format {format!r}", remedy=f"one of {', '.join(FORMATS)}")
