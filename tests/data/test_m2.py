"""M2 files: what is read, what is refused and where, and the way back."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from textmend.data.annotate import annotate
from textmend.data.m2 import GoldEdit, M2Sentence, corrected, m2_lines, overlaps, read_m2, write_m2
from textmend.errors import InputError

FILE = """\
S She see cat .
A 1 2|||R:VERB|||sees||saw|||REQUIRED|||-NONE-|||0
A 2 2|||M:DET|||the|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S Nothing here .

S It is a very old .
A 2 3|||U:DET||||||REQUIRED|||-NONE-|||0
A 3 4|||UNK|||very|||REQUIRED|||-NONE-|||0
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "gold.m2"
    path.write_text(text, encoding="utf-8")
    return path


def test_sentences_edits_annotators_and_lines_are_read(tmp_path: Path) -> None:
    first, second, third = read_m2(written(tmp_path, FILE))
    assert first.source == ("She", "see", "cat", ".")
    assert first.edits_of(0) == (
        GoldEdit(1, 2, (("sees",), ("saw",)), "R:VERB"),
        GoldEdit(2, 2, (("the",),), "M:DET"),
    )
    assert (first.annotators, first.edits_of(1), first.line) == ((0, 1), (), 1)
    assert (second.edits, second.annotators, second.line) == ((), (0,), 6)
    assert third.edits[0].alternatives == ((),)
    assert third.edits[1].detection_only


def test_the_corrected_sentence_takes_first_alternatives_and_leaves_detected_errors(tmp_path: Path) -> None:
    first, second, third = read_m2(written(tmp_path, FILE))
    assert corrected(first, 0) == tuple("She sees the cat .".split())
    assert corrected(first, 1) == first.source
    assert corrected(second, 0) == second.source
    assert corrected(third, 0) == tuple("It is very old .".split())


def test_of_overlapping_edits_the_leftmost_is_made() -> None:
    edits = (GoldEdit(1, 3, (("so",),)), GoldEdit(2, 4, (("very",),)), GoldEdit(4, 4, (("end",),)))
    sentence = M2Sentence(tuple("abcd"), edits)
    assert corrected(sentence) == ("a", "so", "d", "end")
    assert overlaps(sentence) == [edits[:2]]


def test_insertions_in_one_place_do_not_overlap_and_keep_their_order() -> None:
    sentence = M2Sentence(
        ("a", "b"), (GoldEdit(1, 1, ((",",),)), GoldEdit(1, 1, (("he",),)), GoldEdit(1, 2, ((),)))
    )
    assert overlaps(sentence) == []
    assert corrected(sentence) == ("a", ",", "he")


def test_none_and_nothing_both_mean_deletion_also_among_alternatives(tmp_path: Path) -> None:
    text = "S a b\nA 0 1|||X|||-NONE-|||REQUIRED|||-NONE-|||0\nA 1 2|||X|||||c|||REQUIRED|||-NONE-|||0\n"
    (sentence,) = read_m2(written(tmp_path, text))
    assert [edit.alternatives for edit in sentence.edits] == [((),), ((), ("c",))]


def test_files_with_windows_line_ends_and_without_a_last_empty_line_are_read(tmp_path: Path) -> None:
    path = tmp_path / "gold.m2"
    path.write_bytes(FILE.rstrip("\n").replace("\n", "\r\n").encode())
    assert [sentence.line for sentence in read_m2(path)] == [1, 6, 8]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", None, "no sentence"),
        ("\n\n", None, "no sentence"),
        ("A 0 1|||X|||a|||REQUIRED|||-NONE-|||0\n", 1, "not an S line"),
        ("S a b\nB 0 1\n", 2, "not an A line"),
        ("S a b\nS c d\n", 2, "put an empty line before"),
        ("S a b\nA 0 1|||X|||a|||0\n", 2, "4 fields"),
        ("S a b\nA 0 one|||X|||a|||REQUIRED|||-NONE-|||0\n", 2, "whole numbers"),
        ("S a b\nA 0 1|||X|||a|||REQUIRED|||-NONE-|||me\n", 2, "whole numbers"),
        ("S a b\n\nS a b\nA 1 3|||X|||a|||REQUIRED|||-NONE-|||0\n", 4, "0 <= start <= end <= 2"),
        ("S a b\nA -1 1|||X|||a|||REQUIRED|||-NONE-|||0\n", 2, "covers words -1 to 1"),
        ("S a b\nA 2 1|||X|||a|||REQUIRED|||-NONE-|||0\n", 2, "covers words 2 to 1"),
    ],
)
def test_what_is_not_m2_is_refused_with_file_line_and_remedy(
    tmp_path: Path, text: str, line: int | None, words: str
) -> None:
    path = written(tmp_path, text)
    with pytest.raises(InputError) as caught:
        list(read_m2(path))
    assert (caught.value.path, caught.value.line) == (path, line)
    assert caught.value.remedy
    assert words in str(caught.value)


