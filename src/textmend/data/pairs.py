"""Pairs of wrong and right sentences, from whatever file they are in, one at a time.

| suffix                 | what a pair is                                                               |
|------------------------|------------------------------------------------------------------------------|
| .tsv                   | a line: source, tab, target (further columns are left alone)                 |
| .jsonl                 | an object with `source` and `target`, or a text with `edits` (see `essays`)  |
| .parquet               | a row with the columns `source` and `target`                                 |
| .m2                    | a sentence and what one annotator made of it                                 |
| two others, in a row   | line n of the first and line n of the second                                 |

Each may be compressed (.gz, .xz, .zst). Words are what stands between spaces, unless told otherwise.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from textmend.data.files import plain_suffix, read_lines
from textmend.errors import InputError

Words = tuple[str, ...]
Split = Callable[[str], Words]

FORMATS = (".tsv", ".jsonl", ".parquet", ".m2")


class Pair(NamedTuple):
    """A sentence as it was written and as it should be, in words.

    >>> Pair(("a", "tset"), ("a", "test")).target
    ('a', 'test')
    """

    source: Words
    target: Words


def at_spaces(text: str) -> Words:
    """The words of a text that is tokenised already.

    >>> at_spaces("do n't  stop")
    ('do', "n't", 'stop')
    """
    return tuple(word for word in text.split(" ") if word)


def into_words(text: str) -> Words:
    """The words of a text as it is written, by textmend's own tokeniser.

    >>> into_words("Don't stop.")
    ('Do', "n't", 'stop', '.')
    """
    from textmend.text.words import split_words

    return tuple(word.text for word in split_words(text))


def read_pairs(
    paths: str | Path | Sequence[str | Path], *, annotator: int = 0, split: Split = at_spaces
) -> Iterator[Pair]:
    """Yield the pairs of one file or several, in their order; an empty file is an error."""
    names = [paths] if isinstance(paths, str | Path) else list(paths)
    while names:
        path = names.pop(0)
        if plain_suffix(path) in FORMATS:
            pairs, where = _read_file(path, annotator, split), str(path)
        elif names and plain_suffix(names[0]) not in FORMATS:
            other = names.pop(0)
            pairs, where = _read_parallel(path, other, split), f"{path}, {other}"
        else:
            raise InputError(
                "a text file without its other half",
                path=path,
                remedy=f"name source and target in a row, or use one of {', '.join(FORMATS)}",
            )
        empty = True
        for pair in pairs:
            empty = False
            yield pair
        if empty:
            raise InputError("no pairs in it", path=where, remedy="check that it is the right file")


def _read_file(path: str | Path, annotator: int, split: Split) -> Iterator[Pair]:
    match plain_suffix(path):
        case ".tsv":
            return _read_tsv(path, split)
        case ".jsonl":
            return _read_jsonl(path, annotator, split)
        case ".parquet":
            return _read_parquet(path, split)
        case _:
            return _read_m2(path, annotator)


def _read_tsv(path: str | Path, split: Split) -> Iterator[Pair]:
    for number, line in enumerate(read_lines(path), 1):
        source, tab, rest = line.partition("\t")
        if not tab:
            raise InputError(
                "no tab between source and target",
                path=path,
                line=number,
                remedy="write one pair a line: source, tab, target",
            )
        yield Pair(split(source), split(rest.partition("\t")[0]))


def _read_jsonl(path: str | Path, annotator: int, split: Split) -> Iterator[Pair]:
    from textmend.data.essays import essay_pairs

    for number, line in enumerate(read_lines(path), 1):
        if not line.strip():
            continue
        try:
            item = json.loads(line)
        except ValueError as error:
            raise InputError(
                f"not JSON ({error})", path=path, line=number, remedy="write one object a line"
            ) from None
        if isinstance(item, dict) and "edits" in item:
            yield from essay_pairs(item, annotator, path, number)
        else:
            yield _pair_of(item, split, path, number)


def _pair_of(item: Any, split: Split, path: str | Path, number: int) -> Pair:
    sides = (item.get("source"), item.get("target")) if isinstance(item, dict) else (None, None)
    if not all(isinstance(side, str) for side in sides):
        raise InputError(
            "no text in 'source' and 'target'",
            path=path,
            line=number,
            remedy='write {"source": "...", "target": "..."}',
        )
    return Pair(split(str(sides[0])), split(str(sides[1])))


def _read_parquet(path: str | Path, split: Split) -> Iterator[Pair]:
    from textmend.extras import need

    parquet = need("train", "pyarrow.parquet")
    try:
        file = parquet.ParquetFile(path)
    except FileNotFoundError:
        raise InputError("no such file", path=path, remedy="check the name") from None
    except Exception as error:
        raise InputError(f"not a Parquet file ({error})", path=path, remedy="write it anew") from None
    if missing := {"source", "target"} - set(file.schema_arrow.names):
        raise InputError(
            f"no column {sorted(missing)[0]!r}", path=path, remedy="name the columns source and target"
        )
    number = 0
    for batch in file.iter_batches(batch_size=4096, columns=["source", "target"]):
        for row in batch.to_pylist():
            number += 1
            yield _pair_of(row, split, path, number)


def _read_m2(path: str | Path, annotator: int) -> Iterator[Pair]:
    from textmend.data.m2 import corrected, read_m2

    for sentence in read_m2(path):
        yield Pair(sentence.source, corrected(sentence, annotator))


def _read_parallel(source: str | Path, target: str | Path, split: Split) -> Iterator[Pair]:
    for number, (left, right) in enumerate(zip_longest(read_lines(source), read_lines(target)), 1):
        if left is None or right is None:
            shorter, longer = (source, target) if left is None else (target, source)
            raise InputError(
                f"ends here, but {longer} goes on",
                path=shorter,
                line=number - 1,
                remedy="give both the same number of lines",
            )
        yield Pair(split(left), split(right))
