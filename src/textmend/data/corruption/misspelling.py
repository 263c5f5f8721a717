"""Lists of misspellings, in the three layouts that are about."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rapidfuzz.distance import OSA

from textmend.data.files import read_lines
from textmend.errors import InputError


def read_misspellings(path: str | Path) -> Iterator[tuple[str, str, float]]:
    """Yield (wrong, right, count) from `wrong<TAB>right`, `right: wrong, wrong*3` or `$right` blocks.

    Words in several parts, and misspellings that have little to do with their word, are left out.
    """
    right = ""
    for number, line in enumerate(read_lines(path), 1):
        if line.startswith("$"):
            right = line[1:].strip()
            continue
        if right:
            found = [(line, right)]
        elif "\t" in line:
            wrong, ought = line.split("\t")[:2]
            found = [(wrong, ought)]
        elif ": " in line:
            ought, _, wrongs = line.partition(": ")
            found = [(wrong, ought) for wrong in wrongs.split(", ")]
        elif not line.strip():
            continue
        else:
            raise InputError(
                f"no misspelling in {line[:40]!r}",
                path=path,
                line=number,
                remedy="write wrong<TAB>right, or right: wrong, wrong, or $right above its wrong lines",
            )
        for text, ought in found:
            wrong, _, count = text.strip().partition("*")
            if resembles(wrong, ought):
                yield wrong, ought, float(count) if count.isdecimal() else 1.0


def resembles(wrong: str, right: str) -> bool:
    """Whether a misspelling is near enough to its word for a reader to guess it.

    >>> resembles("becuase", "because"), resembles("Ab", "Albert"), resembles("a_lot", "alot")
    (True, False, False)
    """
    near = max(1, len(right) // 3)
    return (
        wrong != right
        and wrong.isalpha()
        and right.isalpha()
        and OSA.distance(wrong, right, score_cutoff=near) <= near
    )
