"""Accuracy, character errors, correction rate and the two baselines."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textmend.data.pairs import read_pairs
from textmend.metrics.accuracy import learn_table, look_up, score_accuracy

SOURCES = ["teh", "cat", "dgo", "bird"]
TARGETS = ["the", "cat", "dog", "bird"]


@pytest.mark.parametrize(
    ("outputs", "accuracy", "errors", "corrected"),
    [
        (TARGETS, 1.0, 0.0, 1.0),
        (SOURCES, 0.5, 4 / 13, 0.0),
        (["the", "cat", "dgo", "bird"], 0.75, 2 / 13, 0.5),
        (["the", "cats", "dgo", "bird"], 0.5, 3 / 13, 0.0),
        (["teh", "cats", "dgo", "brid"], 0.0, 7 / 13, -1.0),
        (["", "", "", ""], 0.0, 1.0, -1.0),
    ],
)
def test_rates_of_known_outputs(outputs: list[str], accuracy: float, errors: float, corrected: float) -> None:
    score = score_accuracy(SOURCES, TARGETS, outputs)
    assert score.accuracy == accuracy
    assert score.character_error_rate == pytest.approx(errors)
    assert score.correction_rate == corrected


def test_nothing_to_correct_gives_a_correction_rate_of_zero() -> None:
    assert score_accuracy(["a"], ["a"], ["a"]).correction_rate == 0.0


def test_the_table_knows_what_a_word_most_often_became_and_copies_the_rest() -> None:
    table = learn_table(
        [("teh", "ten"), ("teh", "the"), ("teh", "the"), ("cat", "cat"), ("tie", "b"), ("tie", "a")]
    )
    assert look_up(["teh", "cat", "new", "tie"], table) == ["the", "cat", "new", "b"]


texts = st.lists(st.tuples(*[st.text("ab", max_size=4)] * 3), min_size=1, max_size=10)


@given(texts)
def test_accuracy_and_rates_keep_their_bounds(rows: list[tuple[str, str, str]]) -> None:
    score = score_accuracy(*map(list, zip(*rows, strict=True)))
    assert 0 <= score.accuracy <= 1
    assert score.character_error_rate >= 0
    assert score.correction_rate <= 1
    copied = score_accuracy([row[0] for row in rows], [row[1] for row in rows], [row[0] for row in rows])
    assert copied.correction_rate == 0


def test_baselines_on_the_ocr_words_are_the_known_ones(shared: Path) -> None:
    def words(name: str) -> list[tuple[str, str]]:
        pairs = read_pairs(shared / "data/ocr" / name)
        return [(" ".join(pair.source), " ".join(pair.target)) for pair in pairs]

    sources, targets = map(list, zip(*words("klk.0.test.tsv"), strict=True))
    table = learn_table(words("klk.0.train.tsv"))
    assert f"{score_accuracy(sources, targets, sources).accuracy:.3f}" == "0.806"
    assert f"{score_accuracy(sources, targets, look_up(sources, table)).accuracy:.3f}" == "0.836"
