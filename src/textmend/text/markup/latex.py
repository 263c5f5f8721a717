"""Prose in LaTeX: a tokenizer of TeX's own kind that knows what the usual commands mean for prose.

Math, code, tables, the preamble and the arguments of commands it does not know are left alone. It never
fails and takes linear time: what is not closed reaches to the end of its paragraph, as in TeX itself.
"""

from __future__ import annotations

import re

from textmend.text.markup import latex_commands as commands
from textmend.text.markup.segment import BREAK, OPAQUE, Piece, Segment, Writer, opaque

_TOKEN = re.compile(
    r"(?P<blank>\n[ \t\r]*\n\s*)|\\(?P<name>[A-Za-z@]+)\*?|\\(?P<sign>[^A-Za-z@]|\Z)"
    r"|(?P<comment>%[^\n]*(?:\n[ \t]*)?)|(?P<math>\$\$?)|(?P<open>\{)|(?P<close>\})"
    r"|(?P<space>~)|(?P<other>[&#^_])"
)
_BRACES = re.compile(r"\\.|%[^\n]*|[{}]", re.DOTALL)
_PARAGRAPH_END = re.compile(r"\n[ \t\r]*\n|\Z")
_IN_MATH = re.compile(r"(?:[^$\\\n]|\\.|\n(?![ \t\r]*\n)|\\\Z)*+", re.DOTALL)
_OPTION = re.compile(r"[ \t]*\[(?:[^\[\]{}\n]|\{[^{}\n]*\}|\n(?![ \t\r]*\n)){0,500}\]")
_VERB = re.compile(r"\*?(?:\[[^\]\n]*\])?(?:\{[^}\n]*\}|(?P<sign>[^\s\w{*])[^\n]*?(?P=sign))")
_ACCENTED = re.compile(r"\{?(\\?[A-Za-z])\}?")
_ENVIRONMENT = re.compile(r"\s*\{([^{}\n]{1,60})\}")


def latex_prose(text: str) -> list[Segment]:
    """Paragraphs, headings, captions, footnotes and items.

    >>> text = r"\\section{Start} We \\emph{see} $x$ in~\\cite{a}\\footnote{Not \\% here.} and stop."
    >>> [[piece.read(text) for piece in segment] for segment in latex_prose(text)]
    [['Start'], ['Not ', '%', ' here.'], [' We ', 'see', ' ', 'x', ' in', ' ', '[1]', ' and stop.']]
    """
    scanner = _Scanner(text)
    scanner.scan()
    return scanner.writer.segments


