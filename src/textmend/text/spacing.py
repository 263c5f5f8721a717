"""The space between words that stand next to each other for the first time.

Words of the input keep the spaces they came with; only words that an edit put in, and text that
comes as bare tokens, need these rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_HUGS_LEFT = re.compile(
    r"[.,;:!?%)\]}”’»…]+|\.{2,}|(?i:n['’]t|['’](?:s|m|d|re|ve|ll))|''|['’]?[)\]}][.,;:!?]*"
)
_HUGS_RIGHT = re.compile(r"[(\[{“‘„«¿¡$£€#/]|``|(?:[A-Z]{1,3})\$")
_QUOTES = frozenset("\"'")
NO_OWNERS = "as was is his has does us its this thus always perhaps"
_NO_OWNERS = frozenset(NO_OWNERS.split())


def space_between(left: str, right: str, inside_quotes: bool = False) -> str:
    """The space that belongs between two words; `inside_quotes`: a straight quote here closes.

    >>> [space_between(*pair) for pair in (("a", "dog"), ("dog", ","), ("do", "n't"), ("(", "see"))]
    [' ', '', '', '']
    >>> space_between("said", '"'), space_between("yes", '"', inside_quotes=True)
    (' ', '')
    """
    if not left or not right:
        return ""
    if right in _QUOTES:
        return "" if inside_quotes or _HUGS_RIGHT.fullmatch(left) else " "
    if left in _QUOTES:
        return "" if inside_quotes or _HUGS_LEFT.fullmatch(right) else " "
    if _HUGS_LEFT.fullmatch(right) or _HUGS_RIGHT.fullmatch(left) or right == "/":
        return ""
    return "" if (left.lower(), right.lower()) == ("gon", "na") else " "


def space_after(words: Sequence[str], right: str) -> str:
    """The space between the last of some words and a new one; the words tell whether a quote is open.

    >>> space_after(["He", "said"], '"'), space_after(["He", "said", '"', "yes"], '"')
    (' ', '')
    """
    left = words[-1] if words else ""
    quote = right if right in _QUOTES else left
    return space_between(left, right, quote in _QUOTES and words.count(quote) % 2 == 1)


def detokenise(words: Iterable[str]) -> str:
    """Plain text of bare tokens, with the usual spaces.

    >>> detokenise('He said : " I do n\\'t ( yet ) know the students \\' names , sorry . "'.split())
    'He said: "I don\\'t (yet) know the students\\' names, sorry."'
    """
    pieces: list[str] = []
    left = ""
    open_quotes: set[str] = set()
    for word in words:
        owner = left.endswith("s") and left.lower() not in _NO_OWNERS
        closes = word in open_quotes or (word == "'" and owner)
        inside = closes if word in _QUOTES else left in open_quotes
        pieces.append(space_between(left, word, inside))
        pieces.append(word)
        if word in _QUOTES:
            open_quotes ^= {word} if word in open_quotes or not closes else set()
        left = word
    return "".join(pieces)
