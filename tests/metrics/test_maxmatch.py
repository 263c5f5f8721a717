"""MaxMatch: cases with known answers, laws, the slow procedure and the official scorer's own figures."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from textmend.data.m2 import GoldEdit, M2Sentence, read_m2
from textmend.metrics.counts import Counts
from textmend.metrics.lattice import build_lattice
from textmend.metrics.maxmatch import annotator_counts, count_edits, maxmatch, system_edits
from textmend.metrics.wide import lightest_wide_path

sys.path.insert(0, str(Path(__file__).parent))
import slow_maxmatch

SOURCE = "She see cat in a old garden ."


def gold(text: str, annotator: int = 0) -> tuple[GoldEdit, ...]:
    """Edits from `1 2 sees/saw; 2 2 the`; a slash parts alternatives, a dash is the empty one."""
    edits = []
    for part in filter(None, (part.strip() for part in text.split(";"))):
        start, end, *words = part.split()
        options = " ".join(words).split("/")
        texts = tuple(() if option.strip() == "-" else tuple(option.split()) for option in options)
        edits.append(GoldEdit(int(start), int(end), texts, "X", annotator))
    return tuple(edits)


def counted(source: str, output: str, edits: str, max_unchanged: int = 2) -> tuple[int, int, int]:
    sentence = M2Sentence(tuple(source.split()), gold(edits))
    (counts,) = annotator_counts(sentence, output.split(), max_unchanged)
    return counts.correct, counts.proposed, counts.gold


CASES = {
    "nothing to do, nothing done": (SOURCE, SOURCE, "", (0, 0, 0)),
    "something to do, nothing done": (SOURCE, SOURCE, "1 2 sees", (0, 0, 1)),
    "nothing to do, something done": (SOURCE, "She sees cat in a old garden .", "", (0, 1, 0)),
    "one word replaced": (SOURCE, "She sees cat in a old garden .", "1 2 sees", (1, 1, 1)),
    "one word replaced by another": (SOURCE, "She saw cat in a old garden .", "1 2 sees", (0, 1, 1)),
    "case matters": (SOURCE, "She Sees cat in a old garden .", "1 2 sees", (0, 1, 1)),
    "a word inserted": (SOURCE, "She see the cat in a old garden .", "2 2 the", (1, 1, 1)),
    "a word inserted at another place": (SOURCE, "She the see cat in a old garden .", "2 2 the", (0, 1, 1)),
    "words inserted at the start": (
        SOURCE,
        "Today , She see cat in a old garden .",
        "0 0 Today ,",
        (1, 1, 1),
    ),
    "a word inserted at the end": (SOURCE, SOURCE + " !", "8 8 !", (1, 1, 1)),
    "words inserted at both ends": (SOURCE, f"So {SOURCE} !", "0 0 So; 8 8 !", (2, 2, 2)),
    "a word deleted": (SOURCE, "She see cat in old garden .", "4 5 -", (1, 1, 1)),
    "the first word deleted": (SOURCE, "see cat in a old garden .", "0 1 -", (1, 1, 1)),
    "the last word deleted": (SOURCE, "She see cat in a old garden", "7 8 -", (1, 1, 1)),
    "two words deleted at once": (SOURCE, "She see cat in garden .", "4 6 -", (1, 1, 1)),
    "two words deleted, one asked for": (SOURCE, "She see cat in garden .", "4 5 -", (1, 2, 1)),
    "empty output, all deleted": ("a b", "", "0 2 -", (1, 1, 1)),
    "empty output, something else asked": (SOURCE, "", "1 2 sees", (0, 1, 1)),
    "empty source": ("", "Hello .", "0 0 Hello .", (1, 1, 1)),
    "both empty": ("", "", "", (0, 0, 0)),
    "first alternative": (SOURCE, "She sees cat in a old garden .", "1 2 sees/saw", (1, 1, 1)),
    "second alternative": (SOURCE, "She saw cat in a old garden .", "1 2 sees/saw", (1, 1, 1)),
    "no alternative": (SOURCE, "She looks cat in a old garden .", "1 2 sees/saw", (0, 1, 1)),
    "deletion as an alternative": (SOURCE, "She see cat in old garden .", "4 5 an/-", (1, 1, 1)),
    "edits far apart": (SOURCE, "She sees cat in an old garden .", "1 2 sees; 4 5 an", (2, 2, 2)),
    "edits side by side": (SOURCE, "She sees the cat in a old garden .", "1 2 sees; 2 2 the", (2, 2, 2)),
    "edits side by side asked as one": (
        SOURCE,
        "She sees the cat in a old garden .",
        "1 2 sees the",
        (1, 1, 1),
    ),
    "near edits unasked count as one": (SOURCE, "He see dog in a old garden .", "", (0, 1, 0)),
    "edits three words apart count as two": (SOURCE, "He see cat in an old garden .", "", (0, 2, 0)),
    "gold keeps two words": (SOURCE, "She sees cat in an old garden .", "1 5 sees cat in an", (1, 1, 1)),
    "gold keeps three words": (SOURCE, "He see cat in an old garden .", "0 5 He see cat in an", (0, 2, 1)),
    "two insertions in one place": ("he went home", "he , too went home", "1 1 ,; 1 1 too", (2, 2, 2)),
    "a repeated word can hide an insertion": ("he left", "he , too , left", "1 1 , too; 1 1 ,", (1, 2, 2)),
    "an insertion doubled": ("see cat", "see the the cat", "1 1 the", (1, 2, 1)),
    "words swapped": ("he can why", "he why can", "1 3 why can", (1, 1, 1)),
    "a gold edit listed twice is met twice": (
        SOURCE,
        "She sees cat in a old garden .",
        "1 2 sees; 1 2 sees",
        (2, 1, 2),
    ),
    "gold out of order is met once": ("a b c d e f", "A b c d e F", "5 6 F; 0 1 A", (1, 2, 2)),
    "overlapping gold, one met": (
        SOURCE,
        "She saw a cat in a old garden .",
        "1 2 saw; 1 3 saw a cat",
        (1, 1, 2),
    ),
    "an unchanged word that gold lists": (SOURCE, SOURCE, "1 2 see", (0, 0, 1)),
}


@pytest.mark.parametrize("name", CASES)
def test_counts_correct_proposed_and_gold_edits_when(name: str) -> None:
    source, output, edits, expected = CASES[name]
    assert counted(source, output, edits) == expected


@pytest.mark.parametrize("name", CASES)
def test_the_slow_procedure_agrees_when(name: str) -> None:
    source, output, edits, expected = CASES[name]
    assert slow_counts(source.split(), output.split(), gold(edits)) == expected


def slow_counts(source: list[str], output: list[str], golds: tuple[GoldEdit, ...]) -> tuple[int, int, int]:
    texts = [(edit.start, edit.end, [" ".join(words) for words in edit.alternatives]) for edit in golds]
    return slow_maxmatch.slow_counts(source, output, texts)


def test_kept_words_inside_an_edit_are_a_setting() -> None:
    output = "He see cat in an old garden ."
    assert counted(SOURCE, output, "0 5 He see cat in an", max_unchanged=3) == (1, 1, 1)
    assert counted(SOURCE, "He see dog in a old garden .", "", max_unchanged=0) == (0, 2, 0)


# --- several annotators


def annotated(source: str, *annotators: str) -> M2Sentence:
    edits = tuple(edit for who, text in enumerate(annotators) for edit in gold(text, who))
    return M2Sentence(tuple(source.split()), edits, tuple(range(len(annotators))))


def test_the_annotator_who_agrees_best_is_chosen() -> None:
    score = maxmatch(
        [annotated(SOURCE, "1 2 sees", "1 2 saw", "")], ["She saw cat in a old garden .".split()]
    )
    assert score.annotators == (1,)
    assert score.total == Counts(1, 1, 1)


def test_an_annotator_who_changes_nothing_is_met_by_doing_nothing() -> None:
    score = maxmatch([annotated(SOURCE, "1 2 sees", "")], [SOURCE.split()])
    assert score.annotators == (1,)
    assert (score.total.precision, score.total.recall, score.f) == (1.0, 1.0, 1.0)


def test_between_annotators_who_are_missed_the_one_with_fewer_edits_is_chosen() -> None:
    score = maxmatch(
        [annotated(SOURCE, "1 2 sees; 4 5 an", "1 2 looks")], ["She saw cat in a old garden .".split()]
    )
    assert score.total == Counts(0, 1, 1)


def test_the_choice_follows_the_score_so_far() -> None:
    """With 1 of 1 so far a second right edit is worth its misses; after many misses one right edit is."""
    sentence = annotated("a b c d e f g h i j", "0 1 A; 4 5 E; 8 9 I", "0 1 A")
    output = "A b c d e f g h i j".split()
    assert maxmatch([sentence], [output]).annotators == (1,)
    bad = annotated("x y", "0 1 z")
    after = maxmatch([bad, annotated("a b c d e f", "0 1 A; 4 5 E", "")], [["x", "q"], "A b c d e f".split()])
    assert after.annotators == (0, 0)


def test_ties_go_to_more_right_edits_then_to_fewer_others_then_to_the_first() -> None:
    assert maxmatch([annotated("a b", "0 1 A", "0 1 A")], [["A", "b"]]).annotators == (0,)
    assert maxmatch([annotated("a b", "", "0 1 A")], [["a", "b"]]).annotators == (0,)


def test_numbers_when_nothing_is_proposed_or_asked() -> None:
    copied = maxmatch([annotated(SOURCE, "1 2 sees")], [SOURCE.split()])
    assert (copied.total.precision, copied.total.recall, copied.f) == (1.0, 0.0, 0.0)
    changed = maxmatch([annotated(SOURCE, "")], ["She sees cat in a old garden .".split()])
    assert (changed.total.precision, changed.total.recall, changed.f) == (0.0, 1.0, 0.0)


def test_beta_weighs_recall() -> None:
    sentence, output = annotated("a b c d e", "0 1 A; 4 5 E"), "A b c d e".split()
    scores = [maxmatch([sentence], [output], beta=beta).f for beta in (0.5, 1.0, 2.0)]
    assert scores == pytest.approx([0.8333333, 0.6666667, 0.5555556])


# --- laws


@st.composite
def made_cases(draw: st.DrawFn) -> tuple[tuple[str, ...], tuple[GoldEdit, ...]]:
    """A sentence of different words, and edits of at most two words with kept words between them."""
    source = tuple(f"w{index}" for index in range(draw(st.integers(1, 20))))
    edits: list[GoldEdit] = []
    at = draw(st.integers(0, 2))
    while at <= len(source):
        old = draw(st.integers(0, min(2, len(source) - at)))
        new = draw(st.integers(0 if old else 1, 2))
        edits.append(GoldEdit(at, at + old, (tuple(f"n{len(edits)}.{k}" for k in range(new)),)))
        at += old + draw(st.integers(1, 5))
    return source, tuple(edits)


def apply_edits(source: tuple[str, ...], edits: list[GoldEdit]) -> list[str]:
    words, at = [], 0
    for edit in edits:
        words += [*source[at : edit.start], *edit.alternatives[0]]
        at = edit.end
    return [*words, *source[at:]]


@given(made_cases())
def test_gold_edits_that_do_not_touch_are_all_found(
    case: tuple[tuple[str, ...], tuple[GoldEdit, ...]],
) -> None:
    source, edits = case
    score = maxmatch([M2Sentence(source, edits)], [apply_edits(source, list(edits))])
    assert (score.total.recall, score.total.precision) == (1.0, 1.0)


@given(made_cases(), st.data())
def test_f_never_rises_when_a_right_edit_is_undone(
    case: tuple[tuple[str, ...], tuple[GoldEdit, ...]], data: st.DataObject
) -> None:
    source, edits = case
    made = [edit for edit in edits if data.draw(st.booleans())]
    assume(made)
    noise = {edit for edit in edits if edit not in made and data.draw(st.booleans())}
    wrong = [replace(edit, alternatives=(("wrong",),)) for edit in edits if edit in noise]
    undone = data.draw(st.sampled_from(made))
    order = sorted([*made, *wrong], key=lambda edit: edit.start)
    sentence = M2Sentence(source, edits)
    before = maxmatch([sentence], [apply_edits(source, order)]).f
    after = maxmatch([sentence], [apply_edits(source, [edit for edit in order if edit != undone])]).f
    assert after <= before


words = st.lists(st.sampled_from("abcd"), max_size=8)


@st.composite
def small_cases(draw: st.DrawFn) -> tuple[list[str], list[str], tuple[GoldEdit, ...]]:
    """Few different words, so that paths are many; gold edits of any shape, in any order, overlapping."""
    source, output = draw(words), draw(words)
    edits = []
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(source)))
        end = draw(st.integers(start, min(len(source), start + 3)))
        texts = draw(st.lists(st.lists(st.sampled_from("abcd"), max_size=3), min_size=1, max_size=2))
        edits.append(GoldEdit(start, end, tuple(map(tuple, texts))))
    return source, output, tuple(edits)


@settings(max_examples=400)
@given(small_cases())
def test_equals_the_slow_procedure_edit_for_edit(
    case: tuple[list[str], list[str], tuple[GoldEdit, ...]],
) -> None:
    source, output, edits = case
    (found,) = system_edits(source, output, [edits])
    counts = count_edits(found, edits)
    assert (counts.correct, counts.proposed, counts.gold) == slow_counts(source, output, edits)


@given(small_cases())
def test_the_edits_found_lead_from_source_to_output(
    case: tuple[list[str], list[str], tuple[GoldEdit, ...]],
) -> None:
    source, output, edits = case
    (found,) = system_edits(source, output, [edits])
    as_gold = [GoldEdit(edit.start, edit.end, (edit.words,)) for edit in found]
    assert apply_edits(tuple(source), as_gold) == output
    lattice = build_lattice(source, output)
    wide = [
        GoldEdit(lattice.row(start), lattice.row(end), (lattice.text(start, end),))
        for start, end in lightest_wide_path(lattice, edits, 2)
    ]
    assert apply_edits(tuple(source), wide) == output


@given(made_cases(), st.data())
def test_the_search_without_a_list_of_arcs_agrees_on_made_cases(
    case: tuple[tuple[str, ...], tuple[GoldEdit, ...]], data: st.DataObject
) -> None:
    source, edits = case
    made = [edit for edit in edits if data.draw(st.booleans())]
    output = apply_edits(source, made)
    lattice = build_lattice(source, output)
    wide = {
        (lattice.row(start), lattice.row(end), lattice.text(start, end))
        for start, end in lightest_wide_path(lattice, edits, 2)
    }
    assert wide == {(edit.start, edit.end, edit.alternatives[0]) for edit in made}


@given(small_cases(), small_cases(), st.permutations([0, 1, 2]))
def test_the_order_of_annotators_does_not_matter_for_a_single_sentence(
    case: tuple[list[str], list[str], tuple[GoldEdit, ...]],
    other: tuple[list[str], list[str], tuple[GoldEdit, ...]],
    order: list[int],
) -> None:
    source, output, edits = case
    theirs = [edit for edit in other[2] if edit.end <= len(source)]
    annotators = [edits, theirs, ()]

    def score(order: list[int]) -> float:
        listed = [
            replace(edit, annotator=place) for place, who in enumerate(order) for edit in annotators[who]
        ]
        return maxmatch([M2Sentence(tuple(source), tuple(listed), (0, 1, 2))], [output]).total.running_f()

    assert score([0, 1, 2]) == score(order)


# --- long sentences and official figures


def test_long_sentences_that_share_nothing_are_scored_without_listing_every_arc() -> None:
    source, output = [f"s{n}" for n in range(200)], [f"o{n}" for n in range(200)]
    everything = GoldEdit(0, 200, (tuple(output),))
    single = tuple(GoldEdit(n, n + 1, ((output[n],),)) for n in range(0, 200, 2))
    found = system_edits(source, output, [(), (everything,), single])
    assert [count_edits(*both) for both in zip(found, [(), (everything,), single], strict=True)] == [
        Counts(0, 1, 0),
        Counts(1, 1, 1),
        Counts(100, 200, 100),
    ]


def test_a_word_repeated_many_times_is_scored() -> None:
    deleted = tuple(GoldEdit(n, n + 1, ((),)) for n in range(0, 150, 3))
    (found,) = system_edits(["very"] * 150, ["very"] * 100, [deleted])
    assert count_edits(found, deleted) == Counts(50, 50, 50)


def oracle_rows(shared: Path) -> list[dict[str, str]]:
    header, *rows = (line.split("\t") for line in (shared / "oracles/scores.tsv").read_text().splitlines())
    return [dict(zip(header, row, strict=True)) for row in rows]


def test_official_figures_are_reproduced_to_four_digits(shared: Path) -> None:
    rows = [row for row in oracle_rows(shared) if row["P"]]
    assert len(rows) == 4
    for row in rows:
        sentences = list(read_m2(shared / row["gold"]))
        outputs = [
            line.split()
            for line in (shared / "oracles" / row["file"]).read_text(encoding="utf-8").split("\n")
        ]
        score = maxmatch(sentences, outputs[: len(sentences)])
        figures = [f"{value:.4f}" for value in (score.total.precision, score.total.recall, score.f)]
        assert figures == [row["P"], row["R"], row["F0.5"]], row["file"]