class _Scanner:
    """One pass over the text; a stack of the open groups and what to do where they close."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.writer = Writer()
        self.partner = _partners(text)
        self.shown = "\\begin{document}" not in text
        self.asides: list[
            tuple[int, list[Piece], bool]
        ] = []  # where it ends, the text around it, shown there
        self.missing: set[str] = set()

    def scan(self) -> None:
        place = 0
        while match := _TOKEN.search(self.text, place):
            if self.shown:
                self.writer.prose(place, match.start())
            place = self._take(match)
        if self.shown:
            self.writer.prose(place, len(self.text))
        while self.asides:
            self._end_aside()
        self.writer.cut()

    def _take(self, match: re.Match[str]) -> int:
        """Deal with one token; where to go on."""
        start, end = match.span()
        if match["name"]:
            return self._command(match["name"], start, end)
        if match["math"]:
            return self._math(start, end)
        if match["blank"]:
            self.writer.cut()
        elif match["sign"] is not None:
            return self._sign(match["sign"], start, end)
        elif match["close"] and self.asides and self.asides[-1][0] == start:
            self._end_aside()
        elif match["space"]:
            self._put(Piece(start, end, BREAK, " "))
        elif match["other"]:
            self._put(Piece(start, end, OPAQUE, match["other"]))
        return end

    def _put(self, piece: Piece) -> None:
        if self.shown:
            self.writer.put(piece)

    def _end_aside(self) -> None:
        _, pieces, shown = self.asides.pop()
        self.writer.resume(pieces)
        self.shown = shown

    def _sign(self, sign: str, start: int, end: int) -> int:
        """A backslash and a character that is no letter."""
        if sign in "([":
            return self._until("\\)" if sign == "(" else "\\]", start, end)
        if sign in commands.ACCENTS:
            return self._accent(start, end)
        if sign in "%&$#_{}":
            self._put(Piece(start, end, OPAQUE, sign))
        elif sign == "\\":
            option = _OPTION.match(self.text, end)
            end = option.end() if option else end
            self._put(Piece(start, end, BREAK, "\n"))
        elif sign in " ,;:\n\t":
            self._put(Piece(start, end, BREAK, " "))
        return end

    def _accent(self, start: int, end: int) -> int:
        letter = _ACCENTED.match(self.text, end)
        if letter is None:
            return end
        self._put(Piece(start, letter.end(), OPAQUE, letter[1].lstrip("\\")))
        return letter.end()

    def _math(self, start: int, end: int) -> int:
        sign = self.text[start:end]
        body = _IN_MATH.match(self.text, end)
        stop = body.end() if body else end
        if not self.text.startswith(sign, stop):
            stop = max(end, self._paragraph_end(stop))
            self._put(opaque(start, stop, ""))
            return stop
        self._put(opaque(start, stop + len(sign), self.text[end:stop]))
        return stop + len(sign)

    def _until(self, closer: str, start: int, end: int) -> int:
        """Everything up to `closer` is one word."""
        stop = self._find(closer, end)
        if stop < 0:
            stop = self._paragraph_end(end)
            self._put(opaque(start, stop, ""))
            return stop
        self._put(opaque(start, stop + len(closer), self.text[end:stop]))
        return stop + len(closer)

    def _find(self, closer: str, place: int) -> int:
        """The place of a closer; what was once missing is not looked for again."""
        found = -1 if closer in self.missing else self.text.find(closer, place)
        if found < 0:
            self.missing.add(closer)
        return found

    def _paragraph_end(self, place: int) -> int:
        match = _PARAGRAPH_END.search(self.text, place)
        return match.start() if match else len(self.text)

    def _command(self, name: str, start: int, end: int) -> int:
        """A command with its arguments; what to do with most of them stands in `latex_commands`."""
        if not self.shown and name not in commands.IN_PREAMBLE:
            return end
        if name in {"begin", "end"}:
            after = self._environment(name, start, end)
        elif name in {"verb", "lstinline", "mintinline"}:
            after = self._verbatim(start, end)
        elif name in commands.BREAKS:
            self.writer.cut()
            after = self._skip_options(end)
        elif name in commands.INSIDE:
            after = self._open_group(self._skip_options(end))
        elif name in commands.HEADINGS or name in commands.NOTES:
            after = self._begin_aside(name, self._skip_options(end))
        elif name in commands.SILENT:
            after = end
        else:
            after = self._word(name, start, end)
        return after

    def _word(self, name: str, start: int, end: int) -> int:
        """A command that may stand for a word: an accent, a citation, a reference, a name."""
        if len(name) == 1 and name in commands.ACCENTS and self.text[end : end + 1] == "{":
            return self._accent(start, end)
        after = self._skip_arguments(end)
        if name in commands.VIEWS:
            self._put(Piece(start, after, OPAQUE, commands.VIEWS[name]))
        elif self.text[end:after] in {"", "{}"}:
            self._put(opaque(start, after, name))
        elif name in commands.WORDS:
            self._put(opaque(start, after, self.text[end:after]))
        return after

    def _open_group(self, place: int) -> int:
        return place + 1 if self.text.startswith("{", place) else place

    def _begin_aside(self, name: str, place: int) -> int:
        """The argument is a text of its own; around a note the sentence goes on after it."""
        stop = self.partner.get(place)
        if stop is None:
            return place
        if name in commands.HEADINGS:
            self.writer.cut()
        self.asides.append((stop, self.writer.aside(), self.shown))
        self.shown = True
        return place + 1

    def _verbatim(self, start: int, end: int) -> int:
        match = _VERB.match(self.text, end)
        if match is None:
            return self._line_end(end)
        self._put(opaque(start, match.end(), self.text[end : match.end()]))
        return match.end()

    def _line_end(self, place: int) -> int:
        found = self.text.find("\n", place)
        return len(self.text) if found < 0 else found

    def _skip_options(self, place: int) -> int:
        while option := _OPTION.match(self.text, place):
            place = option.end()
        return place

    def _skip_arguments(self, place: int) -> int:
        """The end of the options and groups that follow a command."""
        while True:
            after = self._skip_options(place)
            if self.text.startswith("{", after):
                partner = self.partner.get(after)
                after = self._paragraph_end(after) if partner is None else partner + 1
            if after == place:
                return place
            place = after

    def _environment(self, command: str, start: int, end: int) -> int:
        match = _ENVIRONMENT.match(self.text, end)
        name = match[1] if match else ""
        end = match.end() if match else end
        if name == "document":
            self.writer.cut()
            self.shown = command == "begin"
            return end
        if command == "begin" and commands.MATH_ENVIRONMENT.fullmatch(name):
            return self._until(f"\\end{{{name}}}", start, end)
        self.writer.cut()
        if command == "end":
            return end
        if commands.CODE_ENVIRONMENT.fullmatch(name):
            stop = self._find(f"\\end{{{name}}}", end)
            return self._paragraph_end(end) if stop < 0 else stop
        return self._skip_arguments(end)


def _partners(text: str) -> dict[int, int]:
    """The closing brace of each opening one.

    >>> _partners("a{b{c}}{")
    {3: 5, 1: 6}
    """
    partners: dict[int, int] = {}
    opened: list[int] = []
    for match in _BRACES.finditer(text):
        if match.group() == "{":
            opened.append(match.start())
        elif match.group() == "}" and opened:
            partners[opened.pop()] = match.start()
    return partners
