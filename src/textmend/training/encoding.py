"""Pairs become encoded sets: aligned with the space, cut into pieces, written once, found again by a key."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from textmend.data.files import plain_suffix, read_lines
from textmend.data.pairs import Pair, at_spaces, into_words, read_pairs
from textmend.decoding.pieces import PieceTable
from textmend.edits import EditSpace, align
from textmend.errors import InputError
from textmend.training.encoded import VERSION, Chunk, EncodedSet, open_set, write_set
from textmend.training.gaps import align_gaps

CHUNK = 2000
LONGEST = 60_000


def set_key(files: Sequence[str], settings: dict[str, object]) -> str:
    """A name for an encoded set: the contents of its files and everything that shapes it."""
    digest = hashlib.sha256(json.dumps([VERSION, settings], sort_keys=True).encode())
    for name in files:
        try:
            with Path(name).open("rb") as stream:
                digest.update(hashlib.file_digest(stream, "sha256").digest())
        except FileNotFoundError:
            raise InputError("no such file", path=name, remedy="check the data of the stage") from None
        except OSError as error:
            raise InputError(f"not readable ({error.strerror})", path=name, remedy="name a file") from None
    return digest.hexdigest()[:20]


def split_pair(pair: Pair) -> Pair:
    """The pair in characters, those of its words and the spaces between them.

    >>> split_pair(Pair(("a", "tset"), ("a", "test"))).source
    ('a', ' ', 't', 's', 'e', 't')
    """
    return Pair(tuple(" ".join(pair.source)), tuple(" ".join(pair.target)))


def read_unit_pairs(files: Sequence[str], unit: str) -> Iterator[Pair]:
    """The pairs of some files in tokens of the unit.

    "words" are what stands between spaces; "text" is split by textmend's own tokeniser.
    """
    pairs = read_pairs(files, split=into_words if unit == "text" else at_spaces)
    return map(split_pair, pairs) if unit == "characters" else pairs


def read_texts(files: Sequence[str], unit: str) -> Iterator[Pair]:
    """Clean sentences for masked words, as pairs of a text with itself.

    They are the lines of a .txt file, the last column of a .tsv file, the targets of other pairs.
    """
    for name in files:
        kind = plain_suffix(name)
        if kind in (".txt", ".tsv", ""):
            texts: Iterable[str] = (line.rpartition("\t")[2] for line in read_lines(name))
        else:
            texts = (" ".join(pair.target) for pair in read_pairs(name))
        for text in texts:
            words = tuple(text) if unit == "characters" else into_words(text)
            if words:
                yield Pair(words, words)


class PairEncoder:
    """Encodes chunks of pairs; made once in each process."""

    def __init__(self, tokenizer_json: str, space_json: str, inserts: str) -> None:
        self.table = PieceTable(Tokenizer.from_str(tokenizer_json))
        self.space = EditSpace.from_json(space_json) if space_json else None
        self.gaps = inserts == "gap"

    def __call__(self, pairs: Sequence[Pair]) -> Chunk:
        pieces, counts, labels, gaps, lengths = [], [], [], [], []
        skipped = 0
        for pair in pairs:
            encoded = self.table.encode(pair.source)
            if len(encoded.pieces) > LONGEST:
                skipped += 1
                continue
            pieces.append(encoded.pieces)
            counts.append(encoded.last - encoded.first + 1)
            edits, inserts = self.label(pair)
            labels += edits
            gaps += inserts
            changes = sum(map(bool, edits)) + sum(map(bool, inserts))
            lengths.append((len(encoded.pieces), len(encoded.first), changes))
        return Chunk(
            pieces=np.concatenate(pieces) if pieces else np.zeros(0, np.uint32),
            counts=np.concatenate(counts) if counts else np.zeros(0, np.uint16),
            labels=np.array(labels, dtype=np.uint16),
            gaps=np.array(gaps, dtype=np.uint16),
            lengths=np.array(lengths, dtype=np.uint16).reshape(-1, 3),
            skipped=skipped,
        )

    def label(self, pair: Pair) -> tuple[list[int], list[int]]:
        """The edit id of each token, [START] and [END] included, and the insert id of the gap after it."""
        nothing = [0] * (len(pair.source) + 2)
        if self.space is None or pair.source == pair.target:
            return nothing, nothing
        if self.gaps:
            return align_gaps(pair.source, pair.target, self.space)
        return [self.space.id_of(edit) for edit in align(pair.source, pair.target, self.space)], nothing


def encode_files(
    folder: Path,
    files: Sequence[str],
    pairs: Callable[[], Iterator[Pair]],
    *,
    tokenizer_json: str,
    space_json: str,
    inserts: str,
    unit: str,
    workers: int,
    progress: Callable[[int], None],
) -> EncodedSet:
    """Open the encoded set of some files, made first if it is not there yet."""
    shape = {"tokenizer": tokenizer_json, "space": space_json, "inserts": inserts, "unit": unit}
    target = folder / set_key(files, dict(shape))
    if not target.is_dir():
        write_set(
            target, _reported(_encoded(pairs(), (tokenizer_json, space_json, inserts), workers), progress)
        )
    data = open_set(target)
    if not len(data):
        raise InputError("no pair in this file", path=", ".join(files), remedy="check the data of the stage")
    return data


def _reported(chunks: Iterator[Chunk], progress: Callable[[int], None]) -> Iterator[Chunk]:
    for chunk in chunks:
        yield chunk
        progress(len(chunk.lengths))


def _encoded(pairs: Iterator[Pair], shape: tuple[str, str, str], workers: int) -> Iterator[Chunk]:
    chunks = iter(lambda: list(islice(pairs, CHUNK)), [])
    if workers <= 1:
        yield from map(PairEncoder(*shape), chunks)
        return
    with get_context("spawn").Pool(workers, _prepare, shape) as pool:
        yield from _few_at_a_time(pool.apply_async, chunks, 2 * workers)


_encoder: PairEncoder | None = None


def _prepare(*shape: str) -> None:
    global _encoder  # noqa: PLW0603 (one encoder a worker process)
    _encoder = PairEncoder(*shape)


def _encode(pairs: list[Pair]) -> Chunk:
    assert _encoder is not None
    return _encoder(pairs)


def _few_at_a_time(
    submit: Callable[..., object], chunks: Iterator[list[Pair]], limit: int
) -> Iterator[Chunk]:
    """Chunks in their order, with no more than `limit` of them in memory."""
    waiting: list[object] = []
    for chunk in chunks:
        waiting.append(submit(_encode, (chunk,)))
        if len(waiting) >= limit:
            yield waiting.pop(0).get()  # type: ignore[attr-defined]
    for result in waiting:
        yield result.get()  # type: ignore[attr-defined]
