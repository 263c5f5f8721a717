"""Which sentences of the input are to be spoiled."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from textmend.data.files import plain_suffix, read_lines
from textmend.errors import InputError


class Line(NamedTuple):
    """One sentence of the input: its number over all files, its source name and its text."""

    number: int
    source: str
    text: str


@dataclass(frozen=True, slots=True)
class Selection:
    """What to take from the files.

    `sources` names first columns to keep, each with the most pairs to take from it (None: all); `column`
    counts from 1, 0 stands for the last. `hold_out` keeps a sentence back when the hash of its text is 0
    modulo that number.
    """

    column: int = 0
    sources: dict[str, int | None] | None = None
    min_words: int = 1
    max_words: int = 1000
    tokenised: bool = False
    hold_out: int = 0
    shuffle: bool = False


def parse_sources(text: str) -> dict[str, int | None]:
    """Names with or without a limit.

    >>> parse_sources("wiki_en,europarl_en:1000")
    {'wiki_en': None, 'europarl_en': 1000}
    """
    sources: dict[str, int | None] = {}
    for item in filter(None, text.split(",")):
        name, colon, limit = item.partition(":")
        if colon and not limit.isdecimal():
            raise InputError(f"not a number of sentences: {item!r}", remedy="write --sources name,name:1000")
        sources[name] = int(limit) if colon else None
    return sources


def read_selected(
    paths: Sequence[str | Path], selection: Selection, seed: int
) -> tuple[Iterator[Line], list[Line]]:
    """The sentences to spoil, in order or shuffled, and a list that fills with those held out on the way."""
    held_out: list[Line] = []
    lines = _kept(_all_lines(paths, selection), selection, held_out)
    if not selection.shuffle:
        return lines, held_out
    everything = list(lines)
    random.Random(seed).shuffle(everything)
    return iter(everything), held_out


def _all_lines(paths: Sequence[str | Path], selection: Selection) -> Iterator[Line]:
    number = 0
    for path in paths:
        columned = plain_suffix(path) == ".tsv"
        for in_file, text in enumerate(read_lines(path), 1):
            number += 1
            if not columned:
                yield Line(number, "", text)
                continue
            row = text.split("\t")
            if selection.column > len(row):
                raise InputError(
                    f"no column {selection.column}, only {len(row)}",
                    path=path,
                    line=in_file,
                    remedy="see --column",
                )
            yield Line(number, row[0] if len(row) > 1 else "", row[selection.column - 1])


def _kept(lines: Iterator[Line], selection: Selection, held_out: list[Line]) -> Iterator[Line]:
    for line in lines:
        if selection.sources is not None and line.source not in selection.sources:
            continue
        if selection.hold_out and is_held_out(line.text, selection.hold_out):
            held_out.append(line)
        else:
            yield line


def is_held_out(text: str, every: int) -> bool:
    """Whether a sentence belongs to the part kept back: about one in `every`, told by its text alone.

    >>> sum(is_held_out(f"Sentence {n}.", 10) for n in range(1000))
    103
    """
    return int.from_bytes(sha256(text.encode("utf-8", "surrogatepass")).digest(), "big") % every == 0
