"""Prose in plain text: paragraphs, without headers and quoted lines of mail and lines that hold no letter."""

from __future__ import annotations

import re

from textmend.text.markup.segment import Segment, Writer

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_LETTER = re.compile(r"[^\W\d_]")
_NOT_OURS = re.compile(
    r"[ \t]{0,3}>|(?:From|To|Cc|Bcc|Date|Sent|Reply-To|Message-ID|In-Reply-To|References|MIME-Version"
    r"|Content-[A-Z][\w-]+|X-[A-Z][\w-]+):[ \t]"
)


def plain_prose(text: str) -> list[Segment]:
    """Paragraphs; a quoted line (`> ...`), a header of mail, a ruler or a time stamp is left alone.

    >>> [[piece.read("Hi\\n> you said\\nYes.\\n\\nBye") for piece in segment]
    ...  for segment in plain_prose("Hi\\n> you said\\nYes.\\n\\nBye")]
    [['Hi\\n'], ['Yes.\\n'], ['Bye']]
    """
    writer = Writer()
    for line in _LINE.finditer(text):
        if _LETTER.search(text, *line.span()) and not _NOT_OURS.match(text, line.start()):
            writer.prose(*line.span())
        else:
            writer.cut()
    writer.cut()
    return writer.segments
