"""Where the inline rules of Markdown fire: markdown-it's own inline parser, made to tell.

markdown-it keeps no places of inline tokens. But each of its rules is called with the place it starts from
and leaves the place where it ended; wrapping the rules is enough to know all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from markdown_it import MarkdownIt
from markdown_it import rules_inline as rules
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

Rule = Callable[[StateInline, bool], bool]

LABEL: Final = "label"
MATH: Final = "math"
_RULES: Final[dict[str, Rule]] = {
    "escape": rules.escape,
    "backticks": rules.backtick,
    "strikethrough": rules.strikethrough.tokenize,
    "emphasis": rules.emphasis.tokenize,
    "link": rules.link,
    "image": rules.image,
    "autolink": rules.autolink,
    "html_inline": rules.html_inline,
    "entity": rules.entity,
}
_MATH = re.compile(
    r"\$\$(?:[^$\\]|\\.)+?\$\$|\$(?![\s$])(?:[^$\\\n]|\\.|\n(?!\n))*?(?<!\s)\$(?!\d)"
    r"|\{\{[^{}]*\}\}|\{%[^{}]*%\}|:[a-z][a-z0-9_+-]{1,31}:|\[\^[^\]\s]{1,60}\]:?",
    re.DOTALL,
)


class Event(NamedTuple):
    """An inline rule that fired on characters `start` up to `end` of a block's text."""

    rule: str
    start: int
    end: int


class InlineParser(ParserInline):
    """The inline parser that notes what fires where; what lies inside comes before what lies around it.

    >>> parser = MarkdownIt("commonmark")
    >>> parser.inline = InlineParser()
    >>> [tuple(event) for event in parser.inline.events("a [b](c) `d`", parser, {})]
    [('label', 3, 4), ('link', 2, 8), ('backticks', 9, 12)]
    """

    def __init__(self) -> None:
        super().__init__()
        self._events: list[Event] = []
        self._depth = 0
        for name, rule in _RULES.items():
            self.ruler.at(name, self._noting(name, rule))
        self.ruler.disable(["linkify"])
        self.ruler.before("escape", MATH, self._noting(MATH, _math))

    def events(self, text: str, parser: MarkdownIt, references: dict[str, object]) -> list[Event]:
        """What fires in the text of one block."""
        self._events = []
        self.parse(text, parser, references, [])
        return self._events[:-1]

    def parse(self, src: str, md: MarkdownIt, env: dict[str, object], tokens: list[Token]) -> list[Token]:  # type: ignore[override]
        """The text of a block, or (deeper) the description of an image, which is not noted."""
        self._depth += 1
        try:
            return super().parse(src, md, env, tokens)
        finally:
            self._depth -= 1

    def tokenize(self, state: StateInline) -> None:
        start, end = state.pos, state.posMax
        super().tokenize(state)
        self._note(LABEL, start, end)

    def _noting(self, name: str, rule: Rule) -> Rule:
        def noting(state: StateInline, silent: bool) -> bool:
            start = state.pos
            fired = rule(state, silent)
            if fired and not silent:
                self._note(name, start, state.pos)
            return fired

        return noting

    def _note(self, name: str, start: int, end: int) -> None:
        if self._depth == 1:
            self._events.append(Event(name, start, end))


def _math(state: StateInline, silent: bool) -> bool:
    """Math in dollars, template tags, `:emoji:`, footnote marks: what CommonMark itself does not know."""
    if state.src[state.pos] not in "${:[":
        return False
    match = _MATH.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        state.push("code_inline", "code", 0).content = match.group()
    state.pos = match.end()
    return True
