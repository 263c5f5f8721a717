"""Pairs from every format give the same pairs; bad input names file, line and remedy."""

from __future__ import annotations

import gzip
import json
import lzma
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from textmend.data.pairs import Pair, into_words, read_pairs
from textmend.errors import InputError

PAIRS = [Pair(("He", "go", "."), ("He", "goes", ".")), Pair(("Fine", "."), ("Fine", "."))]

TSV = "He go .\tHe goes .\nFine .\tFine .\n"
JSONL = "".join(
    json.dumps({"source": " ".join(pair.source), "target": " ".join(pair.target)}) + "\n" for pair in PAIRS
)
M2 = (
    "S He go .\nA 1 2|||R:VERB|||goes|||REQUIRED|||-NONE-|||0\n\n"
    "S Fine .\nA -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0\n\n"
)


@pytest.mark.parametrize(("suffix", "text"), [(".tsv", TSV), (".jsonl", JSONL), (".m2", M2)])
@pytest.mark.parametrize(
    ("compression", "pack"),
    [
        ("", bytes),
        (".gz", gzip.compress),
        (".xz", lzma.compress),
        (".zst", zstandard.ZstdCompressor().compress),
    ],
)
def test_every_format_and_compression_gives_the_same_pairs(
    tmp_path: Path, suffix: str, text: str, compression: str, pack: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / f"pairs{suffix}{compression}"
    path.write_bytes(pack(text.encode()))
    assert list(read_pairs(path)) == PAIRS


def test_parquet_gives_the_same_pairs(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = {
        "source": [" ".join(pair.source) for pair in PAIRS],
        "target": [" ".join(pair.target) for pair in PAIRS],
    }
    parquet.write_table(pyarrow.table(rows), tmp_path / "pairs.parquet")
    assert list(read_pairs(tmp_path / "pairs.parquet")) == PAIRS


def test_two_parallel_texts_are_read_side_by_side(tmp_path: Path) -> None:
    (tmp_path / "wrong.txt").write_text("He go .\r\nFine .")
    (tmp_path / "right.txt").write_text("He goes .\nFine .\n")
    assert list(read_pairs([tmp_path / "wrong.txt", tmp_path / "right.txt"])) == PAIRS


def test_several_files_follow_each_other(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text(TSV)
    (tmp_path / "b.jsonl").write_text(JSONL)
    assert list(read_pairs([tmp_path / "a.tsv", tmp_path / "b.jsonl"])) == PAIRS * 2


def test_the_chosen_annotator_is_followed_and_detections_change_nothing(tmp_path: Path) -> None:
    path = tmp_path / "gold.m2"
    path.write_text(
        "S He go home\n"
        "A 1 2|||R:VERB|||goes|||REQUIRED|||-NONE-|||0\n"
        "A 1 2|||R:VERB|||went|||REQUIRED|||-NONE-|||1\n"
        "A 2 3|||UNK||||||REQUIRED|||-NONE-|||1\n\n"
    )
    assert [pair.target for pair in read_pairs(path, annotator=1)] == [("He", "went", "home")]


def test_raw_text_goes_through_our_own_tokeniser(tmp_path: Path) -> None:
    path = tmp_path / "raw.tsv"
    path.write_text("He dont go.\tHe doesn't go.\n")
    assert [pair.target for pair in read_pairs(path, split=into_words)] == [("He", "does", "n't", "go", ".")]


def test_essays_become_sentences_with_their_own_corrections(tmp_path: Path) -> None:
    path = tmp_path / "essays.jsonl"
    text = "I has a dog. It bark, And run."
    edits = [[0, [[2, 5, "have"], [16, 20, "barks"], [20, 25, ". It also"], [26, 29, None]]]]
    path.write_text(json.dumps({"text": text, "edits": edits}) + "\n")
    targets = [" ".join(pair.target) for pair in read_pairs(path)]
    assert targets == ["I have a dog .", "It barks . It also run ."]


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("p.tsv", b"a b\tc\nno tab here\n", r"p\.tsv:2: no tab .*; write one pair a line"),
        ("p.tsv", b"", r"p\.tsv: no pairs in it; check"),
        ("p.tsv", b"a\tb\n\xff\tx\n", r"p\.tsv:2: not UTF-8 \(byte 0 is 0xff\); convert"),
        ("p.jsonl", b'{"source": "a"}\n', r"p\.jsonl:1: no text in 'source' and 'target'; write"),
        ("p.jsonl", b"{\n", r"p\.jsonl:1: not JSON"),
        ("p.jsonl", b'{"text": "ab", "edits": [[0, [[0, 9, "x"]]]]}\n', r"p\.jsonl:1: edit .* outside the 2"),
        ("p.m2", b"S a b\nA 0 5|||R|||c|||REQUIRED|||-NONE-|||0\n\n", r"p\.m2:2: "),
        ("p.m2", b"S a b\nA zero\n\n", r"p\.m2:2: "),
        ("p.m2", b"", r"p\.m2"),
        ("p.tsv.gz", b"not gzip", r"p\.tsv\.gz: damaged compressed file"),
        ("p.parquet", b"PAR1", r"p\.parquet: not a Parquet file"),
        ("p.txt", b"alone\n", r"p\.txt: a text file without its other half"),
    ],
)
def test_bad_input_names_file_line_and_remedy(tmp_path: Path, name: str, data: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(InputError, match=message):
        list(read_pairs(tmp_path / name))


def test_a_missing_file_and_unequal_texts_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"gone\.tsv: no such file"):
        list(read_pairs(tmp_path / "gone.tsv"))
    (tmp_path / "a.txt").write_text("one\ntwo\n")
    (tmp_path / "b.txt").write_text("one\n")
    with pytest.raises(InputError, match=r"b\.txt:1: ends here, but .*a\.txt goes on; give both"):
        list(read_pairs([tmp_path / "a.txt", tmp_path / "b.txt"]))


def test_reading_is_streaming_so_ten_times_the_pairs_need_no_more_memory(tmp_path: Path) -> None:
    def peak(lines: int) -> int:
        path = tmp_path / f"{lines}.tsv.gz"
        with gzip.open(path, "wt", compresslevel=1) as stream:
            for number in range(lines):
                stream.write(f"source {number} has some words\ttarget {number} has some words\n")
        tracemalloc.start()
        assert sum(1 for _ in read_pairs(path)) == lines
        _, high = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return high

    assert peak(200_000) < 1.5 * peak(40_000)
