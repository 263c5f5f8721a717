"""Sentences as spans that cover the text without a gap.

Blank lines and list items always break. A full stop breaks unless it ends an abbreviation, an
initial or a number; a line end breaks where the line is clearly shorter than its neighbours
(titles, greetings), not where a long text was merely wrapped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from textmend.text.words import EMOJI


class Span(NamedTuple):
    """Characters `start` up to `end` of a text.

    >>> Span(2, 5).of("a few words")
    'few'
    """

    start: int
    end: int

    def of(self, text: str) -> str:
        return text[self.start : self.end]


ABBREVIATIONS_BEFORE_NAMES = """
    adm asst attn brig capt cmdr col cpl dr fr gen gov hon lt maj messrs mlle mme mr mrs ms mt prof pvt rep
    rev sen sens sgt st supt viz cf ca e.g i.e eg ie vs al approx"""
ABBREVIATIONS_BEFORE_NUMBERS = """
    no nos vol fig figs eq eqs sec ch art pp p para tel ext ver
    jan feb mar apr jun jul aug sep sept oct nov dec"""
ABBREVIATIONS_OFTEN_LAST = """
    a.m p.m am pm inc ltd co corp jr sr bros dept est univ ave blvd rd ph.d b.c a.d u.s u.k u.n u.s.a e.u d.c
    etc"""
FIRST_WORDS = """
    a after all also although an and another are as at because before both but by can did do does each even
    every finally first firstly for from furthermore he here his how however i if in is it its just many maybe
    more moreover most my nevertheless next no not now on once one only or our people please secondly she
    since so some such than thank that the their then there therefore these they this those though thus to
    today we well what when where whether which while who why with yes yet you your"""
LINKING_WORDS = "which but and because or that who"
GLUED_WORDS = """
    I In It The This That There They We You He She My And But So If When What For As Also Then Because At
    On Now"""

_BEFORE_NAMES = frozenset(ABBREVIATIONS_BEFORE_NAMES.split())
_BEFORE_NUMBERS = frozenset(ABBREVIATIONS_BEFORE_NUMBERS.split())
_OFTEN_LAST = frozenset(ABBREVIATIONS_OFTEN_LAST.split())
_FIRST = frozenset(FIRST_WORDS.split())
_LINKING = frozenset(LINKING_WORDS.split())

_ITEM = r"[ \t>]*(?:[-*+•‣◦▪·–—]|\(?(?:\d{1,3}|[A-Za-z]|[ivx]{1,4})[.)]|\d{1,2}-)[ \t]+(?=\S)"
_CLOSERS = "\"'”’»)\\]}*_"
_BOUNDARY = re.compile(
    rf"(?P<blank>(?:\r\n|[\n\r\u2028\u2029])[ \t\f\v\u00a0]*(?:\r\n|[\n\r\u2029])\s*|\u2029\s*|\f\s*)"
    rf"|(?P<line>\r\n|[\n\r\u2028\x85])"
    rf"|(?P<stop>(?<![.!?…])[.!?…]++[{_CLOSERS}]*+)(?=\s)(?:[ \t]++[{EMOJI}\ufe0f\u200d]++(?=\s))?"
    rf"|(?P<wide>[。！？]++[」』”’）]*+|(?<=[a-z]{{2}})[.!?]++(?=(?:{'|'.join(GLUED_WORDS.split())})\s))"
)
_LIST_ITEM = re.compile(_ITEM)
_LONGEST_ABBREVIATION = 24
_OPENERS = re.compile(r"\s*[\"'“‘«(\[{*_¿¡]*")
_NEXT_WORD = re.compile(r"[^\W_]+")
_INITIALS = re.compile(r"(?:[A-Za-z]\.)+[A-Za-z]|[A-HJ-Z]")
_ITEM_NUMBER = re.compile(r"\s*\(?(?:\d{1,3}|[A-Za-z]|[ivx]{1,4})")
_BLANKS = re.compile(r"\s*")
_SHORT = 0.6
_LONG_LINE = 400


def split_sentences(text: str) -> list[Span]:
    """The sentences of a text, each with the white space that follows it; together they are the text.

    >>> text = "Dr. Lee left at 5 p.m. today. Why?  Nobody knows.\\n\\n- one\\n- two"
    >>> [span.of(text) for span in split_sentences(text)]
    ['Dr. Lee left at 5 p.m. today. ', 'Why?  ', 'Nobody knows.\\n\\n', '- one\\n', '- two']
    """
    spans = []
    start = 0
    for end in _boundaries(text):
        if start < end:
            spans.append(Span(start, end))
            start = end
    if start < len(text):
        spans.append(Span(start, len(text)))
    return spans


def _boundaries(text: str) -> Iterator[int]:
    """Where sentences end, the white space after them included."""
    start = 0
    for match in _BOUNDARY.finditer(text):
        end = match.end()
        if end <= start:
            continue
        if match["stop"]:
            breaks = _stop_breaks(text, start, match)
        else:
            breaks = not match["line"] or _line_breaks(text, match)
        if breaks and not text[start:end].isspace():
            start = _skip(_BLANKS, text, end)
            yield start


def _skip(pattern: re.Pattern[str], text: str, place: int) -> int:
    """The end of a pattern that may match nothing."""
    match = pattern.match(text, place)
    return match.end() if match else place


def _line_breaks(text: str, match: re.Match[str]) -> bool:
    """Whether a line end is more than a wrapped line: a title or greeting before, a list item after."""
    start, end = match.span()
    if _LIST_ITEM.match(text, end):
        return True
    place = _skip(_OPENERS, text, end)
    first = text[place : place + 1]
    if not (first.isupper() or first.isdigit()):
        return False
    here = _line_start(text, start)
    before = here - 1 - _line_start(text, here - 1)
    after = text.find("\n", end, end + _LONG_LINE)
    longest = max(before, (min(len(text), end + _LONG_LINE) if after < 0 else after) - end)
    return text[start - 1 : start] == ":" or start - here < _SHORT * longest


def _line_start(text: str, place: int) -> int:
    """The start of the line that ends at `place`, at most `_LONG_LINE` characters back."""
    earliest = max(place - _LONG_LINE, 0)
    return max(text.rfind("\n", earliest, max(place, 0)) + 1, earliest)


def _stop_breaks(text: str, start: int, match: re.Match[str]) -> bool:
    """Whether a full stop (or `?`, `!`, `...`, and quotes after it) ends the sentence begun at `start`."""
    stop = match["stop"]
    bare = stop.rstrip(_CLOSERS)
    place = _skip(_OPENERS, text, match.end())
    first = text[place : place + 1]
    if not first:
        return True
    if bare == "." and stop == bare:
        known = _abbreviation_breaks(
            _word_before(text, start, match.start()), first, _NEXT_WORD.match(text, place)
        )
        if known is not None:
            return known
        if _ITEM_NUMBER.fullmatch(text, start, match.start()):
            return False
    if first.islower():
        following = _NEXT_WORD.match(text, place)
        linked = following is not None and following.group() in _LINKING
        return stop == bare and not linked and not bare.startswith(("..", "…"))
    return first not in ",;:)]"


def _word_before(text: str, start: int, end: int) -> str:
    """The word that ends at `end`, if it is short enough for an abbreviation.

    >>> _word_before("(see Dr. Lee", 0, 7)
    'Dr'
    """
    words = text[max(start, end - _LONGEST_ABBREVIATION) : end].split()
    return words[-1].lstrip("([{\"'“‘«") if words else ""


def _abbreviation_breaks(word: str, first: str, following: re.Match[str] | None) -> bool | None:
    """Whether a stop after an abbreviation ends the sentence; None: it is no abbreviation.

    >>> _abbreviation_breaks("Dr", "L", None), _abbreviation_breaks("dog", "T", None)
    (False, None)
    """
    low = word.lower()
    if low in _BEFORE_NAMES:
        return False
    if low in _BEFORE_NUMBERS and first.isdigit():
        return False
    if low in _OFTEN_LAST or _INITIALS.fullmatch(word):
        return first.isupper() and following is not None and following.group().lower() in _FIRST
    return None
