"""Encoded sets: labels and pieces as the edits and the tokenizer say, made once, whatever the workers."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from textmend.data.pairs import Pair, read_pairs
from textmend.decoding.pieces import PieceTable, character_tokenizer
from textmend.edits import Append, EditSpace, Replace, align
from textmend.errors import InputError
from textmend.training.collate import pad_rows
from textmend.training.encoded import EncodedSet
from textmend.training.encoding import encode_files, read_texts, read_unit_pairs
from textmend.training.gaps import align_gaps

TOKENIZER = character_tokenizer("abcdefghijklmnopqrstuvwxyz.")
PAIRS = [
    Pair(("he", "go", "home"), ("he", "goes", "to", "home")),
    Pair(("fine",), ("fine",)),
    Pair((), ("yes",)),
    Pair(("a", "b", "c", "d"), ("b", "c", "d", "a")),
]


@pytest.fixture
def pairs_file(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.tsv"
    path.write_text("".join(f"{' '.join(p.source)}\t{' '.join(p.target)}\n" for p in PAIRS), encoding="utf-8")
    return path


@pytest.fixture
def space() -> EditSpace:
    return EditSpace.build(PAIRS, appends=20, replaces=20, transforms="none")


def encode(folder: Path, file: Path, space: EditSpace, **settings: object) -> EncodedSet:
    def pairs() -> Iterator[Pair]:
        return read_pairs(file)

    return encode_files(
        folder,
        [str(file)],
        settings.get("pairs", pairs),  # type: ignore[arg-type]
        tokenizer_json=TOKENIZER.to_str(),
        space_json=space.to_json(),
        inserts=str(settings.get("inserts", "append")),
        unit="words",
        workers=int(str(settings.get("workers", 1))),
        progress=lambda _: None,
    )


def test_padded_rows_are_what_alignment_and_tokenizer_say(
    tmp_path: Path, pairs_file: Path, space: EditSpace
) -> None:
    data = encode(tmp_path / "sets", pairs_file, space)
    rows = np.array([3, 0, 2, 1])
    padded = pad_rows(data, rows, pad=0)
    table = PieceTable(TOKENIZER)
    wanted = table.pad([table.encode(PAIRS[row].source) for row in rows])
    for name in ("pieces", "piece_mask", "first", "last", "word_mask"):
        np.testing.assert_array_equal(getattr(padded, name), getattr(wanted, name))
    for row, labels, mask in zip(rows, padded.labels, padded.word_mask, strict=True):
        edits = align(*PAIRS[row], space)
        assert [space.edit_of(label) for label in labels[mask]] == edits
    assert data.changed.tolist() == [True, False, True, True]


def test_a_set_is_made_once(tmp_path: Path, pairs_file: Path, space: EditSpace) -> None:
    encode(tmp_path / "sets", pairs_file, space)

    def never() -> Iterator[Pair]:
        raise AssertionError("encoded again")

    assert len(encode(tmp_path / "sets", pairs_file, space, pairs=never)) == 4


def test_another_space_or_another_content_is_another_set(
    tmp_path: Path, pairs_file: Path, space: EditSpace
) -> None:
    encode(tmp_path / "sets", pairs_file, space)
    encode(tmp_path / "sets", pairs_file, EditSpace.build([], transforms="none"))
    pairs_file.write_text("a\tb\n", encoding="utf-8")
    encode(tmp_path / "sets", pairs_file, space)
    assert len(list((tmp_path / "sets").iterdir())) == 3


def test_two_workers_write_the_same_bytes_as_one(tmp_path: Path, space: EditSpace) -> None:
    file = tmp_path / "many.tsv"
    many = itertools.islice(itertools.cycle(PAIRS[:2] + PAIRS[3:]), 4500)
    file.write_text("".join(f"{' '.join(p.source)}\t{' '.join(p.target)}\n" for p in many), encoding="utf-8")
    encode(tmp_path / "one", file, space, workers=1)
    encode(tmp_path / "two", file, space, workers=2)
    (one,), (two,) = (tmp_path / "one").iterdir(), (tmp_path / "two").iterdir()
    for path in one.iterdir():
        assert path.read_bytes() == (two / path.name).read_bytes()


def test_an_error_in_the_middle_leaves_no_set(tmp_path: Path, pairs_file: Path, space: EditSpace) -> None:
    def broken() -> Iterator[Pair]:
        yield PAIRS[0]
        raise InputError("broken line")

    with pytest.raises(InputError, match="broken line"):
        encode(tmp_path / "sets", pairs_file, space, pairs=broken)
    assert list((tmp_path / "sets").iterdir()) == []


def test_a_missing_file_is_named(tmp_path: Path, space: EditSpace) -> None:
    with pytest.raises(InputError, match=r"none.tsv: no such file"):
        encode(tmp_path / "sets", tmp_path / "none.tsv", space)


def test_inserts_into_gaps_do_not_merge_with_replacements() -> None:
    space = EditSpace(transforms=(), appends=(("up",), (",",)), replaces=(("went",), ("then",)))
    edits, gaps = align_gaps("he goed home".split(), "he went up home ,".split(), space)
    assert [space.edit_of(number) for number in edits][2] == Replace(("went",))
    assert gaps == [0, 0, 1, 2, 0]
    assert space.edit_of(2 + gaps[3] - 1) == Append((",",))


def test_pairs_are_read_as_words_as_text_or_as_characters(tmp_path: Path) -> None:
    file = tmp_path / "one.tsv"
    file.write_text("Don't go.\tDo go.\n", encoding="utf-8")
    sources = {
        unit: next(read_unit_pairs([str(file)], unit)).source for unit in ("words", "text", "characters")
    }
    assert sources["words"] == ("Don't", "go.")
    assert sources["text"] == ("Do", "n't", "go", ".")
    assert sources["characters"] == tuple("Don't go.")


def test_clean_text_comes_from_lines_last_columns_and_targets(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("It's here.\n\n", encoding="utf-8")
    (tmp_path / "b.tsv").write_text("source\tOne two.\n", encoding="utf-8")
    (tmp_path / "c.jsonl").write_text('{"source": "x", "target": "y z"}\n', encoding="utf-8")
    files = [str(tmp_path / name) for name in ("a.txt", "b.tsv", "c.jsonl")]
    sentences = [pair.source for pair in read_texts(files, "words")]
    assert sentences == [("It", "'s", "here", "."), ("One", "two", "."), ("y", "z")]