def test_a_correction_that_m2_cannot_hold_is_refused() -> None:
    with pytest.raises(InputError, match="cannot hold"):
        m2_lines(M2Sentence(("a",), (GoldEdit(0, 1, (("||",),)),)))


tokens = st.text(
    st.characters(categories=["L", "N", "P"], exclude_characters="|"), min_size=1, max_size=5
).filter(lambda word: word != "-NONE-")
sentence_words = st.lists(tokens, max_size=8).map(tuple)


@st.composite
def m2_sentences(draw: st.DrawFn) -> M2Sentence:
    source = draw(sentence_words)
    annotators = tuple(sorted(draw(st.sets(st.integers(0, 3), min_size=1))))
    edits = []
    for annotator in annotators:
        for _ in range(draw(st.integers(0, 3))):
            start = draw(st.integers(0, len(source)))
            end = draw(st.integers(start, len(source)))
            alternatives = tuple(draw(st.lists(sentence_words, min_size=1, max_size=3)))
            kind = draw(st.sampled_from(["R:VERB", "M:DET", "UNK"]))
            edits.append(GoldEdit(start, end, alternatives, kind, annotator, kind == "UNK"))
    return M2Sentence(source, tuple(edits), annotators)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(m2_sentences(), min_size=1, max_size=4))
def test_what_is_written_is_read_back(tmp_path: Path, sentences: list[M2Sentence]) -> None:
    path = tmp_path / "round.m2"
    write_m2(path, sentences)
    read = list(read_m2(path))
    assert [(one.source, one.edits, one.annotators) for one in read] == [
        (one.source, one.edits, one.annotators) for one in sentences
    ]


few_words = st.lists(
    st.sampled_from(["a", "the", "The", "cat", "cats", "to", "day", "today", "go", "went", ","]), max_size=8
)


@given(few_words, few_words)
def test_a_pair_becomes_edits_that_lead_to_its_target(source: list[str], target: list[str]) -> None:
    sentence = annotate(source, target)
    assert corrected(sentence) == tuple(target)
    assert overlaps(sentence) == []


def test_own_edits_name_their_kind_as_other_tools_expect() -> None:
    source, target = "He to day can go home home .", "he today can went home now !"
    sentence = annotate(source.split(), [*target.split(), "?"])
    kinds = [(edit.start, edit.end, " ".join(edit.alternatives[0]), edit.kind) for edit in sentence.edits]
    assert kinds == [
        (0, 1, "he", "R:case:lower"),
        (1, 3, "today", "R:join"),
        (4, 5, "went", "R:verb:past"),
        (6, 7, "now", "R:REPLACE"),
        (7, 8, "! ?", "R:REPLACE"),
    ]
    added = annotate(["so", "so"], ["so", "far"]).edits[0], annotate(["a"], ["a", "b"]).edits[0]
    assert [edit.kind for edit in added] == ["R:REPLACE", "M:APPEND"]
    assert annotate(["a", "b"], ["a"]).edits[0].kind == "U:DELETE"


def test_real_gold_files_survive_the_round_trip(shared: Path, tmp_path: Path) -> None:
    for name in ("conll13.m2", "fce.dev.m2", "wi.dev.m2"):
        sentences = list(read_m2(shared / "data/gec" / name))
        write_m2(tmp_path / name, sentences)
        again = list(read_m2(tmp_path / name))
        assert [(one.source, one.edits) for one in again] == [(one.source, one.edits) for one in sentences]
